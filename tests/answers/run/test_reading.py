"""How a question of a conversation is read: what the asker chose stands; else its words after those before it."""

import uuid
from dataclasses import replace
from typing import Any

import pytest

from apps.answers.models import Answer, AnswerState, Status
from apps.answers.run import workflow
from apps.answers.run.asking import ask, retry
from apps.answers.run.reading import REMEMBERED, earlier_of, honoring, query_of, reading_of
from apps.questions.expressions import Item
from apps.questions.query import Alternative, Intent, Query, Reading, TextKind, as_json
from apps.questions.slots import Filer, Periods
from apps.retrieval.found import Scope
from tests.answers.asked import asks, years
from tests.answers.loop.scripts import asks as loop_asks
from tests.answers.loop.scripts import submits, turns
from tests.answers.store import hold
from tests.inference.language.server import configured
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was Quillmark's operating income in fiscal 2023?"
NET = as_json(asks(measures=(Item("net_income"),)))


def kept(people: People, query: Any = NET, follows: Answer | None = None, **more: Any) -> Answer:
    return Answer.objects.create(asker=people.owner, question=FIGURE, query=query, follows=follows, **more)


def test_the_reading_that_the_asker_chose_stands_as_it_is(people: People) -> None:
    hold(people.owner)
    reading = reading_of(kept(people), Scope())

    assert reading.query == asks(measures=(Item("net_income"),)) and reading.question == FIGURE
    assert [one.reason for one in reading.alternatives] == ["chosen by the asker"] and not reading.carried


def test_a_chosen_reading_answers_otherwise_than_the_words(people: People) -> None:
    version = hold(people.owner)
    company = version.document.company
    assert company
    filer = Filer(company.uid, company.name)
    chosen = as_json(asks(filers=(filer,), measures=(Item("net_income"),), periods=years(2022)))
    answer = ask(people.owner, FIGURE, query=chosen)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()

    assert answer.result["value"] == "141000000" and answer.query == chosen
    assert answer.result["read_as"] == "net income, Quillmark Foundry, fiscal 2022"


@pytest.mark.parametrize("query", [None, {}, {"intent": "sing"}, {"nothing": 1}, [], "figure"])
def test_what_is_no_query_is_read_from_the_words(people: People, query: Any) -> None:
    hold(people.owner)
    answer = kept(people, query)

    assert query_of(answer) is None
    assert reading_of(answer, Scope()).query.measures == (Item("operating_income"),)


def test_a_follow_up_completes_itself_from_the_question_before(people: People) -> None:
    hold(people.owner)
    first = kept(people)
    after = Answer.objects.create(asker=people.owner, question="and in 2022?", follows=first)
    reading = reading_of(after, Scope())

    assert reading.query.measures == (Item("net_income"),) and "measure" in reading.carried
    assert [period.year for period in reading.query.periods.listed] == [2022]


def test_what_could_not_be_read_is_passed_over(people: People) -> None:
    first = kept(people)
    unclear = kept(people, follows=first, result={"unclear": "Which figure?"})
    old = kept(people, None, follows=unclear)
    after = kept(people, None, follows=old)

    earlier = earlier_of(after)
    assert earlier is not None and earlier.query == asks(measures=(Item("net_income"),))


def test_a_conversation_is_remembered_for_so_many_questions(people: People) -> None:
    at = kept(people)
    for _ in range(REMEMBERED - 1):
        at = kept(people, None, follows=at)
    near = kept(people, None, follows=at)
    far = kept(people, None, follows=near)

    assert earlier_of(near) is not None and earlier_of(far) is None


def test_another_persons_question_tells_nothing(people: People) -> None:
    strange = Answer.objects.create(asker=people.stranger, question=FIGURE, query=NET)
    assert earlier_of(kept(people, None, follows=strange)) is None


def test_the_first_question_follows_nothing(people: People) -> None:
    assert earlier_of(kept(people, None)) is None


def test_a_finished_answer_keeps_how_it_was_read(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()

    query = query_of(answer)
    assert isinstance(query, Query) and query.measures == (Item("operating_income"),)
    assert answer.trace["readings"][0] == {"query": answer.query, "reason": answer.trace["readings"][0]["reason"]}


def test_asked_again_it_is_read_again_unless_the_asker_chose_the_reading(people: People) -> None:
    """What was not held when it was first read may be held now."""
    answer = ask(people.owner, FIGURE)
    assert workflow.answer(answer.pk)
    hold(people.owner)
    Answer.objects.filter(pk=answer.pk).update(state=AnswerState.FAILED)
    answer.refresh_from_db()
    retry(answer, people.owner)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()

    assert (answer.status, answer.result["value"]) == (Status.EXTRACTED, "214000000")


def test_what_the_asker_chose_stands_in_the_searches_of_other_words(people: People) -> None:
    company = hold(people.owner).document.company
    assert company
    filer, other = Filer(company.uid, company.name), Filer(uuid.uuid4(), "Brambleholt Mills")
    stands = asks(filers=(filer,), measures=(Item("net_income"),), periods=years(2022, 2021))

    def of(query: Query) -> Query:
        return honoring(Reading("Why?", (Alternative(query),)), stands).query

    left_open = asks(filers=(), periods=Periods())
    assert of(left_open) == replace(left_open, filers=(filer,), periods=stands.periods)
    assert of(asks(filers=(other,), periods=years(2019))) == replace(asks(), filers=(filer,), periods=stands.periods)
    assert of(asks(filers=(filer,), periods=years(2021))).periods == years(2021)  # a part of what was chosen
    assert honoring(Reading("Why?", (Alternative(left_open),)), None).query == left_open


def test_the_searches_and_prompts_of_a_loop_honor_the_choice(people: People) -> None:
    company = hold(people.owner).document.company
    assert company
    chosen = asks(
        filers=(Filer(company.uid, company.name),), periods=years(2022), intent=Intent.TEXT, text_kind=TextKind.WHY
    )
    look = loop_asks(("search", {"words": "freight volumes in the ports"}))
    with configured(turns(look, submits(missing="It is not stated."))) as server:
        answer = ask(people.owner, "Why did freight recover?", query=as_json(chosen), way="loop")
        assert workflow.answer(answer.pk)
    told = [str(request["messages"]) for request in server.requests]
    assert "how the asker says it is to be read" in told[0] and "Quillmark Foundry, fiscal 2022" in told[0]
