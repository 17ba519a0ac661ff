"""A draft to a query: every slot filled from what the sentences hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import reduce
from itertools import pairwise
from typing import Any

from apps.questions.account import TOPICS, account
from apps.questions.binding import Slots, settled_operands, slots_of, unbound
from apps.questions.chunks import Chunk
from apps.questions.conditions import MOVES, condition_of, order_of
from apps.questions.drafts import Draft
from apps.questions.expressions import (
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
    mapped,
    walk,
)
from apps.questions.follow_ups import Shared, opens
from apps.questions.forms import form_of, report_of, statement_of
from apps.questions.intents import AUXILIARIES, Signals, intent_of
from apps.questions.labels import words
from apps.questions.lexicon import lexicon
from apps.questions.over_time import exceeds, held_apart, in_total, lost_lengths, over_time
from apps.questions.part_slots import told_apart, with_parts
from apps.questions.query import About, Against, Comparator, Comparison, Form, Intent, Query, Shown, Term, TextKind
from apps.questions.ratios import ratios
from apps.questions.sentence import label
from apps.questions.settling import PORTIONS
from apps.questions.slots import Peers, Period, PeriodKind, Periods
from apps.questions.tokens import joined
from apps.statements.ontology import Statement, Unit, concepts


def stated(measure: Expression, definitions: Mapping[Expression, Expression]) -> Expression:
    """With every ratio or row that the question defines replaced by its definition, those within definitions too.

    A ratio that is built upon one that the question defines is built upon that definition.
    """

    def change(node: Any) -> Any:
        if node not in definitions:
            return _built_upon(node, definitions)
        rest = {name: formula for name, formula in definitions.items() if name != node}
        of, formula = node.of if isinstance(node, OverTime) else node, stated(definitions[node], rest)
        formula = _in_days(of, formula)
        one = Stated(label(of), formula)  # "average free cash flow (CFO less capex)": what is averaged is defined
        return replace(node, of=one) if isinstance(node, OverTime) else one

    made: Expression = mapped(measure, change)
    return made


def _in_days(of: Any, formula: Expression) -> Expression:
    """ "Days of inventory (inventory over cost of sales)": what is told in days is so, though the year goes unsaid."""
    known = ratios().get(of.key) if isinstance(of, Ratio) else None
    inner = tuple(walk(formula))
    of_items = not any(isinstance(node, Number | Ratio | Call | Stated) for node in inner)
    bare = isinstance(formula, Binary) and formula.operator is Operator.DIVIDE and of_items
    return Binary(Operator.MULTIPLY, Number(YEAR), formula) if known and known.shown is Shown.DAYS and bare else formula


def _built_upon(node: Any, definitions: Mapping[Expression, Expression]) -> Any:
    known = ratios().get(node.key) if isinstance(node, Ratio) and definitions else None
    formulas = known.formulas if known else ()
    upon = next((formula for formula in formulas if any(inner in definitions for inner in walk(formula))), None)
    if known is None or upon is None:
        return node
    if known.shown is Shown.PERCENT and isinstance(upon, Binary) and upon.operator is Operator.DIVIDE:
        upon = Share(upon.left, upon.right)
    return Stated(label(node), stated(upon, definitions))


def as_one(measures: tuple[Expression, ...], intent: Intent, draft: Draft, periods: Periods) -> tuple[Expression, ...]:
    """ "Paid out through dividends and buybacks", "dividends and buybacks together": one amount, over all periods."""
    if intent is Intent.FIGURE and (apart := _exceeding(measures, draft)):
        return (apart,)
    together = in_total(draft.chunks) or any(chunk.name == "sum" for chunk in draft.built.signals("function"))
    through = any(
        chunk.kind == "measure" and chunk.start and draft.words[chunk.start - 1].key == "through"
        for chunk in draft.chunks
    )
    amounts = all(isinstance(one, Item) for one in measures)
    if intent is not Intent.FIGURE or len(measures) < 2 or not amounts or not (together or through):
        return measures
    whole = reduce(lambda left, right: Binary(Operator.ADD, left, right), measures)
    return (OverTime(OverTimeFunction.SUM, whole) if together and len(periods.listed) > 1 else whole,)


def as_based_on(measures: tuple[Expression, ...], draft: Draft) -> tuple[Expression, ...]:
    """ "Based on EPS and dividends per share, the payout ratio": the formula of the ratio that is made of these."""
    *base, last = measures or (None,)
    based = any(chunk.kind == "frame" and chunk.key in BASES for chunk in draft.chunks)
    if not based or not isinstance(last, Ratio) or not all(isinstance(one, Item) for one in base) or len(base) < 2:
        return measures
    known = ratios().get(last.key)
    for formula in known.formulas if known else ():
        if {one for one in walk(formula) if isinstance(one, Item)} == set(base):
            return (Stated(label(last), formula),)
    return measures


def on_its_average(measures: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """ "Inventory turnover on average inventory": the average is the ratio's own."""
    match measures:
        case (OverTime(OverTimeFunction.AVERAGE, Ratio() as ratio, None), Item() as item):
            formulas = ratios()[ratio.key].formulas if ratio.key in ratios() else ()
            if any(_averages(node, item) for formula in formulas for node in walk(formula)):
                return (ratio,)
    return measures


def on_its_closing(measures: tuple[Expression, ...], draft: Draft) -> tuple[Expression, ...]:
    """ "Inventory days on year-end inventory": by the balance of that day, not by the average that is usual."""
    match measures:
        case (Ratio() as ratio, Item() as item) if _is_closing(item, draft):
            for formula in ratios()[ratio.key].formulas if ratio.key in ratios() else ():
                on = mapped(formula, lambda node: item if _averages(node, item) else node)
                if on != formula:
                    return (Stated(f"{ratios()[ratio.key].name} on closing {label(item)}", on),)
    return measures


def _is_closing(item: Item, draft: Draft) -> bool:
    told = [chunk for chunk in draft.chunks if chunk.kind == "measure" and chunk.value == item]
    said = [joined(tuple(draft.words[chunk.start : chunk.end])).lower() for chunk in told]
    return any(one.startswith(CLOSING) for one in said)


def _averages(node: Any, item: Item) -> bool:
    return isinstance(node, Call) and node.function is CallFunction.AVERAGE and item in node.of


def _exceeding(measures: tuple[Expression, ...], draft: Draft) -> Expression | None:
    """ "By how much did A exceed B": the one less the other."""
    items = [item for item in draft.built.items if isinstance(item, list) or item.kind == "comparator"]
    between = len(items) == 3 and isinstance(items[0], list) and isinstance(items[2], list) and items[1]
    asked = any(chunk.kind == "much" for chunk in draft.chunks)
    if len(measures) != 2 or not asked or not isinstance(between, Chunk):
        return None
    sides = measures if between.entry.what["value"] in EXCEEDS else measures[::-1]
    return Binary(Operator.SUBTRACT, *sides)


def as_amount(measure: Expression, signals: Signals) -> Expression:
    """A change "year over year" and a growth are rates, unless an amount of money is asked for."""
    form = form_of(signals.chunks)
    grown = [chunk for chunk in signals.chunks if chunk.kind == "function" and chunk.name == "growth"]
    changes = any(chunk.key.endswith("change") for chunk in grown)
    scaled = form.shown is Shown.AS_STATED and (form.scale or form.currency)
    plain = form.shown is Shown.MONEY and any(chunk.key == "growth" for chunk in grown)
    asks_money = plain or (changes and (form.shown is Shown.MONEY or scaled))
    if asks_money and isinstance(measure, OverTime) and measure.function is OverTimeFunction.GROWTH:
        return replace(measure, function=OverTimeFunction.CHANGE)
    return measure


def as_named(measure: Expression, periods: Periods, signals: Signals) -> Expression:
    """ "The average discount rate in 2022": over one period, an average is a line that is called so, or a quotient."""
    single = len(periods.listed) < 2 and not periods.whole
    match measure:
        case Binary(Operator.DIVIDE, OverTime(OverTimeFunction.AVERAGE, each, None), Row()) if single:
            return replace(measure, left=each)
        case OverTime(OverTimeFunction.AVERAGE, Row(label), None) if single:
            weighted = any(chunk.key.startswith("weighted") for chunk in signals.chunks)
            return Row(f"weighted average {label}" if weighted else f"average {label}")
    return measure


YEAR = Decimal(365)  # days
SMALL = frozenset(("function", "relation", "mark"))
FAST = frozenset(("how fast", "how quickly"))
POINTING = frozenset(("it", "that", "this", "they", "those"))
BASES = frozenset(("based on", "base on", "basing", "using", "by using", "on the basis of", "utilizing"))
WHOLES = frozenset(("total", "whole", "company total", "overall total"))
PRICE = frozenset(("price", "per", "share"))
CLOSING = ("year-end", "year end", "period-end", "closing", "ending", "end-of-year")
EXCEEDS = frozenset((Comparator.ABOVE, Comparator.AT_LEAST))


@dataclass(frozen=True, slots=True)
class Assembled:
    """A query with what it was made of. function: one that is asked of no measure ("and the growth?").

    share: it asks which part something is of what was told before, or that of something.
    """

    query: Query
    signals: Signals
    slots: Slots
    function: OverTimeFunction | None = None
    share: Shared = Shared.NONE


def assembled(draft: Draft, *, for_words: bool = False) -> Assembled:
    """for_words: that words answer is known better than its sentences tell."""
    signals = Signals(draft.chunks, draft.built, draft.yes_no)
    intent, kind = (Intent.TEXT, TextKind.WHAT) if for_words else intent_of(signals)
    raw = draft.built.measures
    slots = slots_of(raw, draft.built.mods, draft.built.signals("ellipsis") if draft.yes_no else ())
    measures = tuple(stated(settled_operands(measure, slots.own), draft.stated) for measure in raw)
    measures = _as_priced(tuple(_as_counted(_as_set(measure, signals), signals) for measure in measures))
    measures = tuple(as_amount(over_time(measure, intent, signals, slots.periods), signals) for measure in measures)
    measures = tuple(as_named(measure, slots.periods, signals) for measure in measures)
    measures = as_one(as_based_on(on_its_closing(on_its_average(measures), draft), draft), intent, draft, slots.periods)
    together = any(chunk.name == "sum" for chunk in draft.built.signals("function"))
    measures, part, lost = with_parts(measures, slots, draft.built.mods, together=together)
    query = Query(
        intent=intent,
        measures=tuple(dict.fromkeys(measure for measure in measures if not isinstance(measure, Number))),
        filers=(*slots.filers, *_peers(draft, intent)),
        periods=each_quarter(slots.periods, draft.built.mods, signals),
        part=part,
        text_kind=kind,
        form=as_its_ratio(form_of(draft.chunks), raw, draft.stated),
        statement=statement_of(draft.chunks),
        reports=report_of(draft.chunks),
        report_years=draft.report_years,
        estimate=any(chunk.kind == "estimate" for chunk in draft.chunks),
    )
    query = in_both_units(query, signals)
    query = replace(query, periods=of_flows(query), condition=condition_of(query, signals, slots))
    query = replace(query, order=order_of(query, signals), about=about(draft, query))
    match query.condition:
        case Comparison(left=left, right=right) if not isinstance(right, Against):
            lost = [chunk for chunk in lost if chunk.value not in told_apart((left, right))]
    share = Shared.TOTAL if _bare_share(draft) else _share_of_that(draft, raw)
    unplaced = [] if share is not Shared.NONE else [*draft.built.unplaced, *unused(query, signals), *lost]
    tokens = account(draft.words, draft.chunks, unplaced, intent, draft.text)
    return Assembled(replace(query, tokens=tokens), signals, slots, _bare_function(draft), share)


def _as_set(measure: Expression, signals: Signals) -> Expression:
    """ "Raise its dividend": what a company sets is the rate of a share, not what it pays in all."""
    move = signals.first("move")
    behind = (chunk for chunk in signals.chunks if move and chunk.kind == "measure" and chunk.start > move.start)
    if not isinstance(measure, Item) or not (told := next(behind, None)):
        return measure
    rates = lexicon().named("item", measure.concept).what.get("set", {})
    return Item(rates[told.key]) if told.key in rates else measure


def _as_counted(measure: Expression, signals: Signals) -> Expression:
    """ "How many shares did it buy back": their number, and not what was paid for them."""
    if not isinstance(measure, Item) or not any(one.key.startswith("how many") for one in signals.chunks):
        return measure
    count = lexicon().named("item", measure.concept).what.get("counted_as")
    return Item(str(count)) if count else measure


def _as_priced(measures: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """ "The average price per share that it paid for the stock it bought back": what was paid over how many."""
    match measures:
        case (*told, Item("stock_repurchased")) if told:
            lines = [one.of if isinstance(one, OverTime) else one for one in told]
            priced = all(isinstance(one, Row) and words(one.label) - {"average", "paid"} <= PRICE for one in lines)
            return (Ratio("average_repurchase_price"),) if priced else measures
    return measures


def as_its_ratio(form: Form, measures: Sequence[Expression], definitions: Mapping[Expression, Expression]) -> Form:
    """A ratio that the question itself defines is told as it always is: a payout in percent."""
    defined = (
        node for one in measures for node in walk(unbound(one)) if isinstance(node, Ratio) and node in definitions
    )
    percent = any(ratios()[node.key].shown is Shown.PERCENT for node in defined)
    open_form = form.shown is Shown.AS_STATED and form.decimals is None
    return replace(form, shown=Shown.PERCENT) if percent and open_form else form


def in_both_units(query: Query, signals: Signals) -> Query:
    """A change "in dollars and in percent" is two figures, each in its own unit."""
    units = {chunk.name for chunk in signals.chunks if chunk.kind == "form"}
    moves = [one for one in query.measures for node in walk(one) if isinstance(node, OverTime) and _moves(node)]
    if not {"dollars", "percent"} <= units or len(query.measures) != 1 or len(moves) != 1:
        return query
    both = tuple(_moved_as(way, moves[0]) for way in (OverTimeFunction.CHANGE, OverTimeFunction.GROWTH))
    return replace(query, measures=both, form=replace(query.form, shown=Shown.AS_STATED))


def _moved_as(way: OverTimeFunction, measure: Expression) -> Expression:
    made: Expression = mapped(measure, lambda node: replace(node, function=way) if _moves(node) else node)
    return made


def _moves(node: Any) -> bool:
    return isinstance(node, OverTime) and node.function in MOVES


def with_assumed(query: Query, made: Assembled) -> tuple[Query, str]:
    """A question that names no measure but what a company makes or how it grows: the usual one, and why."""
    tells = query.intent is Intent.TEXT and (made.function is None or query.text_kind is TextKind.WHY)
    if query.measures or tells:
        return query, ""
    signals = made.signals
    sign, line = signals.first("sign"), next((c for c in signals.chunks if c.kind == "part" and _total(c)), None)
    if query.intent is Intent.VERDICT and sign and "measure" in sign.entry.what:
        return _measured(query, Item(sign.entry.what["measure"]), made), f'"{sign.key}" is read as net income'
    if signals.has("order") and line:
        total = Item(_total(line)) if _total(line) in concepts() else Ratio(_total(line))
        return _measured(replace(query, intent=Intent.RANKING), total, made), ""
    grows = signals.has("move") or made.function or signals.has("brief")
    if grows and (query.intent is Intent.VERDICT or signals.has("order") or made.function):
        growth = OverTime(made.function or OverTimeFunction.GROWTH, Item("revenue"))
        ranks = query.part is not None and query.part.each and signals.has("order")
        intent = Intent.RANKING if ranks else Intent.VERDICT if query.intent is Intent.VERDICT else Intent.FIGURE
        return _measured(
            replace(query, intent=intent, text_kind=None), growth, made
        ), "what grows is not said: revenue is the usual"
    return query, ""


def _total(chunk: Chunk) -> str:
    """The item of which a line of this kind is a part."""
    return str(chunk.entry.what.get("total", {}).get(chunk.key, "")) if chunk.entries else ""


def _measured(query: Query, measure: Expression, made: Assembled) -> Query:
    measures, part, _ = with_parts((measure,), made.slots, made.signals.built.mods)
    topics = query.about if query.intent is Intent.TEXT else About()
    query = replace(query, measures=measures, part=part, about=topics)
    condition = query.condition or condition_of(query, made.signals, made.slots)
    return replace(query, condition=condition, order=order_of(query, made.signals))


def unused(query: Query, signals: Signals) -> list[Chunk]:
    """Comparisons, orders and judgements that a figure has no use for: then it is not what was asked.

    Nor is a verdict, where a sentence opens with "how much"; nor a figure, where it is asked in which period; nor
    a ranking, where a second measure is named.
    """
    if lost := lost_lengths(query, signals):
        return lost
    if query.intent is Intent.VERDICT:
        pairs = pairwise([None, *signals.chunks])
        much = [one for before, one in pairs if one and one.kind == "much" and (before is None or _ends(before))]
        return much + _beside_the_condition(query, signals)
    if query.intent is Intent.RANKING:
        return _beside_the_order(query, signals)
    if query.intent is not Intent.FIGURE:
        return []
    told = {node.function for measure in query.measures for node in walk(measure) if isinstance(node, OverTime)}
    ordered = bool(told & {OverTimeFunction.MAXIMUM, OverTimeFunction.MINIMUM})
    apart = len(query.measures) == 1 and isinstance(query.measures[0], Binary) and signals.has("much")
    apart = apart or (bool(told) and held_apart(signals, query.periods))
    kinds = {
        "sign",
        "quality",
        *(() if apart else ("comparator",)),
        *(() if ordered else ("order",)),
        *(() if told else ("move", "prior")),
    }
    when = [chunk for chunk in signals.chunks if chunk.kind == "which" and chunk.name == "period" and not ordered]
    return [chunk for chunk in signals.chunks if chunk.kind in kinds] + when + _counting(query, signals)


def _beside_the_condition(query: Query, signals: Signals) -> list[Chunk]:
    """ "Did its cash cover A and B?": what the condition does not hold is not silently left out."""
    if not isinstance(query.condition, Comparison) or isinstance(query.condition.right, Against):
        return []
    held = {node for side in (query.condition.left, query.condition.right) for node in walk(side)}
    lines = {one: {node for node in walk(one) if isinstance(node, Item | Row | Ratio)} for one in query.measures}
    left = [one for one, own in lines.items() if own and not own & held]
    lost = {node for one in left for node in walk(one)}
    told = [one for one in signals.chunks if one.kind == "measure"]
    return [one for one in told if one.value in lost] or told[-1:] * bool(left)


def _beside_the_order(query: Query, signals: Signals) -> list[Chunk]:
    """A ranking is by one measure of one time: a second one that the question names is not silently left out."""
    over = any(isinstance(node, OverTime) for one in query.measures for node in walk(one))
    if len(query.filers) > 1 and len(query.periods.listed) > 1 and not query.periods.whole and not over:
        return [one for one in signals.chunks if one.kind == "period"][1:]  # "A in 2021 or B in 2020"
    if query.order is None:
        return []
    by = set(walk(query.order.by))
    bare = [one for one in signals.built.signals("function") if one.name in MOVES]
    bare += [one for one in signals.chunks if one.kind == "move"]  # "which earned most, and did any shrink"
    if bare and not any(isinstance(node, OverTime) for node in by):  # "revenue by region: rank them by growth"
        return bare
    others = [one for one in signals.chunks if one.kind == "measure" and one.value is not None and one.value not in by]
    return others if len(query.measures) > 1 else []


def _counting(query: Query, signals: Signals) -> list[Chunk]:
    """ "How many shares did it buy back?" asks for a count, which what was paid is not: unless dollars are counted."""
    form = query.form
    amounts = form.shown is Shown.MONEY or form.scale or form.currency
    money = all(isinstance(one, Item) and concepts()[one.concept].unit is Unit.MONEY for one in query.measures)
    if amounts or not money:
        return []
    return [one for one in signals.chunks if one.kind == "much" and one.key.startswith("how many")]


def _ends(chunk: Chunk) -> bool:
    return chunk.kind == "mark" and chunk.value in (".", "?", "!")


def with_carried(query: Query, made: Assembled) -> Query:
    """The condition and order of a question whose measure was carried over ("did it grow?", "and the lowest?")."""
    query = replace(query, order=order_of(query, made.signals) or query.order)
    return query if query.condition else replace(query, condition=condition_of(query, made.signals, made.slots))


def _bare_function(draft: Draft) -> OverTimeFunction | None:
    found = next(iter(draft.built.signals("function")), None)
    behind = [chunk for chunk in draft.chunks if found and chunk.start >= found.end and chunk.kind not in SMALL]
    said = found is not None and draft.words[min(found.end, len(draft.words) - 1)].key in ("in", "of")
    if said and not (behind and behind[0].kind in ("period", "filer")):  # of what is told, but not understood
        return None
    if found is None and not draft.built.measures:
        return _bare_move(draft)
    names = {function.value: function for function in OverTimeFunction}
    return names.get(found.name) if found and not draft.built.measures else None


def _bare_share(draft: Draft) -> bool:
    """ "And what share of the total is that?": every word is one of a share, of the whole, or says nothing."""
    shares = [one for one in draft.chunks if one.kind in ("function", "operator") and one.name in ("share", "part_of")]
    wholes = [one for one in draft.chunks if shares and one.start >= shares[0].end and one.key in WHOLES]
    rest = [one for one in draft.chunks if one not in shares]
    return bool(wholes) and all(one.kind in SMALL or one.kind in ("frame", "which", "much") for one in rest)


def _share_of_that(draft: Draft, measures: Sequence[Expression]) -> Shared:
    """ "And what share of total assets is it?", "and what portion was rent?": with what was told before."""
    portions = (one for one in draft.built.unplaced if one.kind in ("function", "operator"))
    refused = [one for one in portions if one.name in PORTIONS]
    if not refused or refused != draft.built.unplaced or len(measures) != 1:
        return Shared.NONE
    points = [at for at, word in enumerate(draft.words) if word.key in POINTING]
    if refused[-1].end in points:  # "how much of it was funded": what of it is, is not a measure
        return Shared.NONE
    if not opens(draft.words):
        return Shared.WHOLE if points and refused[-1].kind == "function" else Shared.NONE
    return Shared.WHOLE if points or refused[-1].kind == "operator" else Shared.PART  # "and as a % of sales?"


def _bare_move(draft: Draft) -> OverTimeFunction | None:
    """ "And by what percentage had it grown?": what happened, to a measure that was told before."""
    if exceeds(draft.chunks) and any(chunk.kind == "prior" for chunk in draft.chunks):
        return OverTimeFunction.CHANGE
    told = any(chunk.kind in ("words", "prior", "quality") for chunk in draft.chunks)
    if told or draft.yes_no or not any(chunk.kind == "move" for chunk in draft.chunks):
        return None
    percent = form_of(draft.chunks).shown is Shown.PERCENT or any(chunk.key in FAST for chunk in draft.chunks)
    asked = percent or any(chunk.kind == "much" for chunk in draft.chunks)
    return (OverTimeFunction.GROWTH if percent else OverTimeFunction.CHANGE) if asked else None


def each_quarter(periods: Periods, mods: list[Chunk], signals: Signals) -> Periods:
    """ "quarterly revenue in 2022", "in which quarter of 2022": the four quarters of that year."""
    asked = any(chunk.kind == "period" and not chunk.value.periods and not chunk.value.years for chunk in mods)
    asked = asked or any(chunk.kind == "which" and "quarter" in chunk.key.split() for chunk in signals.chunks)
    if (
        not asked
        or len(periods.listed) != 1
        or periods.listed[0].kind is not PeriodKind.YEAR
        or not periods.listed[0].year
    ):
        return periods
    year = periods.listed[0]
    return Periods(tuple(replace(year, kind=PeriodKind.QUARTER, number=number) for number in (1, 2, 3, 4)), True)


def of_flows(query: Query) -> Periods:
    """ "as of 2022" of something that flows means the year; only balances have a day."""
    leaves = [node for measure in query.measures for node in walk(measure)]
    if any(_has_a_day(node) for node in leaves):
        return query.periods
    return replace(query.periods, listed=tuple(_year_of(period) for period in query.periods.listed))


def _has_a_day(node: Expression) -> bool:
    if isinstance(node, Item) and node.concept in concepts():
        return concepts()[node.concept].statement is Statement.BALANCE
    return isinstance(node, Row | Ratio) and not _flows(node)


def _flows(node: Row | Ratio) -> bool:
    return isinstance(node, Ratio) and node.key.endswith(
        ("margin", "_rate", "turnover", "conversion", "ebitda", "cash_flow")
    )


def _year_of(period: Period) -> Period:
    if period.kind is not PeriodKind.INSTANT or period.end is not None:
        return period
    return replace(period, kind=PeriodKind.QUARTER if period.number else PeriodKind.YEAR)


def _peers(draft: Draft, intent: Intent) -> tuple[Peers, ...]:
    """Peers to be compared with; of a text or list they are its topic."""
    held = intent in (Intent.VERDICT, Intent.RANKING, Intent.FIGURE)
    return (Peers(),) if held and any(chunk.kind == "against" for chunk in draft.chunks) else ()


def about(draft: Draft, query: Query) -> About:
    if query.intent not in (Intent.TEXT, Intent.BRIEF, Intent.LIST):
        return About()
    told = (
        "words",
        "measure",
        "amount",
        "dimension",
        "table",
        "against",
        *TOPICS,
        *(() if query.measures else ("spend",)),
    )
    words, text = draft.words, draft.text
    terms = [
        text[words[c.start].start : words[c.end - 1].end]
        for c in draft.chunks
        if c.kind in told and words[c.start].key not in AUXILIARIES
    ]
    sections = [
        section for chunk in draft.chunks if chunk.entries for section in chunk.entries[0].what.get("sections", ())
    ]
    return About(tuple(Term(term) for term in dict.fromkeys(terms)), tuple(dict.fromkeys(sections)))
