"""An answer on record, over a filing that everyone may see or over a private one."""

from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.documents.models import Visibility
from tests.answers.store import hold
from tests.people import People

MARGIN = "What was the operating margin of Quillmark in fiscal 2023?"


def answered(people: People, question: str = MARGIN, visibility: str = Visibility.EVERYONE) -> Answer:
    hold(people.owner, visibility=visibility)
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer
