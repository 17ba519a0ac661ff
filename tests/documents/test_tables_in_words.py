"""Tables in words: what their rows say of which period, bounded, and only of the part at hand."""

import pytest

from apps.documents import tables_in_words
from apps.documents.chunking import passages
from apps.documents.models import ChunkKind
from apps.documents.passage_views import BREAK, noted, view
from apps.documents.sections import outline
from apps.documents.tables_in_words import (
    STATEMENT_CHARACTERS,
    column_periods,
    header_lines,
    line_labels,
    row_labels,
    statement,
)
from apps.reading.parsed import Cell, ParsedTable
from apps.statements.grid import Grid
from tests.documents.filings import table_page

ROWS = [["", "2023", "2022"], ["Lanterns", "12", "(11)"], ["Total net sales", "$1,577", "—"], ["By region", "", ""]]


def page_of(rows: list[list[str]]) -> tuple[ParsedTable, int]:
    page = table_page(0, rows)
    return page.tables[0], len(page.text)


def test_the_passages_of_one_table_read_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table, end = page_of(ROWS)
    read: list[ParsedTable] = []
    monkeypatch.setattr(tables_in_words, "Grid", lambda table: read.append(table) or Grid(table))
    told = [statement(table, [(start, end)]) for start in range(0, end, 5)]
    assert column_periods(table) == ["in fiscal 2023", "in fiscal 2022"]
    assert "Total net sales" in told[0] and told[-1] == ""
    assert read == [table]


def test_totals_come_first_and_nil_is_not_told() -> None:
    table, end = page_of(ROWS)
    assert statement(table, [(0, end)]) == (
        "Total net sales: $1,577 in fiscal 2023. Lanterns: 12 in fiscal 2023, (11) in fiscal 2022."
    )


def test_only_rows_of_the_part_are_told() -> None:
    table, end = page_of(ROWS)
    lanterns = next(cell for cell in table.cells if cell.text == "12")
    assert statement(table, [(0, lanterns.end)]) == "Lanterns: 12 in fiscal 2023, (11) in fiscal 2022."
    assert statement(table, [(end, end + 9)]) == ""


def test_quarters_and_half_years_are_named_as_such() -> None:
    header = ["", "Q2 2023", "Six months ended June 30, 2023"]
    table, end = page_of([header, ["Net sales", "5", "9"]])
    assert statement(table, [(0, end)]) == "Net sales: 5 in Q2 of fiscal 2023, 9 in the 6 months to 2023-06-30."
    assert column_periods(table) == ["in Q2 of fiscal 2023", "in the 6 months to 2023-06-30"]


def test_a_table_without_periods_states_nothing() -> None:
    table, end = page_of([["Plant", "Country"], ["Bergen", "Norway"], ["Oslo", "3"]])
    assert statement(table, [(0, end)]) == ""
    assert column_periods(table) == []
    assert column_periods(None) == ()


def test_long_tables_are_told_in_part() -> None:
    table, end = page_of([["", "2023"], *([f"Kelp of the northern region {number}", "1,000"] for number in range(60))])
    told = statement(table, [(0, end)])
    assert 0 < len(told) <= STATEMENT_CHARACTERS
    assert told.count("Kelp") <= 8


def test_labels_and_headers() -> None:
    text = "The following shows sales\nNet sales\t$ 1,577\t—\n\t5\nKelp and rope\t(3)"
    assert line_labels(text) == ["The following shows sales", "Net sales", "Kelp and rope"]
    assert row_labels(text) == ("Net sales", "Kelp and rope")
    assert row_labels("Net sales 5\nKelp 6") == ("Net sales", "Kelp")
    assert header_lines(page_of(ROWS)[0]) == "2023 | 2022"
    assert header_lines(ParsedTable((Cell("x", 0, 0, 0, 1),), 1, 1)) == ""


def test_a_view_tells_a_table_in_words_above_its_verbatim_text() -> None:
    (passage,) = passages(outline([table_page(0, ROWS, caption="Sales", lead="We sell lanterns:")]))
    assert passage.kind is ChunkKind.TABLE
    about, _, body = view(passage, "10-K - FY2023 (Oakfield)", ["Item 8", "Sales"]).partition(BREAK)
    assert about.splitlines() == [
        "10-K - FY2023 (Oakfield)",
        "Item 8 > Sales",
        "Sales",
        "in millions",
        "Total net sales: $1,577 in fiscal 2023. Lanterns: 12 in fiscal 2023, (11) in fiscal 2022.",
    ]
    assert body == passage.text
    assert noted(f"{about}{BREAK}{body}", "the Company: Oakfield").endswith(f"\nthe Company: Oakfield{BREAK}{body}")
