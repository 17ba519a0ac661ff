"""The catalogue of ratios."""

import pytest

from apps.answers.calculator.catalogue import ratio_asked, ratios
from apps.answers.calculator.formula import items


def test_about_sixty_ratios_that_all_read() -> None:
    assert len(ratios()) >= 58
    assert all(any(True for _ in items(formula)) for ratio in ratios().values() for formula in ratio.formulas)


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What is the FY2017 operating cash flow ratio?", "operating_cash_flow_ratio"),
        ("What was the gross margin in 2020?", "gross_margin"),
        ("unadjusted EBITDA % margin for FY2019", "ebitda_margin"),
        ("What is the fixed asset turnover ratio?", "fixed_asset_turnover"),
        ("days payable outstanding (DPO)", "days_payable"),
        ("free cash flow conversion in 2022", "free_cash_flow_conversion"),
        ("How many days of payables did it have at the end of 2021?", "days_payable"),
        ("What were the payables days in 2021?", "days_payable"),
        ("days of accounts payable", "days_payable"),
        ("What were days' sales in inventory?", "days_inventory"),
        ("How many days of inventory did it hold?", "days_inventory"),
        ("What were inventory days?", "days_inventory"),
        ("accounts receivable days outstanding", "days_sales"),
        ("What was the average collection period?", "days_sales"),
        ("What is the company's ROA?", "return_on_assets"),
        ("net debt to EBITDA", "net_debt_to_ebitda"),
    ],
)
def test_longest_wording_wins(question: str, key: str) -> None:
    found = ratio_asked(question)
    assert found is not None
    assert found[0].key == key


def test_a_plain_item_is_no_ratio() -> None:
    assert ratio_asked("What was the total revenue in 2022?") is None
