"""A query in plain English: "read as: ...", so that a reader sees at once what was understood."""

from dataclasses import replace

from apps.questions.expressions import (
    HUNDRED,
    At,
    Binary,
    Call,
    CallFunction,
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
from apps.questions.query import Against, Comparator, Comparison, Due, Form, Intent, Quality, Query, Shown, TextKind
from apps.questions.slots import Dimension, Filer, Part, Peers, Period, PeriodKind, Periods, UnresolvedFiler
from apps.statements.ontology import concepts

SIGNS = {
    Operator.ADD: "plus", Operator.SUBTRACT: "minus", Operator.MULTIPLY: "times", Operator.DIVIDE: "divided by",
    Operator.POWER: "to the power of",
}  # fmt: skip
OVER_TIME = {
    OverTimeFunction.AVERAGE: "the average of", OverTimeFunction.SUM: "the sum of",
    OverTimeFunction.CHANGE: "the change of", OverTimeFunction.GROWTH: "the growth of",
    OverTimeFunction.CAGR: "the compound annual growth of",
    OverTimeFunction.MINIMUM: "the lowest", OverTimeFunction.MAXIMUM: "the highest",
    OverTimeFunction.SERIES: "the course of",
}  # fmt: skip
COMPARATORS = {
    Comparator.ABOVE: "above", Comparator.AT_LEAST: "at least", Comparator.BELOW: "below",
    Comparator.AT_MOST: "at most", Comparator.EQUAL: "equal to",
    Comparator.EITHER: "above or below",
}  # fmt: skip
RATES = (OverTimeFunction.GROWTH, OverTimeFunction.CAGR)
AGAINST = {Against.PRIOR: "the period before", Against.PEERS: "its peers", Against.ZERO: "zero"}
DIMENSIONS = {Dimension.GEOGRAPHY: "region"}  # where people call it otherwise
SHARE, PER_WHOLE = "as a percentage of", "the whole"
DEFINED = "as the question defines it"
BESIDES = ";"
HELD_LATEST = "the latest period that is held"
BOTH = 2
SCALES = {1_000: "thousands", 1_000_000: "millions", 1_000_000_000: "billions"}
KINDS = {
    PeriodKind.YEAR: "year", PeriodKind.QUARTER: "quarter", PeriodKind.HALF: "half year",
    PeriodKind.NINE_MONTHS: "nine months", PeriodKind.INSTANT: "balance sheet", PeriodKind.TRAILING: "twelve months",
    PeriodKind.ANY: "period",
}  # fmt: skip


def sentence(query: Query) -> str:
    """The query told from its slots alone, without a full stop; what is asked besides behind semicolons."""
    return f"{BESIDES} ".join(map(_one, query.asks))


def _one(query: Query) -> str:
    pieces = [_core(query), _filers(query), _part_told(query.part), _periods(query.periods), _form(query.form)]
    return ", ".join(piece for piece in pieces if piece)


def falls_due(due: Due) -> str:
    """ "Operating lease payments due in 2023 and 2024"."""
    measure = " ".join(due.measure)
    return f"{measure[:1].upper()}{measure[1:]} {_when_due(due)}"


def _when_due(due: Due) -> str:
    if due.within:
        return "due within a year" if due.within == 1 else f"due within {due.within} years"
    if due.beyond:
        return f"due after {due.beyond} year{'s' * (due.beyond > 1)}"
    if due.after:
        return f"due after {due.after}"
    years = [str(year) for year in due.years]
    return f"due in {' and '.join(years)}" if len(years) <= BOTH else f"due from {years[0]} to {years[-1]}"


def _core(query: Query) -> str:
    if query.due:
        return f"{falls_due(query.due)}{', as a share of all of it' * query.due.share}, by its schedule"
    match query.intent:
        case Intent.BRIEF:
            return "how it is doing: the main figures and what the filing says of them"
        case Intent.TEXT:
            return _text(query)
        case Intent.RANKING if query.order:
            return _ranking(query)
        case Intent.VERDICT if query.condition:
            return f"whether {condition_told(query.condition)}"
        case Intent.LIST if query.condition:
            return f"when {condition_told(query.condition)}"
    told = " and ".join(label(measure) for measure in query.measures) or _topics(query)
    expected = "expected " if query.estimate and told else ""
    return f"the table of {told}" if query.intent is Intent.LIST else f"{expected}{told}"


def _text(query: Query) -> str:
    kind = f" ({query.text_kind.value})" if query.text_kind and query.text_kind is not TextKind.WHAT else ""
    premise = f", supposing that {condition_told(query.condition)}" if isinstance(query.condition, Comparison) else ""
    about = _topics(query) or " and ".join(label(measure) for measure in query.measures) or "this"
    return f"what the filings say{kind} about {about}{premise}"


def _topics(query: Query) -> str:
    return ", ".join(term.text for term in query.about.terms)


def _ranking(query: Query) -> str:
    assert query.order is not None  # noqa: S101 - the caller has looked
    end = "most" if query.order.descending else "least"
    of = _dimension(query.part) if query.part and query.part.dimension is not Dimension.ANY else "one"
    which = f"which {of}" if query.order.most == 1 else f"the {query.order.most} {of}s that"
    return (
        f"{which} {'has' if query.order.most == 1 else 'have'} the {end} {label(query.order.by).removeprefix('the ')}"
    )


def condition_told(condition: Comparison | Quality) -> str:
    if isinstance(condition, Quality):
        return f"it is {condition.word}, by the ratios that decide this"
    right = AGAINST[condition.right] if isinstance(condition.right, Against) else label(condition.right)
    grown = isinstance(condition.left, OverTime) and condition.left.function in RATES
    if grown and isinstance(condition.right, Number):
        right = f"{(condition.right.value * HUNDRED).normalize():f}%"
    return f"{label(condition.left)} is {COMPARATORS[condition.comparator]} {right}"


def _filers(query: Query) -> str:
    return " and ".join(_filer(filer) for filer in query.filers)


def _filer(filer: Filer | UnresolvedFiler | Peers) -> str:
    match filer:
        case Filer(name=name):
            return name
        case UnresolvedFiler(text=text):
            return (
                f'"{text}" (no company that is held)' if not filer.candidates else f'"{text}" (more than one company)'
            )
    return "its peers"


def _dimension(part: Part) -> str:
    return DIMENSIONS.get(part.dimension, part.dimension.value)


def _part_told(part: Part | None) -> str:
    return "" if part is None else f"by {_dimension(part)}" if part.each else _part(part)


def _part(part: Part) -> str:
    within = f" within {part.within}" if part.within else ""
    told = str(part.member) if part.dimension is Dimension.ANY else f"{_dimension(part)} {part.member}"
    return f"{told}{within}"


def _periods(periods: Periods) -> str:
    if not periods:
        return HELD_LATEST
    told = list(dict.fromkeys(period_told(period) for period in periods.listed))
    return f"{told[0]} to {told[-1]}" if periods.whole and len(told) > 1 else " and ".join(told)


def period_told(period: Period) -> str:
    if period.end is not None:
        day = f"{period.end:%B} {period.end.day}, {period.end.year}"
        return day if period.kind is PeriodKind.INSTANT else f"{KINDS[period.kind]} to {day}"
    if period.kind is PeriodKind.TRAILING:
        return "the last twelve months"
    if period.year is None:
        return _relative(period)
    year = f"{'calendar' if period.calendar else 'fiscal'} {period.year}"
    match period.kind:
        case PeriodKind.QUARTER | PeriodKind.HALF if period.number:
            return f"{'Q' if period.kind is PeriodKind.QUARTER else 'H'}{period.number} of {year}"
        case PeriodKind.INSTANT:
            return f"the end of {f'Q{period.number} of ' if period.number else ''}{year}"
        case PeriodKind.NINE_MONTHS:
            return f"nine months of {year}"
    return year


def _relative(period: Period) -> str:
    kind = KINDS[period.kind] if not period.number else f"Q{period.number}"
    if not period.back:
        return f"the latest {kind}"
    return f"the {kind} before the latest" if period.back == 1 else f"the {kind} {period.back} before the latest"


def _form(form: Form) -> str:
    decimals = "" if form.decimals is None else f"{form.decimals} decimal{'' if form.decimals == 1 else 's'}"
    shown = "" if form.shown in (Shown.AS_STATED, Shown.MONEY) else f"in {form.shown.value}"
    scale = f"in {SCALES[form.scale]}" if form.scale in SCALES else ""
    told = [
        shown,
        scale,
        f"in {form.currency}" if form.currency else "",
        decimals,
        "as a table" if form.table else "",
        "in one sentence" if form.sentence else "",
    ]
    return ", ".join(piece for piece in told if piece)


def label(expression: Expression) -> str:
    """The name of a measure, as in a sentence."""
    match expression:
        case Item(concept=key, lag=lag):
            return _lower(concepts()[key].name if key in concepts() else key) + _earlier(lag)
        case Ratio(key=key):
            return ratio_name(key)
        case Row(label=text, lag=lag):
            return f'"{text}"{_earlier(lag)}'
        case Number(value=value):
            return f"{value:f}"
        case Binary(operator=sign, left=left, right=right):
            return f"{_inner(left)} {SIGNS[sign]} {_inner(right)}"
        case Share(of=of, whole=whole):
            return f"{_term(of)} {SHARE} {PER_WHOLE if of == whole else _term(whole)}"
        case OverTime(function=function, of=of, years=years):
            inner = f"({label(of)})" if isinstance(of, OverTime) else _inner(of)
            return f"{OVER_TIME[function]} {inner}{f' over {years} years' if years else ''}"
        case Call(function=CallFunction.ABSOLUTE, of=(OverTime() as change,)):
            return f"the size of {label(change)}"
        case Call(function=function, of=operands):
            return f"the {function.value} of ({' and '.join(label(of) for of in operands)})"
        case Stated(name=name, formula=formula):
            return f"{name} {DEFINED} ({label(formula)})"
        case At(of=OverTime() as over):  # of a part is what it is over time of, and so the whole
            return label(replace(over, of=replace(expression, of=over.of)))
        case At(of=of, filer=filer, period=period, part=part):
            told = (filer.name if filer else "", period_told(period) if period else "", _part_told(part))
            return f"{_inner(of)} ({', '.join(slot for slot in told if slot)})"
    return ""


def ratio_name(key: str) -> str:
    entry = next((entry for entry in lexicon().entries if (entry.kind, entry.name) == ("ratio", key)), None)
    title = key.replace("_", " ").replace("ebitda", "EBITDA").replace("nopat", "NOPAT")
    return str(entry.what.get("title", title)) if entry else title


def _lower(name: str) -> str:
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def _inner(expression: Expression) -> str:
    return f"({label(expression)})" if isinstance(expression, Binary | Share) else label(expression)


def _term(expression: Expression) -> str:
    return f"({label(expression)})" if isinstance(expression, Share) else label(expression)


def _earlier(lag: int) -> str:
    return "" if not lag else " of the period before" if lag == 1 else f" of {lag} periods before"
