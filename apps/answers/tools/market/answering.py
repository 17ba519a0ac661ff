"""From prices that were fetched to figures: each computed by the calculator tool, with every operand's source."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from apps.answers.figures.form import AskedForm, Stated, shown_as, state
from apps.answers.tools.answer import ToolAnswer, ToolLine
from apps.answers.tools.calculation import Worked
from apps.answers.tools.market.asked import MarketQuestion
from apps.answers.tools.market.metrics import PRICE, Metric
from apps.answers.tools.market.points import Point
from apps.answers.tools.registry import ToolCall
from apps.answers.tools.results import Result
from apps.answers.tools.toolbox import Toolbox

SPLIT, FIRST, LAST = "split_factor", "first_price", "last_price"


def answered(question: MarketQuestion, points: Iterable[Point], missing: Iterable[str], toolbox: Toolbox) -> ToolAnswer:
    """Calls the calculator once a point, after the prices are there. Never raises for what is missing."""
    answer = ToolAnswer(missing=tuple(missing))
    for point in points:
        label, priced = toolbox.call(point.priced)
        if priced.problem:
            answer = replace(answer, missing=(*answer.missing, priced.problem))
        elif point.since:
            answer = _changed(answer, question, point, label, priced, toolbox)
        else:
            answer = _figured(answer, question, point, label, priced, toolbox)
    return answer


def _figured(
    answer: ToolAnswer, question: MarketQuestion, point: Point, label: str, priced: Result, toolbox: Toolbox
) -> ToolAnswer:
    """The price itself, or the metric on the fiscal year's figures, in shares as they were counted then."""
    drawn = [{"name": PRICE, "result": label, "figure": "close"}]
    used, notes, formulas = {label: priced}, [], question.metric.formulas
    if point.split:
        split_label, split = toolbox.call(point.split)
        if split.problem:
            notes.append(split.problem)
        elif split.figure(SPLIT).value != 1:
            used[split_label] = split
            drawn.append({"name": SPLIT, "result": split_label, "figure": SPLIT})
            formulas = _in_shares_of_the_year(question.metric, point, priced)
    company = None if question.metric.is_price else point.company
    call = ToolCall.of("calculate", formulas=formulas, company=company, fiscal_year=point.year, drawn=drawn)
    _, result = toolbox.call(call)
    if result.problem:
        return replace(answer, missing=(*answer.missing, result.problem))
    close = priced.figure("close")
    line = _line(question.metric.name, point, result.found, _stated(result.found, question))
    line = replace(line, on=close.on, asked=point.on)
    return _with(answer, line, used, notes)


def _in_shares_of_the_year(metric: Metric, point: Point, priced: Result) -> tuple[str, ...]:
    """A price after a split, times the shares that each old one became, is the price of an old one; and back."""
    later = point.basis is not None and priced.figure("close").on > point.basis
    adjusted = f"({PRICE} * {SPLIT})" if later else f"({PRICE} / {SPLIT})"
    return tuple(formula.replace(PRICE, adjusted) for formula in metric.formulas)


def _changed(
    answer: ToolAnswer, question: MarketQuestion, point: Point, label: str, priced: Result, toolbox: Toolbox
) -> ToolAnswer:
    names = {figure.name for figure in priced.figures}
    drawn = [
        {"name": name, "result": label, "figure": own} for name, own in ((FIRST, "first_close"), (LAST, "last_close"))
    ]
    split = SPLIT in names and priced.figure(SPLIT).value != 1
    if split:
        drawn.append({"name": SPLIT, "result": label, "figure": SPLIT})
    last = f"{LAST} * {SPLIT}" if split else LAST
    call = ToolCall.of("calculate", formulas=[f"growth({FIRST}, {last})"], company=None, fiscal_year=None, drawn=drawn)
    _, result = toolbox.call(call)
    if result.problem:
        return replace(answer, missing=(*answer.missing, result.problem))
    untold = () if SPLIT in names else (f"Whether shares were split meanwhile is not told by {priced.source}.",)
    worked: Worked = result.found
    percent = replace(question.form, percent=True)
    stated = state(worked.quantity, shown_as(worked.quantity, None, percent), percent, "")
    first, final = priced.figure("first_close"), priced.figure("last_close")
    ends = tuple(_per_share(figure.value, figure.currency) for figure in (first, final))
    line = _line(f"Change of the {question.metric.name.lower()}", point, worked, stated)
    line = replace(line, on=final.on, asked=point.on, since=first.on, ends=ends)
    return _with(answer, line, {label: priced}, untold)


def _per_share(value: Decimal, currency: str) -> str:
    return (
        f"{currency} {value:,.2f}" if value == value.quantize(Decimal("0.01")) else f"{currency} {value.normalize():,f}"
    )


def _stated(worked: Worked, question: MarketQuestion) -> Stated:
    form: AskedForm = question.form
    return state(worked.quantity, shown_as(worked.quantity, question.metric.shown, form), form, worked.currency)


def _line(name: str, point: Point, worked: Worked, stated: Stated) -> ToolLine:
    return ToolLine(name=name, company=point.company, year=point.year, worked=worked, stated=stated)


def _with(answer: ToolAnswer, line: ToolLine, used: dict[str, Result], notes: Iterable[str]) -> ToolAnswer:
    return replace(
        answer,
        lines=(*answer.lines, line),
        used=answer.used | used,
        notes=tuple(dict.fromkeys((*answer.notes, *notes))),
    )
