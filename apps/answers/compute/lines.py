"""The lines that a total of a statement is the sum of, where the printed figures prove that they are all of them."""

from collections.abc import Sequence
from decimal import Decimal

from apps.answers.compute.bind import Binder
from apps.answers.compute.contexts import Context
from apps.answers.compute.ledger import FIELDS
from apps.answers.compute.missing import MissingError
from apps.documents.models import Fact
from apps.questions.expressions import Item
from apps.statements.ontology import concepts

TOTAL = "total"
LEAST = 2  # lines: a sum of one proves nothing


def lines_of(concept: str, context: Context, binder: Binder) -> list[Item]:
    """Raises MissingError where the total is not printed or its lines do not add up to it."""
    total = binder.ledger(context).find(concept, context.span).candidate
    place = total.place
    if place is None:
        raise MissingError(_unproven(concept, context))
    column = Fact.objects.filter(version=place.version, table=place.table, column=place.column, dimension="")
    above = list(column.filter(row__lte=place.row or 0).order_by("row").only(*FIELDS))
    found = _parts(above[-1], above[:-1]) if above else None
    if found is None or not all(one.concept for one in found[0]):
        raise MissingError(_unproven(concept, context))
    return [Item(one.concept) for one in found[0]]


def _parts(total: Fact, above: Sequence[Fact]) -> tuple[list[Fact], int] | None:
    """The run of lines right above `total` that adds up to it, totals within it by their own, and where it begins."""
    summed, run, place = Decimal(0), list[Fact](), len(above)
    while place:
        place -= 1
        line, parts = above[place], [above[place]]
        if line.label.lower().startswith(TOTAL):
            own = _parts(line, above[:place])
            if own is None:
                return None
            parts, place = own
        summed, run = summed + line.value, [*parts, *run]
        if abs(summed - total.value) <= total.scale and len(run) >= LEAST:
            return run, place
    return None


def _unproven(concept: str, context: Context) -> str:
    name = concepts()[concept].name
    return f"The lines of {name} of {context.span.label} do not add up to it as they are read, so none is the largest."
