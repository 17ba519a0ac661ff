"""Invented tables about segments, regions and products."""

from datetime import date

from apps.statements.facts import StatementFact, Year, facts_of
from apps.statements.ontology import Statement
from apps.statements.recognise import Located, StatementTables
from apps.statements.segments import segment_facts
from tests.statements.sheets import Lines, Rows, page, table

YEAR = Year(2023, date(2023, 12, 31))
YEARS: Rows = [("", "Year ended December 31, 2023", "Year ended December 31, 2022")]
CAPTION = "Net sales and operating income by reportable segment:"
LINES: Lines = [
    ("Net sales:",),
    ("Seaweed", "60", "50"),
    ("Kelp (1)", "45", "40"),
    ("Intersegment eliminations", "(5)", "—"),
    ("Total net sales", "100", "90"),
    ("Operating income:",),
    ("Seaweed", "9", "8"),
    ("Kelp (1)", "4", "3"),
    ("Total operating income", "13", "11"),
]


def _primary() -> list[StatementFact]:
    sheet = table([("Net sales", "100", "90"), ("Operating income", "7", "6")], YEARS, units="(in millions)")
    return facts_of(StatementTables(Statement.INCOME, (Located(page(0, sheet), 0, sheet),), 1.0), YEAR)


def _facts(lines: Lines, head: Rows = YEARS, caption: str = CAPTION, units: str = "(in millions)") -> list[str]:
    sheet = table(lines, head, caption, units)
    facts = segment_facts([Located(page(7, sheet), 0, sheet)], YEAR, _primary())
    assert {fact.statement for fact in facts} <= {Statement.SEGMENT}
    return [f"{fact.concept} {fact.dimension} {fact.period.end} {fact.value / 10**6:f}" for fact in facts]


def test_parts_in_rows_below_the_name_of_their_item() -> None:
    assert _facts(LINES) == [
        "revenue Seaweed 2023-12-31 60",
        "revenue Seaweed 2022-12-31 50",
        "revenue Kelp 2023-12-31 45",
        "revenue Kelp 2022-12-31 40",
        "operating_income Seaweed 2023-12-31 9",
        "operating_income Seaweed 2022-12-31 8",
        "operating_income Kelp 2023-12-31 4",
        "operating_income Kelp 2022-12-31 3",
    ]


def test_parts_in_columns_the_period_above_the_rows() -> None:
    head = [("", "Seaweed", "Kelp", "Total")]
    lines: Lines = [
        ("For the year ended December 31, 2023",),
        ("Net sales", "60", "40", "100"),
        ("Total assets", "20", "30", "50"),
        ("Head count", "2", "3", "5"),
        ("For the year ended December 31, 2022",),
        ("Net sales", "50", "40", "90"),
    ]
    assert _facts(lines, head) == [
        "revenue Seaweed 2023-12-31 60",
        "revenue Kelp 2023-12-31 40",
        "total_assets Seaweed 2023-12-31 20",
        "total_assets Kelp 2023-12-31 30",
        "revenue Seaweed 2022-12-31 50",
        "revenue Kelp 2022-12-31 40",
    ]


def test_parts_that_do_not_add_up_are_left_out() -> None:
    assert _facts([("Seaweed", "66", "50") if line[0] == "Seaweed" else line for line in LINES]) == []


def test_parts_of_one_segment_are_not_parts_of_the_company() -> None:
    products: Lines = [("Net sales:",), ("Dried", "30", "20"), ("Fresh", "30", "30"), ("Total net sales", "60", "50")]
    assert _facts(products, caption="The Seaweed segment:") == []


def test_what_leaves_a_doubt_is_left_out() -> None:
    assert _facts(LINES, units="") == []
    assert _facts(LINES, caption="Contractual obligations") == []
    assert _facts(LINES, caption="Pro forma net sales by segment") == []
    assert _facts(LINES, head=[("", "Plan A", "Plan B")]) == []
