"""The sign in which a figure is meant, and which line stands for another.

Amounts spent (`statements.spent`) are taken without their sign: a question about "dividends paid" means the amount.
Charges that can turn into credits (`CHARGES`) keep a sign, but lose the one that a statement puts before all its costs;
a tax has the sign in which it adds up with the income before and after it; net interest is what it cost (`meant.py`).
Every other figure keeps the sign that is printed.
"""

from apps.answers.calculator.formula import Binary, Formula, Item, Operator

CHARGES = frozenset(
    {"restructuring", "restructuring_and_impairment", "impairment", "income_tax", "provision_for_credit_losses"}
)
TELLING = frozenset(
    {"cost_of_revenue", "operating_expenses", "costs_and_expenses", "selling_general_administrative"}
)  # never below nought
AFTER_TAX = ("income_continuing", "net_income", "net_income_common")


def _minus(left: str, right: str) -> Formula:
    return Binary(Operator.SUBTRACT, Item(left), Item(right))


def _plus(left: str, right: str) -> Formula:
    return Binary(Operator.ADD, Item(left), Item(right))


# What is used where a filing does not print the line itself: another line that means the same there, a difference, or
# the sum of the parts that it prints.
STAND_INS: dict[str, tuple[Formula, ...]] = {
    "gross_profit": (_minus("revenue", "cost_of_revenue"),),
    "operating_expenses": (
        _minus("gross_profit", "operating_income"),
        Binary(Operator.SUBTRACT, _minus("revenue", "cost_of_revenue"), Item("operating_income")),
        Item("costs_and_expenses"),
    ),
    "costs_and_expenses": (_minus("revenue", "operating_income"),),
    "restructuring": (Item("restructuring_and_impairment"),),
    "accounts_payable": (Item("accounts_payable_and_accrued"),),
    "long_term_debt": (Item("long_term_debt_and_leases"),),
    "current_long_term_debt": (Item("current_debt_and_leases"),),
    "depreciation_amortization": (
        _plus("cf_depreciation", "cf_amortization"),
        Item("cf_depreciation_and_impairment"),
    ),
    "interest_expense": (Item("net_interest_expense"),),
    "net_income": (Item("net_income_common"), Item("cf_net_income")),
    "net_income_common": (Item("net_income"),),
    "total_equity": (Item("equity_parent"),),
    "equity_parent": (Item("total_equity"),),
    "total_liabilities": (
        Binary(Operator.SUBTRACT, _minus("total_assets", "total_equity"), Item("redeemable_noncontrolling")),
        _minus("total_assets", "total_equity"),
    ),
    "total_assets": (Item("liabilities_and_equity"),),
    "liabilities_and_equity": (Item("total_assets"),),
}
