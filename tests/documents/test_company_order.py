"""Which statements a reader asked for, in which order."""

import pytest

from apps.documents.company_order import Wish, arranged, wish
from apps.documents.company_years import year_tables
from tests.documents.stated import fact, filing

VERSION = filing(2024)


@pytest.mark.parametrize(
    ("statement", "sort", "expected"),
    [
        ("", "", Wish()),
        ("income", "-2023", Wish(statement="income", sort="2023", descending=True)),  # type: ignore[arg-type]
        ("walrus", "label", Wish(sort="label")),
        ("", "-walrus", Wish()),
        ("", "20231", Wish()),
        ("", "--label", Wish()),
    ],
)
def test_what_is_not_understood_counts_as_not_asked_for(statement: str, sort: str, expected: Wish) -> None:
    assert wish(statement, sort) == expected


def test_a_head_turns_the_order_round_and_then_gives_the_reports_back() -> None:
    assert [wish("", sort).after("2023") for sort in ("", "-2023", "2023", "label")] == ["-2023", "2023", "", "-2023"]
    assert [wish("", sort).after("label") for sort in ("", "label", "-label")] == ["label", "-label", ""]


def test_a_query_keeps_what_is_not_changed() -> None:
    shown = wish("income", "-2023")
    assert shown.query() == "statement=income&sort=-2023"
    assert (shown.query(sort=""), shown.query(statement="")) == ("statement=income", "sort=-2023")


def test_rows_without_a_value_come_last_in_either_direction() -> None:
    facts = [fact(VERSION, "revenue", 2023, "1"), fact(VERSION, "gross_profit", 2024, "2")]
    facts += [fact(VERSION, "net_income", 2024, "-3")]
    tables = year_tables(facts)
    for sort, expected in (
        ("2024", ["net_income", "gross_profit", "revenue"]),
        ("-2024", ["gross_profit", "net_income", "revenue"]),
        ("1999", ["revenue", "gross_profit", "net_income"]),
    ):
        (table,) = arranged(tables, wish("", sort))
        assert [row.concept.key for row in table.rows] == expected


def test_one_statement_alone() -> None:
    facts = [fact(VERSION, "revenue", 2024, "1"), fact(VERSION, "total_assets", 2024, "2", statement="balance")]
    assert [table.statement for table in arranged(year_tables(facts), wish("balance", ""))] == ["balance"]
    assert arranged(year_tables(facts), wish("equity", "")) == []
