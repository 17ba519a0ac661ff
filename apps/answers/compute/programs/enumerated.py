"""Every program over the lines of one table that speak of what is asked: which operation, of which cells."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.answers.compute.operands import POWERS
from apps.answers.compute.programs.series import Series, Tabled
from apps.answers.compute.programs.wanted import Wanted
from apps.answers.sources.candidate import Span
from apps.questions.labels import words
from apps.questions.operations import Operation
from apps.statements.ontology import Unit

LINES, PAIRED, TOTALS = 10, 8, 6  # lines of a table that are tried by themselves, in pairs, and as wholes
FEWEST, MOST = 3, 30  # lines that are ranked


@dataclass(frozen=True, slots=True)
class Times:
    """asked: the periods in time order. compared: the first and the last of them, or the one before and the one."""

    asked: tuple[Span, ...]
    compared: tuple[Span, Span] | None

    @property
    def every(self) -> tuple[Span, ...]:
        return tuple(dict.fromkeys((*self.asked, *(self.compared or ()))))


@dataclass(frozen=True, slots=True)
class Program:
    """series: its operands in order. values: what it gives, plain numbers; rates: what of it is told in percent.

    among: the lines that a ranking ranks, the first being its own.
    """

    operation: Operation
    series: tuple[Series, ...]
    spans: tuple[Span, ...]
    unit: Unit
    values: tuple[float, ...] = ()
    rates: tuple[float, ...] = ()
    among: tuple[Series, ...] = ()

    @property
    def rate(self) -> bool:
        return not self.values

    @property
    def told(self) -> tuple[tuple[float, ...], ...]:
        """By what two programs are recognized as giving the same."""
        return tuple(tuple(round(abs(one), 9) for one in told) for told in (self.values, self.rates))


def programs(table: Tabled, asked: Wanted, times: Times) -> Iterator[Program]:
    said = {id(one): asked.share(asked.said_by(one, table.title)) for one in table.series}
    ranked = sorted(table.series, key=lambda one: -said[id(one)])
    speaking = [one for one in ranked if said[id(one)] > 0][:LINES]
    wholes = [one for one in table.series if one.is_whole]
    for one in speaking:
        yield from _of_one(one, times)
    paired = {id(each): each for each in (*speaking[:PAIRED], *wholes[:TOTALS])}
    places = {key: place for place, key in enumerate(paired)}
    for one in speaking[:PAIRED]:
        for other in paired.values():
            if one is not other and (one.name == other.name or one.line.index == other.line.index):
                yield from _of_two(one, other, times.asked, once=places[id(one)] < places[id(other)])
    yield from _rankings(table.series, times)


def _of_one(one: Series, times: Times) -> Iterator[Program]:
    held = tuple(span for span in times.asked if span in one.quantities)
    if not held or len({one.quantities[span].unit for span in held}) > 1:
        return
    unit = one.quantities[held[-1]].unit
    told = tuple(_plain(one, span) for span in held)
    moves = _moves(told[0], told[-1], unit) if len(told) == len(times.asked) == 2 else ((), ())
    yield _made(Operation.VALUE, (one,), held, unit, told, moves)
    if len(held) == len(times.asked) > 1:
        yield _made(Operation.AVERAGE, (one,), held, unit, (sum(told) / len(told),))
        if unit is not Unit.PERCENT:
            yield _made(Operation.SUM, (one,), held, unit, (sum(told),))
    if times.compared and len(times.asked) != 2:
        yield from _moved(one, times.compared)


def _moved(one: Series, compared: tuple[Span, Span]) -> Iterator[Program]:
    if all(span in one.quantities for span in compared):
        unit = one.quantities[compared[1]].unit
        if one.quantities[compared[0]].unit is unit:
            moves = _moves(_plain(one, compared[0]), _plain(one, compared[1]), unit)
            yield _made(Operation.CHANGE, (one,), compared, unit, (), moves)


def _moves(first: float, last: float, unit: Unit) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The change as values and as rates."""
    if unit is Unit.PERCENT:
        return (), (last - first,)
    return (last - first,), ((last - first) / abs(first),) if first else ()


def _made(
    operation: Operation,
    series: tuple[Series, ...],
    spans: tuple[Span, ...],
    unit: Unit,
    told: tuple[float, ...],
    moves: tuple[tuple[float, ...], tuple[float, ...]] = ((), ()),
) -> Program:
    values, rates = ((), told) if unit is Unit.PERCENT else (told, ())
    return Program(operation, series, spans, unit, values + moves[0], rates + moves[1])


def _of_two(one: Series, other: Series, asked: Sequence[Span], *, once: bool) -> Iterator[Program]:
    """once: sums are made of the pair in this order, and not again in the other. What is taken off is an amount."""
    held = tuple(span for span in asked if span in one.quantities and span in other.quantities)
    if not held:
        return
    unit, under = one.quantities[held[-1]].unit, other.quantities[held[-1]].unit
    pairs, both = [(_plain(one, span), _plain(other, span)) for span in held], (one, other)
    if all(below for _, below in pairs) and Unit.PERCENT not in (unit, under):
        told = tuple(over / below for over, below in pairs)
        if POWERS[unit] == POWERS[under]:
            points = (told[-1] - told[0],) if len(told) == 2 else ()
            yield Program(Operation.SHARE, both, held, Unit.PERCENT, rates=told + points)
        yield Program(Operation.RATIO, both, held, Unit.COUNT, told)
    if unit is under:
        yield _made(Operation.DIFFERENCE, both, held, unit, tuple(over - abs(below) for over, below in pairs))
        if once and unit is not Unit.PERCENT:
            yield _made(Operation.SUM, both, held, unit, tuple(over + below for over, below in pairs))


def _rankings(every: Sequence[Series], times: Times) -> Iterator[Program]:
    groups: dict[tuple[str, tuple[str, ...]], list[Series]] = defaultdict(list)
    for one in every:
        if words(one.line.label) and not one.is_whole:
            groups[one.name, one.line.above].append(one)
    last = times.asked[-1]
    for group in groups.values():
        held = [one for one in group if last in one.quantities]
        yield from _ranked(held, (last,), (Operation.LARGEST, Operation.SMALLEST))
        if times.compared:
            moved = [one for one in held if all(span in one.quantities for span in times.compared)]
            yield from _ranked(moved, times.compared, (Operation.MOST_RISEN, Operation.MOST_FALLEN))


def _ranked(held: Sequence[Series], spans: tuple[Span, ...], ways: tuple[Operation, Operation]) -> Iterator[Program]:
    units = {one.quantities[spans[-1]].unit for one in held}
    if not FEWEST <= len(held) <= MOST or len(units) > 1:
        return
    unit = units.pop()
    value = {id(one): _plain(one, spans[-1]) - (_plain(one, spans[0]) if len(spans) > 1 else 0) for one in held}
    order = sorted(held, key=lambda one: -value[id(one)])
    for way, ranked in zip(ways, (order, order[::-1]), strict=True):
        first = ranked[0]
        rate = unit is Unit.PERCENT
        told = (value[id(first)],)
        yield Program(way, (first,), spans, unit, () if rate else told, told if rate else (), tuple(ranked))


def _plain(one: Series, span: Span) -> float:
    quantity = one.quantities[span]
    return float(quantity.value) / (100 if quantity.unit is Unit.PERCENT else 1)
