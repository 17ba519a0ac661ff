"""A figure: an expression bound and evaluated for one filer, period and part, in the form that is asked for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations

from apps.answers.compute.bind import Binder
from apps.answers.compute.contexts import Context
from apps.answers.compute.fiscal import span_of
from apps.answers.compute.form import ShownFigure, shown_as, state
from apps.answers.compute.missing import AmbiguousError, ImpossibleError
from apps.answers.compute.operands import Operand
from apps.answers.compute.own_ratios import as_stated
from apps.answers.compute.tree import SIGNS, Amount, Applied, Tree, amount, leaves
from apps.answers.sources.candidate import Place, Span
from apps.questions.expressions import (
    At,
    Binary,
    Call,
    CallFunction,
    Expression,
    Item,
    Number,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    Stated,
    stretched,
    walk,
)
from apps.questions.labels import margin_of
from apps.questions.outside import OUTSIDE
from apps.questions.query import Form, Shown
from apps.questions.ratios import ratios
from apps.statements.ontology import Unit, concepts

RATES = frozenset({OverTimeFunction.GROWTH, OverTimeFunction.CAGR})
OF_MONEY = frozenset({Unit.MONEY, Unit.PER_SHARE})


@dataclass(frozen=True, slots=True)
class Figure:
    """name: of what is measured; part: the member of which it is, "" for the whole filer.

    over: the function over the spans, "" for a figure of one; ends: the figures of single periods behind it.
    """

    name: str
    filer: str
    spans: tuple[Span, ...]
    tree: Tree
    amount: Amount
    shown: ShownFigure
    currency: str = ""
    part: str = ""
    over: str = ""
    ends: tuple["Figure", ...] = ()

    @property
    def operands(self) -> tuple[Operand, ...]:
        return tuple(dict.fromkeys(leaves(self.tree)))

    @property
    def subject(self) -> str:
        """What it is of whom: "Revenue, Harbor Works, of Quillmark Foundry". A part is never told as the whole."""
        part = f", {self.part}," if self.part else ""
        return f"{self.name}{part} of {self.filer}"

    @property
    def period(self) -> str:
        """ "FY2021", "FY2019 to FY2021"."""
        return " to ".join(dict.fromkeys((self.spans[0].label, self.spans[-1].label)))


def figure(expression: Expression, context: Context, binder: Binder, form: Form) -> Figure:
    """Raises MissingError, AmbiguousError, ImpossibleError."""
    over = stretched(expression)
    if over and over.function is OverTimeFunction.SERIES:
        return figure(over.of, context, binder, form)
    if isinstance(expression, At) and expression.period:
        context = replace(context, span=span_of(expression.period, context.book))
    spans = binder.stretch(over, context) if over else (context.span,)
    tree = binder.tree(as_stated(expression, spans if over else context.spans, context, binder), context)
    one_line_each(leaves(tree))
    none_recast(tuple(leaves(tree)))
    value, currency = amount(tree), one_currency(leaves(tree))
    if form.currency and currency and form.currency != currency:
        raise ImpossibleError(f"The figures are stated in {currency}; no rate to {form.currency} is known here.")
    shown = shown_as(value, usual(expression), form)
    points = bool(over and over.function is OverTimeFunction.CHANGE and shown is Shown.PERCENT)
    each = replace(form, shown=Shown.AS_STATED) if form.shown is Shown.BASIS_POINTS else form  # of what moved by them
    ends = (
        tuple(figure(over.of, replace(context, span=one, spans=spans), binder, each) for one in spans) if over else ()
    )
    return Figure(
        name=name_of(expression),
        filer=context.book.filer.name,
        spans=spans,
        tree=tree,
        amount=value,
        shown=state(value, shown, form, currency, points=points),
        currency=currency,
        part=context.part.name if context.part else "",
        over=over.function if over else "",
        ends=_as_counted(ends, tree, form),
    )


def _as_counted(ends: tuple[Figure, ...], tree: Tree, form: Form) -> tuple[Figure, ...]:
    """The figures of single periods as they stand in the function over them: prices in the shares of one day."""
    if not isinstance(tree, Applied) or len(tree.of) != len(ends):
        return ends
    return tuple(
        end if end.tree == inner else _restated(end, inner, form) for end, inner in zip(ends, tree.of, strict=True)
    )


def _restated(end: Figure, tree: Tree, form: Form) -> Figure:
    value = amount(tree)
    return replace(
        end, tree=tree, amount=value, shown=state(value, shown_as(value, Shown.RATIO, form), form, end.currency)
    )


def one_line_each(operands: Iterable[Operand]) -> None:
    """No number is two lines of a formula at once. Raises ImpossibleError where one is."""
    names: dict[Place, str] = {}
    for one in operands:
        if (place := one.candidate.place) and names.setdefault(place, one.name) != one.name:
            raise ImpossibleError(f"The same number was found for {names[place]} and for {one.name}.")


def none_recast(operands: Sequence[Operand]) -> None:
    """Of a part and a period, what a report tells goes with nothing that another tells where that has recast the first.

    Raises AmbiguousError.
    """
    for one, other in permutations(operands, 2):
        recast = other.candidate.source in {restated.source for restated in one.restated}
        parts = one.candidate.part and other.candidate.part
        if recast and parts and one.span == other.span and other.name != one.name:
            own, others = one.candidate.source, other.candidate.source
            raise AmbiguousError(
                f"{one.name}, {one.span.label}, of {own} does not go with {other.name} of {others}, which states the"
                " first otherwise."
            )


def one_currency(operands: Iterable[Operand]) -> str:
    """The currency of all amounts. Raises ImpossibleError when there are several."""
    found = {operand.currency for operand in operands if operand.unit in OF_MONEY and operand.currency}
    if len(found) > 1:
        raise ImpossibleError(f"The figures are stated in different currencies ({', '.join(sorted(found))}).")
    return found.pop() if found else ""


def declared_of(figure: Figure) -> Decimal:
    """What the tables of all its operands say they count in, where that is left open for each of them; 1 otherwise."""
    scales = {one.quantity.declared for one in leaves(figure.tree)}
    return scales.pop() if len(scales) == 1 else Decimal(1)


def usual(expression: Expression) -> Shown:
    """How the result is usually told, where its unit leaves that open."""
    match expression:
        case Ratio(key=key):
            return ratios()[key].shown
        case Share():
            return Shown.PERCENT
        case Row(label=label) if margin_of(label):
            return Shown.PERCENT
        case OverTime(function=function, of=of):
            return Shown.PERCENT if function in RATES else usual(of)
        case At(of=of):
            return usual(of)
        case Call(function=CallFunction.ABSOLUTE, of=of):
            return usual(of[0])
        case Stated(formula=formula):
            days = any(isinstance(one, Number) and one.value in {360, 365} for one in walk(formula))
            return Shown.DAYS if days else usual(formula)
        case Binary(left=left, right=right):
            alike = usual(left) is usual(right) is Shown.PERCENT
            return Shown.PERCENT if alike and expression.operator in {"+", "-"} else Shown.RATIO
    return Shown.RATIO


def name_of(expression: Expression) -> str:
    """What people call it."""
    match expression:
        case Number(value=value):
            return f"{value.normalize():,f}"
        case Item(concept=concept, lag=lag):
            name = concepts()[concept].name if concept in concepts() else OUTSIDE.get(concept, concept)
            return f"{name} of the year before" if lag == 1 else name
        case Row(label=label):
            return f"{label[:1].upper()}{label[1:]}"
        case Ratio(key=key):
            return ratios()[key].name
        case Stated(name=name, formula=formula):
            return name or name_of(formula)
        case Binary(operator=operator, left=left, right=right):
            return f"{_inner(left)} {SIGNS[operator]} {_inner(right)}"
        case Call(function=CallFunction.ABSOLUTE, of=of):
            return name_of(of[0])
        case Call(function=CallFunction.SUM, of=of):
            return " + ".join(_inner(one) for one in of)
        case Call(function=function, of=of):
            return f"{function} of {', '.join(name_of(one) for one in of)}"
        case Share(of=of, whole=whole):
            told = f"{_moving(of)} as a share of {lower(_moving(whole))}"
            return f"Share of {lower(name_of(whole))}" if of == whole else told
        case OverTime(of=of):
            return name_of(of)
        case At(of=of, filer=filer, part=part):
            beside = (filer.name if filer else "", part.name if part else "")
            return ", ".join(filter(None, (name_of(of), *beside)))


def _moving(expression: Expression) -> str:
    """Named as a change where it is one."""
    change = isinstance(expression, OverTime) and expression.function is OverTimeFunction.CHANGE
    return f"Change in {lower(name_of(expression))}" if change else name_of(expression)


def _inner(expression: Expression) -> str:
    return f"({name_of(expression)})" if isinstance(expression, Binary) else name_of(expression)


def lower(name: str) -> str:
    return name if name[:2].isupper() else f"{name[:1].lower()}{name[1:]}"
