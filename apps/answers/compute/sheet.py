"""The calculation sheet: results with their formula in words and in figures, operands with their sources."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NotRequired, TypedDict

from apps.answers.compute.figures import Figure
from apps.answers.compute.operands import Operand
from apps.answers.compute.tree import Leaf, written
from apps.answers.sources.candidate import Place
from apps.documents.models import Page
from apps.documents.printed_figures import SCALES, Units, plain
from apps.statements.ontology import Unit

SCALED = frozenset({Unit.MONEY, Unit.SHARES})


class ShownOperand(TypedDict):
    """value: as an exact decimal in whole units, in the sign that is meant; printed: as in the cell.

    tool: the label of the call that gave it, where no filing states it; then citation is 0.
    """

    name: str
    label: str
    company: str
    period: str
    value: str
    unit: str
    printed: str
    units: str
    document: str
    restated: list[str]
    citation: int
    tool: NotRequired[str]


class ShownLine(TypedDict):
    """value: an exact decimal in `unit`; text: the same for people; working: the formula with its figures."""

    name: str
    company: str
    period: str
    formula: str
    working: str
    value: str
    unit: str
    text: str


class ShownSheet(TypedDict):
    """`Answer.result["sheet"]`."""

    name: str
    stated: bool  # whether the question itself stated the formula
    lines: list[ShownLine]
    operands: list[ShownOperand]


def sheet(
    figures: Sequence[Figure], *, stated: bool = False, citations: Mapping[Place, int] | None = None
) -> ShownSheet:
    """citations: the label of each place; left out, operands are counted from 1 in their order."""
    operands = operands_of(figures)
    printed = printed_texts(operands)
    labels = citations or {place: number for number, place in enumerate(places(operands), start=1)}
    return ShownSheet(
        name=figures[0].name,
        stated=stated,
        lines=[_line(one) for one in dict.fromkeys(one for each in figures for one in (each, *_computed_ends(each)))],
        operands=[_operand(one, printed, labels) for one in operands],
    )


def _computed_ends(figure: Figure) -> list[Figure]:
    """The figures of single periods that a change is told between, where they are computed themselves."""
    return [end for end in figure.ends if not isinstance(end.tree, Leaf)]


def operands_of(figures: Sequence[Figure]) -> tuple[Operand, ...]:
    """Every operand once, in the order of use."""
    return tuple(dict.fromkeys(operand for figure in figures for operand in figure.operands))


def places(operands: Sequence[Operand]) -> list[Place]:
    return list(dict.fromkeys(one.candidate.place for one in operands if one.candidate.place))


def printed_texts(operands: Sequence[Operand]) -> dict[Place, str]:
    """The words of each cell, read from its page."""
    wanted = places(operands)
    pages = Page.objects.filter(version__in={place.version for place in wanted}, number__in={p.page for p in wanted})
    texts = {(page.version_id, page.number): page.text for page in pages.only("version_id", "number", "text")}
    told = {}
    for place in wanted:
        text = texts.get((place.version, place.page), "")
        told[place] = " ".join(text[start:end] for start, end in place.spans)
    return told


def _line(figure: Figure) -> ShownLine:
    return ShownLine(
        name=f"{figure.name}, {figure.part}" if figure.part else figure.name,
        company=figure.filer,
        period=figure.period,
        formula=in_words(figure),
        working=in_figures(figure),
        value=f"{plain(figure.shown.value):f}",
        unit=figure.shown.unit,
        text=figure.shown.text,
    )


def _operand(operand: Operand, printed: Mapping[Place, str], labels: Mapping[Place, int]) -> ShownOperand:
    candidate, quantity = operand.candidate, operand.quantity
    place = candidate.place
    per_share = operand.unit is Unit.PER_SHARE
    shown = ShownOperand(
        name=operand.name,
        label=candidate.label,
        company=operand.filer,
        period=operand.span.label,
        value=f"{plain(operand.value):f}",
        unit=f"{operand.currency} per share".strip() if per_share else operand.currency or operand.unit,
        printed=candidate.text or (printed.get(place, "") if place else ""),
        units=units_text(operand),
        document=candidate.source,
        restated=[f"{plain(one.value / quantity.scale):,f} in {one.source}" for one in operand.restated],
        citation=labels.get(place, 0) if place else 0,
    )
    if candidate.call:
        shown["tool"] = candidate.call
    return shown


def units_text(operand: Operand) -> str:
    """In what the cell is printed: "USD thousands"."""
    quantity = operand.quantity
    return Units(operand.currency, quantity.scale, quantity.scale).of(operand.unit)


def in_words(figure: Figure) -> str:
    """The formula; periods and filers only where it speaks of several."""
    periods = {operand.span.label for operand in figure.operands}
    filers = {operand.filer for operand in figure.operands}

    def named(operand: Operand) -> str:
        name = f"{operand.name} of {operand.filer}" if len(filers) > 1 else operand.name
        return f"{name} {operand.span.label}" if len(periods) > 1 else name

    return written(figure.tree, named)


def in_figures(figure: Figure) -> str:
    """The same with amounts, and shares beside them, in the scale in which most amounts are printed, named once."""
    scales = [operand.quantity.scale for operand in figure.operands if operand.unit is Unit.MONEY]
    scale = max(set(scales), key=scales.count) if scales else Decimal(1)

    def told(operand: Operand) -> str:
        value = plain(operand.value / scale if operand.unit in SCALED else operand.value)
        rate = "%" if operand.unit is Unit.PERCENT else ""
        return f"({abs(value):,f}{rate})" if value < 0 else f"{value:,f}{rate}"

    text = written(figure.tree, told)
    return f"{text} ({SCALES[scale]})" if scale in SCALES and not isinstance(figure.tree, Leaf) else text
