"""What askers say of answers, and readings that they change, are examples with consent alone, and never private."""

import json
import lzma
import uuid
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerSource, AnswerState, Citation, Status
from apps.answers.run.reading import CHOSEN
from apps.chat import feedback
from apps.chat.conversing import Question, put
from apps.chat.models import Conversation, Message, Reason
from apps.documents.models import Chunk, ChunkKind, DocumentVersion, Kind, Page, Visibility
from apps.inference.phrase_model import phrase_model
from apps.learning.builders import corrections, opinions
from apps.learning.builders.filed import Filed, Said
from apps.learning.building import Plan, build
from apps.learning.groups import Grade
from apps.questions.expressions import Expression, Item, Row
from apps.questions.query import Intent, Query, Role, Taken, Token, as_json
from apps.retrieval.found import Scope
from finrag_site import checks
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
BEFORE, TEXT, AFTER = "It was a long year.", "Lantern sales fell because of a strike.", "The strike ended in May."
NEAR = "Lantern sales are recognized when control passes."
WHOLE = " ".join((BEFORE, TEXT, AFTER, NEAR))
WHY = "Why did lantern sales fall?"


@pytest.fixture
def consent(settings: Any) -> Any:
    settings.LEARN_FROM_USE = True
    return settings


@pytest.fixture
def version(people: People) -> DocumentVersion:
    made = report(people.owner, "Quillmark Foundry", 2023, {"revenue": {2023: "$1,577"}})
    Page.objects.filter(version=made, number=0).update(text=WHOLE)
    return made


def filed(version: DocumentVersion) -> dict[str, Filed]:
    said = [
        Said(at, text, "", (0, WHOLE.index(text), WHOLE.index(text) + len(text)))
        for at, text in enumerate((BEFORE, TEXT, AFTER, NEAR))
    ]
    return {version.sha256: Filed("Quillmark Foundry", "", 2023, "FY", said=said)}


def asked(owner: User, question: str = WHY, *, shared: bool = True, **told: Any) -> Message:
    """told: of the message, the one that it edits."""
    edits = told.get("edits")
    sent = Question(question, Scope(), uuid.uuid4(), edits=edits.uid if edits else None)
    message = put(owner, sent, edits.conversation if edits else None)
    Conversation.objects.filter(pk=message.conversation_id).update(team=owner.team if shared else None)
    return message


def passage(version: DocumentVersion, **told: Any) -> Chunk:
    words = {"text": WHOLE, "view": WHOLE, "hash": "a", "tokens": 9, "first_token": 0}
    return Chunk.objects.create(version=version, ordinal=99, kind=ChunkKind.TEXT, page=0, **words, **told)


def quoted(message: Message, version: DocumentVersion, status: Status = Status.EXTRACTED) -> Answer:
    """What a worker would have done: the sentence is quoted with the ones right before and after it."""
    chunk = Chunk.objects.filter(version=version).first() or passage(version)
    end = WHOLE.index(AFTER) + len(AFTER)
    judged = [{"text": TEXT, "answers": 0.9}, {"text": BEFORE, "answers": 0.1}]
    Answer.objects.filter(pk=message.answer_id).update(
        state=AnswerState.DONE, status=status, trace={"judged": judged}, result={"answer": TEXT}
    )
    answer = Answer.objects.get(pk=message.answer_id)
    Citation.objects.create(
        answer=answer, label=1, version=version, chunk=chunk, page=0, start=0, end=end, quote=WHOLE[:end]
    )
    AnswerSource.objects.create(answer=answer, document=version.document, cited=True)
    return answer


HELPED = feedback.Opinion(True)


def test_what_a_helpful_answer_quotes_answers(people: People, version: DocumentVersion, consent: Any) -> None:
    feedback.give(quoted(asked(people.owner), version), people.owner, HELPED)
    (made,) = opinions.groups(filed(version))
    assert TEXT in made.texts[0] and BEFORE not in made.texts[0], "the sentence that was judged, without its neighbors"
    assert made.grades[0] == Grade.ANSWERS and set(made.grades[1:]) == {Grade.OFF_TOPIC}
    assert NEAR in " ".join(made.texts[1:]) and (made.origin, made.company) == ("feedback", "Quillmark Foundry")
    consent.LEARN_FROM_USE = False
    assert not list(opinions.groups(filed(version))), "nobody consented"


@pytest.mark.parametrize(
    ("reason", "grade"),
    [
        (Reason.WRONG, Grade.TOPIC),
        (Reason.SOURCE, Grade.TOPIC),
        (Reason.INCOMPLETE, Grade.SUPPORTS),
        (Reason.OTHER, None),
        ("", None),
    ],
)
@pytest.mark.usefixtures("consent")
def test_what_a_wrong_answer_quotes_does_not(
    people: People, version: DocumentVersion, reason: str, grade: Grade | None
) -> None:
    feedback.give(quoted(asked(people.owner), version), people.owner, feedback.Opinion(False, reason, "private words"))
    made = list(opinions.groups(filed(version)))
    assert [(one.grades, one.question) for one in made] == ([((grade,), WHY)] if grade is not None else [])
    assert "private words" not in str(made)


@pytest.mark.usefixtures("consent")
def test_passages_that_were_only_offered_can_only_be_wrong(people: People, version: DocumentVersion) -> None:
    answer = quoted(asked(people.owner), version, Status.CLOSEST)
    feedback.give(answer, people.owner, HELPED)
    assert not list(opinions.groups(filed(version))), "which of them helped is not told"
    feedback.give(answer, people.owner, feedback.Opinion(False, Reason.QUESTION))
    assert [one.grades for one in opinions.groups(filed(version))] == [(Grade.TOPIC,)]


@pytest.mark.usefixtures("consent")
def test_only_the_asker_says_how_good_it_is_and_only_of_a_question_that_stands_alone(
    people: People, version: DocumentVersion
) -> None:
    answer = quoted(asked(people.owner), version)
    for reader in (people.teammate, people.expert, people.reviewer, people.stranger):
        feedback.give(answer, reader, HELPED)
    assert not list(opinions.groups(filed(version)))
    feedback.give(answer, people.owner, HELPED)
    assert list(opinions.groups(filed(version)))
    Answer.objects.filter(pk=answer.pk).update(result={"carried": ["company"]})
    assert not list(opinions.groups(filed(version))), "a follow-up leans on words that are not learned"


def test_what_is_private_is_never_learned(people: People, version: DocumentVersion, consent: Any) -> None:
    message = asked(people.owner, shared=False)
    answer = quoted(message, version)
    feedback.give(answer, people.owner, HELPED)
    assert not list(opinions.groups(filed(version))), "a conversation that nobody shares"
    consent.LEARN_FROM_PRIVATE = True
    assert list(opinions.groups(filed(version)))
    Conversation.objects.update(deleted=message.created)
    assert not list(opinions.groups(filed(version))), "in the bin"
    Conversation.objects.update(deleted=None)
    for closed in ({"visibility": Visibility.PRIVATE}, {"visibility": Visibility.TEAM}, {"kind": Kind.NOTE}):
        other = report(people.owner, "Hidden plc", 2022, {"revenue": {2022: "$1"}})
        type(other.document).objects.filter(pk=other.document_id).update(**closed)
        source = AnswerSource.objects.create(answer=answer, document=other.document)
        assert not list(opinions.groups(filed(version))), f"it looked at a document with {closed}"
        source.delete()
        other.document.delete()
    assert list(opinions.groups(filed(version))) and not list(opinions.groups({}))
    Answer.objects.filter(pk=answer.pk).update(result={"erased": True})
    assert not list(opinions.groups(filed(version))), "what it quoted was deleted for good"


@pytest.mark.usefixtures("consent")
def test_each_source_is_switched_and_counted(people: People, version: DocumentVersion, tmp_path: Any) -> None:
    Chunk.objects.filter(version=version).delete()
    passage(version, spans=[[0, 0, len(WHOLE)]])
    feedback.give(quoted(asked(people.owner), version), people.owner, HELPED)
    none = {"a_filing": 0, "rows": 0}
    assert build(Plan(use=("feedback",), **none), tmp_path / "set.jsonl.xz").counts == {"feedback": 1}
    assert build(Plan(use=("cells",), **none), tmp_path / "other.jsonl.xz").counts == {}
    call_command("training_data", "build", str(tmp_path / "all.jsonl.xz"), "--use", "--a-filing", "0", "--rows", "0")


def read_as(message: Message, measure: Expression, *taken: Taken, chosen: str = CHOSEN) -> None:
    """The answer of the message as it was read."""
    query = Query(Intent.FIGURE, measures=(measure,), taken=taken)
    trace = {"readings": [{"reason": chosen, "query": as_json(query)}]}
    Answer.objects.filter(pk=message.answer_id).update(query=as_json(query), trace=trace)


def unread(message: Message, *roles: tuple[str, Role]) -> None:
    question, at, tokens = message.answer.question, 0, []
    for word, role in roles:
        at = question.index(word, at)
        tokens.append(Token(word, at, at + len(word), role))
    query = as_json(Query(Intent.FIGURE, tokens=tuple(tokens)))
    Answer.objects.filter(pk=message.answer_id).update(query=query)


QUESTION = "What kiln pile did Quillmark hold?"
WORDS = (("What", Role.FRAME), ("kiln", Role.UNREAD), ("pile", Role.UNREAD), ("Quillmark", Role.FILER))


def test_a_reading_in_other_words_is_a_phrase_of_its_measure(people: People, consent: Any) -> None:
    first = asked(people.owner, QUESTION)
    unread(first, *WORDS)
    read_as(asked(people.owner, QUESTION, edits=first), Item("inventories"))
    (made,) = corrections.phrases([])
    assert (made.measure, made.phrase, made.held_out) == ("inventories", "kiln pile", False)
    assert not corrections.phrases([made]), "somebody wrote it, and it may be held out"
    Conversation.objects.update(team=None)
    assert not corrections.phrases([]), "a conversation that nobody shares"
    consent.LEARN_FROM_PRIVATE = True
    assert corrections.phrases([])
    consent.LEARN_FROM_USE = False
    assert not corrections.phrases([]), "nobody consented"


@pytest.mark.usefixtures("consent")
def test_an_offered_reading_that_was_chosen_confirms_its_phrase(people: People) -> None:
    first = asked(people.owner, QUESTION)
    second = asked(people.owner, QUESTION, edits=first)
    read_as(second, Item("inventories"), Taken("kiln pile", "inventories", meaning=True))
    assert [(one.measure, one.phrase) for one in corrections.phrases([])] == [("inventories", "kiln pile")]
    read_as(second, Item("inventories"), Taken("kiln pile", "inventories", meaning=True), chosen="")
    assert not corrections.phrases([]), "nobody chose it"


@pytest.mark.usefixtures("consent")
def test_what_is_ambiguous_known_or_no_measure_is_no_phrase(people: People) -> None:
    first = asked(people.owner, QUESTION)
    unread(first, *WORDS)
    read_as(asked(people.owner, QUESTION, edits=first), Row("kiln pile at the quay"))
    assert not corrections.phrases([]), "a line that the lexicon does not have"
    known = asked(people.owner, "What net income did Quillmark hold?")
    unread(known, ("What", Role.FRAME), ("net", Role.MEASURE), ("income", Role.MEASURE), ("Quillmark", Role.FILER))
    read_as(asked(people.owner, known.answer.question, edits=known), Item("inventories"))
    assert not corrections.phrases([]), "the lexicon reads it"
    read_as(asked(people.owner, QUESTION, edits=first), Item("inventories"))
    assert corrections.phrases([])
    read_as(asked(people.owner, QUESTION, edits=first), Item("goodwill"))
    assert not corrections.phrases([]), "it was to mean two things"


@pytest.mark.usefixtures("consent")
def test_a_layer_learns_them_and_is_put_to_work_by_a_setting(people: People, tmp_path: Path, settings: Any) -> None:
    assert phrase_model() is not None
    first = asked(people.owner, QUESTION)
    unread(first, *WORDS)
    read_as(asked(people.owner, QUESTION, edits=first), Item("inventories"))
    written, layer, told = tmp_path / "written.jsonl.xz", tmp_path / "layer.npz", StringIO()
    rows = [("goodwill", "price paid above the books", False), ("goodwill", "premium paid for what was bought", True)]
    with lzma.open(written, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps({"measure": m, "phrase": p, "held_out": held}) + "\n" for m, p, held in rows)
    call_command("train", "phrases", "--use", "--written", str(written), "--out", str(layer), stdout=told)
    assert "1 phrases from use" in told.getvalue() and "at work now: 1 phrases held out" in told.getvalue()
    settings.PHRASE_MODEL = str(layer)
    phrase_model.cache_clear()
    try:
        own = phrase_model()
        assert own is not None and own.measures == ("goodwill", "inventories")
        assert own.meanings(["kiln pile"])[0].measure == "inventories"
    finally:
        phrase_model.cache_clear()


def test_a_layer_that_is_not_there_is_a_wrong_setting(settings: Any) -> None:
    assert not checks.phrases(None)
    settings.PHRASE_MODEL = "/nowhere/layer.npz"
    assert [one.id for one in checks.phrases(None)] == ["finrag.E015"]


def test_the_page_says_so_where_what_one_says_is_learned_from(people: People, client: Client, consent: Any) -> None:
    said = "may train this installation"
    place = reverse("chat:feedback", args=[asked(people.owner).answer.uid])
    for person, told in ((people.owner, True), (people.teammate, False)):
        client.force_login(person)
        page = client.post(place, {"helped": "yes"}, HTTP_HX_REQUEST="true")
        assert (said in page.content.decode()) is told
    Conversation.objects.update(team=None)
    client.force_login(people.owner)
    page = client.post(place, {"helped": "yes"}, HTTP_HX_REQUEST="true")
    assert said not in page.content.decode()
