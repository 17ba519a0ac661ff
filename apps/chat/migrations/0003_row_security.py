"""The second lock: conversations, answers and all that led to them are shown to those who may read them alone.

An answer is its asker's, and of those who may read a conversation that it stands in.
"""

from django.db import migrations

CONVERSATION = """
    (SELECT finrag_serves())
    OR owner_id = (SELECT finrag_person())
    OR team_id = (SELECT finrag_team())
    OR uid = ANY ((SELECT finrag_opened('conversation'))::uuid[])
"""
ANSWER = """
    (SELECT finrag_serves())
    OR asker_id = (SELECT finrag_person())
    OR uid = ANY ((SELECT finrag_opened('answer'))::uuid[])
    OR (SELECT true FROM chat_message AS message WHERE message.answer_id = answers_answer.id)
"""
BELOW = "(SELECT finrag_serves()) OR (SELECT true FROM {above} AS above WHERE above.id = {table}.{key})"  # row by row
ANSWERS = ("answers_answer", "answer_id")
HANGING = {
    "chat_message": ("chat_conversation", "conversation_id"),
    "answers_stage": ANSWERS,
    "answers_candidate": ANSWERS,
    "answers_citation": ANSWERS,
    "chat_feedback": ANSWERS,
}


def locked(table: str, seen: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE POLICY seen ON {table} USING ({seen}); ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;",
        f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY; DROP POLICY seen ON {table};",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("chat", "0002_conversing"),
        ("answers", "0007_query_of_a_question"),
        ("accounts", "0003_row_security_functions"),
    ]
    operations = [
        locked("chat_conversation", CONVERSATION),
        locked("answers_answer", ANSWER),
        *(
            locked(table, BELOW.format(table=table, above=above, key=key))
            for table, (above, key) in HANGING.items()
        ),
    ]
