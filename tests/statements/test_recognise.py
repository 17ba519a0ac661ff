"""Which of the tables of an invented filing are its statements."""

from collections.abc import Sequence
from dataclasses import replace

from apps.reading.parsed import Continues
from apps.statements.ontology import Statement
from apps.statements.recognise import primary_statements
from tests.statements.sheets import Lines, Rows, page, table

YEARS = [("", "2023", "2022")]
FLOWS: Lines = [
    ("Net income", "90", "80"),
    ("Depreciation and amortization", "20", "18"),
    ("Net cash provided by operating activities", "110", "98"),
    ("Capital expenditures", "(30)", "(25)"),
    ("Net cash used in investing activities", "(30)", "(25)"),
    ("Dividends paid", "(40)", "(40)"),
    ("Net cash used in financing activities", "(40)", "(40)"),
]
CASH: Lines = [
    ("Net increase in cash and cash equivalents", "40", "33"),
    ("Cash and cash equivalents, beginning of year", "73", "40"),
    ("Cash and cash equivalents, end of year", "113", "73"),
]
TITLE = "Consolidated Statements of Cash Flows"


def _places(*pages_of_tables: tuple[int, Sequence[tuple[Rows, str]]]) -> list[tuple[int, int]]:
    pages = [
        page(number, *(table(lines, YEARS, caption) for lines, caption in tables)) for number, tables in pages_of_tables
    ]
    found = primary_statements(pages)
    return [part.place for part in found[Statement.CASH_FLOW].parts]


def test_the_parents_own_schedule_loses_against_the_consolidated_statement() -> None:
    parent = "Schedule I - Condensed Financial Information of the Registrant: Statements of Cash Flows"
    assert _places((4, [(FLOWS + CASH, TITLE)]), (9, [(FLOWS + CASH, parent)])) == [(4, 0)]


def test_a_summary_among_the_discussion_loses_even_if_it_comes_first() -> None:
    summary = [FLOWS[2], FLOWS[4], FLOWS[6], CASH[0]]
    caption = "The following table summarizes our cash flows:"
    assert _places((2, [(summary, caption)]), (5, [(FLOWS + CASH, TITLE)])) == [(5, 0)]


def test_a_statement_goes_on_over_the_page_even_past_an_empty_one() -> None:
    assert _places((4, [(FLOWS, TITLE)]), (5, [(CASH, "")])) == [(4, 0), (5, 0)]
    assert _places((4, [(FLOWS, TITLE)]), (5, []), (6, [(CASH, "")])) == [(4, 0), (6, 0)]


def test_a_statement_does_not_take_up_a_table_after_other_pages() -> None:
    pages = [
        page(4, table(FLOWS, YEARS, TITLE)),
        page(5, table([("Segment", "1", "2")], YEARS)),
        page(6, table(CASH, YEARS)),
    ]
    assert [part.place for part in primary_statements(pages)[Statement.CASH_FLOW].parts] == [(4, 0)]


def test_no_statement_is_made_of_too_little() -> None:
    assert primary_statements([page(0, table(CASH[:1], YEARS, TITLE))]) == {}


def test_the_statements_of_one_filer_stand_together() -> None:
    balance = [
        ("Cash", "5", "4"),
        ("Total current assets", "5", "4"),
        ("Total assets", "9", "8"),
        ("Total current liabilities", "3", "3"),
        ("Total liabilities", "4", "4"),
        ("Retained earnings", "5", "4"),
        ("Total equity", "5", "4"),
        ("Total liabilities and equity", "9", "8"),
    ]
    own = [("Other, net Net cash provided by operating", "1", "1"), ("activities", "110", "98"), *FLOWS[3:], *CASH[:2]]
    pages = [
        page(30, table(balance, YEARS, "Consolidated Balance Sheets")),
        page(31, table(own, YEARS, TITLE)),
        page(90, table(FLOWS + CASH, YEARS, TITLE)),
    ]
    assert [part.place for part in primary_statements(pages)[Statement.CASH_FLOW].parts] == [(31, 0)]


def _last_place(before: Continues) -> tuple[int, int]:
    """The last part of a statement below which a lone row stands that goes on with `before`."""
    first = table(FLOWS + CASH[:2], YEARS, TITLE)
    closing = replace(table(CASH[2:]), continues=replace(before, first=first))
    found = primary_statements([page(4, first), page(5, closing)])
    return found[Statement.CASH_FLOW].parts[-1].place


def test_a_lone_closing_row_on_the_next_page_joins_its_statement() -> None:
    assert _last_place(Continues(4, 0, table(CASH))) == (5, 0)


def test_what_goes_on_with_another_table_does_not() -> None:
    assert _last_place(Continues(3, 0, table(CASH))) == (4, 0)


def test_a_statement_by_the_direct_method_goes_on_in_its_reconciliation() -> None:
    direct = [("Cash receipts from customers", "900", "800"), *FLOWS[2:], *CASH]
    reconciliation = [
        ("Net income", "90", "80"),
        ("Depreciation and amortization", "30", "25"),
        ("Inventories", "(20)", "(15)"),
        ("Net cash provided by operating activities", "100", "90"),
    ]
    pages = [page(4, table(direct, YEARS, TITLE)), page(5, table(reconciliation, YEARS))]

    assert [part.place for part in primary_statements(pages)[Statement.CASH_FLOW].parts] == [(4, 0), (5, 0)]
