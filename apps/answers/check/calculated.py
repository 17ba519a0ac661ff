"""What was computed, as a source of its own: its results of their years, its operands as they are meant (A8)."""

from collections.abc import Iterable, Iterator

from apps.answers.check.measured import HUNDREDTH, measured
from apps.answers.check.sources import Printed, Source
from apps.answers.compose.figures import unit_of
from apps.answers.compute.figures import Figure, declared_of
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.sheet import in_figures
from apps.answers.sources.tokens import tokens
from apps.documents.printed_figures import plain
from apps.questions.expressions import OverTimeFunction


def calculated(outcome: Outcome, names: Iterable[str]) -> Source:
    """A source with the label 0: results, operands, the rows of a grid, and what the program says of them."""
    figures = tuple(dict.fromkeys([*outcome.figures, *outcome.ranked, *_ends(outcome.figures)]))
    told = [outcome.headline, *outcome.notes, *outcome.ambiguous, *(in_figures(figure) for figure in outcome.figures)]
    told += [outcome.verdict.says] if outcome.verdict else []
    told += [
        f"{plain(one.value / operand.quantity.scale):,f}" for operand in outcome.operands for one in operand.restated
    ]
    filers = list(dict.fromkeys(figure.filer for figure in figures))
    filings = [one.source for operand in outcome.operands for one in operand.restated]
    years = {year for figure in figures for year in years_of(figure)}
    years |= {operand.span.year for operand in outcome.operands if operand.span.year}
    context = " ".join([*outcome.missing, *(figure.period for figure in figures)])
    results = [printed for figure in figures for printed in _as_told(figure)]
    called = tuple(dict.fromkeys([*names, *filings, *filers]))
    meant = tuple(_meant(operand) for operand in outcome.operands)
    filer = filers[0] if filers else ""
    return Source(0, ". ".join(filter(None, told)), context, (*results, *meant), filer, called, frozenset(years))


def years_of(figure: Figure) -> tuple[int, ...]:
    return tuple(dict.fromkeys(span.year for span in figure.spans if span.year))


def _ends(figures: Iterable[Figure]) -> list[Figure]:
    return [end for figure in figures for end in figure.ends]


def _as_told(figure: Figure) -> Iterator[Printed]:
    """As it is shown; a ratio also in percent, which is the same."""
    if figure.shown.unit == "ratio":
        percent = plain((figure.amount.value * 100).quantize(HUNDREDTH))
        yield Printed(percent, percent, "%", years_of(figure), label=figure.name, change=bool(figure.over))
    for token in tokens(figure.shown.text):
        if token.figure:
            unit = "%" if token.figure.percent else token.figure.currency
            years = years_of(figure)
            way = -1 if _fell(figure) and token.figure.full > 0 else 1  # "by how much it fell" is told as a size
            value, full = way * token.figure.value, way * token.figure.full
            change, declared = bool(figure.over), declared_of(figure)
            yield Printed(value, full, unit, years, label=figure.name, change=change, declared=declared)


def _fell(figure: Figure) -> bool:
    changes = figure.over in {OverTimeFunction.CHANGE, OverTimeFunction.GROWTH} and bool(figure.ends)
    return changes and figure.ends[-1].amount.value < figure.ends[0].amount.value


def _meant(operand: Operand) -> Printed:
    """An operand in the sign in which it is calculated with."""
    quantity, period, label = operand.quantity, operand.candidate.period, operand.candidate.label
    printed = plain(operand.value / quantity.scale)
    value, full, unit = measured(printed, operand.value, unit_of(operand), label, marked=False)
    months = period.months if period else None
    return Printed(value, full, unit, called(operand), months, label, declared=quantity.declared)


def called(operand: Operand) -> tuple[int, ...]:
    """What people may call the year of it, the filer's label first."""
    period = operand.candidate.period
    years = (operand.span.year, period.year if period else None, period.end.year if period and period.end else None)
    return tuple(dict.fromkeys(year for year in years if year))
