"""What a query says about where to look: companies, periods, items, words. By hand, and as questions are read."""

import tomllib
import uuid
from dataclasses import replace
from datetime import date

import pytest

from apps.questions.expressions import Item, OverTime, OverTimeFunction, Ratio, Row
from apps.questions.names import NoRegister
from apps.questions.query import About, Intent, Query, Role, TextKind, Token
from apps.questions.reader import read
from apps.questions.slots import Dimension, Filer, Part, Period, PeriodKind, Periods, UnresolvedFiler
from apps.retrieval.intents import Intent as SearchIntent
from apps.retrieval.intents import intent_of
from apps.retrieval.topics import SOURCE, Topic, topics
from apps.statements.ontology import Statement

MILL = Filer(uuid.uuid4(), "Hazelbank Mills")
YEAR = Period(PeriodKind.YEAR, 2022)


def sought(query: Query, question: str = "?") -> SearchIntent:
    return intent_of(query, question, {MILL.uid: 7})


def asked(question: str) -> SearchIntent:
    return intent_of(read(question, NoRegister()).query, question, {})


def test_filers_are_keys_of_the_register() -> None:
    intent = sought(Query(Intent.FIGURE, (Item("revenue"),), (MILL,)))

    assert (intent.companies, intent.company_names) == (frozenset({7}), ("Hazelbank Mills",))


def test_a_filer_that_is_not_held_is_named_and_one_of_two_is_looked_for() -> None:
    unknown = sought(Query(Intent.FIGURE, (Item("revenue"),), (UnresolvedFiler("Oxbow"),)))
    either = sought(Query(Intent.FIGURE, (Item("revenue"),), (UnresolvedFiler("Hazel", (MILL,)),)))

    assert (unknown.unheld, unknown.companies) == (("Oxbow",), frozenset())
    assert (either.unheld, either.companies) == ((), frozenset({7}))


@pytest.mark.parametrize(
    ("periods", "years", "quarter", "last"),
    [
        (Periods((YEAR,)), (2022,), None, None),
        (Periods((Period(PeriodKind.YEAR, 2019), YEAR)), (2019, 2022), None, None),
        (Periods((Period(PeriodKind.YEAR, 2019), YEAR), whole=True), (2019, 2020, 2021, 2022), None, None),
        (Periods((Period(PeriodKind.QUARTER, 2022, 3),)), (2022,), 3, None),
        (Periods((Period(PeriodKind.HALF, 2022, 1),)), (2022,), 2, None),
        (Periods((Period(PeriodKind.NINE_MONTHS, 2022),)), (2022,), 3, None),
        (Periods((Period(PeriodKind.YEAR, back=2), Period(PeriodKind.YEAR, back=0)), whole=True), (), None, 3),
        (Periods(), (), None, None),
    ],
)
def test_periods(periods: Periods, years: tuple[int, ...], quarter: int | None, last: int | None) -> None:
    intent = sought(Query(Intent.FIGURE, (Item("revenue"),), periods=periods))

    assert (intent.years, intent.quarter, intent.last) == (years, quarter, last)


def test_a_day_gives_its_year() -> None:
    intent = sought(Query(Intent.FIGURE, periods=Periods((Period(PeriodKind.INSTANT, end=date(2022, 6, 30)),))))

    assert (intent.years, intent.dates) == ((2022,), (date(2022, 6, 30),))
    assert not intent.asks_for_year


def test_items_of_ratios_come_before_those_that_are_named() -> None:
    intent = sought(Query(Intent.FIGURE, (Item("total_assets"), Ratio("current_ratio"))))

    assert intent.metrics[:2] == ("current_assets", "current_liabilities") and intent.metrics[-1] == "total_assets"
    assert intent.statements == (Statement.BALANCE,)


def test_what_a_row_is_like_is_looked_for_too() -> None:
    assert sought(Query(Intent.FIGURE, (Row("net sales", like="revenue"),))).metrics == ("revenue",)


def test_a_part_stands_in_no_primary_statement() -> None:
    of_part = sought(Query(Intent.FIGURE, (Item("revenue"),), part=Part(Dimension.SEGMENT, "Flour")))

    assert of_part.partial and not of_part.statements and not of_part.from_statements


def test_words_need_no_statement() -> None:
    why = sought(Query(Intent.TEXT, (Item("revenue"),), text_kind=TextKind.WHY))

    assert not why.statements and not why.numeric and not why.from_statements


def test_a_statement_that_is_named_wins() -> None:
    assert sought(Query(Intent.FIGURE, (Item("revenue"),), statement="cash-flow")).statements == (Statement.CASH_FLOW,)


def test_change_needs_the_year_before() -> None:
    grown = OverTime(OverTimeFunction.GROWTH, Item("revenue"))

    assert sought(Query(Intent.FIGURE, (grown,))).change and not sought(Query(Intent.FIGURE, (Item("revenue"),))).change


def test_frame_and_form_are_not_searched_for_and_names_only_by_their_meaning() -> None:
    said = [("What was", Role.FRAME), ("Hazelbank", Role.FILER), ("fertilizer", Role.TOPIC), ("in millions", Role.FORM)]
    tokens = tuple(Token(text, at, at + 1, role) for at, (text, role) in enumerate(said))
    intent = sought(Query(Intent.TEXT, tokens=tokens), "What was Hazelbank fertilizer in millions?")

    assert intent.wording.words == "fertilizer"
    assert intent.wording.core == "What was Hazelbank fertilizer in millions?"  # too short to stand for the question


def test_sections_of_the_query_and_of_its_topics_are_sought() -> None:
    tokens = (Token("lawsuits", 0, 8, Role.TOPIC),)
    intent = sought(Query(Intent.TEXT, about=About(sections=("controls",)), tokens=tokens))

    assert {"controls", "proceedings"} <= set(intent.titles)
    assert "legal proceedings litigation" in intent.wording.expansion


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.name)
def test_every_topic_is_found_by_its_first_phrase(topic: Topic) -> None:
    phrase = tomllib.loads(SOURCE.read_text(encoding="utf-8"))[topic.name]["phrases"][0]
    intent = sought(Query(Intent.TEXT, tokens=(Token(phrase, 0, len(phrase), Role.TOPIC),)))

    assert set(topic.titles) <= set(intent.titles)


def test_nothing_said_is_nothing_shown() -> None:
    shown = sought(Query(Intent.FIGURE, (Item("revenue"),), (MILL,), Periods((YEAR,)))).shown()

    assert shown["companies"] == ["Hazelbank Mills"] and shown["fiscal years"] == ["2022"]
    assert "quarter" not in shown and "dates" not in shown


def test_a_question_as_it_is_read() -> None:
    intent = asked("What was capital expenditure in fiscal 2021?")

    assert (intent.metrics, intent.years) == (("capital_expenditures",), (2021,))
    assert intent.from_statements and intent.asks_for_year


def test_a_name_that_is_not_held_is_searched_for_and_one_that_is_held_is_not() -> None:
    tokens = (Token("revenue", 0, 7, Role.MEASURE), Token("Oxbow", 8, 13, Role.FILER))
    query = Query(Intent.FIGURE, (Item("revenue"),), tokens=tokens)

    assert sought(replace(query, filers=(UnresolvedFiler("Oxbow"),))).keywords == ("revenue", "oxbow")
    assert sought(replace(query, filers=(UnresolvedFiler("Oxbow", (MILL,)),))).keywords == ("revenue",)
    assert sought(replace(query, filers=(MILL,))).keywords == ("revenue",)


@pytest.mark.parametrize(
    ("question", "substance"),
    [
        ("Diluted EPS rose in 2022 while net income fell. How come?", {"diluted", "eps", "net", "income"}),
        ("The brewery in Quillport burned down in 2022. What did it do then?", {"brewery", "quillport", "burned"}),
        ("Why did net income fall in 2022?", {"net", "income", "fall"}),
    ],
)
def test_a_scene_that_is_told_before_a_question_is_searched_for(question: str, substance: set[str]) -> None:
    intent = asked(question)
    assert substance <= set(intent.keywords)
    assert all(word in intent.wording.core.lower() for word in substance)
