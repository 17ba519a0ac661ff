"""A company's statements over the years."""

from datetime import date
from typing import Any

import pytest

from apps.documents.company_years import YearTable, year_tables
from apps.documents.models import DocumentVersion, Fact
from tests.documents.stated import fact, filing

OLD, NEW = filing(2023), filing(2024)
QUARTER = filing(2024, report_type="10-Q", fiscal_period="Q2", period_end=date(2024, 6, 30))


def table(*facts: Fact) -> YearTable:
    (found,) = year_tables(facts)
    return found


def printed(found: YearTable) -> dict[str, list[str]]:
    return {row.concept.key: [cell.text if cell else "" for cell in row.cells] for row in found.rows}


def assets(version: DocumentVersion, day: date, value: str, **fields: Any) -> Fact:
    return fact(version, "total_assets", day.year, value, statement="balance", period_end=day, **fields)


def test_concepts_in_their_order_and_the_newest_year_first() -> None:
    found = table(
        fact(NEW, "net_income", 2024, "9"), fact(NEW, "revenue", 2023, "80"), fact(NEW, "revenue", 2024, "90")
    )
    assert found.years == (2024, 2023)
    assert list(printed(found).items()) == [("revenue", ["90", "80"]), ("net_income", ["9", ""])]


@pytest.mark.parametrize("order", [1, -1])
def test_the_latest_filing_wins_and_says_what_stood_before(order: int) -> None:
    facts = [fact(OLD, "revenue", 2023, "80"), fact(NEW, "revenue", 2023, "82")][::order]
    found = table(*facts)
    (cell,) = found.rows[0].cells
    assert cell is not None
    assert (cell.text, cell.earlier, cell.fact.version) == ("82", "80 in Kelpworks 2023", NEW)
    assert found.restated == ["Revenue 2023: 82; before, 80 in Kelpworks 2023"]


@pytest.mark.parametrize(
    ("before", "fields"),
    [("82", {}), ("81.6", {"scale": 10**6}), ("82400", {"scale": 1000}), ("-82", {})],
)
def test_rounding_and_the_sign_of_a_cost_are_no_restatement(before: str, fields: dict[str, Any]) -> None:
    assert not table(fact(OLD, "revenue", 2023, before, **fields), fact(NEW, "revenue", 2023, "82")).restated


def change(*figures: Fact) -> str:
    found = table(*figures).rows[0].change
    return "" if found is None else f"{found:.3f}"


def test_change_against_the_year_before() -> None:
    def figures(new: str, old: str, **fields: Any) -> list[Fact]:
        return [fact(NEW, "revenue", 2024, new), fact(NEW, "revenue", 2023, old, **fields)]

    assert change(*figures("90", "80")) == "0.125"
    assert change(*figures("90", "80", currency="")) == "0.125"
    assert change(*figures("-20", "-10")) == "-1.000"  # a loss that grows falls
    assert [change(*figures(*pair)) for pair in (("5", "-5"), ("5", "0"))] == ["", ""]
    assert change(*figures("90", "80", currency="EUR")) == ""
    assert change(fact(NEW, "revenue", 2024, "90"), fact(NEW, "revenue", 2022, "80")) == ""


def test_more_spent_is_a_rise_whatever_sign_is_printed() -> None:
    def cost(year: int, value: str) -> Fact:
        return fact(NEW, "interest_expense", year, value)

    assert change(cost(2024, "-290"), cost(2023, "-159")) == "0.824"
    assert change(cost(2024, "290"), cost(2023, "-159")) == "0.824"


def test_all_statements_have_the_same_years() -> None:
    found = year_tables([fact(NEW, "revenue", 2024, "90"), assets(OLD, date(2023, 12, 31), "500")])
    assert [one.years for one in found] == [(2024, 2023)] * 2
    assert [cell is not None for cell in found[1].rows[0].cells] == [False, True]


def test_every_other_filing_is_kept_once_with_what_it_states() -> None:
    again = fact(OLD, "revenue", 2023, "80", row=7)
    found = table(fact(OLD, "revenue", 2023, "80"), again, fact(NEW, "revenue", 2023, "82"))
    (cell,) = found.rows[0].cells
    assert cell is not None
    assert [(other.text, other.differs, other.fact.version) for other in cell.others] == [("80", True, OLD)]


def test_a_figure_of_a_failed_check_is_doubted() -> None:
    (sure, unsure) = (
        table(fact(NEW, "revenue", 2024, "90"), fact(NEW, "revenue", 2023, "80", confidence=0.5)).rows[0].cells
    )
    assert sure and unsure and (sure.doubted, unsure.doubted) == (False, True)


def test_a_cent_per_share_is_a_restatement() -> None:
    share = {"unit": "per-share", "scale": 1}
    found = table(fact(OLD, "eps_diluted", 2023, "1.24", **share), fact(NEW, "eps_diluted", 2023, "1.25", **share))
    assert found.restated


def test_a_quarter_is_no_year() -> None:
    quarter = fact(QUARTER, "revenue", 2024, "20", months=3)
    year_to_june = fact(QUARTER, "revenue", 2024, "85", period_end=date(2024, 6, 30))
    assert year_tables([quarter, year_to_june]) == []


def test_a_quarterly_report_adds_balances_of_a_year_end_alone() -> None:
    day = date(2023, 12, 31)
    found = table(assets(OLD, day, "500"), assets(QUARTER, day, "510"), assets(QUARTER, date(2024, 6, 30), "530"))
    assert (found.years, printed(found)) == ((2023,), {"total_assets": ["510"]})
    assert found.restated


def test_a_year_that_ends_in_january_is_named_as_its_filer_names_it() -> None:
    day = date(2024, 2, 3)
    version = filing(2023, period_end=day)
    found = table(fact(version, "revenue", 2023, "70", period_end=day))
    assert found.years == (2023,)


def test_an_older_filing_in_thousands_is_rounded_and_its_exact_value_kept() -> None:
    found = table(fact(OLD, "revenue", 2022, "79400", scale=1000), fact(NEW, "revenue", 2024, "90"))
    old = found.rows[0].cells[1]
    assert old is not None
    assert (old.text, old.exact, str(old.value)) == ("79", "79.4", "79.4")
    assert found.units == "USD millions"


def test_a_small_figure_is_never_rounded_down_to_nothing() -> None:
    found = table(fact(OLD, "revenue", 2022, "61", scale=1000), fact(NEW, "revenue", 2024, "90"))
    assert printed(found)["revenue"] == ["90", "0.061"]


def test_lines_that_have_no_concept_are_left_out() -> None:
    assert year_tables([fact(NEW, "", 2024, "3")]) == []
