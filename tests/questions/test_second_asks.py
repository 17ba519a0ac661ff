"""A question that asks twice is read as a question and its follow-up; a half that is not understood stops both."""

import pytest

from apps.questions.expressions import At, Binary, Item, Operator, OverTime, OverTimeFunction, Share
from apps.questions.query import Intent, TextKind
from tests.questions.registers import filer, query, reading


def test_which_of_two_has_more_and_by_how_much() -> None:
    asked = query("Who had more revenue in 2022, Zephyrwick or Brambleton, and by how much?")
    left, right = (At(Item("revenue"), filer=filer(name)) for name in ("Zephyrwick", "Brambleton"))
    assert (asked.intent, asked.measures) == (Intent.FIGURE, (Binary(Operator.SUBTRACT, left, right),))


def test_a_verdict_on_the_sign_and_its_size() -> None:
    asked = query("Did Zephyrwick have a net loss in 2022, and how big was it?")
    assert (asked.intent, asked.measures, asked.condition) == (Intent.FIGURE, (Item("net_income"),), None)
    assert not asked.unread


def test_a_half_that_is_not_understood_leaves_the_question_as_it_is() -> None:
    asked = query("Who had more revenue in 2022, Zephyrwick or Brambleton, and how much gribbling was in it?")
    assert asked.intent is not Intent.FIGURE or asked.unread


@pytest.mark.parametrize(
    ("follow_up", "function"),
    [
        ("And by what percentage had it grown in a year?", OverTimeFunction.GROWTH),
        ("And how much had that gone up by over twelve months?", OverTimeFunction.CHANGE),
    ],
)
def test_what_happened_to_the_measure_before(follow_up: str, function: OverTimeFunction) -> None:
    first = reading("What were Zephyrwick's receivables at the end of 2022?")
    asked = reading(follow_up, first).query
    assert asked.measures == (OverTime(function, Item("receivables")),)
    assert (asked.periods, asked.unread) == (first.query.periods, ())


def test_a_scene_is_no_question() -> None:
    asked = query("Zephyrwick has been shrinking a lot after the pandemic. What was its revenue in 2022?")
    assert (asked.intent, asked.measures, asked.unread) == (Intent.FIGURE, (Item("revenue"),), ())


@pytest.mark.parametrize("why", ["How come?", "Why?", "What were the reasons given?"])
def test_a_reason_is_asked_of_the_sentence_before(why: str) -> None:
    asked = query(f"Zephyrwick's revenue fell in 2022 despite the brewery. {why}")
    assert (asked.intent, asked.text_kind) == (Intent.TEXT, TextKind.WHY)
    assert [term.text for term in asked.about.terms] == ["revenue", "despite", "brewery"]


def test_how_to_work_is_no_scene() -> None:
    assert query("After impairments. What was Zephyrwick's operating income in 2022?").unread


def test_a_first_ask_that_is_understood_stands_alone_and_the_second_is_left_open() -> None:
    asked = query("What was Zephyrwick's revenue in 2022, and how did that compare with gribbles?")
    assert (asked.intent, asked.measures, asked.unread) == (Intent.FIGURE, (Item("revenue"),), ())
    assert asked.left_open == "and how did that compare with gribbles?"


def test_nothing_is_left_open_where_the_first_ask_is_not_understood() -> None:
    asked = query("How many gribbles did Zephyrwick shut in 2022, and how much revenue did it have?")
    assert not asked.left_open


@pytest.mark.parametrize(
    "second", ["and what share of the total was that?", "and what percentage of the company total was it?"]
)
def test_a_share_of_the_total_is_told_beside_a_ranking(second: str) -> None:
    found = query(f"Which Zephyrwick segment had the highest revenue in 2022, {second}")

    assert found.order is not None and found.measures == (found.order.by, Share(found.order.by, found.order.by))
    assert not found.unread and not found.left_open


@pytest.mark.parametrize("ask", ["what share of total assets is it?", "what percentage of total assets is that?"])
def test_what_was_told_is_a_share_of_what_is_named(ask: str) -> None:
    goodwill, total = Item("goodwill"), Item("total_assets")
    asked = query(f"How much goodwill did Zephyrwick carry at the end of 2022 and {ask}")
    assert (asked.measures, asked.unread) == ((goodwill, Share(goodwill, total)), ())
    assert reading(ask).unclear  # by itself it is of nothing


def test_what_is_named_is_a_portion_of_what_was_told() -> None:
    asked = query("What were Zephyrwick's total operating expenses in 2022, and what portion was sales and marketing?")
    total, sales = Item("operating_expenses"), Item("sales_and_marketing")
    assert (asked.measures, asked.unread) == ((total, Share(sales, total)), ())
    assert query("What portion was Zephyrwick's rent in 2022?").unread


def test_how_much_of_it_was_something_is_no_share_of_a_measure() -> None:
    asked = query("What was Zephyrwick's backlog at the end of 2019 and how much of it was gribbled?")
    assert not any(isinstance(one, Share) for one in asked.measures)


def test_how_much_more_than_before_is_the_change() -> None:
    asked = query("How much revenue did Zephyrwick make in 2022 and how much more was that than the year before?")
    assert (asked.measures, asked.unread) == ((OverTime(OverTimeFunction.CHANGE, Item("revenue")),), ())


def test_a_second_sentence_that_is_not_understood_is_left_open() -> None:
    asked = query("Rank Zephyrwick's three segments by operating margin in 2022. Was the order the same in 2021?")
    assert (asked.intent, asked.unread) == (Intent.RANKING, ())
    assert asked.left_open == "Was the order the same in 2021?"


def test_what_a_second_sentence_takes_away_is_not_left_open() -> None:
    assert query("What was Zephyrwick's revenue in 2022? Exclude one-off items.").unread


def test_words_between_a_measure_and_its_move_make_it_another_one() -> None:
    assert query("Why did Zephyrwick's revenue go down in 2022?").condition
    assert query("Why did Zephyrwick's revenue per paying international member go down in 2022?").condition is None


def test_what_was_expected_is_told_in_words() -> None:
    asked = query("Going into 2022, what did Zephyrwick expect for sales in each of its four segments?")
    assert (asked.intent, asked.text_kind) == (Intent.TEXT, TextKind.OUTLOOK)


def test_a_move_that_a_ranking_of_levels_has_no_use_for_is_left_open() -> None:
    question = "Which of Zephyrwick's segments earned the highest operating margin in 2022, and did any see it shrink?"
    asked = query(question)
    assert asked.unread or asked.left_open
    assert asked.order is None or asked.order.descending or asked.unread


@pytest.mark.parametrize("more", ["I want glimmers by wobble.", "Give the glimmers by wobble."])
def test_a_sentence_that_asks_for_more_is_left_open(more: str) -> None:
    told = query(f"How well funded were Zephyrwick's pension plans at the end of 2017? {more}")
    assert told.measures == query("How well funded were Zephyrwick's pension plans at the end of 2017?").measures
    assert (told.left_open, told.unread) == (more, ())


@pytest.mark.parametrize(
    "less", ["Exclude the glimmer plans.", "Please exclude glimmers.", "Give it without glimmers."]
)
def test_a_sentence_that_takes_away_is_not_left_open(less: str) -> None:
    told = query(f"How well funded were Zephyrwick's pension plans at the end of 2017? {less}")
    assert told.unread and not told.left_open
