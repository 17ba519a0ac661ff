"""What `sentence` tells, read back: the query itself, whatever it is made of."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from apps.questions.binding import mapped
from apps.questions.expressions import (
    At,
    Binary,
    Call,
    CallFunction,
    Expression,
    Item,
    Number,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    Stated,
)
from apps.questions.labels import Label, NoLabels
from apps.questions.query import (
    Against,
    Comparator,
    Comparison,
    Form,
    Intent,
    Order,
    Query,
    Role,
    Shown,
    Taken,
    as_json,
    from_json,
)
from apps.questions.sentence import label, sentence
from apps.questions.slots import Dimension, Part, Period, PeriodKind, Periods, UnresolvedFiler
from apps.questions.written import asked_together, written
from tests.questions.registers import REGISTER, filer, reading

LEAVES: tuple[Expression, ...] = (
    Item("revenue"),
    Item("property_plant_equipment"),
    Item("inventories", lag=1),
    Item("total_assets", lag=3),
    Ratio("operating_margin"),
    Ratio("free_cash_flow"),
    Row("lamp oil levy"),
    Row("Gross Load Volume (GLV)"),
    Row("Kiln fees, net"),
    Number(Decimal(365)),
)
PARTS = (
    Part(Dimension.ANY, "Lamps"),
    Part(Dimension.GEOGRAPHY, "Europe, Middle East and Africa (EMEA)"),
    Part(Dimension.SEGMENT, "Rail", within="Asia"),
    Part(Dimension.PRODUCT),
    Part(Dimension.LINE, "term loans"),
)
PERIODS = (
    Period(PeriodKind.YEAR, 2022),
    Period(PeriodKind.QUARTER, 2021, 3),
    Period(PeriodKind.INSTANT, 2020),
)
NAMED = (filer("Zephyrwick"), filer("Oakhollow"))


def _above(below: some.SearchStrategy[Expression]) -> some.SearchStrategy[Expression]:
    # a function stands around what it is of, so an operand of its own names what is innermost
    own = some.builds(At, some.sampled_from(LEAVES[:-1]), some.none(), some.none(), some.sampled_from(PARTS))
    return some.one_of(
        own,
        some.builds(Binary, some.sampled_from(list(Operator)), below, below),
        some.builds(OverTime, some.sampled_from(list(OverTimeFunction)), below, some.sampled_from((None, 3))),
        some.builds(Share, below, below),
        some.builds(Call, some.just(CallFunction.AVERAGE), some.tuples(below, below)),
        some.builds(lambda of: Stated(label(Ratio("gross_margin")), of), below),
    )


EXPRESSIONS = some.recursive(some.sampled_from(LEAVES), _above, max_leaves=5)
QUERIES = some.builds(
    Query,
    intent=some.just(Intent.FIGURE),
    measures=some.lists(EXPRESSIONS, min_size=1, max_size=2, unique=True).map(tuple),
    filers=some.lists(some.sampled_from(NAMED), max_size=2, unique=True).map(tuple),
    periods=some.one_of(
        some.just(Periods()),
        some.sampled_from(PERIODS).map(lambda one: Periods((one,))),
        some.just(Periods((Period(PeriodKind.YEAR, 2020), PERIODS[0]))),
    ),
    part=some.sampled_from((None, *PARTS)),
    form=some.sampled_from((Form(), Form(Shown.PERCENT), Form(scale=1_000_000, decimals=1), Form(currency="EUR"))),
)


def _bare(told: Any) -> Any:
    """Without how parts and periods were written, and years of a function that a bracket hides."""

    def change(node: Any) -> Any:
        if not isinstance(node, At):
            return node
        return replace(node, part=node.part and replace(node.part, text=""))

    return mapped(told, change)


def same(query: Query) -> Query:
    """With nothing of how it was written."""
    listed = tuple(replace(one, text="") for one in query.periods.listed)
    return replace(
        query,
        tokens=(),
        measures=tuple(map(_bare, query.measures)),
        part=query.part and replace(query.part, text=""),
        periods=replace(query.periods, listed=listed),
    )


@given(QUERIES.filter(lambda one: not (one.part and any("(" in label(measure) for measure in one.measures))))
@settings(max_examples=300, deadline=None)
def test_a_query_is_read_back_from_its_sentence(query: Query) -> None:
    told = sentence(query)
    found = written(told, REGISTER, NoLabels())
    assert found is not None, told
    assert same(found) == same(query), told
    assert not found.unread


@pytest.mark.parametrize(
    "query",
    [
        Query(
            Intent.RANKING,
            (Ratio("operating_margin"),),
            (filer("Zephyrwick"),),
            part=Part(Dimension.SEGMENT),
            order=Order(Ratio("operating_margin")),
        ),
        Query(
            Intent.RANKING,
            (growth := OverTime(OverTimeFunction.GROWTH, Item("revenue")),),
            (filer("Zephyrwick"),),
            Periods((Period(PeriodKind.YEAR, 2022),)),
            part=Part(Dimension.PRODUCT),
            order=Order(growth, descending=False, most=3),
        ),
        Query(
            Intent.VERDICT,
            (Item("revenue"),),
            (filer("Zephyrwick"),),
            condition=Comparison(Item("revenue"), Comparator.ABOVE, Against.PRIOR),
        ),
        Query(
            Intent.VERDICT,
            (growth,),
            condition=Comparison(growth, Comparator.AT_LEAST, Number(Decimal("0.12"))),
        ),
        Query(Intent.LIST, (Item("revenue"),), (filer("Zephyrwick"),), part=Part(Dimension.GEOGRAPHY)),
    ],
)
def test_rankings_verdicts_and_tables_are_read_back(query: Query) -> None:
    found = written(sentence(query), REGISTER, NoLabels())
    assert found is not None and same(found) == same(query)


@pytest.mark.parametrize(
    "text",
    [
        "What was revenue in 2022?",
        "revenue of lamps, please",
        "",
        '"',
        "revenue (",
        "revenue minus, Zephyrwick, fiscal 2022",
        "revenue plus cash and cash equivalents times 2, Zephyrwick, fiscal 2022",
        "which segment has the most",
        "revenue, Zephyrwick in Europe, fiscal 2022",
        "(" * 40 + "revenue" + ")" * 40,
        "revenue, " + "a, " * 40,
        "revenue, Zephyrwick, Brambleton, fiscal 2022",
        "goodwill, net, Zephyrwick, 2022",
        "revenue, Lamps, Zephyrwick, 2022",
        "revenue, Zephyrwick, growth, 2022",
        "net income, Zephyrwick, adjusted, 2022",
        "revenue, Zephyrwick, excluding Asia, 2022",
        "revenue, Zephyrwick, per share, 2022",
        "revenue, Zephyrwick, Europe and Asia, 2022",
        "revenue, Zephyrwick, 2022, in USA",
        "whether the growth of revenue is above 5, Zephyrwick",
        "1 plus " * 400 + "1",
    ],
)
def test_what_is_not_of_this_form_is_left_to_the_grammar(text: str) -> None:
    assert written(text, REGISTER, NoLabels()) is None


TEXT = """revenue "lamp fees" " ( ) , and the growth of change average sum size minus plus divided by as a percentage
of whole Zephyrwick Hollow its peers fiscal 2022 2021 Q3 end latest period held within region by which has most least
one whether is above zero before when table in percent millions EUR 2 decimals over 3 years 365 % . Europe Lamps"""


@given(some.lists(some.sampled_from(TEXT.split()), max_size=16).map(" ".join))
@settings(max_examples=400, deadline=None)
def test_any_heap_of_its_words_is_a_query_or_none(text: str) -> None:
    found = written(text, REGISTER, NoLabels())
    assert found is None or (found.measures and not found.unread)


def test_a_follow_up_that_names_no_company_leans_on_the_question_before() -> None:
    before = reading("What was Zephyrwick's revenue in 2022?")
    found = reading("operating margin", before)
    assert found.query.filers == (filer("Zephyrwick"),) and "company" in found.carried


def test_operands_keep_what_stands_in_quotes_and_parentheses() -> None:
    told = '"lamp fees" (Europe) minus "lamp costs" as a percentage of revenue, Zephyrwick, fiscal 2022'
    found = reading(told).query
    fees = At(Row("lamp fees"), part=Part(Dimension.ANY, "Europe", "Europe"))
    assert found.measures == (Share(Binary(Operator.SUBTRACT, fees, Row("lamp costs")), Item("revenue")),)
    assert not found.unread and found.filers == (filer("Zephyrwick"),)


def test_an_operand_of_a_part_is_within_the_part_of_all() -> None:
    found = written(
        "revenue (region US) as a percentage of revenue, Zephyrwick, Lamps, fiscal 2022", REGISTER, NoLabels()
    )
    assert found and [one.name for one in found.parts] == ["Lamps", "US, Lamps"]


def test_synonyms_of_the_lexicon_stand_for_what_they_name() -> None:
    found = written("capex divided by headcount, Zephyrwick, FY22", REGISTER, NoLabels())
    assert found and found.measures == (
        Binary(Operator.DIVIDE, Item("capital_expenditures"), Row("number of employees")),
    )


class Printed:
    def held(self, filers: Any, periods: Any, words: Any) -> list[Label]:
        return [Label("Lamp levies collected"), Label("Notes", title=True)]


def test_a_line_that_is_printed_otherwise_is_taken_and_said() -> None:
    found = written('"lamp levies", Zephyrwick, fiscal 2022', REGISTER, Printed())
    assert found and found.measures == (Row("Lamp levies collected"),)
    assert found.taken == (Taken("lamp levies", "Lamp levies collected"),)


def test_each_word_has_a_role() -> None:
    found = written(
        "which region has the most growth of revenue, Zephyrwick, fiscal 2022, in percent", REGISTER, NoLabels()
    )
    assert found
    assert [one.role for one in found.tokens if one.text in ("region", "most", "growth", "revenue", "Zephyrwick")] == [
        Role.PART,
        Role.ORDER,
        Role.OPERATOR,
        Role.MEASURE,
        Role.FILER,
    ]


def test_a_name_of_two_companies_stays_open() -> None:
    found = written("revenue, Hollow, fiscal 2022", REGISTER, NoLabels())
    assert found and isinstance(found.filers[0], UnresolvedFiler)


@given(some.lists(QUERIES.filter(lambda one: not one.part), min_size=2, max_size=4))
@settings(max_examples=100, deadline=None)
def test_what_is_asked_besides_is_read_back(asks: list[Query]) -> None:
    filers = asks[0].filers or (filer("Zephyrwick"),)
    asks = [replace(one, filers=filers) for one in asks]
    query = replace(asks[0], also=tuple(asks[1:]))
    found = written(sentence(query), REGISTER, NoLabels())
    assert found is not None, sentence(query)
    assert [same(one) for one in found.asks] == [same(one) for one in query.asks]
    text = sentence(query)
    assert [text[token.start : token.end] for token in found.tokens] == [token.text for token in found.tokens]
    assert from_json(as_json(found)) == found


def test_what_has_too_many_asks_or_an_empty_one_is_none() -> None:
    one = "revenue, Zephyrwick, fiscal 2022"
    assert written("; ".join([one] * 4), REGISTER, NoLabels()) is not None
    for text in ("; ".join([one] * 5), f"{one};", f"; {one}", ";" * 4_000, f"{one}; what drove it?"):
        assert written(text, REGISTER, NoLabels()) is None


@pytest.mark.parametrize(
    "text",
    [
        "revenue, Zephyrwick, fiscal 2022; net income",
        "revenue, Zephyrwick; net income, Zephyrwick, fiscal 2022",
        "revenue, Zephyrwick, fiscal 2022; net income, fiscal 2022",
    ],
)
def test_of_several_asks_each_says_of_whom_and_when(text: str) -> None:
    assert written(text, REGISTER, NoLabels()) is None


def test_a_name_may_hold_a_semicolon_in_brackets() -> None:
    assert written("revenue (Lamps; other), Zephyrwick, fiscal 2022", REGISTER, NoLabels()) is not None


def test_asks_within_asks_are_asks() -> None:
    one, two, three = (Query(Intent.FIGURE, (Item(key),)) for key in ("revenue", "net_income", "inventories"))
    assert replace(one, also=(replace(two, also=(three,)),)).asks == (one, two, three)
    assert asked_together([replace(one, also=(two,)), three]).asks == (one, two, three)
