"""What the calculator gave, as a source of its own: its results of their years, its operands as they are meant (A8)."""

from collections.abc import Iterable, Iterator

from apps.answers.figures.ledger import Operand
from apps.answers.figures.lines import Calculation
from apps.answers.figures.sheet import in_figures
from apps.answers.figures.telling import headline
from apps.answers.grounding.evidence import years_called
from apps.answers.grounding.sources import Printed, Source
from apps.answers.grounding.tokens import tokens
from apps.documents.printed_figures import plain
from apps.statements.ontology import Unit


def calculated(calculation: Calculation, names: Iterable[str]) -> Source:
    """What the calculator gave, as a source with the label 0: its results, its operands, and what it says of them."""
    told = [headline(calculation), *(in_figures(line) for line in calculation.lines)]
    told += [
        f"{plain(value / operand.fact.scale):,f}" for operand in calculation.operands for value, _ in operand.restated
    ]
    filings = [name for operand in calculation.operands for _, name in operand.restated]
    years = {year for line in calculation.lines for year in line.years}
    years |= {operand.item.year or 0 for operand in calculation.operands}
    filer = calculation.lines[0].company if calculation.lines else ""
    called = tuple(dict.fromkeys([*names, *filings, *(line.company for line in calculation.lines)]))
    context = " ".join([*calculation.missing, *_periods(calculation)])
    figures = (*_results(calculation), *map(_meant, calculation.operands))
    return Source(0, ". ".join(told), context, figures, filer, called, frozenset(years))


def _results(calculation: Calculation) -> Iterator[Printed]:
    """The figures of the lines as they are told, each of the years that it is of."""
    for line in calculation.lines:
        yield from _as_told(line.stated.text, line.years, line.wanted.name, change=line.over)
        for year, end in zip(line.years, line.ends, strict=False):
            yield from _as_told(end.text, (year,), line.wanted.name)


def _as_told(text: str, years: tuple[int, ...], label: str, *, change: bool = False) -> Iterator[Printed]:
    for token in tokens(text):
        if token.figure:
            unit = "%" if token.figure.percent else token.figure.currency
            yield Printed(token.figure.value, token.figure.full, unit, years, label=label, change=change)


def _meant(operand: Operand) -> Printed:
    """An operand in the sign in which it is calculated with."""
    fact = operand.fact
    unit = {Unit.SHARES: "shares", Unit.PERCENT: "%"}.get(Unit(fact.unit), operand.currency)
    years = years_called(operand.item.year, fact.label_year, fact.period_end.year if fact.period_end else None)
    return Printed(plain(operand.value / fact.scale), operand.value, unit, years, fact.months, fact.label)


def _periods(calculation: Calculation) -> list[str]:
    return [f"Q{calculation.question.quarter}"] if calculation.question.quarter else []
