"""One item over the years, and what a chart draws of it."""

from apps.documents.company_years import YearRow, year_tables
from apps.documents.concept_history import chart, figures
from apps.documents.models import Fact
from tests.documents.stated import fact, filing

VERSION = filing(2024)


def only_row(*facts: Fact) -> tuple[YearRow, tuple[int, ...]]:
    (table,) = year_tables(facts)
    return table.rows[-1], table.years


def test_a_chart_runs_from_the_oldest_year_and_leaves_gaps() -> None:
    held = [fact(VERSION, "gross_profit", year, value) for year, value in ((2024, "-9.5"), (2022, "7"))]
    row, years = only_row(fact(VERSION, "revenue", 2023, "1"), *held)
    drawn = chart(row, years)
    assert drawn is not None
    assert (drawn.years, drawn.values, drawn.unit) == ("2022,2023,2024", "7,,-9.5", "USD millions")


def test_one_figure_is_no_chart() -> None:
    row, years = only_row(fact(VERSION, "revenue", 2024, "9"))
    assert chart(row, years) is None
    assert chart(None, ()) is None


def test_each_year_changes_against_the_one_before() -> None:
    facts = [fact(VERSION, "revenue", year, value) for year, value in ((2024, "9"), (2023, "6"), (2021, "3"))]
    told = figures(*only_row(*facts))
    assert [(one.year, one.change and f"{one.change:.2f}") for one in told] == [
        (2024, "0.50"),
        (2023, None),
        (2021, None),
    ]
    assert figures(None, ()) == []
