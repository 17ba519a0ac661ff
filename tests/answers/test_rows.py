"""Choosing rows over small tables written as lists."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from apps.answers.intent import read_question
from apps.answers.rows import RowHit, question_for, rank_rows
from apps.answers.table_reading import Source, TableReading, read_table
from apps.statements.ontology import Statement

INCOME = [
    ["", "2023", "2022"],
    ["Net sales", "$1,577", "$1,402"],
    ["Operating expenses:", "", ""],
    ["Total operating expenses", "1,363", "1,214"],
    ["Operating income", "214", "(188)"],
    ["Provision for income taxes", "45", "40"],
    ["Net income", "$160", "$141"],
    ["Diluted net income per share", "$2.35", "$2.07"],
    ["Shares used to compute diluted net income per share", "68.1", "68.2"],
    ["Weighted average shares outstanding", "68.1", "68.2"],
]


def table(
    rows: list[list[str]],
    caption: str = "Consolidated Statements of Income",
    header_rows: int = 1,
    year_end: date = date(2023, 12, 31),
    table_id: int = 1,
    statement: Statement | None = Statement.INCOME,
) -> TableReading:
    grid: list[list[dict[str, Any] | None]] = []
    at = 0
    for row in rows:
        cells: list[dict[str, Any] | None] = []
        for words in row:
            cells.append({"text": words, "start": at, "end": at + len(words), "column_span": 1} if words else None)
            at += len(words) + 1
        grid.append(cells)
    source = Source(table_id, 1, 3, caption, "(in millions, except per share data)", 2023, year_end)
    return read_table(source, grid, header_rows, statement)


def best(question: str, *tables: TableReading, floor: float = 0.6) -> RowHit | None:
    hits = rank_rows(question_for(read_question(question), ["Quillmark Foundry", "QMF"]), tables, 0, floor)
    return hits[0] if hits else None


def test_the_exact_line_and_the_column_of_the_year() -> None:
    hit = best("What was Quillmark's operating income in fiscal 2022?", table(INCOME))

    assert hit and hit.exact
    assert hit.row.label == "Operating income"
    assert [value.printed for value in hit.values] == ["(188)"]
    assert hit.values[0].full == Decimal("-188000000")


def test_a_year_that_is_not_there_gives_no_row() -> None:
    assert best("What was operating income in fiscal 2015?", table(INCOME)) is None


def test_without_a_year_the_latest_is_meant() -> None:
    hit = best("What was net income?", table([["", "2022", "2023"], ["Net income", "141", "160"]], ""))

    assert hit and hit.values[0].printed == "160"


def test_other_names_of_the_line() -> None:
    hit = best("What was total revenue in 2023?", table(INCOME))

    assert hit and hit.row.label == "Net sales" and hit.exact


def test_per_share_amounts_and_share_counts_are_scaled_as_they_should() -> None:
    share = best("What was diluted EPS in 2023?", table(INCOME))
    shares = best("What were weighted average shares outstanding in 2023?", table(INCOME))

    assert share and (share.values[0].full, share.values[0].unit) == (Decimal("2.35"), "USD")
    assert shares and shares.values[0].unit == "shares"


def test_the_primary_statement_wins_over_another_table() -> None:
    other = table([["", "2023"], ["Operating income", "999"]], "Segment results", table_id=2, statement=None)
    hit = best("What was operating income in 2023?", other, table(INCOME))

    assert hit and hit.table.statement is Statement.INCOME


def test_rows_labelled_alike_that_say_something_else_are_not_exact() -> None:
    here = table([["", "2023"], ["Members at the end", "70"]], "Northern region", table_id=2, statement=None)
    there = table([["", "2023"], ["Members at the end", "50"]], "Southern region", table_id=3, statement=None)
    alone, either = best("Members at the end of 2023?", here), best("Members at the end of 2023?", here, there)

    assert alone and alone.exact
    assert either and not either.exact


def test_the_word_total_decides_between_equal_lines() -> None:
    rows = [["", "2023", "2022"], ["Current liabilities", "1", "2"], ["Total current liabilities", "3", "4"]]
    hit = best("What were total current liabilities in 2023?", table(rows, ""))

    assert hit and hit.row.label == "Total current liabilities"


def test_no_shared_word_is_no_hit() -> None:
    assert best("How many ferries were built in 2023?", table(INCOME)) is None


QUARTERLY = [
    ["", "Three Months Ended June 30, 2023", "Six Months Ended June 30, 2023"],
    ["Net sales", "401", "790"],
]


def test_a_year_is_not_answered_with_a_quarter() -> None:
    assert best("What were net sales in fiscal 2023?", table(QUARTERLY)) is None


def test_the_quarter_asked_for() -> None:
    hit = best("What were net sales in Q2 2023?", table(QUARTERLY))

    assert hit and hit.values[0].printed == "401"


def test_another_quarter_is_not_the_one_asked_for() -> None:
    assert best("What were net sales in Q1 2023?", table(QUARTERLY)) is None


@pytest.mark.parametrize(("year", "printed"), [(2023, "10"), (2022, "20")])
def test_fiscal_years_are_counted_as_the_filer_labels_them(year: int, printed: str) -> None:
    rows = [["", "February 3, 2024", "January 28, 2023"], ["Total assets", "10", "20"]]
    hit = best(
        f"What were total assets in fiscal {year}?",
        table(rows, "Balance", year_end=date(2024, 2, 3), statement=Statement.BALANCE),
    )

    assert hit and hit.values[0].printed == printed


def test_how_to_answer_is_not_what_is_asked() -> None:
    question = (
        "What is Quillmark's FY2023 net income (in USD millions)? "
        "Base your judgments on the information provided primarily in the income statement."
    )
    hit = best(question, table(INCOME))

    assert hit and hit.exact and hit.values[0].printed == "$160"


def test_where_no_column_is_of_a_year_all_cells_of_it_are_meant() -> None:
    rows = [["", "Level 1", "Level 2"], ["Harbour bonds", "40", "50"]]
    read = table(rows, "Harbour bonds by level as of December 31, 2023:", statement=None)
    dated, other = best("What were harbour bonds in 2023?", read), best("What were harbour bonds in 2022?", read)

    assert dated and [value.printed for value in dated.values] == ["40", "50"]
    assert other is None
