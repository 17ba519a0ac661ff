"""A query in one line, for tables of questions: `figure | revenue | of Zephyrwick | in 2022`."""

from apps.questions.expressions import (
    At,
    Binary,
    Call,
    Expression,
    Item,
    Number,
    OverTime,
    Ratio,
    Row,
    Share,
    Stated,
)
from apps.questions.query import Against, Comparison, Quality, Query
from apps.questions.slots import Filer, Part, Period, PeriodKind, UnresolvedFiler

KINDS = {
    PeriodKind.YEAR: "", PeriodKind.QUARTER: "Q", PeriodKind.HALF: "H", PeriodKind.NINE_MONTHS: "9M",
    PeriodKind.INSTANT: "end ", PeriodKind.TRAILING: "LTM", PeriodKind.ANY: "any",
}  # fmt: skip


def line(query: Query) -> str:
    """Everything that a question was understood to ask, slots in a fixed order; empty ones are left out."""
    kind = f"/{query.text_kind.value}" if query.text_kind else ""
    pieces = [
        query.intent.value + kind,
        "; ".join(told(measure) for measure in query.measures),
        _piece("of", " & ".join(filer(one) for one in query.filers)),
        _piece("in", (" .. " if query.periods.whole else ", ").join(period(one) for one in query.periods.listed)),
        _piece("part", part(query.part) if query.part else ""),
        _condition(query),
        _order(query),
        _form(query),
        _piece("statement", query.statement),
        _piece("report", ", ".join((*query.reports, *map(str, query.report_years)))),
        "estimate" if query.estimate else "",
        _piece("about", ", ".join(term.text for term in query.about.terms)),
        _piece("unread", ", ".join(token.text for token in query.unread)),
    ]
    return " | ".join(piece for piece in pieces if piece)


def _piece(name: str, text: str) -> str:
    return f"{name} {text}" if text else ""


def told(expression: Expression) -> str:
    match expression:
        case Number(value=value):
            return f"{value.normalize():f}"
        case Item(concept=concept, lag=lag):
            return concept + f"[-{lag}]" * bool(lag)
        case Ratio(key=key):
            return f"%{key}"
        case Row(label=label, like=like, lag=lag):
            return f"'{label}'" + f"~{like}" * bool(like) + f"[-{lag}]" * bool(lag)
        case Binary(operator=operator, left=left, right=right):
            return f"({told(left)} {operator.value} {told(right)})"
        case Call(function=function, of=operands):
            return f"{function.value}[{', '.join(told(one) for one in operands)}]"
        case OverTime(function=function, of=of, years=years):
            return f"{function.value}({told(of)}{f', {years}' if years else ''})"
        case Share(of=of, whole=whole):
            return f"share({told(of)} of {told(whole)})"
        case Stated(name=name, formula=formula):
            return f"{name} := {told(formula)}"
        case At(of=of, filer=whose, period=when, part=which):
            slots = [whose.name if whose else "", period(when) if when else "", part(which) if which else ""]
            return f"{told(of)}@{{{', '.join(slot for slot in slots if slot)}}}"
    raise AssertionError(expression)


def filer(one: object) -> str:
    match one:
        case Filer(name=name):
            return name
        case UnresolvedFiler(text=text):
            return f"?{text}"
    return "peers"


def period(one: Period) -> str:
    number = str(one.number) if one.number else ""
    if one.end:
        return f"{KINDS[one.kind]}{one.end}"
    if one.kind is PeriodKind.TRAILING:
        return "LTM"
    year = (
        ("CY" if one.calendar else "") + str(one.year)
        if one.year
        else f"{'year' * (one.kind is PeriodKind.YEAR)}-{one.back}"
    )
    return f"{KINDS[one.kind]}{number}{' ' * bool(number)}{year}"


def part(one: Part) -> str:
    return f"{one.dimension.value}:{one.member or 'each'}" + (f" within {one.within}" if one.within else "")


def _condition(query: Query) -> str:
    match query.condition:
        case Quality(word=word):
            return f"whether {word}"
        case Comparison(left=left, comparator=comparator, right=right, premise=premise):
            held = right.value if isinstance(right, Against) else told(right)
            return f"{'supposing' if premise else 'whether'} {told(left)} {comparator.value} {held}"
    return ""


def _order(query: Query) -> str:
    order = query.order
    if order is None:
        return ""
    return f"{'most' if order.descending else 'least'} {told(order.by)}" + f" x{order.most}" * (order.most != 1)


def _form(query: Query) -> str:
    form = query.form
    told_form = [form.shown.value, f"/{form.scale}" if form.scale else "", form.currency]
    told_form += [f"{form.decimals} decimals" if form.decimals is not None else "", "table" * form.table]
    told_form += ["sentence" * form.sentence]
    return _piece("as", ", ".join(piece for piece in told_form if piece))
