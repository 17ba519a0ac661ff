"""Stored tables of invented filings: a cell is given where the question names it completely, and nothing otherwise."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from apps.answers.table_questions.asked import Kind
from apps.answers.table_questions.fiscal import Asked, Calendar
from apps.answers.table_questions.grids import read_stored
from apps.answers.table_questions.kinds import kind_of, without_names
from apps.answers.table_questions.resolving import Finding, Resolver, TableQuestion
from apps.answers.table_questions.table import AskedTable
from apps.answers.table_questions.units import counted
from apps.statements.ontology import Unit

CALENDAR = Calendar(2023, date(2023, 12, 31))
YEARS: list[list[str]] = [
    ["(in millions)", "2023", "2022"],
    ["Net sales", "", ""],
    ["Lanterns", "$700", "$500"],
    ["Harbour Works", "400", "410"],
    ["Total net sales", "$1,100", "$910"],
    ["Operating profit", "", ""],
    ["Lanterns", "$70", "$65"],
    ["Harbour Works", "50", "45"],
    ["Other", "9", "8"],
    ["Total operating profit", "$129", "$118"],
]
PLACES: list[list[str]] = [
    ["(in thousands)", "Revenues", "", "Number of customers (in thousands)", ""],
    ["", "Piers", "Total", "Piers", "Total"],
    ["Northland", "$40", "$90", "12", "30"],
    ["Southland", "$60", "$80", "15", "22"],
]


def stored(
    rows: list[list[str]], headers: int, caption: str, spans: dict[tuple[int, int], int] | None = None
) -> AskedTable:
    """A grid as the store has it; empty texts are no cells. spans: how many columns a cell stands over."""

    def cell(text: str, place: tuple[int, int]) -> dict[str, Any] | None:
        return {"text": text, "start": 0, "end": 1, "column_span": (spans or {}).get(place, 1)} if text else None

    grid = [[cell(text, (row, column)) for column, text in enumerate(texts)] for row, texts in enumerate(rows)]
    return read_stored(grid, headers, caption, "", "Note 4 – Business Segments")


SEGMENTS = stored(YEARS, 1, "Results of our business segments were as follows:")
REGIONS = stored(PLACES, 2, "The table below is for the year ended December 31, 2023:", {(0, 1): 2, (0, 3): 2})


def found(table: AskedTable, text: str, *years: int, quarter: int | None = None) -> Finding | None:
    kind = kind_of(text)
    assert kind is not None
    periods = tuple(Asked(year, quarter, 3 if quarter else 0) for year in years)
    return Resolver(table, TableQuestion(kind, text, periods, text), CALENDAR).find()


def printed(finding: Finding | None) -> list[list[str]]:
    return [[cell.printed for cell in group] for group in finding.groups] if finding else []


@pytest.mark.parametrize(
    ("text", "years", "expected"),
    [
        ("What was the revenue of the Lanterns segment in 2022?", (2022,), [["$500"]]),
        ("What was the operating income of Harbour Works?", (2023,), [["50"]]),
        ("How much did net sales of Lanterns grow in percent?", (2022, 2023), [["$500", "$700"]]),
        ("What share of total net sales came from Lanterns in 2023?", (2023,), [["$700", "$1,100"]]),
        ("Which segment had the largest net sales?", (2022,), [["$500"], ["410"]]),
        ("Which segment had the highest growth in net sales?", (2022, 2023), [["$500", "$700"], ["410", "400"]]),
    ],
)
def test_segments_are_answered_by_their_own_cells(text: str, years: tuple[int, ...], expected: list[list[str]]) -> None:
    assert printed(found(SEGMENTS, text, *years)) == expected


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("What was the revenue of the Shipbuilding segment?", 2023),  # no such line
        ("What was the revenue of Lanterns in Northland?", 2023),  # no line of both
        ("What was the gross profit of Lanterns?", 2023),  # another measure
        ("What were the results of Lanterns?", 2023),  # two measures would do
        ("What was the revenue of the Lanterns segment?", 2019),  # a year that the table has not
    ],
)
def test_what_is_not_named_completely_is_not_answered(text: str, year: int) -> None:
    assert found(SEGMENTS, text, year) is None


def test_a_quarter_is_not_answered_by_a_year() -> None:
    assert found(SEGMENTS, "What was the revenue of Lanterns?", 2023, quarter=2) is None


def test_headers_that_span_columns_tell_measures_apart() -> None:
    assert printed(found(REGIONS, "What were the total revenues in Northland?", 2023)) == [["$90"]]
    assert printed(found(REGIONS, "How many customers were there in Northland in total?", 2023)) == [["30"]]


def test_things_are_no_money() -> None:
    units = {cell.printed: counted(REGIONS, cell) for cell in REGIONS.cells}
    money, things = units["$90"], units["30"]
    assert money is not None
    assert things is not None
    assert (money.unit, money.currency, money.scale) == (Unit.MONEY, "USD", Decimal(1000))
    assert (things.unit, things.currency, things.scale) == (Unit.COUNT, "", Decimal(1000))


def test_money_without_a_declared_scale_is_not_answered() -> None:
    table = stored([["", "2023"], ["Lanterns", "$700"]], 1, "Revenue by product:")
    assert found(table, "What was the revenue of Lanterns?", 2023) is None


def test_a_fiscal_year_is_the_filers_own() -> None:
    january = Calendar(2022, date(2023, 1, 28))
    table = stored([["(in millions)", "January 28, 2023"], ["Lantern inventory", "$7"]], 1, "")
    question = "What was the lantern inventory?"
    kind = kind_of(question)
    assert kind is not None
    ask = TableQuestion(kind, question, (Asked(2022),), question)
    assert printed(Resolver(table, ask, january).find()) == [["$7"]]


def test_names_of_filers_are_not_looked_for() -> None:
    names = ("Quillmark Lanterns, Inc.", "Quillmark")
    assert without_names("What were Quillmark Lanterns' net sales of piers?", names) == "What were net sales of piers?"
    assert without_names("What were Quillmark's net sales?", names) == "What were net sales?"


def test_a_line_that_is_called_a_change_is_not_turned_into_one() -> None:
    rows = [["(in millions)", "2023", "2022"], ["Reduction in lantern stocks", "$70", "$50"]]
    assert found(stored(rows, 1, ""), "What was the reduction in lantern stocks?", 2022, 2023) is None


PARTS = stored(
    [
        ["", "Three months ended June 30,", "", "Six months ended June 30,", ""],
        ["(in millions)", "2023", "2022", "2023", "2022"],
        ["North:", "", "", "", ""],
        ["Quays", "$10", "$8", "$19", "$15"],
        ["Total North", "10", "8", "19", "15"],
        ["South", "5", "4", "9", "8"],
        ["Revenue", "$15", "$12", "$28", "$23"],
        ["Selling, general and administrative expenses", "3", "3", "7", "6"],
    ],
    2,
    "Revenue from external customers by Rising Growth Ports and by place was as follows:",
    {(0, 1): 2, (0, 3): 2},
)
SHIPPED = stored(
    [["Vessel deliveries", "2023", "2022"], ["K-7", "5", "26"], ["Ferries", "2", "—"]],
    1,
    "Vessel deliveries",
)
RATES = stored(
    [["", "2023", "2022"], ["Room revenue", "$900", "$800"], ["Revenue per Available Room (REVPAR)", "$153", "$147"]],
    1,
    "Key figures of Harbour Hotels (in millions, except revenue per available room):",
)
SPLIT = stored(
    [["", "2023", "2022"], ["Candles", "44%", "43%"], ["Lamps", "56%", "57%"]],
    1,
    "The approximate percentage of net sales by category was as follows:",
)


def half(text: str, *years: int) -> Finding | None:
    kind = kind_of(text)
    assert kind is not None
    return Resolver(PARTS, TableQuestion(kind, text, tuple(Asked(year, 2, 6) for year in years), text), CALENDAR).find()


@pytest.mark.parametrize(
    ("text", "years", "expected"),
    [
        ("By how much did revenue of South rise in the first half?", (2022, 2023), [["8", "9"]]),
        ("Was revenue of South higher in 2023 than in 2022, and by how much?", (2022, 2023), [["8", "9"]]),
        ("What was revenue of North in the first six months?", (2023,), [["19"]]),
        ("What was SG&A as a percentage of revenue in the first six months?", (2023,), [["7", "$28"]]),
        ("What portion of revenue came from South?", (2023,), [["9", "$28"]]),
        ("How fast did revenue of South grow?", (2022, 2023), [["8", "9"]]),
    ],
)
def test_parts_of_a_year_are_told_apart(text: str, years: tuple[int, ...], expected: list[list[str]]) -> None:
    assert printed(half(text, *years)) == expected


def test_a_line_behind_the_total_of_a_section_is_none_of_it() -> None:
    assert printed(half("What was the revenue of the North?", 2023)) != [["$28"]]


def test_counts_are_given_only_where_it_is_asked_how_many() -> None:
    assert printed(found(SHIPPED, "How many K-7 vessels were delivered?", 2023)) == [["5"]]
    assert found(SHIPPED, "What were K-7 vessel deliveries worth?", 2023) is None


def test_money_for_one_of_something_is_not_in_the_scale_of_the_table() -> None:
    finding = found(RATES, "What was the REVPAR?", 2022)
    assert printed(finding) == [["$147"]]
    unit = counted(RATES, finding.groups[0][0]) if finding else None
    assert unit is not None
    assert (unit.unit, unit.scale) == (Unit.MONEY, Decimal(1))


def test_printed_parts_of_a_whole_answer_what_part_it_is() -> None:
    assert printed(found(SPLIT, "What percentage of net sales came from candles?", 2023)) == [["44%"]]
    assert found(SPLIT, "What percentage of operating profit came from candles?", 2023) is None


def test_the_largest_is_none_of_the_lines_that_sum_up() -> None:
    table = stored(
        [
            ["(in millions)", "2023", "2022"],
            ["Lanterns", "$700", "$500"],
            ["Harbour Works", "400", "410"],
            ["Net sales of segments", "$1,100", "$910"],
            ["Translation", "(5)", "(4)"],
            ["Consolidated net sales", "$1,095", "$906"],
        ],
        1,
        "Net sales by segment were as follows:",
    )
    assert printed(found(table, "Which of the segments had the largest net sales?", 2023)) == [["$700"], ["400"]]


CLOSED = stored(
    [
        ["(in millions)", "2023", "2022"],
        ["Beginning balance", "$661", "$344"],
        ["Settlements", "(7)", "(1)"],
        ["Ending balance", "$655", "$661"],
    ],
    1,
    "A reconciliation of the beginning and ending amount of unrecognized tax benefits is as follows:",
)
HEADED = stored(
    [
        ["(in millions)", "2023", "2022"],
        ["Allowance for doubtful accounts:", "", ""],
        ["Balance at beginning of year", "$33", "$28"],
        ["Balance at end of year", "$36", "$33"],
        ["Valuation of tax assets:", "", ""],
        ["Balance at beginning of year", "$9", "$8"],
        ["Balance at end of year", "$7", "$9"],
        ["Advertising expense (including production costs)", "12", "11"],
        ["Comparable sales increase (decrease)", "15.4%", "(5.9)%"],
        ["Number of stores at year end", "2,858", "2,998"],
    ],
    1,
    "",
)


@pytest.mark.parametrize(
    ("table", "text", "expected"),
    [
        (CLOSED, "How much unrecognized tax benefits did it have at the end of 2023?", [["$655"]]),
        (CLOSED, "What were unrecognized tax benefits that would affect the tax rate in 2023?", []),
        (HEADED, "What was the allowance for doubtful accounts in 2023?", [["$36"]]),
        (HEADED, "What was the balance at beginning of the allowance for doubtful accounts in 2023?", [["$33"]]),
        (HEADED, "What was the allowance for credit losses in 2023?", []),
        (HEADED, "What was advertising expense in 2023?", [["12"]]),
        (HEADED, "What were comparable store sales in 2023?", [["15.4%"]]),
    ],
)
def test_the_last_line_of_a_reconciliation_is_what_it_reconciles(
    table: AskedTable, text: str, expected: list[list[str]]
) -> None:
    assert printed(found(table, text, 2023)) == expected


def test_stores_are_not_told_in_millions() -> None:
    cell = next(cell for cell in HEADED.cells if cell.printed == "2,858")
    told = counted(HEADED, cell)
    assert told is not None and (told.unit, told.scale) == (Unit.COUNT, Decimal(1))


PRODUCTS = [
    ["", "Worldwide", "", "United States", ""],
    ["(in millions)", "2023", "2022", "2023", "2022"],
    ["Total revenues", "$900", "$800", "$500", "$400"],
    ["Lumivir", "143", "81", "40", "30"],
]
SPANS = {(0, 1): 2, (0, 3): 2}
QUARTER = stored(PRODUCTS, 2, "REVENUES - SECOND-QUARTER 2023 and 2022 - (UNAUDITED)", SPANS)
HALF = stored(PRODUCTS, 2, "REVENUES - SIX MONTHS 2023 and 2022 - (UNAUDITED)", SPANS)
BOTH = stored(PRODUCTS, 2, "REVENUES - THREE MONTHS AND SIX MONTHS 2023 and 2022", SPANS)


def test_columns_of_years_are_of_the_part_that_leads_to_them() -> None:
    text = "What were Lumivir revenues?"
    assert printed(found(QUARTER, text, 2023, quarter=2)) == [["143"]]
    assert printed(found(QUARTER, "What were Lumivir revenues in the United States?", 2022, quarter=2)) == [["30"]]
    for table in (QUARTER, HALF, BOTH):
        assert printed(found(table, text, 2023)) == []
    for table in (HALF, BOTH):
        assert printed(found(table, text, 2023, quarter=2)) == []
    half = Resolver(HALF, TableQuestion(Kind.LOOKUP, text, (Asked(2023, 2, 6),), text), CALENDAR).find()
    assert printed(half) == [["143"]]


def test_what_is_due_in_a_later_year_is_no_figure_of_that_year() -> None:
    rows = [["", "2023", "2024", "2025", "Thereafter"], ["Long-term debt", "$10", "$20", "$30", "$40"]]
    dues = stored(rows, 1, "Our scheduled contractual obligations (in millions):")
    assert found(dues, "What was long-term debt?", 2024) is None
    assert found(dues, "What was long-term debt?", 2023) is None
    scheduled = found(dues, "How much long-term debt was scheduled to mature?", 2024)
    assert scheduled is None or scheduled.groups[0][0].printed == "$20"


def test_days_of_one_year_head_columns_of_quarters() -> None:
    rows = [["", "March 31, 2023", "June 30, 2023", "September 30, 2023", "December 31, 2023"]]
    rows.append(["Bookings revenue", "$1", "$2", "$3", "$4"])
    quarters = stored(rows, 1, "Selected figures (in millions):")
    assert found(quarters, "What was bookings revenue?", 2023) is None
    fourth = found(quarters, "What was bookings revenue?", 2023, quarter=4)
    assert fourth and fourth.groups[0][0].printed == "$4"


def test_a_year_beside_parts_of_years_may_have_lost_its_words() -> None:
    rows = [["", "Three months ended June 30, 2023", "2023"], ["Rental revenue", "$1", "$4"]]
    torn = stored(rows, 1, "Selected figures (in millions):")
    assert found(torn, "What was rental revenue?", 2023) is None
