"""The one model of the invented company's numbers, in thousands of dollars. Every document takes its figures from here.

Statements are rolled forward from an opening balance sheet, so that they truly add up; `check` proves it.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

NAME = "Zephyrwick Instruments, Inc."
TICKER = "ZFWK"
YEAR_ENDS = {2021: "October 2, 2021", 2022: "October 1, 2022", 2023: "September 30, 2023", 2024: "September 28, 2024"}
SEGMENTS = ("Precision Sensing", "Flow and Metering", "Services and Software")
QUARTER_WEIGHTS = {2022: (236, 247, 252, 265), 2023: (239, 245, 251, 265), 2024: (234, 246, 254, 266)}


@dataclass(frozen=True)
class Year:
    """What is given for one fiscal year; everything else is derived."""

    segment_sales: tuple[int, int, int]
    segment_income: tuple[int, int, int]
    cost_products: int
    cost_services: int
    research: int
    selling: int
    amortization: int
    restructuring: int
    interest_expense: int
    other_income: int
    taxes: int
    basic_shares: int
    diluted_shares: int
    depreciation: int
    stock_compensation: int
    deferred_taxes: int
    capital_expenditures: int
    acquired_goodwill: int
    acquired_intangibles: int
    borrowings: int
    repayments: int
    repurchases: int
    dividends: int
    stock_plans: int
    currency: int
    receivables: int  # balances at the end of the year
    inventories: int
    prepaid: int
    payables: int
    accrued: int
    deferred_revenue: int
    backlog: int
    employees: int

    @property
    def sales(self) -> int:
        return sum(self.segment_sales)

    @property
    def product_sales(self) -> int:
        return self.segment_sales[0] + self.segment_sales[1]

    @property
    def service_sales(self) -> int:
        return self.segment_sales[2]

    @property
    def cost(self) -> int:
        return self.cost_products + self.cost_services

    @property
    def gross_profit(self) -> int:
        return self.sales - self.cost

    @property
    def operating_expenses(self) -> int:
        return self.research + self.selling + self.amortization + self.restructuring

    @property
    def operating_income(self) -> int:
        return self.gross_profit - self.operating_expenses

    @property
    def corporate(self) -> int:
        """Unallocated corporate expense, as a negative number."""
        return self.operating_income + self.amortization + self.restructuring - sum(self.segment_income)

    @property
    def pretax(self) -> int:
        return self.operating_income - self.interest_expense + self.other_income

    @property
    def net_income(self) -> int:
        return self.pretax - self.taxes

    @property
    def basic_eps(self) -> Decimal:
        return per_share(self.net_income, self.basic_shares)

    @property
    def diluted_eps(self) -> Decimal:
        return per_share(self.net_income, self.diluted_shares)


YEARS = {
    2022: Year((412600, 298450, 141280), (82115, 42660, 35480), 437210, 58940, 71240, 158330, 14600, 0, 13480, 1150,
               21431, 48210, 48905, 31850, 17420, -2140, 38900, 0, 0, 0, 12500, 40000, 27960, 6310, -3870,
               138420, 151760, 21350, 78240, 96310, 52870, 287400, 3620),
    2023: Year((441930, 305120, 172640), (90570, 43925, 49710), 455380, 69875, 78655, 168905, 14600, 6480, 17925, 3640,
               23640, 47655, 48320, 33475, 19260, -3315, 44150, 0, 0, 0, 12500, 45000, 30495, 6725, 1655,
               149865, 158930, 23140, 81955, 101480, 63425, 312850, 3785),
    2024: Year((468275, 289870, 214905), (98340, 37410, 66820), 461120, 83310, 88120, 176240, 16250, 11935, 19260, 5285,
               25275, 46980, 47705, 35920, 22185, -4480, 47620, 27900, 14600, 50000, 25000, 60000, 33820, 7140, 1240,
               155310, 149275, 26480, 84630, 109720, 79840, 341600, 3910),
}  # fmt: skip


def per_share(income: int, shares: int) -> Decimal:
    return (Decimal(income) / shares).quantize(Decimal("0.01"), ROUND_HALF_UP)


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}%"


def split(total: int, year: int, tilt: int = 0) -> tuple[int, int, int, int]:
    """A year's total over its quarters, the last one taking what rounding leaves."""
    weights = [w + tilt * (i - 1) for i, w in enumerate(QUARTER_WEIGHTS[year])]
    first = [total * w // sum(weights) for w in weights[:3]]
    return (first[0], first[1], first[2], total - sum(first))


@dataclass(frozen=True)
class Balance:
    """A balance sheet at the end of a fiscal year."""

    cash: int
    receivables: int
    inventories: int
    prepaid: int
    property_net: int
    goodwill: int
    intangibles: int
    other_assets: int
    payables: int
    accrued: int
    deferred_revenue: int
    current_debt: int
    long_term_debt: int
    deferred_taxes: int
    other_liabilities: int
    common_stock: int
    paid_in: int
    retained: int
    accumulated_other: int
    treasury: int

    @property
    def current_assets(self) -> int:
        return self.cash + self.receivables + self.inventories + self.prepaid

    @property
    def assets(self) -> int:
        return self.current_assets + self.property_net + self.goodwill + self.intangibles + self.other_assets

    @property
    def current_liabilities(self) -> int:
        return self.payables + self.accrued + self.deferred_revenue + self.current_debt

    @property
    def debt(self) -> int:
        return self.current_debt + self.long_term_debt

    @property
    def liabilities(self) -> int:
        return self.current_liabilities + self.long_term_debt + self.deferred_taxes + self.other_liabilities

    @property
    def equity(self) -> int:
        return self.common_stock + self.paid_in + self.retained + self.accumulated_other + self.treasury


OPENING = Balance(
    cash=96430, receivables=129870, inventories=138215, prepaid=19880, property_net=218640, goodwill=246300,
    intangibles=118400, other_assets=41260, payables=74115, accrued=91240, deferred_revenue=44930, current_debt=12500,
    long_term_debt=337500, deferred_taxes=28650, other_liabilities=39410, common_stock=520, paid_in=214830,
    retained=298335, accumulated_other=-12035, treasury=-121000,
)  # fmt: skip


@dataclass(frozen=True)
class CashFlow:
    """A cash flow statement; changes in balances are signed as they are shown."""

    net_income: int
    depreciation_amortization: int
    stock_compensation: int
    deferred_taxes: int
    receivables: int
    inventories: int
    prepaid: int
    payables: int
    accrued: int
    deferred_revenue: int
    capital_expenditures: int
    acquisition: int
    borrowings: int
    repayments: int
    repurchases: int
    dividends: int
    stock_plans: int
    currency: int

    @property
    def operating(self) -> int:
        adjustments = self.depreciation_amortization + self.stock_compensation + self.deferred_taxes
        assets = self.receivables + self.inventories + self.prepaid
        return self.net_income + adjustments + assets + self.payables + self.accrued + self.deferred_revenue

    @property
    def investing(self) -> int:
        return self.capital_expenditures + self.acquisition

    @property
    def financing(self) -> int:
        return self.borrowings + self.repayments + self.repurchases + self.dividends + self.stock_plans

    @property
    def change(self) -> int:
        return self.operating + self.investing + self.financing + self.currency


def cash_flow(before: Balance, year: Year) -> CashFlow:
    return CashFlow(
        year.net_income,
        year.depreciation + year.amortization,
        year.stock_compensation,
        year.deferred_taxes,
        before.receivables - year.receivables,
        before.inventories - year.inventories,
        before.prepaid - year.prepaid,
        year.payables - before.payables,
        year.accrued - before.accrued,
        year.deferred_revenue - before.deferred_revenue,
        -year.capital_expenditures,
        -(year.acquired_goodwill + year.acquired_intangibles),
        year.borrowings,
        -year.repayments,
        -year.repurchases,
        -year.dividends,
        year.stock_plans,
        year.currency,
    )


def roll(before: Balance, year: Year) -> Balance:
    """The balance sheet a year later."""
    debt = before.debt + year.borrowings - year.repayments
    current = 18750 if year.borrowings or before.current_debt == 18750 else 12500
    return Balance(
        cash=before.cash + cash_flow(before, year).change,
        receivables=year.receivables,
        inventories=year.inventories,
        prepaid=year.prepaid,
        property_net=before.property_net + year.capital_expenditures - year.depreciation,
        goodwill=before.goodwill + year.acquired_goodwill,
        intangibles=before.intangibles + year.acquired_intangibles - year.amortization,
        other_assets=before.other_assets,
        payables=year.payables,
        accrued=year.accrued,
        deferred_revenue=year.deferred_revenue,
        current_debt=current,
        long_term_debt=debt - current,
        deferred_taxes=before.deferred_taxes + year.deferred_taxes,
        other_liabilities=before.other_liabilities,
        common_stock=before.common_stock,
        paid_in=before.paid_in + year.stock_compensation + year.stock_plans,
        retained=before.retained + year.net_income - year.dividends,
        accumulated_other=before.accumulated_other + year.currency,
        treasury=before.treasury - year.repurchases,
    )


def _rolled() -> dict[int, Balance]:
    balances = {2021: OPENING}
    for number, year in YEARS.items():
        balances[number] = roll(balances[number - 1], year)
    return balances


BALANCES = _rolled()
FLOWS = {number: cash_flow(BALANCES[number - 1], year) for number, year in YEARS.items()}


@dataclass(frozen=True)
class Quarter:
    """One quarter of the income statement; the four of a year add up to the year."""

    segment_sales: tuple[int, int, int]
    cost_products: int
    cost_services: int
    research: int
    selling: int
    amortization: int
    restructuring: int
    interest_expense: int
    other_income: int
    taxes: int
    basic_shares: int
    diluted_shares: int

    sales = Year.sales
    product_sales = Year.product_sales
    service_sales = Year.service_sales
    cost = Year.cost
    gross_profit = Year.gross_profit
    operating_expenses = Year.operating_expenses
    operating_income = Year.operating_income
    pretax = Year.pretax
    net_income = Year.net_income
    basic_eps = Year.basic_eps
    diluted_eps = Year.diluted_eps


def quarters(number: int) -> list[Quarter]:
    year = YEARS[number]
    segments = [split(sales, number, tilt) for sales, tilt in zip(year.segment_sales, (0, -4, 6), strict=True)]
    names = ("cost_products", "cost_services", "research", "selling", "amortization", "restructuring",
             "interest_expense", "other_income", "taxes")  # fmt: skip
    parts = {name: split(getattr(year, name), number, 2 if name == "cost_services" else 0) for name in names}
    shares = [(year.basic_shares + 300 - 200 * i, year.diluted_shares + 300 - 200 * i) for i in range(4)]
    return [
        Quarter(tuple(s[i] for s in segments), *(parts[name][i] for name in names), *shares[i])  # type: ignore[arg-type]
        for i in range(4)
    ]


QUARTERS = {number: quarters(number) for number in (2023, 2024)}
NEXT_QUARTER = Year((112480, 66925, 60310), (23890, 8215, 20140), 110245, 22870, 23140, 44310, 4280, 1950, 4790, 1420,
                    6385, 46210, 46930, 9140, 5910, -940, 11860, 0, 0, 0, 4500, 15000, 9240, 1105, -815,
                    151720, 152340, 27915, 81460, 98275, 84115, 352700, 3935)  # fmt: skip
NEXT_END = "December 28, 2024"
NEXT_BALANCE = roll(BALANCES[2024], NEXT_QUARTER)
NEXT_FLOW = cash_flow(BALANCES[2024], NEXT_QUARTER)
LAST_END = "December 30, 2023"
LAST_FLOW = CashFlow(QUARTERS[2024][0].net_income, 12210, 5385, -1015, 3120, -2875, -1240, -1905, -9830, 3410,
                     -10440, 0, 0, -3125, -15000, -8520, 1215, 640)  # fmt: skip


def check() -> None:
    """Every statement ties: balance sheets balance, quarters make years, segments make the whole."""
    for number, balance in BALANCES.items():
        if balance.assets != balance.liabilities + balance.equity:
            raise ArithmeticError(f"{number}: {balance.assets} != {balance.liabilities + balance.equity}")
    for number, parts in QUARTERS.items():
        if sum(q.net_income for q in parts) != YEARS[number].net_income:
            raise ArithmeticError(f"quarters of {number}")


def money(value: int | Decimal) -> str:
    """As statements print it: parentheses for negatives, an em dash for nil."""
    if value == 0:
        return "—"
    return f"({abs(value):,})" if value < 0 else f"{value:,}"


def shown(value: int | Decimal | str | None) -> str:
    return "" if value is None else value if isinstance(value, str) else money(value)


def millions(value: int) -> str:
    return f"${abs(value) / 1000:,.1f} million"
