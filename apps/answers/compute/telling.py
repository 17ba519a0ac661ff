"""The sentence that leads an answer with figures, and what is to be known of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.answers.compute.figures import Figure, lower
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Verdict
from apps.documents.printed_figures import plain
from apps.questions.expressions import OverTimeFunction

SURE = 1.0  # a fact of less confidence stands in a statement that fails a self-check
MOST_TOLD, MOST_KEY = 4, 5


@dataclass(frozen=True, slots=True)
class Ranked:
    """By what a ranking is: the word for its first, and what is ranked. beside: what else is told of its first."""

    descending: bool
    of: str  # "company", "period", "segment", ...
    most: int
    beside: tuple[Figure, ...] = ()


def headline(figures: Sequence[Figure], verdict: Verdict | None, ranked: Ranked | None = None) -> str:
    if verdict is not None:
        return _decided(verdict)
    if not figures:
        return ""
    if ranked:
        return _first_of(figures, ranked)
    groups: dict[tuple[str, str, str, str], list[Figure]] = {}
    ends = {end for one in figures if one.over in MOVED for end in one.ends}  # are told with what lies between them
    for one in figures:
        if one in ends:
            continue
        moved = str(one.over) if one.over in MOVED else ""  # "in dollars and in percent" is told twice
        groups.setdefault((one.name, one.filer, one.part, moved), []).append(one)
    told = [_group(group) for group in list(groups.values())[:MOST_TOLD]]
    return " ".join(told)


def brief(figures: Sequence[Figure]) -> str:
    """The key figures of the last period, each with that of the period before."""
    last = max(figures, key=lambda one: str(one.spans[-1].end))
    before = {(one.filer, one.name): one for one in figures if one.period != last.period}
    told = [_beside(one, before.get((one.filer, one.name))) for one in figures if one.period == last.period]
    return f"{last.filer}, {last.period}: {'; '.join(told[:MOST_KEY])}."


def _beside(figure: Figure, earlier: Figure | None) -> str:
    told = f" ({earlier.period}: {earlier.shown.text})" if earlier else ""
    return f"{lower(figure.name)} {figure.shown.text}{told}"


def _decided(verdict: Verdict) -> str:
    if verdict.premise:
        return f"The question supposes otherwise: {verdict.says}" if verdict.contradicted else verdict.says
    if verdict.holds is None:
        return f"The figures do not decide it. {verdict.says}"
    return f"{'Yes' if verdict.holds else 'No'}: {verdict.says}"


def _group(figures: Sequence[Figure]) -> str:
    """One measure of one filer over its periods."""
    first, last = figures[0], figures[-1]
    if len(figures) == 1:
        return _one(first)
    told = "; ".join(f"{one.period}: {one.shown.text}" for one in figures)
    return f"{last.subject}: {told}."


def _one(figure: Figure) -> str:
    name, over = figure.subject, figure.over
    if over in {OverTimeFunction.CHANGE, OverTimeFunction.GROWTH, OverTimeFunction.CAGR} and figure.ends:
        value = figure.ends[-1].amount.value - figure.ends[0].amount.value
        way = "rose" if value > 0 else "fell" if value < 0 else "changed"
        yearly = " a year" if over == OverTimeFunction.CAGR else ""
        earlier, later = figure.ends[0], figure.ends[-1]
        return (
            f"{name} {way} by {figure.shown.text.replace('-', '')}{yearly}, from {earlier.shown.text} in"
            f" {earlier.period} to {later.shown.text} in {later.period}."
        )
    if over:
        lead = {"average": "on average", "sum": "in total", "minimum": "at least", "maximum": "at most"}.get(over, over)
        return f"{name}, {figure.period}, {lead}: {figure.shown.text}."
    return f"{name}, {figure.period}: {figure.shown.text}."


MOVED = {"change": "change in", "growth": "growth of", "cagr": "yearly growth of"}


def _first_of(every: Sequence[Figure], ranked: Ranked) -> str:
    figures = [one for one in every if one not in ranked.beside]
    first = figures[0]
    word = "highest" if ranked.descending else "lowest"
    told = "; ".join(f"{_who(one, ranked.of)}: {one.shown.text}" for one in figures)
    what = f"{MOVED[first.over]} {lower(first.name)}" if first.over in MOVED else lower(first.name)
    beside = "".join(f" {_one(one)}" for one in ranked.beside)
    alike = [_who(one, ranked.of) for one in figures if one.amount.value == first.amount.value]
    who = f"{alike[0]} has" if len(alike) == 1 else f"{', '.join(alike[:-1])} and {alike[-1]} have"
    return f"{who} the {word} {what}: {first.shown.text}.{beside} In order: {told}."


def _who(figure: Figure, of: str) -> str:
    if of == "company":
        return f"{figure.filer} ({figure.period})"
    return figure.period if of == "period" else figure.part


def notes(operands: Sequence[Operand], says: Sequence[str]) -> tuple[str, ...]:
    """What stands for others, what other filings state, whether a self-check fails."""
    told = [*says, *(sentence for operand in operands for sentence in operand.says)]
    told += [_restated(operand) for operand in operands if operand.restated]
    if any(operand.candidate.confidence < SURE for operand in operands):
        told.append("A self-check of a statement that is used here fails; look at the cited cells.")
    return tuple(dict.fromkeys(told))


def _restated(operand: Operand) -> str:
    other, scale = operand.restated[0], operand.quantity.scale
    name = operand.name[:1].upper() + operand.name[1:]
    return (
        f"{name} of {operand.span.label} is {plain(operand.value / scale):,f} in {operand.candidate.source};"
        f" {other.source} states {plain(other.value / scale):,f}."
    )
