"""Questions for cells of tables with the answers that their numbers come to (H2): nobody has to judge them."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from apps.accounts.models import User
from apps.answers.compute.books import Shelf, shelf
from apps.answers.sources.candidate import Quantity
from apps.learning.builders import cells
from apps.learning.builders.cells import AskedCell, Printed, tables_of
from apps.learning.builders.filed import Filed, called, companies_by_filing
from apps.learning.builders.readers import COMPANY
from apps.learning.training.programs import Answer, Written
from apps.questions.operations import Operation
from apps.retrieval.found import Scope
from apps.statements.ontology import Unit

SEED = 29
DIGITS, PERCENT, HUNDRED = 4, "%", Decimal(100)


def drawn(most: int, viewer: User, about: Callable[[str], bool]) -> list[Written]:
    """So many of those that are kept about filers of such names, always the same, as far as the store holds them."""
    rng, filed = random.Random(SEED), companies_by_filing()  # noqa: S311 - an order, no secret
    asked = [one for one in cells.read() if one.filing in filed and about(filed[one.filing].name)]
    rng.shuffle(asked)
    return list(written(asked[:most], filed, shelf(viewer, Scope()), rng))


def written(
    asked: Iterable[AskedCell], filed: Mapping[str, Filed], held: Shelf, rng: random.Random
) -> Iterator[Written]:
    """filed: by SHA-256. What is of a filing that is not held, or was read otherwise, is left out."""
    by_filing: dict[str, list[AskedCell]] = {}
    for one in asked:
        by_filing.setdefault(one.filing, []).append(one)
    for sha256, tables in tables_of(by_filing, filed, held):
        for one in by_filing[sha256]:
            places = [tables.by_place.get((one.table, *cell)) for cell in one.cells]
            printed = [place for place in places if place]
            found = answers(one.operation, [_quantity(each) for each in printed]) if all(places) else ()
            if found:
                question = one.question.replace(COMPANY, called(filed[sha256], rng))
                page, (first, *also) = printed[0].table.table.page, found
                yield Written(question, str(one.operation), *first, sha256, page, also=tuple(also))


def answers(operation: Operation, of: Sequence[Quantity]) -> tuple[Answer, ...]:
    """A number with its unit, for each form in which it may be told: a change as an amount and in percent."""
    values, units = [one.value for one in of], {one.unit for one in of}
    first, last = values[0], values[-1]
    unit = PERCENT if units == {Unit.PERCENT} else ""
    parts = (_answer(first / last * HUNDRED, PERCENT, 1), _answer(first / last, "")) if last else ()
    match operation:
        case Operation.VALUE:
            return (_answer(first, unit),)
        case Operation.CHANGE:
            rate = (_answer((first - last) / abs(last) * HUNDRED, PERCENT, 1),) if last and not unit else ()
            return (_answer(first - last, unit), *rate)
        case Operation.SHARE | Operation.RATIO:
            return parts if operation is Operation.SHARE else parts[::-1]
        case Operation.SUM:
            return (_answer(sum(values, Decimal(0)), unit),)
        case Operation.DIFFERENCE:
            return (_answer(first - last, unit),)
        case Operation.AVERAGE:
            return (_answer(sum(values, Decimal(0)) / len(values), unit),)
    raise ValueError(f"nobody asked for {operation} of cells")


def _answer(value: Decimal, unit: str, digits: int = DIGITS) -> Answer:
    rounded = value.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return str(rounded if digits < DIGITS else rounded.normalize().__format__("f")), unit


def _quantity(one: Printed) -> Quantity:
    """What the table does not say the unit of is a count, as in `programs.series`."""
    return one.table.quantity(one.line, one.cell) or Quantity(one.cell.amount.value, Unit.COUNT)
