"""The sign in which a printed figure is meant, told by what stands beside it; and what stands for a missing line.

Amounts spent (`statements.spent`) are taken without their sign: a question about "dividends paid" means the amount.
Charges that can turn into credits (`CHARGES`) keep a sign, but lose the one that a statement puts before all its costs;
gains are told as gains, however a cash flow statement takes them off; a tax has the sign in which it adds up with the
income before and after it, and where that tells nothing one printed without parentheses is no credit; net interest is
what it cost. Every other figure keeps the sign that is printed.
"""

import re
import tomllib
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from pathlib import Path

from apps.documents.models import Fact
from apps.questions.expressions import Expression
from apps.questions.formulas import parse
from apps.statements.ontology import Statement
from apps.statements.spent import SPENT

Beside = Callable[..., list[Fact]]  # facts of these concepts in the same table and period as the figure

CHARGES = frozenset(
    {"restructuring", "restructuring_and_impairment", "impairment", "income_tax", "provision_for_credit_losses"}
)
TELLING = frozenset({"cost_of_revenue", "operating_expenses", "costs_and_expenses", "selling_general_administrative"})
AFTER_TAX = ("income_continuing", "net_income", "net_income_common")
GAINS = frozenset({"gain_on_divestitures", "gain_on_asset_sales"})
CENT = Decimal("0.01")
BESIDE = TELLING | {"income_before_tax", "operating_income", *AFTER_TAX}

# Of what may turn either way, filers put in parentheses the word for amounts that they print in parentheses.
EARNED_IN_PARENTHESES = re.compile(r"\((?:net )?income\b[^()]*\)", re.IGNORECASE)
GAIN_IN_PARENTHESES = re.compile(r"\(gains?\b[^()]*\)", re.IGNORECASE)
SPENT_IN_PARENTHESES = re.compile(r"\((?:net )?(?:expenses?|costs?|loss)\b[^()]*\)", re.IGNORECASE)


@cache
def stand_ins() -> dict[str, tuple[Expression, ...]]:
    raw = tomllib.loads((Path(__file__).parent / "stand_ins.toml").read_text(encoding="utf-8"))
    return {key: tuple(parse(text) for text in texts) for key, texts in raw.items()}


def meant(fact: Fact, beside: Beside) -> Decimal:
    """The value of `fact` in the sign that people mean when they name the item."""
    if fact.concept in SPENT:
        return abs(fact.value)
    if fact.concept in GAINS:
        return -fact.value if _is_deducted(fact) else fact.value
    if fact.concept == "income_tax" and (tax := _tax_that_adds_up(fact, beside)) is not None:
        return tax
    if fact.concept == "net_interest_expense":
        return _net_interest(fact, beside)
    if fact.charge:
        return -fact.value
    if fact.concept == "income_tax" and fact.value > 0:  # tax is often printed plainly below costs in parentheses
        return fact.value
    return -fact.value if fact.concept in CHARGES and _prints_costs_negative(beside) else fact.value


def _is_deducted(gain: Fact) -> bool:
    """Cash flow statements take gains off net income; elsewhere the label puts in parentheses what is printed so."""
    return gain.statement == Statement.CASH_FLOW or bool(GAIN_IN_PARENTHESES.search(gain.label))


def same(first: Decimal, second: Decimal, scale: Decimal) -> bool:
    """Equal, or told apart by rounding to the printed scale alone."""
    step = Decimal(scale) if scale > 1 else CENT
    return abs(abs(first) - abs(second)) <= step / 2


def _tax_that_adds_up(tax: Fact, beside: Beside) -> Decimal | None:
    """The tax in the sign in which income before it, less the tax, is the income after it; None when neither is."""
    before = beside("income_before_tax")
    for after in beside(*AFTER_TAX):
        for value in (tax.value, -tax.value):
            if before and same(before[0].value - value, after.value, 3 * tax.scale) and tax.value:
                return value
    return None


def _net_interest(interest: Fact, beside: Beside) -> Decimal:
    """What interest cost on balance: positive for a cost, negative where more was earned than paid.

    "(expense)" in the label says that a cost is printed in parentheses. Otherwise an amount in parentheses is a cost,
    deducted like the others, unless income before tax is above operating income by just this amount.
    """
    if SPENT_IN_PARENTHESES.search(interest.label):
        return -interest.value
    if EARNED_IN_PARENTHESES.search(interest.label):
        return interest.value
    if _prints_costs_negative(beside):
        return -interest.value
    return interest.value if interest.value >= 0 or _earned(interest, beside) else -interest.value


def _earned(interest: Fact, beside: Beside) -> bool:
    """Whether income before tax is operating income and this amount on top of it."""
    operating, before_tax = beside("operating_income"), beside("income_before_tax")
    gained = before_tax[0].value - operating[0].value if operating and before_tax else Decimal(0)
    return gained > 0 and same(gained, interest.value, 3 * interest.scale)


def _prints_costs_negative(beside: Beside) -> bool:
    return any(fact.value < 0 for fact in beside(*TELLING))
