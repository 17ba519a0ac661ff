"""A writer that asks for a calculation over the cells of its passages."""

import re
from decimal import Decimal
from typing import Any

import pytest

from apps.answers.modelled.context import cut
from apps.answers.models import Status
from apps.answers.tools.calculating import calculate
from apps.answers.tools.desk import Desk
from apps.answers.tools.shapes import Calculate
from apps.documents.models import Table
from apps.questions.query import Shown
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan, verdict
from tests.answers.modelled.test_road import BOTH, GREW, WHY, answered, marks
from tests.answers.store import hold
from tests.inference.language.server import Said, configured
from tests.people import People

REFUSED = [{"name": "Nothing", "expression": "t999_1_1 / 2"}]


def wants(*expressions: str) -> dict[str, Any]:
    asked = [{"name": "Operating margin", "expression": one} for one in expressions]
    return written("Wait.", answerable=False) | {"calculate": asked}


@pytest.mark.django_db
def test_a_writer_has_a_ratio_of_cells_computed_and_cites_it(people: People) -> None:
    hold(people.owner)
    asked = list[str]()

    def script(body: dict[str, Any]) -> Said:
        said = str(body)
        table = re.findall(r"the id of a cell is (t[0-9]+)_ROW", said)
        if table and not asked and "AnswerReply" in said:
            asked.append(table[0])
            return by_shape(write=wants(f"{table[0]}_3_1 / {table[0]}_1_1"))(body)
        number = re.findall(r"<<<DATA calculator ([0-9]+)", said)
        told = written(f"Operating income was 0.14 of net sales in fiscal 2023 [{(number or ['1'])[0]}].")
        return by_shape(plan=plan(WHY), curate=curation(1, 2), write=told)(body)

    with configured(script) as server:
        answer = answered(people, WHY)
    assert asked and "= 214 / 1,577 (millions)" in server.prompt()
    assert answer.status == Status.WRITTEN and marks(answer) == []
    assert {one.quote for one in answer.citations.all()} == {"214", "$1,577"}
    assert Decimal(answer.result["sheet"]["lines"][0]["value"]) == Decimal("0.135701")


@pytest.mark.django_db
def test_a_ratio_times_100_is_told_in_percent(people: People) -> None:
    hold(people.owner)

    def script(body: dict[str, Any]) -> Said:
        table = (re.findall(r"the id of a cell is (t[0-9]+)_ROW", str(body)) or ["t0"])[0]
        if "AnswerReply" in str(body) and "DATA calculator" not in str(body):
            return by_shape(write=wants(f"{table}_3_1 / {table}_1_1 * 100", "'two' / 2"))(body)
        number = (re.findall(r"<<<DATA calculator ([0-9]+)", str(body)) or ["1"])[0]
        told = written(f"Operating income was 13.57% of net sales in fiscal 2023 [{number}].")
        return by_shape(plan=plan(WHY), curate=curation(1, 2), write=told)(body)

    with configured(script) as server:
        answer = answered(people, WHY)
    assert "k1: Operating margin" in server.prompt() and "13.57%" in server.prompt()
    assert "is not one figure" in server.prompt()
    assert answer.status == Status.WRITTEN and marks(answer) == []


@pytest.mark.django_db
def test_percent_is_asked_for_once_and_not_twice(people: People) -> None:
    """A tool call may say both "* 100" and that percent is wanted."""
    hold(people.owner)
    desk, ratio = Desk(people.owner, recalls=True), "t{0}_3_1 / t{0}_1_1".format(Table.objects.get().pk)
    for expression in (f"{ratio} * 100", ratio):
        given = calculate(desk, Calculate(name="Margin", expression=expression, shown=Shown.PERCENT, decimals=1))
        assert "| 13.6% |" in given.text


@pytest.mark.django_db
def test_a_calculation_that_fails_is_told_with_its_reason(people: People) -> None:
    hold(people.owner)
    told = by_shape(
        plan=plan(WHY), curate=curation(1, 2), write=[wants("t999_1_1 / 0"), written("Nothing is said [1].")]
    )
    with configured(told) as server:
        answered(people, WHY)
    assert "t999_1_1" in server.prompt() and "was not shown" in server.prompt()


@pytest.mark.django_db
def test_a_curator_has_a_ratio_computed_and_the_writer_cites_it_without_another_call(people: People) -> None:
    hold(people.owner)

    def script(body: dict[str, Any]) -> Said:
        table = (re.findall(r"the id of a cell is (t[0-9]+)_ROW", str(body)) or ["t0"])[0]
        number = (re.findall(r"<<<DATA calculator ([0-9]+)", str(body)) or ["1"])[0]
        wanted = [{"name": "Operating margin", "expression": f"{table}_3_1 / {table}_1_1"}, *REFUSED]
        told = written(f"Operating income was 0.14 of net sales in fiscal 2023 [{number}].")
        return by_shape(plan=plan(WHY), curate=curation(1, 2) | {"calculate": wanted}, write=told)(body)

    with configured(script) as server:
        answer = answered(people, WHY)
    assert len(server.requests) == 3
    assert "= 214 / 1,577 (millions)" in server.prompt() and "“t999_1_1” was not shown" in server.prompt()
    assert answer.status == Status.WRITTEN and marks(answer) == []


@pytest.mark.django_db
def test_a_program_that_comes_to_nothing_is_told_to_those_that_can_calculate(people: People) -> None:
    hold(people.owner)
    replies = by_shape(plan=plan((WHY, "goodwill / revenue")), curate=curation(1), write=written("It recovered [1]."))
    with configured(replies) as server:
        answered(people, WHY)
    told = [server.prompt(at) for at, _ in enumerate(server.requests)]
    assert all("DATA calculator refused" in prompt and "goodwill / revenue: " in prompt for prompt in told[1:3])


@pytest.mark.django_db
def test_what_the_checks_find_goes_back_once_with_all_faults(people: People) -> None:
    hold(people.owner)
    wrong = written("Net sales grew by 37.5% after the strike [1]. They had fallen by 41.2% before [1].")
    replies = by_shape(plan=plan(WHY), curate=curation(1), write=[wrong, written(GREW)])
    with configured(replies) as server:
        answer = answered(people, WHY)
    assert len(server.requests) == 4 and "37.5%" in server.prompt() and "41.2% stands in no source" in server.prompt()
    assert answer.status == Status.WRITTEN and marks(answer) == []


@pytest.mark.django_db
@pytest.mark.parametrize("judge", [False, True])
def test_repairs_leave_a_call_for_writing_and_one_for_its_repair(people: People, judge: bool) -> None:
    """Whatever is replied before, and with a second reader too: the last of five calls is his."""
    hold(people.owner)
    wrong = written("Net sales grew by 37.5% after the strike [1].")
    for plans, choices in (("?", "?"), (["?", plan(WHY)], "?"), (plan(WHY), ["?", curation(1)])):
        replies = by_shape(plan=plans, curate=choices, write=[wrong, written(BOTH)], judge=verdict())
        with configured(replies, judge=judge) as server:
            answer = answered(people, WHY)
        asked = [one["response_format"]["json_schema"]["name"] for one in server.requests]
        assert asked.count("AnswerReply") == 2 and len(asked) <= 5 and (asked[-1] == "JudgeReply") == judge
        assert answer.status == Status.WRITTEN and marks(answer) == []


@pytest.mark.django_db
def test_an_answer_of_the_workflow_takes_five_calls_at_most(people: People) -> None:
    hold(people.owner)
    wrong = written("Net sales grew by 37.5% after the strike [1].")
    asks = [curation(1, question=f"What did freight in the northern ports cost in {word}?") for word in ("May", "June")]
    with configured(by_shape(plan=plan(WHY), curate=asks, write=[wants("t999_1_1 / 0"), wrong])) as server:
        answer = answered(people, WHY)
    assert (len(server.requests) == 5 and answer.status != Status.WRITTEN) or marks(answer)


def test_a_passage_is_cut_at_the_end_of_a_sentence_and_says_so() -> None:
    assert cut("One sentence. " * 20, 60) == "One sentence. One sentence. One sentence. [... cut here]"
    assert cut("Short.", 60) == "Short."


@pytest.mark.django_db
def test_a_writer_whose_calculation_is_refused_may_ask_otherwise_and_then_writes(people: People) -> None:
    hold(people.owner)
    told = by_shape(
        plan=plan(WHY),
        curate=curation(1, 2),
        write=[wants("t999_1_1 / 2"), wants("t999_2_1 / 2"), written(GREW)],
    )
    with configured(told) as server:
        answer = answered(people, WHY)
    *_, before, last = (str(one) for one in server.requests)
    assert "DATA calculator closed" in last and "DATA calculator closed" not in before
    assert "t999_2_1" in last and answer.status == Status.WRITTEN
