"""Who, when or which part has the most of a figure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.answers.compute.bind import Binder
from apps.answers.compute.contexts import Context
from apps.answers.compute.figures import Figure, figure
from apps.answers.compute.missing import ImpossibleError, MissingError, NotComputedError
from apps.answers.compute.telling import Ranked
from apps.questions.expressions import Expression, Item, Ratio, Row, walk
from apps.questions.labels import margin_of
from apps.questions.outside import OUTSIDE
from apps.questions.query import Form, Order, Query
from apps.questions.ratios import ratios
from apps.questions.slots import Dimension, Part

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Ranking:
    """figures: best first; missing: why one that belongs into the order is not there."""

    figures: tuple[Figure, ...]
    how: Ranked
    missing: tuple[str, ...] = ()


def is_of_others(query: Query) -> bool:
    """Whether members of something or filers are put in order, and not periods."""
    return len(query.filers) > 1 or (query.part is not None and query.part.each)


def rank(order: Order, contexts: Sequence[Context], binder: Binder, form: Form) -> Ranking:
    """Over members where the part is each, else over filers, else over periods. Raises ImpossibleError."""
    part = contexts[0].part
    if part is not None and part.each:
        of = "part" if part.dimension is Dimension.LINE else str(part.dimension)
        return _ordered(order, *_over_members(order.by, part, contexts, binder, form), of)
    if len({context.book.key for context in contexts}) > 1:
        return _ordered(order, *_each(order.by, contexts, binder, form), "company")
    whole = [replace(context, span=span, spans=(span,)) for context in contexts for span in context.spans]
    if len(whole) == 1:
        raise ImpossibleError(f"Of {whole[0].span.label} alone there is nothing to put in order.")
    return _ordered(order, *_each(order.by, whole, binder, form), "period")


def _ordered(order: Order, found: Sequence[Figure], missing: Sequence[str], of: str) -> Ranking:
    if len(found) == 1 and not missing:  # the whole alone is no part of itself
        raise ImpossibleError("Only one of these is told apart: there is nothing to put in order.")
    if len({one.amount.unit for one in found}) > 1 or len({one.currency for one in found}) > 1:
        raise ImpossibleError("The figures are stated in different units or currencies and cannot be put in order.")
    cells = [places for one in found if all(places := tuple(operand.candidate.place for operand in one.operands))]
    if () not in cells and len(set(cells)) < len(cells):  # one cell is no figure of several of them
        raise ImpossibleError("What was found does not tell these apart.")
    ranked = sorted(found, key=lambda one: one.amount.value, reverse=order.descending)
    return Ranking(tuple(ranked[: max(order.most, SHOWN)]), Ranked(order.descending, of, order.most), tuple(missing))


def _each(by: Expression, contexts: Sequence[Context], binder: Binder, form: Form) -> tuple[list[Figure], list[str]]:
    found: list[Figure] = []
    missing: list[str] = []
    for context in contexts:
        try:
            found.append(figure(by, context, binder, form))
        except NotComputedError as error:
            missing.append(str(error))
    return found, missing


def _over_members(
    by: Expression, part: Part, contexts: Sequence[Context], binder: Binder, form: Form
) -> tuple[list[Figure], list[str]]:
    members = member_contexts(by, part, contexts[0], binder)
    return _each(by, members, binder, form)


def member_contexts(
    by: Expression, part: Part, context: Context, binder: Binder, *, printed: bool = True
) -> list[Context]:
    """One for each member that the first item of the expression is told apart by. Raises MissingError.

    printed: by a printed table, where no facts tell them apart.
    """
    item = next((one for one in walk(by) if isinstance(one, Item | Row)), None) or _first_item(by)
    if isinstance(item, Row) and (of := margin_of(item.label)):  # what it is the margin of is told part by part
        item = Row(of)
    kind = part.dimension or Dimension.ANY
    found = binder.members_of(context).each(item, kind, context.span, printed=printed)
    names = [operand.candidate.part for operand in found]
    return [replace(context, part=Part(part.dimension, name)) for name in names]


def _first_item(by: Expression) -> Item:
    """What is looked for in the parts, of a ratio: what its first formula begins with. Raises MissingError."""
    for one in walk(by):
        formulas = ratios()[one.key].formulas if isinstance(one, Ratio) and one.key in ratios() else ()
        for formula in formulas:
            item = next((inner for inner in walk(formula) if isinstance(inner, Item)), None) or _first_item(formula)
            if item.concept not in OUTSIDE:
                return item
    raise MissingError("What is asked for is not stated for parts of a company.")
