"""An operand: one candidate that stands for one item of an expression, in the sign in which it is meant."""

from dataclasses import dataclass
from decimal import Decimal

from apps.answers.sources.candidate import Candidate, Quantity, Span
from apps.statements.ontology import Unit

# Powers of money, shares and days: money per share is (1, -1, 0), a plain number (0, 0, 0).
POWERS = {
    Unit.MONEY: (1, 0),
    Unit.PER_SHARE: (1, -1),
    Unit.SHARES: (0, 1),
    Unit.PERCENT: (0, 0),
    Unit.COUNT: (0, 0),
}
NO_QUANTITY = Quantity(Decimal(0), Unit.COUNT)


@dataclass(frozen=True, slots=True)
class Restated:
    """What another filing states for the same figure."""

    value: Decimal
    source: str
    newer: bool = False


@dataclass(frozen=True, slots=True)
class Operand:
    """value: in whole units, in the sign that is meant; name: as the query names it. says: what to tell of the choice.

    span: the period that was asked for, of which the candidate is.
    """

    candidate: Candidate
    value: Decimal
    name: str
    span: Span
    restated: tuple[Restated, ...] = ()
    says: tuple[str, ...] = ()

    @property
    def quantity(self) -> Quantity:
        return self.candidate.quantity or NO_QUANTITY

    @property
    def unit(self) -> Unit:
        return self.quantity.unit

    @property
    def currency(self) -> str:
        return self.quantity.currency

    @property
    def filer(self) -> str:
        return self.candidate.filer.name if self.candidate.filer else ""
