"""The financial statements and tables as plain rows, which each kind of document sets in its own way."""
# ruff: noqa: E501 (a row of a statement reads best on one line)

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from company.numbers import (
    BALANCES,
    FLOWS,
    SEGMENTS,
    YEAR_ENDS,
    YEARS,
    Balance,
    CashFlow,
    Quarter,
    Year,
)

Value = int | Decimal | str | None
THOUSANDS = "(in thousands)"
PER_SHARE = "(in thousands, except per share data)"


@dataclass(frozen=True)
class Row:
    """One row. dollar: figures carry a dollar sign; rule: a line stands above them; concept: name in the taxonomy."""

    label: str
    values: tuple[Value, ...] = ()
    indent: int = 0
    bold: bool = False
    dollar: bool = False
    rule: bool = False
    concept: str = ""


@dataclass(frozen=True)
class Grid:
    """A table with one or two header lines; `over` spans all figure columns."""

    title: str
    units: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    over: str = ""


Income = Year | Quarter
Line = tuple[str, Callable[[Income], Value], dict[str, object]]

INCOME_LINES: tuple[Line, ...] = (
    ("Net sales:", lambda y: None, {"bold": True}),
    ("Products", lambda y: y.product_sales, {"indent": 1, "dollar": True, "concept": "RevenueFromContractWithCustomerProducts"}),
    ("Services", lambda y: y.service_sales, {"indent": 1, "concept": "RevenueFromContractWithCustomerServices"}),
    ("Total net sales", lambda y: y.sales, {"indent": 2, "rule": True, "concept": "Revenues"}),
    ("Cost of sales:", lambda y: None, {"bold": True}),
    ("Products", lambda y: y.cost_products, {"indent": 1, "concept": "CostOfGoodsSold"}),
    ("Services", lambda y: y.cost_services, {"indent": 1, "concept": "CostOfServices"}),
    ("Total cost of sales", lambda y: y.cost, {"indent": 2, "rule": True, "concept": "CostOfRevenue"}),
    ("Gross profit", lambda y: y.gross_profit, {"bold": True, "rule": True, "concept": "GrossProfit"}),
    ("Operating expenses:", lambda y: None, {"bold": True}),
    ("Research and development", lambda y: y.research, {"indent": 1, "concept": "ResearchAndDevelopmentExpense"}),
    ("Selling, general and administrative", lambda y: y.selling, {"indent": 1, "concept": "SellingGeneralAndAdministrativeExpense"}),
    ("Amortization of intangible assets", lambda y: y.amortization, {"indent": 1, "concept": "AmortizationOfIntangibleAssets"}),
    ("Restructuring charges", lambda y: y.restructuring, {"indent": 1, "concept": "RestructuringCharges"}),
    ("Total operating expenses", lambda y: y.operating_expenses, {"indent": 2, "rule": True, "concept": "OperatingExpenses"}),
    ("Operating income", lambda y: y.operating_income, {"bold": True, "rule": True, "concept": "OperatingIncomeLoss"}),
    ("Interest expense", lambda y: -y.interest_expense, {"concept": "InterestExpense"}),
    ("Interest income and other, net", lambda y: y.other_income, {"concept": "NonoperatingIncomeExpense"}),
    ("Income before income taxes", lambda y: y.pretax, {"rule": True, "concept": "IncomeLossBeforeIncomeTaxes"}),
    ("Provision for income taxes", lambda y: y.taxes, {"concept": "IncomeTaxExpenseBenefit"}),
    ("Net income", lambda y: y.net_income, {"bold": True, "rule": True, "dollar": True, "concept": "NetIncomeLoss"}),
    ("Net income per share:", lambda y: None, {"bold": True}),
    ("Basic", lambda y: y.basic_eps, {"indent": 1, "dollar": True, "concept": "EarningsPerShareBasic"}),
    ("Diluted", lambda y: y.diluted_eps, {"indent": 1, "dollar": True, "concept": "EarningsPerShareDiluted"}),
    ("Weighted-average shares outstanding:", lambda y: None, {"bold": True}),
    ("Basic", lambda y: y.basic_shares, {"indent": 1, "concept": "WeightedAverageNumberOfSharesOutstandingBasic"}),
    ("Diluted", lambda y: y.diluted_shares, {"indent": 1, "concept": "WeightedAverageNumberOfDilutedSharesOutstanding"}),
)  # fmt: skip


def _row(label: str, values: tuple[Value, ...], style: dict[str, object]) -> Row:
    return Row(label, () if all(v is None for v in values) else values, **style)  # type: ignore[arg-type]


def income(columns: Sequence[str], periods: Sequence[Income], over: str, title: str) -> Grid:
    rows = tuple(_row(label, tuple(of(p) for p in periods), style) for label, of, style in INCOME_LINES)
    return Grid(title, PER_SHARE, tuple(columns), rows, over)


ASSETS = (
    ("Current assets:", None, {"bold": True}),
    ("Cash and cash equivalents", "cash", {"indent": 1, "dollar": True, "concept": "CashAndCashEquivalentsAtCarryingValue"}),
    ("Accounts receivable, net", "receivables", {"indent": 1, "concept": "AccountsReceivableNetCurrent"}),
    ("Inventories", "inventories", {"indent": 1, "concept": "InventoryNet"}),
    ("Prepaid expenses and other current assets", "prepaid", {"indent": 1, "concept": "PrepaidExpenseAndOtherAssetsCurrent"}),
    ("Total current assets", "current_assets", {"indent": 2, "rule": True, "concept": "AssetsCurrent"}),
    ("Property, plant and equipment, net", "property_net", {"concept": "PropertyPlantAndEquipmentNet"}),
    ("Goodwill", "goodwill", {"concept": "Goodwill"}),
    ("Intangible assets, net", "intangibles", {"concept": "FiniteLivedIntangibleAssetsNet"}),
    ("Other assets", "other_assets", {"concept": "OtherAssetsNoncurrent"}),
    ("Total assets", "assets", {"bold": True, "rule": True, "dollar": True, "concept": "Assets"}),
)  # fmt: skip
LIABILITIES = (
    ("Current liabilities:", None, {"bold": True}),
    ("Accounts payable", "payables", {"indent": 1, "dollar": True, "concept": "AccountsPayableCurrent"}),
    ("Accrued liabilities", "accrued", {"indent": 1, "concept": "AccruedLiabilitiesCurrent"}),
    ("Deferred revenue", "deferred_revenue", {"indent": 1, "concept": "ContractWithCustomerLiabilityCurrent"}),
    ("Current portion of long-term debt", "current_debt", {"indent": 1, "concept": "LongTermDebtCurrent"}),
    ("Total current liabilities", "current_liabilities", {"indent": 2, "rule": True, "concept": "LiabilitiesCurrent"}),
    ("Long-term debt, less current portion", "long_term_debt", {"concept": "LongTermDebtNoncurrent"}),
    ("Deferred income taxes", "deferred_taxes", {"concept": "DeferredIncomeTaxLiabilitiesNet"}),
    ("Other long-term liabilities", "other_liabilities", {"concept": "OtherLiabilitiesNoncurrent"}),
    ("Total liabilities", "liabilities", {"bold": True, "rule": True, "concept": "Liabilities"}),
    ("Commitments and contingencies (Note 11)", None, {}),
    ("Stockholders’ equity:", None, {"bold": True}),
    ("Common stock, $0.01 par value", "common_stock", {"indent": 1, "concept": "CommonStockValue"}),
    ("Additional paid-in capital", "paid_in", {"indent": 1, "concept": "AdditionalPaidInCapital"}),
    ("Retained earnings", "retained", {"indent": 1, "concept": "RetainedEarningsAccumulatedDeficit"}),
    ("Accumulated other comprehensive loss", "accumulated_other", {"indent": 1, "concept": "AccumulatedOtherComprehensiveIncomeLossNetOfTax"}),
    ("Treasury stock, at cost", "treasury", {"indent": 1, "concept": "TreasuryStockValue"}),
    ("Total stockholders’ equity", "equity", {"indent": 2, "rule": True, "concept": "StockholdersEquity"}),
    ("Total liabilities and stockholders’ equity", None, {"bold": True, "rule": True, "dollar": True, "concept": "LiabilitiesAndStockholdersEquity"}),
)  # fmt: skip


def balance_sheet(columns: Sequence[str], balances: Sequence[Balance]) -> Grid:
    rows = [Row("ASSETS", bold=True)]
    for label, name, style in (*ASSETS, ("LIABILITIES AND STOCKHOLDERS’ EQUITY", None, {"bold": True}), *LIABILITIES):
        whole = "assets" if label.startswith("Total liabilities and") else name
        values = tuple(getattr(b, whole) for b in balances) if whole else ()
        rows.append(_row(label, values, style))  # type: ignore[arg-type]
    return Grid("CONSOLIDATED BALANCE SHEETS", THOUSANDS, tuple(columns), tuple(rows))


FLOW_LINES = (
    ("Operating activities:", None, {"bold": True}),
    ("Net income", "net_income", {"dollar": True}),
    ("Adjustments to reconcile net income to net cash provided by operating activities:", None, {}),
    ("Depreciation and amortization", "depreciation_amortization", {"indent": 1}),
    ("Stock-based compensation", "stock_compensation", {"indent": 1}),
    ("Deferred income taxes", "deferred_taxes", {"indent": 1}),
    ("Changes in operating assets and liabilities, net of acquisition:", None, {}),
    ("Accounts receivable", "receivables", {"indent": 1}),
    ("Inventories", "inventories", {"indent": 1}),
    ("Prepaid expenses and other current assets", "prepaid", {"indent": 1}),
    ("Accounts payable", "payables", {"indent": 1}),
    ("Accrued liabilities", "accrued", {"indent": 1}),
    ("Deferred revenue", "deferred_revenue", {"indent": 1}),
    ("Net cash provided by operating activities", "operating", {"bold": True, "rule": True}),
    ("Investing activities:", None, {"bold": True}),
    ("Capital expenditures", "capital_expenditures", {"indent": 1}),
    ("Acquisition of business, net of cash acquired", "acquisition", {"indent": 1}),
    ("Net cash used in investing activities", "investing", {"bold": True, "rule": True}),
    ("Financing activities:", None, {"bold": True}),
    ("Proceeds from term loan", "borrowings", {"indent": 1}),
    ("Repayments of long-term debt", "repayments", {"indent": 1}),
    ("Repurchases of common stock", "repurchases", {"indent": 1}),
    ("Dividends paid", "dividends", {"indent": 1}),
    ("Proceeds from employee stock plans", "stock_plans", {"indent": 1}),
    ("Net cash used in financing activities", "financing", {"bold": True, "rule": True}),
    ("Effect of exchange rate changes on cash and cash equivalents", "currency", {}),
    ("Net increase (decrease) in cash and cash equivalents", "change", {"rule": True}),
)  # fmt: skip


def cash_flows(numbers: Sequence[int]) -> Grid:
    """The statement for whole fiscal years."""
    opening = [BALANCES[n - 1].cash for n in numbers]
    return flows_table([FLOWS[n] for n in numbers], opening, [YEAR_ENDS[n] for n in numbers], "Fiscal Year Ended")


def flows_table(flows: Sequence[CashFlow], opening: Sequence[int], columns: Sequence[str], over: str) -> Grid:
    rows = []
    for label, name, style in FLOW_LINES:
        rows.append(_row(label, tuple(getattr(f, name) for f in flows) if name else (), style))  # type: ignore[arg-type]
    closing = tuple(start + f.change for start, f in zip(opening, flows, strict=True))
    rows.append(Row("Cash and cash equivalents, beginning of period", tuple(opening)))
    rows.append(Row("Cash and cash equivalents, end of period", closing, bold=True, dollar=True, rule=True))
    title = "CONSOLIDATED STATEMENTS OF CASH FLOWS"
    return Grid(title, THOUSANDS, tuple(columns), tuple(rows), over)


def comprehensive_income(numbers: Sequence[int]) -> Grid:
    years = [YEARS[n] for n in numbers]
    rows = (
        Row("Net income", tuple(y.net_income for y in years), dollar=True),
        Row("Foreign currency translation adjustments, net of tax", tuple(y.currency for y in years), indent=1),
        Row("Comprehensive income", tuple(y.net_income + y.currency for y in years), 0, True, True, True),
    )
    title = "CONSOLIDATED STATEMENTS OF COMPREHENSIVE INCOME"
    return Grid(title, THOUSANDS, tuple(YEAR_ENDS[n] for n in numbers), rows, "Fiscal Year Ended")


def equity() -> Grid:
    """Stockholders' equity over three years, one column per component."""
    parts = ("common_stock", "paid_in", "retained", "accumulated_other", "treasury", "equity")
    rows = [Row(f"Balance at {YEAR_ENDS[2021]}", tuple(getattr(BALANCES[2021], p) for p in parts), 0, True, True)]
    for number, y in YEARS.items():
        rows += [
            Row("Net income", (None, None, y.net_income, None, None, y.net_income), 1),
            Row("Currency translation", (None, None, None, y.currency, None, y.currency), 1),
            Row("Stock-based compensation", (None, y.stock_compensation, None, None, None, y.stock_compensation), 1),
            Row("Employee stock plans", (None, y.stock_plans, None, None, None, y.stock_plans), 1),
            Row("Repurchases of stock", (None, None, None, None, -y.repurchases, -y.repurchases), 1),
            Row("Dividends declared", (None, None, -y.dividends, None, None, -y.dividends), 1),
            Row(
                f"Balance at {YEAR_ENDS[number]}",
                tuple(getattr(BALANCES[number], p) for p in parts),
                0,
                True,
                True,
                True,
            ),
        ]
    columns = ("Common Stock", "Paid-in Capital", "Retained Earnings", "Accum. Other Loss", "Treasury Stock", "Total")
    return Grid("CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY", THOUSANDS, columns, tuple(rows))


def segments_of(columns: Sequence[str], sales: Sequence[tuple[int, int, int]]) -> Grid:
    """Net sales alone, for a quarter."""
    rows = [Row(name, tuple(s[i] for s in sales), dollar=i == 0) for i, name in enumerate(SEGMENTS)]
    rows.append(Row("Total net sales", tuple(sum(s) for s in sales), 0, True, True, True))
    return Grid("Net sales by segment", THOUSANDS, tuple(columns), tuple(rows), "Three Months Ended")


def segments(numbers: Sequence[int]) -> Grid:
    years = [YEARS[n] for n in numbers]
    rows = [Row("Net sales:", bold=True)]
    for i, name in enumerate(SEGMENTS):
        rows.append(Row(name, tuple(y.segment_sales[i] for y in years), 1, dollar=i == 0))
    rows += [
        Row("Total net sales", tuple(y.sales for y in years), 2, True, True, True),
        Row("Segment income:", bold=True),
    ]
    for i, name in enumerate(SEGMENTS):
        rows.append(Row(name, tuple(y.segment_income[i] for y in years), 1, dollar=i == 0))
    rows += [
        Row("Total segment income", tuple(sum(y.segment_income) for y in years), 2, rule=True),
        Row("Unallocated corporate expenses", tuple(y.corporate for y in years), 1),
        Row("Amortization of intangible assets", tuple(-y.amortization for y in years), 1),
        Row("Restructuring charges", tuple(-y.restructuring for y in years), 1),
        Row("Operating income", tuple(y.operating_income for y in years), 0, True, True, True),
    ]
    return Grid("Segment results", THOUSANDS, tuple(str(n) for n in numbers), tuple(rows), "Fiscal Year")
