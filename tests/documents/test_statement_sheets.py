"""The facts of one filing as tables."""

from datetime import date

from apps.documents.models import Fact
from apps.documents.statement_sheets import sheets
from tests.documents.stated import fact, filing

VERSION = filing(2024)


def shown(facts: list[Fact]) -> list[list[str]]:
    (sheet,) = sheets(facts)
    return [[line.label, line.concept, *(cell.text if cell else "" for cell in line.cells)] for line in sheet.lines]


def test_lines_are_rows_and_columns_are_periods() -> None:
    facts = [
        fact(VERSION, "revenue", 2024, "120", label="Net sales"),
        fact(VERSION, "revenue", 2023, "100", label="Net sales"),
        fact(VERSION, "gross_profit", 2023, "-7", label="Gross profit", row=2),
        fact(VERSION, "", 2024, "3", label="Kelp levy", row=3),
    ]
    assert shown(facts) == [
        ["Net sales", "Revenue", "120", "100"],
        ["Gross profit", "", "", "(7)"],
        ["Kelp levy", "", "3", ""],
    ]
    (sheet,) = sheets(facts)
    assert [(column.span, column.name) for column in sheet.columns] == [
        ("12 months to", "2024-12-31"),
        ("12 months to", "2023-12-31"),
    ]
    assert (sheet.title, sheet.units) == ("Income statement", "USD millions")


def test_three_and_nine_months_to_one_day_are_two_columns() -> None:
    day = {"period_end": date(2024, 9, 30)}
    facts = [fact(VERSION, "revenue", 2024, value, months=m, **day) for m, value in ((3, "30"), (9, "90"))]
    (sheet,) = sheets(facts)
    assert [column.span for column in sheet.columns] == ["3 months to", "9 months to"]
    assert [cell.text for cell in sheet.lines[0].cells if cell] == ["30", "90"]


def test_a_period_that_stands_twice_in_a_row_keeps_both_figures() -> None:
    facts = [fact(VERSION, "revenue", 2024, value, column=column) for column, value in ((1, "30"), (2, "31"))]
    assert shown(facts) == [["Revenue", "", "30", "31"]]


def test_rows_of_two_tables_are_not_mixed() -> None:
    facts = [fact(VERSION, "", 2024, str(table), table_id=table, label="Other") for table in (1, 2)]
    assert shown(facts) == [["Other", "", "1"], ["Other", "", "2"]]


def test_a_statement_printed_again_for_other_periods_goes_on_in_the_same_lines() -> None:
    facts = [
        fact(VERSION, "revenue", 2024, value, months=months, table_id=table, label=label, row=row)
        for table, months, row, label, value in (
            (1, 3, 1, "Net sales", "30"),
            (1, 3, 2, "Other", "4"),
            (2, 12, 1, "Net sales", "99"),
            (2, 12, 2, "Levy", "1"),
            (2, 12, 3, "Other", "6"),
        )
    ]
    assert [[row[0], *row[2:]] for row in shown(facts)] == [
        ["Net sales", "30", "99"],
        ["Other", "4", "6"],
        ["Levy", "", "1"],
    ]


def test_statements_come_in_the_order_of_a_report() -> None:
    found = [
        fact(VERSION, "total_assets", 2024, "9", statement="balance"),
        fact(VERSION, "revenue", 2024, "9"),
        fact(VERSION, "cash_end", 2024, "9", statement="cash-flow"),
    ]
    assert [sheet.title for sheet in sheets(found)] == ["Income statement", "Balance sheet", "Cash flow statement"]
    assert sheets(found)[1].columns[0].span == "at"


def test_parts_of_the_company_stand_in_lines_of_their_own() -> None:
    given = {"statement": "segment", "label": "Net sales"}
    facts = [fact(VERSION, "revenue", 2024, "30", dimension=part, **given) for part in ("Kelp", "Reed")]
    facts += [fact(VERSION, "revenue", 2024, "7", dimension="Moss", **given | {"label": "Moss", "row": 2})]
    (sheet,) = sheets(facts)
    assert sheet.title == "Segments, regions and products"
    assert [(line.part, line.label) for line in sheet.lines] == [
        ("Kelp", "Net sales"),
        ("Reed", "Net sales"),
        ("Moss", ""),
    ]


def test_no_facts_no_sheets() -> None:
    assert sheets([]) == []


def test_the_quarters_that_a_report_summarizes_stand_by_themselves() -> None:
    year = [fact(VERSION, "revenue", 2024, "120")]
    ends = [date(2024, 3, 31), date(2024, 6, 30), date(2024, 9, 30), date(2024, 12, 31)]
    quarters = [fact(VERSION, "revenue", 2024, "30", months=3, period_end=end, table_id=7) for end in ends]
    whole, summary = sheets([*year, *quarters])

    assert (whole.title, summary.title) == ("Income statement", "Quarters, as summarized")
    assert (len(whole.columns), len(summary.columns), summary.anchor) == (1, 4, "quarters")


def test_a_statement_of_two_quarters_is_one_of_the_statements() -> None:
    ends = [date(2024, 12, 31), date(2023, 12, 31)]
    facts = [fact(VERSION, "revenue", end.year, "30", months=3, period_end=end, table_id=7) for end in ends]
    (only,) = sheets([fact(VERSION, "revenue", 2024, "120"), *facts])

    assert only.title == "Income statement"
