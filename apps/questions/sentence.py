"""A query in plain English: "read as: ..."."""

from apps.questions.expressions import (
    At,
    Binary,
    Call,
    Expression,
    Item,
    Number,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    Stated,
)
from apps.questions.lexicon import lexicon
from apps.questions.query import Against, Comparison, Intent, Quality, Query
from apps.questions.slots import Filer, Part, Peers, Period, PeriodKind, Periods, UnresolvedFiler
from apps.statements.ontology import concepts

SIGNS = {Operator.ADD: "plus", Operator.SUBTRACT: "minus", Operator.MULTIPLY: "times", Operator.DIVIDE: "divided by", Operator.POWER: "to the power of"}
OVER_TIME = {
    OverTimeFunction.AVERAGE: "average of", OverTimeFunction.SUM: "sum of", OverTimeFunction.CHANGE: "change of",
    OverTimeFunction.GROWTH: "growth of", OverTimeFunction.CAGR: "compound annual growth of", OverTimeFunction.MINIMUM: "lowest",
    OverTimeFunction.MAXIMUM: "highest", OverTimeFunction.SERIES: "course of",
}  # fmt: skip


def label(expression: Expression) -> str:
    """The name of a measure, as in a sentence."""
    match expression:
        case Item(concept=key, lag=lag):
            return _name(concepts()[key].name if key in concepts() else key) + _earlier(lag)
        case Ratio(key=key):
            return _ratio(key)
        case Row(label=text, lag=lag):
            return text + _earlier(lag)
        case Number(value=value):
            return f"{value:f}"
        case Binary(operator=sign, left=left, right=right):
            return f"{_inner(left)} {SIGNS[sign]} {_inner(right)}"
        case Share(of=of, whole=whole):
            return f"{label(of)} as a percentage of {label(whole)}"
        case OverTime(function=function, of=of):
            return f"{OVER_TIME[function]} {label(of)}"
        case Call(function=call, of=operands):
            return f"{call.value} of {' and '.join(label(of) for of in operands)}"
        case Stated(name=name, formula=formula):
            return f"{name} as the question defines it: {label(formula)}"
        case At(of=of, filer=filer, period=period, part=part):
            told = [slot for slot in (filer.name if filer else "", _period(period) if period else "", _part(part) if part else "") if slot]
            return f"{label(of)} ({', '.join(told)})"
    return ""


def _ratio(key: str) -> str:
    entry = next((entry for entry in lexicon().entries if (entry.kind, entry.name) == ("ratio", key)), None)
    return str(entry.what.get("title", key.replace("_", " "))) if entry else key.replace("_", " ")


def _name(name: str) -> str:
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def _inner(expression: Expression) -> str:
    return f"({label(expression)})" if isinstance(expression, Binary) else label(expression)


def _earlier(lag: int) -> str:
    return "" if not lag else " of the period before" if lag == 1 else f" of {lag} periods before"


def _period(period: Period) -> str:
    return period.text or period.kind.value


def _part(part: Part) -> str:
    return f"each {part.dimension.value}" if part.each else f"{part.dimension.value} {part.member}"


__all__ = ["Against", "Comparison", "Filer", "Intent", "Peers", "PeriodKind", "Periods", "Quality", "Query", "UnresolvedFiler", "label"]
