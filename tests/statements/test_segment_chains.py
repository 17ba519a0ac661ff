"""Invented tables about segments whose totals are reached in steps, or whose columns hold more than parts."""

from datetime import date

from apps.reading.parsed import ParsedTable
from apps.statements.facts import StatementFact, Year, facts_of
from apps.statements.ontology import Statement
from apps.statements.recognise import Located, StatementTables
from apps.statements.segments import segment_facts
from tests.statements.sheets import Lines, Rows, page, table

YEAR = Year(2023, date(2023, 12, 31))
YEARS: Rows = [("", "Year ended December 31, 2023", "Year ended December 31, 2022")]
MILLIONS = "(in millions)"
CAPTION = "Our reportable segments:"


def _primary() -> list[StatementFact]:
    lines: Lines = [("Net sales", "2,000", "1,800"), ("Operating income", "160", "130")]
    sheet = table(lines, YEARS, units=MILLIONS)
    return facts_of(StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 1.0), YEAR)


def _told(*sheets: ParsedTable) -> list[str]:
    whole = page(7, *sheets)
    facts = segment_facts([Located(whole, index, sheet) for index, sheet in enumerate(sheets)], YEAR, _primary())
    return [f"{fact.concept} {fact.dimension} {fact.period.end} {fact.value / 10**6:f}" for fact in facts]


def _facts(lines: Lines, head: Rows = YEARS, units: str = MILLIONS, caption: str = CAPTION) -> list[str]:
    return _told(table(lines, head, caption, units))


def test_parts_before_a_subtotal_of_segments_and_what_is_not_allocated() -> None:
    lines: Lines = [
        ("Operating income",),
        ("Seaweed", "120", "90"),
        ("Kelp", "80", "70"),
        ("Total business segment operating income", "200", "160"),
        ("Unallocated items",),
        ("Severance charges", "(25)", "(20)"),
        ("Other, net", "(15)", "(10)"),
        ("Total unallocated items", "(40)", "(30)"),
        ("Total consolidated operating income", "160", "130"),
    ]
    assert _facts(lines) == [
        "operating_income Seaweed 2023-12-31 120",
        "operating_income Seaweed 2022-12-31 90",
        "operating_income Kelp 2023-12-31 80",
        "operating_income Kelp 2022-12-31 70",
    ]
    others = {
        "Severance charges": "(14)",
        "Total unallocated items": "(29)",
        "Total consolidated operating income": "171",
    }
    elsewhere: Lines = [(line[0], others[line[0]]) if line[0] in others else line[:2] for line in lines]
    assert _facts(elsewhere, [YEARS[0][:2]]) == []


def test_a_part_is_the_subtotal_below_its_heading() -> None:
    lines: Lines = [
        ("Net sales",),
        ("Seaweed",),
        ("Dried", "700", "600"),
        ("Fresh", "500", "450"),
        ("", "1,200", "1,050"),
        ("Kelp",),
        ("Dried", "400", "390"),
        ("Fresh", "300", "260"),
        ("Total Kelp", "700", "650"),
        ("Corporate and other", "100", "100"),
        ("", "2,000", "1,800"),
    ]
    assert _facts(lines) == [
        "revenue Seaweed 2023-12-31 1200",
        "revenue Seaweed 2022-12-31 1050",
        "revenue Kelp 2023-12-31 700",
        "revenue Kelp 2022-12-31 650",
    ]


def test_items_over_columns() -> None:
    head: Rows = [("", "Net sales 2023", "Net sales 2022", "Operating income 2023", "Operating income 2022")]
    lines: Lines = [
        ("Seaweed", "1,300", "1,200", "120", "90"),
        ("Kelp", "700", "600", "80", "70"),
        ("Unallocated costs", "—", "—", "(40)", "(30)"),
        ("Total", "2,000", "1,800", "160", "130"),
    ]
    assert _facts(lines, head)[:4] == [
        "revenue Seaweed 2023-12-31 1300",
        "revenue Seaweed 2022-12-31 1200",
        "operating_income Seaweed 2023-12-31 120",
        "operating_income Seaweed 2022-12-31 90",
    ]
    assert not [told for told in _facts(lines, head) if "Unallocated" in told]


def test_the_statements_tell_the_scale_that_a_table_does_not_and_the_next_table_goes_on() -> None:
    first = table(
        [("Net sales", "1,300", "700", "2,000")], [("", "2023 Seaweed", "2023 Kelp", "2023 Consolidated")], CAPTION
    )
    second = table([("Net sales", "1,200", "600", "1,800")], [("", "2022 Seaweed", "2022 Kelp", "2022 Consolidated")])
    assert _told(first, second) == [
        "revenue Seaweed 2023-12-31 1300",
        "revenue Kelp 2023-12-31 700",
        "revenue Seaweed 2022-12-31 1200",
        "revenue Kelp 2022-12-31 600",
    ]
    other = table(
        [("Net sales", "1,309", "700", "2,009")], [("", "2023 Seaweed", "2023 Kelp", "2023 Consolidated")], CAPTION
    )
    assert _told(other) == []


def test_units_in_parentheses_and_marks_of_notes_are_no_names() -> None:
    over = "As of/Year ended December 31, 2023"
    head: Rows = [
        ("", f"{over} Seaweed (1) Farms (in millions)", f"{over} Kelp (in millions)", f"{over} Consolidated Totals")
    ]
    assert _facts([("Net sales", "1,300", "700", "2,000")], head) == [
        "revenue Seaweed Farms 2023-12-31 1300",
        "revenue Kelp 2023-12-31 700",
    ]


def test_a_row_in_units_of_its_own_and_a_pro_forma_table_are_left_out() -> None:
    head: Rows = [("", "Seaweed", "Kelp", "Total")]
    lines: Lines = [("2023",), ("Net sales", "1,300", "700", "2,000"), ("Total assets (billions)", "2", "3", "5")]
    assert _facts(lines, head) == ["revenue Seaweed 2023-12-31 1300", "revenue Kelp 2023-12-31 700"]
    assert _facts(lines, head, caption="Supplemental pro-forma segments:") == []
