"""Arithmetic over cells that were shown: parsed, evaluated in decimals, with units; nothing is executed (H4)."""

import re

from apps.answers.compute.figures import Figure, declared_of, one_currency
from apps.answers.compute.form import shown_as, state
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.operands import Operand
from apps.answers.compute.sheet import in_figures
from apps.answers.compute.tree import Applied, Constant, Leaf, Operation, Tree, amount, leaves
from apps.answers.sources.candidate import Span
from apps.answers.tools.desk import Desk, Given, ToolError
from apps.answers.tools.shapes import Calculate
from apps.questions.expressions import Binary, Call, CallFunction, Expression, Item, Number, Row, in_percent
from apps.questions.formulas import FormulaError, parse
from apps.questions.query import Form, Shown
from apps.statements.values.units import SCALES

NUMBER = re.compile(r"[.,]?\d[\d.,]*")
PERCENT_DECIMALS = 2
CENTURIES = frozenset({"19", "20"})
NOT_SHOWN = "{ident} was not shown: use ids of cells from results, such as t12_3_1."


def calculate(desk: Desk, asked: Calculate) -> Given:
    """A result with an id. Raises ToolError with the reason where there is none."""
    figure = computed(desk, asked)
    ident = f"k{len(desk.results) + 1}"
    desk.results[ident] = figure
    text = f"{ident} | {figure.name} | {figure.shown.text} | = {in_figures(figure)}{_headed(figure)}"
    return Given(text, f"calculated {asked.name[:80]}", f"{ident} = {figure.shown.text}")


def _named(name: str) -> str:
    """What a model calls its result, which stands beside it unchecked: so it may name years, and no figure."""
    printable = "".join(one for one in name if one.isprintable())
    numbers = [one.rstrip(".,") for one in NUMBER.findall(printable)]
    plain = all(len(one) == 1 or (len(one) == len("2023") and one[:2] in CENTURIES) for one in numbers)
    return name if plain and name.strip() else "Result"


def _headed(figure: Figure) -> str:
    """What stands over the tables, where it is left open whether it holds for what is counted."""
    scale = declared_of(figure)
    words = [word for word, one in SCALES.items() if one == scale]
    return f" | as printed; its tables are headed in {words[0]}s" if words else ""


def computed(desk: Desk, asked: Calculate) -> Figure:
    """Raises ToolError."""
    try:
        named = {ident for ident in _idents(asked.expression) if ident in desk.results or desk.known(ident)}
        tree, form = _formed(parse(asked.expression, names=named), asked, desk)
        value, currency = amount(tree), one_currency(leaves(tree))
        usual = form.shown if form.shown is not Shown.AS_STATED else Shown.RATIO
        shown = state(value, shown_as(value, usual, form), form, currency)
    except (FormulaError, NotComputedError) as error:
        raise ToolError(_reason(str(error))) from None
    operands = list(dict.fromkeys(leaves(tree)))
    spanned = [one.span for one in operands if one.span.label] or [operands[0].span]
    spans = sorted(set(spanned), key=lambda span: str(span.end or ""))
    return Figure(_named(asked.name[:120]), operands[0].filer, tuple(spans), tree, value, shown, currency)


def _formed(expression: Expression, asked: Calculate, desk: Desk) -> tuple[Tree, Form]:
    """The tree, and the form that is asked for; a plain ratio times 100 is the ratio in percent."""
    form = Form(shown=asked.shown, decimals=asked.decimals)
    results = {ident for ident, one in desk.results.items() if one.shown.unit == "%"}
    if asked.shown in {Shown.AS_STATED, Shown.PERCENT} and (ratio := in_percent(expression, results)):
        tree = _tree(ratio, desk)
        found = amount(tree)
        if found.unit == (0, 0) and not found.counted and any(leaves(tree)):
            return tree, Form(
                shown=Shown.PERCENT, decimals=PERCENT_DECIMALS if asked.decimals is None else asked.decimals
            )
    tree = _tree(expression, desk)
    if not any(leaves(tree)):
        raise ToolError("The expression uses no cell: numbers alone are no figures of a filing.")
    return tree, form


def _idents(expression: str) -> set[str]:
    return set("".join(one if one.isalnum() or one == "_" else " " for one in expression).split())


def _reason(told: str) -> str:
    """A name that is no statement item is a cell that was not shown."""
    return told.replace("is no statement item that is known here", "was not shown: use ids of cells from results")


def _tree(expression: Expression, desk: Desk) -> Tree:
    match expression:
        case Number(value=value):
            return Constant(value)
        case Item(concept=ident, lag=0) if ident in desk.cells:
            return Leaf(operand_of(desk, ident))
        case Item(concept=ident, lag=0) if ident in desk.results:
            return desk.results[ident].tree
        case Row(label=quotation, lag=0):
            return Leaf(desk.quoted(quotation))
        case Item(concept=ident):
            raise ToolError(NOT_SHOWN.format(ident=ident))
        case Binary(operator=operator, left=left, right=right):
            return Operation(operator, _tree(left, desk), _tree(right, desk))
        case Call(function=function, of=of):
            return Applied(_function(function), tuple(_tree(one, desk) for one in of))
    raise ToolError("The expression holds what is no arithmetic over cells.")


def _function(function: CallFunction) -> str:
    return {
        CallFunction.ABSOLUTE: "absolute",
        CallFunction.MINIMUM: "minimum",
        CallFunction.MAXIMUM: "maximum",
        CallFunction.SUM: "sum",
        CallFunction.AVERAGE: "average",
    }[function]


def operand_of(desk: Desk, ident: str) -> Operand:
    """A cell as it is printed. Raises ToolError where its table does not say what it counts."""
    candidate = desk.cells[ident]
    quantity, period = candidate.quantity, candidate.period
    if quantity is None:
        raise ToolError(f"The table of {ident} does not say what its numbers count.")
    span = period if period and period.label else Span(None, None, None, "")
    return Operand(candidate, quantity.value, candidate.label or ident, span)
