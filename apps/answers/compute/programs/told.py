"""Figures of a chosen program: each operand with its cell, the operation as a formula, and how likely it answers."""

from collections.abc import Iterator
from dataclasses import replace

from apps.answers.compute.cells import WHOLES
from apps.answers.compute.figures import Figure, one_currency
from apps.answers.compute.form import shown_as, state
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.choice import Chosen
from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.series import Series, Tabled
from apps.answers.compute.sheet import operands_of
from apps.answers.compute.telling import Ranked, headline, notes
from apps.answers.compute.tree import Applied, Leaf, Operation, Tree, amount, leaves
from apps.answers.sources.candidate import Span
from apps.questions.expressions import Operator, OverTimeFunction
from apps.questions.labels import words
from apps.questions.operations import Operation as Asked
from apps.questions.query import Form, Query, Shown
from apps.statements.ontology import Statement, concept_of
from apps.statements.spent import SPENT

TAKEN = "A trained model took these lines for what is asked: check that they are meant."
OPERATORS = {
    Asked.SHARE: Operator.DIVIDE,
    Asked.RATIO: Operator.DIVIDE,
    Asked.SUM: Operator.ADD,
    Asked.DIFFERENCE: Operator.SUBTRACT,
}
OVER_TIME = {
    Asked.CHANGE: OverTimeFunction.CHANGE,
    Asked.AVERAGE: OverTimeFunction.AVERAGE,
    Asked.SUM: OverTimeFunction.SUM,
    Asked.MOST_RISEN: OverTimeFunction.CHANGE,
    Asked.MOST_FALLEN: OverTimeFunction.CHANGE,
}
JOINED = {Asked.SHARE: "{} as a share of {}", Asked.RATIO: "{} / {}", Asked.SUM: "{} + {}", Asked.DIFFERENCE: "{} − {}"}
ROUNDING = 0.005  # of a total, by which printed parts may miss it


def outcome_of(query: Query, chosen: Chosen) -> Outcome:
    """Raises ImpossibleError where the cells do not go together after all."""
    program, table = chosen.tried.program, chosen.tried.table
    if program.among:
        figures, lead = _ranking(program, table, query.form)
    else:
        figures = tuple(_figures(program, query.form))
        lead = " ".join((headline([one for one in figures if not one.over], None), *map(_moved, figures))).strip()
    return Outcome(
        query=query,
        figures=figures,
        ranked=figures if program.among else (),
        notes=notes(operands_of(figures), (TAKEN,)),
        headline=lead,
        likely=chosen.probability,
        guessed=True,
    )


def _figures(program: Program, form: Form) -> Iterator[Figure]:
    operation, one = program.operation, program.series[0]
    if operation in OVER_TIME and len(program.series) == 1:
        over = OVER_TIME[operation]
        yield _over_time(one, over, program.spans, form)
        if operation is Asked.CHANGE and program.values and program.rates:
            yield _over_time(one, OverTimeFunction.GROWTH, program.spans, form)
        return
    every = [_at(program, span, form) for span in program.spans]
    yield from every
    if len(every) == 2 and len(program.values) + len(program.rates) > 2:
        yield _between(every[0], every[1], OverTimeFunction.CHANGE, form)
        if operation is Asked.VALUE and program.values and program.rates:
            yield _between(every[0], every[1], OverTimeFunction.GROWTH, form)


def _moved(figure: Figure) -> str:
    """By how much; an average and a sum as they are always told."""
    if figure.over not in (OverTimeFunction.CHANGE, OverTimeFunction.GROWTH):
        return headline((figure,), None) if figure.over else ""
    value = figure.amount.value
    way = "up" if value > 0 else "down" if value < 0 else "unchanged"
    first, last = figure.ends[0], figure.ends[-1]
    between = f"from {first.shown.text} in {first.period} to {last.shown.text} in {last.period}"
    size = f" {figure.shown.text.replace('-', '')}" if value else ""
    return f"{figure.subject}: {way}{size}, {between}."


def _at(program: Program, span: Span, form: Form) -> Figure:
    """What the program gives in one period."""
    operands = [_operand(one, span) for one in program.series]
    if program.operation is Asked.DIFFERENCE:  # what is taken off is an amount, though it may be printed below nought
        operands[1:] = [replace(one, value=abs(one.value)) for one in operands[1:]]
    sides = [Leaf(one) for one in operands]
    tree: Tree = sides[0] if len(sides) == 1 else Operation(OPERATORS[program.operation], sides[0], sides[1])
    name = _name(program.series[0])
    if len(sides) == 2:
        name = JOINED[program.operation].format(name, _name(program.series[1]))
    return _figure(name, program.series[0], (span,), tree, form, percent=program.operation is Asked.SHARE)


def _over_time(one: Series, over: OverTimeFunction, spans: tuple[Span, ...], form: Form) -> Figure:
    ends = tuple(_figure(_name(one), one, (span,), Leaf(_operand(one, span)), form, percent=False) for span in spans)
    tree = Applied(over, tuple(end.tree for end in ends))
    found = _figure(_name(one), one, spans, tree, form, percent=over is OverTimeFunction.GROWTH)
    return replace(found, over=over, ends=ends)


def _between(first: Figure, last: Figure, over: OverTimeFunction, form: Form) -> Figure:
    """By how much it moved between two periods that are both told."""
    tree = Applied(over, (first.tree, last.tree))
    value = amount(tree)
    shown = Shown.PERCENT if over is OverTimeFunction.GROWTH else shown_as(value, _usual(first), form)
    points = over is OverTimeFunction.CHANGE and shown is Shown.PERCENT
    told = state(value, shown, form, last.currency, points=points)
    spans = (*first.spans, *last.spans)
    return replace(last, spans=spans, tree=tree, amount=value, shown=told, over=over, ends=(first, last))


def _usual(figure: Figure) -> Shown:
    return Shown.PERCENT if figure.shown.unit == "%" else Shown.RATIO


def _ranking(program: Program, table: Tabled, form: Form) -> tuple[tuple[Figure, ...], str]:
    """Every line that is ranked, best first, and what the first has of them all where their sum is printed."""
    moved = program.operation in OVER_TIME
    if moved:
        every = [_over_time(one, OverTimeFunction.CHANGE, program.spans, form) for one in program.among]
        way = "risen" if program.operation is Asked.MOST_RISEN else "fallen"
        order = "; ".join(f"{one.name}: {one.shown.text}" for one in every)
        lead = f"{every[0].name} of {every[0].filer} has {way} the most, {every[0].period}: {every[0].shown.text}."
        return tuple(every), f"{lead} In order: {order}."
    single = replace(program, operation=Asked.VALUE)
    every = [_at(replace(single, series=(one,)), program.spans[-1], form) for one in program.among]
    whole = _whole(program, table)
    beside: tuple[Figure, ...] = ()
    if whole is not None:
        share = replace(program, operation=Asked.SHARE, series=(program.among[0], whole))
        beside = (_at(share, program.spans[-1], form),)
    lead = headline(every, None, Ranked(program.operation is Asked.LARGEST, "line", 1))
    return (*every, *beside), " ".join(filter(None, (lead, headline(beside, None))))


def _whole(program: Program, table: Tabled) -> Series | None:
    """The line that the ranked ones add up to."""
    span, first = program.spans[-1], program.among[0]
    summed = sum(one.quantities[span].value for one in program.among)
    for one in table.series:
        if one.name == first.name and span in one.quantities and one.is_whole:
            value = one.quantities[span].value
            if value and abs(float((summed - value) / value)) <= ROUNDING:
                return one
    return None


def _figure(name: str, of: Series, spans: tuple[Span, ...], tree: Tree, form: Form, *, percent: bool) -> Figure:
    value, currency = amount(tree), one_currency(leaves(tree))
    shown = shown_as(value, Shown.PERCENT if percent else Shown.RATIO, form)
    points = shown is Shown.PERCENT and isinstance(tree, Applied) and tree.function == OverTimeFunction.CHANGE
    told = state(value, shown, form, currency, points=points)
    return Figure(name, of.table.book.filer.name, spans, tree, value, told, currency)


def _operand(one: Series, span: Span) -> Operand:
    line, cell = one.cells[span]
    candidate = one.table.candidate(line, cell, span)
    value = one.quantities[span].value
    named = concept_of(line.label, Statement.CASH_FLOW)
    if named and named[0] in SPENT:
        value = abs(value)
    return Operand(candidate, value, _name(one), span)


def _name(one: Series) -> str:
    """With the heading over it where the label alone says little: "Total (Long-lived assets)"."""
    over = one.line.above[-1] if one.line.above else ""
    return f"{one.label} ({over})" if over and words(one.line.label) <= WHOLES | {"other"} else one.label
