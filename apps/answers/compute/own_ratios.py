"""Ratios that a filing states itself: where people compute one in several ways, its filer's figure is the answer."""

from dataclasses import replace

from apps.answers.compute.bind import Binder
from apps.answers.compute.contexts import Context
from apps.answers.compute.labels import names_line
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Span
from apps.questions.expressions import Expression, OverTime, Ratio, Row
from apps.questions.query import Shown
from apps.questions.ratios import RatioDefinition, ratios
from apps.statements.ontology import Unit

UNITS = {Shown.PERCENT: Unit.PERCENT, Shown.MONEY: Unit.MONEY}


def as_stated(expression: Expression, spans: tuple[Span, ...], context: Context, binder: Binder) -> Expression:
    """The same of the printed line, where the ratio of all periods is stated and no other filer is asked about."""
    ratio = expression.of if isinstance(expression, OverTime) else expression
    definition = ratios().get(ratio.key) if isinstance(ratio, Ratio) else None
    alone = len(binder.spans) == 1 and context.part is None
    if definition is None or not (alone and (definition.is_convention or definition.own)):
        return expression
    if not all(_states(definition, replace(context, span=span), binder) for span in spans):
        return expression
    says = f"{definition.name} is as the filing states it, not computed."
    binder.says += [] if says in binder.says else [says]
    row = Row(definition.name)
    return replace(expression, of=row) if isinstance(expression, OverTime) else row


def _states(definition: RatioDefinition, context: Context, binder: Binder) -> bool:
    try:
        found = binder.cells_of(context.book).operand(definition.name, context.span, definition.name)
    except NotComputedError:
        return False
    return found is not None and _is_it(found, definition)


def _is_it(found: Operand, definition: RatioDefinition) -> bool:
    unit = UNITS.get(definition.shown, Unit.COUNT)
    plain = found.unit is unit and (unit is Unit.MONEY or found.quantity.scale <= 1)
    return plain and names_line(definition.name, found.candidate.label) in (0, 1)
