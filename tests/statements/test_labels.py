"""Labels and the concepts that they name."""

import pytest

from apps.statements.labels import normal_label
from apps.statements.ontology import Statement, Zone, concept_of, concepts

INCOME, BALANCE, CASH = Statement.INCOME, Statement.BALANCE, Statement.CASH_FLOW


@pytest.mark.parametrize(
    ("label", "normal"),
    [
        (
            "Trade receivables, net of allowances for doubtful accounts of $9,151 and $6,214, respectively",
            "trade receivables",
        ),
        ("Income (loss) before income taxes (Note 7)", "income before income taxes"),
        ("Total stockholders’ equity", "total shareholders equity"),
        ("Total shareowners' equity", "total shareholders equity"),
        ("Property, plant & equipment—net", "property plant and equipment net"),
        ("Noncontrolling interests", "non controlling interests"),
    ],
)
def test_normal_label(label: str, normal: str) -> None:
    assert normal_label(label) == normal


@pytest.mark.parametrize(
    ("label", "statement", "concept"),
    [
        ("Total revenue", INCOME, "revenue"),
        ("Net sales", INCOME, "revenue"),
        ("Cost of goods sold", INCOME, "cost_of_revenue"),
        ("Total cost of revenue", INCOME, "cost_of_revenue"),
        ("Gross profit", INCOME, "gross_profit"),
        ("Selling, general and administrative expenses", INCOME, "selling_general_administrative"),
        ("Operating income", INCOME, "operating_income"),
        ("Income (loss) from operations", INCOME, "operating_income"),
        ("Interest expense", INCOME, "interest_expense"),
        ("Interest expense, net of amounts capitalized", INCOME, "interest_expense"),
        ("Interest expense, net", INCOME, "net_interest_expense"),
        ("Interest, net", INCOME, "net_interest_expense"),
        ("Interest (income) expense, net", INCOME, "net_interest_expense"),
        ("Interest income", INCOME, "interest_income"),
        ("Interest and other income (expense), net", INCOME, "interest_and_other_income"),
        ("Other income (expense), net", INCOME, "other_income"),
        ("Total other income (expense), net", INCOME, "total_other_income"),
        ("Restructuring, impairment and other charges", INCOME, "restructuring_and_impairment"),
        ("Goodwill impairment charges", INCOME, "goodwill_impairment"),
        ("Other current assets", BALANCE, "other_current_assets"),
        ("Prepaid expenses and other current assets", BALANCE, "prepaid_and_other_current"),
        ("Prepaid expenses", BALANCE, "prepaid_expenses"),
        ("Short-term debt", BALANCE, "short_term_debt"),
        ("Current portion of long-term debt", BALANCE, "current_long_term_debt"),
        ("Short-term debt and current portion of long-term debt", BALANCE, "current_debt"),
        ("Short-term borrowings, including current portion of long-term debt: 2031—$40", BALANCE, "current_debt"),
        ("Accrued expenses", BALANCE, "accrued_liabilities"),
        ("Accrued expenses and other liabilities", BALANCE, "accrued_and_other_liabilities"),
        ("Depreciation and amortization", CASH, "depreciation_amortization"),
        ("Depreciation", CASH, "cf_depreciation"),
        ("Amortization of debt discount and issuance costs", CASH, "cf_debt_cost_amortization"),
        ("Proceeds from issuance of common stock", CASH, "stock_issued"),
        ("Proceeds from exercise of stock options", CASH, "stock_option_proceeds"),
        ("Proceeds from issuance of commercial paper, net", CASH, "short_term_debt_change"),
        ("Proceeds from sales and maturities of investments", CASH, "sales_and_maturities_of_investments"),
        ("Provision for income taxes", INCOME, "income_tax"),
        ("(Benefit from) provision for income taxes", INCOME, "income_tax"),
        ("Earnings before income taxes", INCOME, "income_before_tax"),
        ("Net income (loss)", INCOME, "net_income"),
        ("Net earnings attributable to noncontrolling interests", INCOME, "net_income_noncontrolling"),
        ("Diluted net income per share", INCOME, "eps_diluted"),
        ("Basic net income per share", INCOME, "eps_basic"),
        ("Shares used to compute diluted net income per share", INCOME, "shares_diluted"),
        ("Net cash provided by operating activities", CASH, "operating_cash_flow"),
        ("Net cash used for investing activities", CASH, "investing_cash_flow"),
        ("Net cash (used in) provided by financing activities", CASH, "financing_cash_flow"),
        ("Purchases of property and equipment", CASH, "capital_expenditures"),
        ("Capital expenditures", CASH, "capital_expenditures"),
        ("Depreciation, amortization and accretion", CASH, "depreciation_amortization"),
        ("Purchases of treasury stock", CASH, "stock_repurchased"),
        ("Repurchases of common stock", CASH, "stock_repurchased"),
        ("Dividends paid", CASH, "dividends_paid"),
        ("Purchases of short-term investments", CASH, "purchases_of_investments"),
        ("Proceeds from sales of short-term investments", CASH, "sales_of_investments"),
        ("Maturities of marketable securities", CASH, "maturities_of_investments"),
        ("Proceeds from issuance of convertible senior notes, net", CASH, "debt_issued"),
        ("Principal payments under capital lease obligations", CASH, "finance_lease_payments"),
        ("Payments of debt issuance costs", CASH, "debt_issuance_costs"),
        ("Proceeds from sale of property and equipment", CASH, "asset_sale_proceeds"),
        ("Proceeds from divestitures, net of cash divested", CASH, "divestiture_proceeds"),
        ("Taxes paid related to net share settlement of equity awards", CASH, "tax_withholding_paid"),
        ("Net increase (decrease) in cash and cash equivalents", CASH, "change_in_cash"),
        ("Cash and cash equivalents at end of year", CASH, "cash_end"),
        ("Cash, cash equivalents and restricted cash at beginning of period", CASH, "cash_beginning"),
        ("Effect of exchange rate changes on cash", CASH, "exchange_rate_effect"),
        ("Total current assets", BALANCE, "current_assets"),
        ("Total liabilities and stockholders’ equity", BALANCE, "liabilities_and_equity"),
        ("Total shareholders' equity", BALANCE, "total_equity"),
        ("Merchandise inventories", BALANCE, "inventories"),
        ("Property and equipment, net", BALANCE, "property_plant_equipment"),
    ],
)
def test_concept(label: str, statement: Statement, concept: str) -> None:
    found = concept_of(label, statement)
    assert found is not None
    assert found[0] == concept


def test_zone_decides_between_twins() -> None:
    current = concept_of("Deferred revenue", BALANCE, Zone.CURRENT_LIABILITIES)
    later = concept_of("Deferred revenue", BALANCE, Zone.OTHER_LIABILITIES)
    assert current is not None and later is not None
    assert (current[0], later[0]) == ("deferred_revenue_current", "deferred_revenue")


@pytest.mark.parametrize(
    ("label", "statement"),
    [
        ("Dividends received from affiliated companies", CASH),
        ("Repayment of debt and capital lease obligations", CASH),
        ("Acquisitions of businesses and investments in affiliates", CASH),
        ("Deferred income taxes and other noncash items", CASH),
        ("Principal payments on short-term borrowings", CASH),
        ("Capital expenditures included in accounts payable", CASH),
        ("Goodwill and other intangible assets, net", BALANCE),
        ("Class A common stock, $0.01 par value", BALANCE),
        ("Common stock and paid-in capital", BALANCE),
        ("Proceeds from sale of marketable debt securities from customer funds", CASH),
        ("Proceeds from sales of loans held for sale", CASH),
        ("Proceeds from minority investments", CASH),
        ("Issuance of common stock and stock awards assumed in business acquisitions", CASH),
        ("(Increases) decreases in restricted cash", CASH),
        ("Net cash provided by operating activities from discontinued operations", CASH),
    ],
)
def test_look_alikes_name_nothing(label: str, statement: Statement) -> None:
    assert concept_of(label, statement) is None


def test_deferred_taxes_are_no_deferred_revenue() -> None:
    found = concept_of("Deferred income taxes", BALANCE, Zone.OTHER_LIABILITIES)
    assert found is not None
    assert found[0] == "deferred_tax_liabilities"


def test_unknown_label() -> None:
    assert concept_of("Content assets licensed", BALANCE) is None


def test_ontology_is_sound() -> None:
    assert len(concepts()) >= 120
    assert all(concept.labels for concept in concepts().values())
