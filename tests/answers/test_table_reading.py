"""Rows that are shown as they stand: when their figures are of, and what they count."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from apps.answers.table_reading import Row, Source, TableReading, read_table
from apps.statements.ontology import Statement


def table(
    rows: list[list[str]], caption: str = "", units: str = "", headers: int = 1, statement: Statement | None = None
) -> TableReading:
    grid: list[list[dict[str, Any] | None]] = []
    at = 0
    for row in rows:
        cells: list[dict[str, Any] | None] = []
        for words in row:
            cells.append({"text": words, "start": at, "end": at + len(words), "column_span": 1} if words else None)
            at += len(words) + 1
        grid.append(cells)
    source = Source(1, 1, 3, caption, units, 2023, date(2023, 12, 31))
    return read_table(source, grid, headers, statement)


def row(read: TableReading, label: str) -> Row:
    return next(one for one in read.rows if one.label == label)


def test_places_and_headings() -> None:
    read = table([["", "2023"], ["Ports:", ""], ["Northern", "40"], ["Total ports", "40"]])

    assert [(one.label, one.parent, one.start, one.end) for one in read.rows] == [
        ("Northern", "Ports:", 14, 25),
        ("Total ports", "Ports:", 26, 40),
    ]


def test_per_share_below_a_heading_is_never_scaled() -> None:
    read = table(
        [["", "2023"], ["Net income", "$160"], ["Net income per share:", ""], ["Diluted", "$2.35"]],
        units="(in millions, except per share data)",
    )

    assert row(read, "Net income").values[0].full == Decimal(160_000_000)
    assert (row(read, "Diluted").values[0].full, row(read, "Diluted").values[0].unit) == (Decimal("2.35"), "USD")


def test_what_is_counted_is_no_money() -> None:
    read = table([["", "Revenue", "Number of customers (in thousands)"], ["North", "$70", "33"]], units="(in millions)")
    money, customers = row(read, "North").values

    assert (money.full, money.unit) == (Decimal(70_000_000), "USD")
    assert (customers.full, customers.unit) == (Decimal(33_000), "")


def test_what_stands_over_the_labels_says_what_all_figures_count() -> None:
    rows = [["(In millions)", "2023", "Berths (one thousand at least)"], ["North", "$70", "$8"]]

    assert row(table(rows, units="(dollars in billions)"), "North").values[0].full == Decimal(70_000_000)


def test_a_column_of_percentages_is_one() -> None:
    read = table([["", "2023", "2023 Percent of total"], ["North", "$70", "40"]], units="(in millions)")

    assert (row(read, "North").values[1].full, row(read, "North").values[1].unit) == (Decimal(40), "%")


def test_noughts_in_a_label_are_no_scale() -> None:
    label = "Common stock, 4,990,000,000 shares authorized"
    read = table([["", "2023"], [label, "$2,315"], ["Total", "$2,315"]])

    assert row(read, label).values[0].full == Decimal(2_315)


@pytest.mark.parametrize(
    ("caption", "year"),
    [
        ("The following table presents ports by level as of December 31, 2023:", 2023),
        ("The following tables present ports as of December 31, 2023 and 2022:", None),
        ("Ports by level", None),
    ],
)
def test_a_table_that_is_of_one_time_says_so_above(caption: str, year: int | None) -> None:
    read = table([["", "Level 1", "Level 2"], ["Berths", "40", "50"]], caption)

    assert [value.period and value.period.label_year for value in row(read, "Berths").values] == [year, year]
    assert read.dated is (year is not None)


def test_the_heading_above_a_row_says_when_it_is_of() -> None:
    read = table(
        [["", "North", "South"], ["2022", "", ""], ["Tolls", "4", "5"], ["2023", "", ""], ["Berths", "7", "8"]]
    )

    years = [value.period.label_year for one in read.rows for value in one.values if value.period]
    assert years == [2022, 2022, 2023, 2023]


def test_a_day_alone_is_of_a_part_of_the_year_above() -> None:
    read = table([["", "March 31", "June 30"], ["Fiscal Year 2023", "", ""], ["Tolls", "4", "5"]])

    assert [value.period for value in row(read, "Tolls").values] == [None, None]


def test_a_rate_names_a_note_and_no_time() -> None:
    read = table([["", "4.5% notes due May 15, 2028", "5.2% notes due May 15, 2055"], ["Issued", "40", "50"]])

    assert not read.dated


def test_a_year_of_a_statement_is_twelve_months() -> None:
    rows = [["", "2023"], ["Tolls", "4"]]
    income, balance = (row(table(rows, statement=one), "Tolls") for one in (Statement.INCOME, Statement.BALANCE))

    assert [one.values[0].period and one.values[0].period.months for one in (income, balance)] == [12, None]
