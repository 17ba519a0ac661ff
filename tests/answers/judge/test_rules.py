"""What refuses a sentence, whatever it sounds like, and what accepts a figure that is stated in full."""

from datetime import date

import pytest

from apps.answers.judge.judge import Judged
from apps.answers.judge.rules import (
    STATED,
    judged_by_rules,
    of_more_than_a_lead,
    of_one_kind,
    of_the_filer,
    of_the_part,
    of_the_period,
    of_the_slot,
    speaks_first_of_the_period,
    states_in_full,
)
from apps.answers.sources.candidate import Candidate
from apps.questions.expressions import Binary, Expression, Item, Operator, OverTime, OverTimeFunction, Ratio, Share
from apps.questions.query import Intent, Query, TextKind
from apps.questions.slots import Dimension, Part, Peers, Period, PeriodKind, Periods, UnresolvedFiler
from tests.answers.asked import OAKFIELD, QUILLMARK, asks, says, told, years

FULL = says("Operating income was $214 million in 2023.")
MARINE = Part(Dimension.SEGMENT, "Marine")


def verdict(query: Query, candidate: Candidate) -> Judged:
    (judged,) = judged_by_rules(query, told(candidate))
    return judged


def test_a_sentence_of_another_filer_is_refused_by_its_name() -> None:
    assert of_the_filer(asks(), says("Operating income was $214 million in 2023.", filer=OAKFIELD)) == (
        "It is of Oakfield Mills."
    )


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("In the first six months of 2023 the margin fell.", True),
        ("In the third quarter of 2023 the margin fell.", True),
        ("In the second quarter of 2023 the margin fell.", False),
        ("For the three months ended June 30, 2023, the margin fell.", False),
        ("For the three and six months ended June 30, 2023, the margin fell.", False),
        ("In 2023 the margin fell.", False),
    ],
)
def test_a_sentence_of_another_part_of_the_year_is_refused(text: str, *, refused: bool) -> None:
    quarter = Periods((Period(PeriodKind.QUARTER, 2023, 2),))
    assert bool(of_the_period(asks(periods=quarter), says(text))) is refused


@pytest.mark.parametrize("filers", [(QUILLMARK,), (OAKFIELD, QUILLMARK), (), (Peers(),), (UnresolvedFiler("Acme"),)])
def test_a_sentence_of_a_filer_asked_about_is_not(filers: tuple[object, ...]) -> None:
    assert of_the_filer(asks(filers=filers), FULL) == ""


def test_a_filing_of_nobody_known_is_not_refused_for_its_filer() -> None:
    assert of_the_filer(asks(), says("Operating income rose.", filer=None)) == ""


@pytest.mark.parametrize(
    ("periods", "text", "year", "refused"),
    [
        (years(2023), "In 2023 operating income rose.", 2023, False),
        (years(2023), "In 2021 operating income fell.", 2023, True),
        (years(2023), "Operating income was 5 in 2022 and 7 in 2023.", 2023, False),
        (years(2023), "Operating income was 7, compared to 5 in the second quarter of 2022.", 2023, False),
        (years(2022), "Operating income was 7 in 2023, compared to 5 in 2022.", 2023, True),
        (years(2023), "Operating income rose.", 2023, False),
        (years(2023), "Operating income rose.", 2024, False),
        (years(2023), "Operating income rose.", 2022, True),
        (years(2023), "Operating income rose.", 2025, True),
        (years(2023), "Operating income rose.", None, False),
        (years(2019, 2023), "Operating income fell in 2021.", 2023, True),
        (years(2019, 2023, whole=True), "Operating income fell in 2021.", 2023, False),
        (years(2019, 2023, whole=True), "Operating income fell in 2018.", 2023, True),
        (Periods(), "Operating income fell in 1999.", 2023, False),
        (Periods((Period(PeriodKind.ANY, back=0),)), "Operating income fell in 1999.", 2023, False),
    ],
)
def test_the_period_is_one_asked_for(periods: Periods, text: str, year: int | None, refused: bool) -> None:
    assert bool(of_the_period(asks(periods=periods), says(text, year))) is refused


@pytest.mark.parametrize(
    ("text", "heading", "refused", "first"),
    [
        ("Income rose on higher volume.", "2022 compared with 2021", True, False),
        ("Income rose on higher volume.", "2023 compared with 2022", False, True),
        ("Income rose on higher volume.", "2024 compared with 2023", False, False),
        ("Income rose in 2023.", "2022 compared with 2021", False, True),
        ("Income rose on higher volume.", "Marine", False, True),
    ],
)
def test_a_sentence_without_a_year_is_of_its_headings(text: str, heading: str, refused: bool, first: bool) -> None:
    query, candidate = asks(periods=years(2023)), says(text, above=("Item 7", heading))
    assert bool(of_the_period(query, candidate)) is refused
    assert speaks_first_of_the_period(query, candidate) is first


def test_a_day_asked_for_is_of_its_year() -> None:
    day = Period(PeriodKind.INSTANT, end=date(2021, 6, 30))
    query = asks(periods=Periods((day,)))

    assert of_the_period(query, says("At June 30, 2021 it employed 5 people.")) == ""
    assert of_the_period(query, says("At June 30, 2020 it employed 5 people.")) == "It speaks of another period."


@pytest.mark.parametrize(
    ("candidate", "refused"),
    [
        (says("Marine operating income was $7 million."), False),
        (says("Operating income was $7 million."), True),
        (says("Operating income was $7 million.", above=("Marine segment",)), False),
        (says("Operating income was $7 million.", part="Marine"), False),
        (says("Submarine operating income was $7 million."), True),
    ],
)
def test_the_part_asked_about_is_named_in_the_sentence_or_above_it(candidate: Candidate, refused: bool) -> None:
    assert bool(of_the_part(asks(part=MARINE), candidate)) is refused


@pytest.mark.parametrize("part", [None, Part(Dimension.SEGMENT)])
def test_where_no_member_is_asked_about_none_must_be_named(part: Part | None) -> None:
    assert of_the_part(asks(part=part), FULL) == ""


def test_a_question_for_a_figure_needs_one() -> None:
    assert of_the_slot(asks(), says("Operating income rose in 2023.")) == "It states no figure."
    assert of_the_slot(asks(Intent.TEXT), says("Operating income rose in 2023.")) == ""


def test_what_only_leads_to_a_list_is_no_answer() -> None:
    assert of_more_than_a_lead(asks(), says("For 2024 the Company expects: ")) == "It only leads to what follows."
    assert of_more_than_a_lead(asks(), says("For 2024 the Company expects growth: 4%.")) == ""


def test_what_states_the_figure_in_full_is_accepted_by_the_rules_alone() -> None:
    judged = verdict(asks(), FULL)

    assert (judged.answers, judged.refused, judged.by) == (STATED, "", "rules")
    assert judged.accepted(0.8) and not judged.accepted(0.95)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        (asks(), "Operating income was $214 million in 2023, against $188 million before."),
        (asks(), "Operating income was $214 million."),
        (asks(), "Income was $214 million in 2023."),
        (asks(unread="adjusted"), "Operating income was $214 million in 2023."),
        (asks(periods=years(2022, 2023)), "Operating income was $214 million in 2023."),
        (asks(periods=Periods()), "Operating income was $214 million in 2023."),
        (asks(measures=(Item("operating_income"), Item("revenue"))), "Operating income was $214 million in 2023."),
        (asks(Intent.VERDICT), "Operating income was $214 million in 2023."),
        (asks(said=""), "Operating income was $214 million in 2023."),
    ],
)
def test_what_says_less_than_all_or_more_than_one_figure_is_left_open(query: Query, text: str) -> None:
    assert not states_in_full(query, says(text))
    assert verdict(query, says(text)).answers is None


REVENUE = Item("revenue")
GREW = OverTime(OverTimeFunction.GROWTH, REVENUE)


@pytest.mark.parametrize(
    ("measure", "text", "states"),
    [
        (REVENUE, "Revenue was $214 million in 2023.", True),
        (REVENUE, "Revenue increased $55 million in 2023.", False),
        (REVENUE, "Revenue was 12% of the group's in 2023.", False),
        (Share(REVENUE, Item("total_assets")), "Revenue increased $55 million in 2023.", False),
        (Share(REVENUE, Item("total_assets")), "Revenue was 12% of assets in 2023.", True),
        (GREW, "Revenue grew 8% in 2023.", True),
        (GREW, "Revenue was $214 million in 2023.", False),
        (Ratio("operating_margin"), "The margin was 12% in 2023.", True),
        (Ratio("operating_margin"), "The margin rose 2% in 2023.", False),
        (Binary(Operator.SUBTRACT, REVENUE, Item("cash")), "Revenue was $214 million in 2023.", False),
    ],
)
def test_a_sentence_states_the_kind_of_figure_that_is_asked_for(measure: Expression, text: str, states: bool) -> None:
    assert of_one_kind(asks(measures=(measure,)), text) is states


def test_what_a_line_grew_by_is_no_answer_for_the_line() -> None:
    query = asks(measures=(REVENUE,), said="revenue")
    assert states_in_full(query, says("Revenue was $214 million in 2023."))
    assert not states_in_full(query, says("Revenue increased $55 million in 2023."))


def test_a_word_before_the_line_makes_another_figure_of_it() -> None:
    query = asks(said="goodwill impairment")
    assert states_in_full(query, says("Goodwill impairment losses were $6 million in 2023."))
    assert not states_in_full(query, says("Accumulated goodwill impairment losses were $6 million in 2023."))


def test_a_count_need_not_be_called_a_number() -> None:
    query = asks(said="number of employees")
    assert states_in_full(query, says("At December 31, 2023 we had 1,240 employees."))


def test_the_first_rule_that_is_broken_is_told_and_refuses_before_anything_is_accepted() -> None:
    judged = verdict(asks(), says("Operating income was $214 million in 2021.", filer=OAKFIELD))

    assert judged.refused == "It is of Oakfield Mills." and judged.answers is None
    assert not judged.accepted(0.0)


def test_there_is_one_verdict_for_each_in_their_order() -> None:
    other = says("It rose.", filer=OAKFIELD)
    judged = judged_by_rules(asks(Intent.TEXT, text_kind=TextKind.WHY), told(FULL, other, FULL))

    assert [one.candidate for one in judged] == [FULL, other, FULL]
    assert [bool(one.refused) for one in judged] == [False, True, False]
