"""Management's discussion: every figure in a sentence comes from the model."""

from company.numbers import BALANCES, FLOWS, SEGMENTS, YEARS, millions, percent
from company.statements import Grid, Row, Value

Y, P, E = YEARS[2024], YEARS[2023], YEARS[2022]
B, A = BALANCES[2024], BALANCES[2023]


def growth(now: int, before: int) -> str:
    change = 100 * (now - before) / before
    return f"({abs(change):.1f})%" if change < 0 else f"{change:.1f}%"


def moved(now: int, before: int) -> str:
    """'increased 5.8%, or $53.4 million,'"""
    verb = "increased" if now >= before else "decreased"
    return f"{verb} {abs(100 * (now - before) / before):.1f}%, or {millions(now - before)},"


def overview() -> Grid:
    def line(label: str, name: str, **style: object) -> Row:
        values: tuple[Value, ...] = (getattr(Y, name), getattr(P, name), growth(getattr(Y, name), getattr(P, name)))
        return Row(label, values, **style)  # type: ignore[arg-type]

    rows = (
        line("Net sales", "sales"),
        line("Gross profit", "gross_profit"),
        Row("Gross margin", (percent(Y.gross_profit, Y.sales), percent(P.gross_profit, P.sales), "1.1 pts"), 1),
        line("Operating income", "operating_income"),
        Row(
            "Operating margin",
            (percent(Y.operating_income, Y.sales), percent(P.operating_income, P.sales), "0.3 pts"),
            1,
        ),
        line("Net income", "net_income", bold=True),
        Row("Diluted net income per share", (Y.diluted_eps, P.diluted_eps, growth(203, 182))),
        Row(
            "Net cash provided by operating activities",
            (FLOWS[2024].operating, FLOWS[2023].operating, growth(FLOWS[2024].operating, FLOWS[2023].operating)),
        ),
    )
    units = "(dollars in thousands, except per share data)"
    return Grid("Selected results", units, ("2024", "2023", "Change"), rows, "Fiscal Year")


def sales_by_segment() -> Grid:
    rows = [
        Row(name, (Y.segment_sales[i], P.segment_sales[i], E.segment_sales[i],
                   growth(Y.segment_sales[i], P.segment_sales[i]), growth(P.segment_sales[i], E.segment_sales[i])))
        for i, name in enumerate(SEGMENTS)
    ]  # fmt: skip
    rows.append(
        Row("Total net sales", (Y.sales, P.sales, E.sales, growth(Y.sales, P.sales), growth(P.sales, E.sales)), 0, True,
            False, True)
    )  # fmt: skip
    columns = ("2024", "2023", "2022", "2024 vs. 2023", "2023 vs. 2022")
    return Grid("Net sales by segment", "(dollars in thousands)", columns, tuple(rows))


def expenses() -> Grid:
    names = (("Research and development", "research"), ("Selling, general and administrative", "selling"),
             ("Amortization of intangible assets", "amortization"), ("Restructuring charges", "restructuring"),
             ("Total operating expenses", "operating_expenses"))  # fmt: skip
    rows = []
    for label, name in names:
        now, before = getattr(Y, name), getattr(P, name)
        values: tuple[Value, ...] = (now, before, percent(now, Y.sales), percent(before, P.sales))
        rows.append(Row(label, values, 0, label.startswith("Total"), False, label.startswith("Total")))
    columns = ("2024", "2023", "2024 % of sales", "2023 % of sales")
    return Grid("Operating expenses", "(dollars in thousands)", columns, tuple(rows))


def adjusted() -> Grid:
    """Adjusted EBITDA, which the covenants use."""

    def row(label: str, values: tuple[Value, ...], bold: bool = False) -> Row:
        return Row(label, values, 0 if bold else 1, bold, bold, bold)

    totals = tuple(
        y.operating_income + y.depreciation + y.amortization + y.stock_compensation + y.restructuring for y in (Y, P, E)
    )
    rows = (
        Row("Operating income", (Y.operating_income, P.operating_income, E.operating_income), dollar=True),
        row("Depreciation", (Y.depreciation, P.depreciation, E.depreciation)),
        row("Amortization of intangible assets", (Y.amortization, P.amortization, E.amortization)),
        row("Stock-based compensation", (Y.stock_compensation, P.stock_compensation, E.stock_compensation)),
        row("Restructuring charges", (Y.restructuring, P.restructuring, E.restructuring)),
        row("Adjusted EBITDA", totals, True),
    )
    return Grid("Adjusted EBITDA", "(in thousands)", ("2024", "2023", "2022"), rows, "Fiscal Year")


def liquidity() -> Grid:
    rows = tuple(
        Row(label, tuple(getattr(FLOWS[n], name) for n in (2024, 2023, 2022)), dollar=i == 0)
        for i, (label, name) in enumerate(
            (
                ("Net cash provided by operating activities", "operating"),
                ("Net cash used in investing activities", "investing"),
                ("Net cash used in financing activities", "financing"),
            )
        )
    )
    return Grid("Cash flows", "(in thousands)", ("2024", "2023", "2022"), rows, "Fiscal Year")


def obligations() -> Grid:
    rows = (
        Row("Long-term debt", (18750, 62500, 118750, 150000, 350000), dollar=True),
        Row("Interest on long-term debt", (18900, 33400, 17800, 7100, 77200)),
        Row("Operating leases", (9840, 15260, 9120, 4310, 38530)),
        Row("Purchase obligations", (61400, 12700, None, None, 74100)),
        Row("Total", (108890, 123860, 145670, 161410, 539830), 0, True, True, True),
    )
    columns = ("2025", "2026-2027", "2028-2029", "Thereafter", "Total")
    return Grid("Contractual obligations", "(in thousands)", columns, rows, "Payments Due by Fiscal Year")


RESULTS = (
    f"Net sales {moved(Y.sales, P.sales)} to {millions(Y.sales)} in fiscal 2024. Acquisitions added 0.6 percentage "
    "points and exchange rates took away 0.4 percentage points; organic growth was 5.6%. Prices contributed about "
    "2.1 percentage points.",
    f"Precision Sensing net sales {moved(Y.segment_sales[0], P.segment_sales[0])} led by semiconductor equipment "
    f"and life sciences. Flow and Metering net sales {moved(Y.segment_sales[1], P.segment_sales[1])} because "
    "municipal customers waited for grants. Services and Software net sales "
    f"{moved(Y.segment_sales[2], P.segment_sales[2])} on growth of Tidemark subscriptions and $5.8 million from "
    "Brindle Analytics.",
)
MARGIN = (
    f"Gross profit {moved(Y.gross_profit, P.gross_profit)} to {millions(Y.gross_profit)}. Gross margin was "
    f"{percent(Y.gross_profit, Y.sales)} of net sales in fiscal 2024, compared with "
    f"{percent(P.gross_profit, P.sales)} in fiscal 2023 and {percent(E.gross_profit, E.sales)} in fiscal 2022. The "
    "gain came from the larger share of software, from price and from lower freight cost, in part offset by "
    "under-used capacity in the Larkmoor meter plant.",
)
OPERATING = (
    f"Research and development expenses {moved(Y.research, P.research)} as we staffed the third generation of "
    f"Tidemark. Selling, general and administrative expenses {moved(Y.selling, P.selling)} mainly from wages and "
    "$1.9 million of costs to acquire Brindle Analytics. Amortization rose by $1.7 million with the intangible "
    "assets acquired.",
    f"Restructuring charges of {millions(Y.restructuring)} in fiscal 2024 consisted of $8.2 million of severance "
    "and $3.7 million of costs to move production from Hollin, Oregon to Larkmoor and Alcanza.",
    f"Operating income {moved(Y.operating_income, P.operating_income)} to {millions(Y.operating_income)}, or "
    f"{percent(Y.operating_income, Y.sales)} of net sales, compared with {percent(P.operating_income, P.sales)} in "
    "fiscal 2023.",
)
BELOW = (
    f"Interest expense was {millions(Y.interest_expense)} in fiscal 2024 and {millions(P.interest_expense)} in "
    "fiscal 2023; the increase reflects the new term loan and higher variable rates. Interest income and other, "
    f"net increased to {millions(Y.other_income)} on higher cash balances.",
    f"Our effective tax rate was {percent(Y.taxes, Y.pretax)} in fiscal 2024, {percent(P.taxes, P.pretax)} in "
    f"fiscal 2023 and {percent(E.taxes, E.pretax)} in fiscal 2022. Net income {moved(Y.net_income, P.net_income)} "
    f"to {millions(Y.net_income)}, or ${Y.diluted_eps} per diluted share, compared with {millions(P.net_income)}, "
    f"or ${P.diluted_eps} per diluted share.",
)
SEGMENT_TALK = (
    f"Precision Sensing segment income was {millions(Y.segment_income[0])}, or "
    f"{percent(Y.segment_income[0], Y.segment_sales[0])} of its net sales, compared with "
    f"{percent(P.segment_income[0], P.segment_sales[0])} in fiscal 2023. Flow and Metering segment income fell to "
    f"{millions(Y.segment_income[1])} from {millions(P.segment_income[1])}. Services and Software segment income "
    f"rose to {millions(Y.segment_income[2])} from {millions(P.segment_income[2])} and passed that of Flow and "
    "Metering for the second year.",
)
ADJUSTED = (
    "Adjusted EBITDA is not a measure under generally accepted accounting principles. Our lenders use it, and "
    "we use it to judge how the business performs. It is reconciled to operating income as follows:",
)
LIQUIDITY = (
    f"Cash and cash equivalents were {millions(B.cash)} at September 28, 2024 and {millions(A.cash)} at September "
    "30, 2023, of which $61.2 million and $54.7 million were held outside the United States. We believe that cash, "
    "cash flow from operations and our undrawn revolving credit facility of $200.0 million cover our needs for at "
    "least the next twelve months.",
    f"Operating activities provided {millions(FLOWS[2024].operating)} in fiscal 2024. The increase from "
    f"{millions(FLOWS[2023].operating)} came from higher net income, from lower inventories and from subscriptions "
    f"billed in advance. Capital expenditures were {millions(Y.capital_expenditures)}, and we expect $50 million to "
    "$55 million in fiscal 2025. Free cash flow, which we define as net cash provided by operating activities less "
    f"capital expenditures, was {millions(FLOWS[2024].operating - Y.capital_expenditures)}, compared with "
    f"{millions(FLOWS[2023].operating - P.capital_expenditures)} in fiscal 2023.",
    f"We returned {millions(Y.repurchases + Y.dividends)} to stockholders: {millions(Y.repurchases)} by repurchases "
    f"and {millions(Y.dividends)} by dividends. Total debt was {millions(B.debt)} at September 28, 2024, compared "
    f"with {millions(A.debt)} a year before.",
)
ESTIMATES = (
    "The statements rest on estimates. We consider the following critical because they require difficult judgments "
    "and different ones could change results materially.",
    "## Revenue recognition",
    "Contracts that combine instruments, commissioning and subscriptions are divided into performance obligations "
    "at relative stand-alone selling prices. A change of 5% in the stand-alone price of Tidemark would have moved "
    "$2.3 million between products and services in fiscal 2024.",
    "## Goodwill",
    "We test goodwill each year on the first day of the fourth quarter. In the fiscal 2024 test the fair value of "
    "Flow and Metering exceeded its carrying amount by 21%; the other reporting units exceeded theirs by more than "
    "80%. An increase of the discount rate by one percentage point would have reduced the excess of Flow and "
    "Metering to 9%.",
    "## Inventories",
    "We write inventories down for excess and obsolescence on expected use over 24 months. Write-downs were $6.4 "
    "million in fiscal 2024 and $5.1 million in fiscal 2023.",
)
MARKET_RISK = (
    "# Interest rates",
    "Our term loans bear interest at a benchmark rate plus 1.375%. On $200.0 million of variable debt, a rise of "
    "one percentage point would increase annual interest expense by $2.0 million. The senior notes bear a fixed "
    "rate of 4.75%.",
    "# Exchange rates",
    "We hedge net exposures of up to twelve months with forward contracts, of which $74.5 million were outstanding "
    "at September 28, 2024. A 10% move of the dollar against all hedged currencies would change their fair value "
    "by $7.3 million.",
)
