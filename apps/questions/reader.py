"""`read`: a question to its readings. The one way from words to a query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apps.questions.account import account
from apps.questions.binding import (
    Slots,
    bounds,
    mapped,
    pulled_apart,
    settled_operands,
    slots_of,
    unbound,
    within_a_formula,
)
from apps.questions.build import Built, built
from apps.questions.chunks import Chunk, chunks_of, sentences
from apps.questions.conditions import condition_of, order_of
from apps.questions.expressions import Expression, OverTime, OverTimeFunction, Ratio, Stated, walk
from apps.questions.forms import form_of, report_of, statement_of, without_parentheses
from apps.questions.intents import ASKING, Signals, asks_yes_or_no, intent_of
from apps.questions.names import Mention, Register
from apps.questions.numbers import numbered
from apps.questions.phrases import Phraser
from apps.questions.query import About, Alternative, Intent, Query, Reading, Role, Shown, Term
from apps.questions.sentence import label
from apps.questions.settling import settled
from apps.questions.slots import Peers
from apps.questions.tokens import LONGEST_QUESTION, Word, words_of

ASIDES = frozenset(("form", "statement", "report", "period", "filer", "words", "number", "mark", "function"))


@dataclass(slots=True)
class Draft:
    """A question on its way to a query."""

    text: str
    words: tuple[Word, ...]
    chunks: list[Chunk] = field(default_factory=list)
    built: Built = field(default_factory=Built)
    stated: dict[Expression, Expression] = field(default_factory=dict)
    yes_no: bool = False


def read(text: str, register: Register, *, earlier: Reading | Query | None = None) -> Reading:
    """Every sensible reading of the question, the most literal first. Never raises, whatever the text.

    earlier: what was asked before in the same conversation; a follow-up takes from it what it does not say itself.
    """
    draft = drafted(text, register)
    query = query_of(draft)
    reading = Reading(text, (Alternative(query),))
    if earlier is None:
        return reading
    return reading


def drafted(text: str, register: Register) -> Draft:
    words = words_of(text)
    draft = Draft(text, words)
    mentions: Sequence[Mention] = register.mentions(text[:LONGEST_QUESTION])
    named = any(mention.filers for mention in mentions)
    parts = [
        without_parentheses(Phraser(words, named).phrased(numbered(settled(part, words), words)))
        for part in sentences(chunks_of(words, mentions), words)
    ]
    asked = [asks(part, words) for part in parts]
    for part, asking in zip(parts, asked, strict=True):
        _add(draft, part, asking=asking or not any(asked))
    return draft


def _add(draft: Draft, chunks: list[Chunk], *, asking: bool) -> None:
    """One sentence. Of one that does not ask, while others do, only definitions, form and sources count."""
    if not asking and not any(chunk.kind == "defines" for chunk in chunks):
        condition = draft.words[chunks[0].start].key == "if"
        chunks = [aside(chunk, everything=condition) for chunk in chunks]
    draft.chunks += chunks
    made = built(chunks, draft.words)
    draft.built.unplaced += made.unplaced
    draft.built.mods += made.mods
    draft.yes_no = draft.yes_no or asks_yes_or_no(chunks, draft.words)
    draft.built.items += _without_definitions(draft, made.items)


def asks(chunks: Sequence[Chunk], words: Sequence[Word]) -> bool:
    """Whether a sentence asks: by its mark, by how it opens, or by a word of asking; not one that only gives a condition."""
    if words[chunks[0].start].key == "if" and chunks[-1].value != "?":
        return False
    if chunks[-1].value == "?" or asks_yes_or_no(chunks, words):
        return True
    return any(words[chunk.start].key in ASKING for chunk in chunks)


def aside(chunk: Chunk, *, everything: bool) -> Chunk:
    """What a sentence that does not ask says of measures tells how to work, and "if ... then say so" nothing at all."""
    return chunk if chunk.kind in ASIDES and not everything else replace(chunk, kind="frame", role=Role.FRAME)


def _without_definitions(draft: Draft, items: list[Any]) -> list[Any]:
    """The items without "X defined as F": that is kept as what the question itself states."""
    kept: list[Any] = []
    defines = False
    for item in items:
        if isinstance(item, Chunk) and item.kind == "defines":
            defines = True
        elif defines and isinstance(item, list) and (kept and isinstance(kept[-1], list)):
            _state(draft, kept[-1][-1], item)
            defines = False
        else:
            kept.append(item)
    return kept


def _state(draft: Draft, name: Expression, formula: list[Expression]) -> None:
    """Keeps a definition; names and periods within the formula are those that are asked for, or the ones before."""
    inside = {id(chunk) for bound in bounds(formula[0]) for chunk in bound.mods}
    draft.built.mods = [chunk for chunk in draft.built.mods if id(chunk) not in inside]
    draft.stated[unbound(name)] = within_a_formula(unbound(formula[0]))


def stated(measure: Expression, definitions: Mapping[Expression, Expression]) -> Expression:
    """With every ratio or row that the question defines replaced by its definition, those within definitions too."""

    def change(node: Any) -> Any:
        if node not in definitions:
            return node
        rest = {name: formula for name, formula in definitions.items() if name != node}
        return Stated(label(node), stated(definitions[node], rest))

    made: Expression = mapped(measure, change)
    return made


def over_time(measure: Expression, intent: Intent, signals: Signals) -> Expression:
    """ "how much did it grow": the growth, where the verb and no noun says so."""
    move = signals.first("move")
    if intent is not Intent.FIGURE or move is None or any(isinstance(node, OverTime) for node in walk(measure)):
        return measure
    grows = move.key.startswith(("grow", "grew")) or form_of(signals.chunks).shown is Shown.PERCENT
    growth = grows and not isinstance(measure, Ratio)
    return OverTime(OverTimeFunction.GROWTH if growth else OverTimeFunction.CHANGE, measure)


def query_of(draft: Draft) -> Query:
    signals = Signals(draft.chunks, draft.built, draft.yes_no, draft.built.measures)
    intent, kind = intent_of(signals)
    raw = [pulled_apart(measure) for measure in draft.built.measures]
    slots = slots_of(raw, draft.built.mods, draft.built.signals("ellipsis") if draft.yes_no else ())
    measures = tuple(stated(settled_operands(measure, slots.own), draft.stated) for measure in raw)
    measures = tuple(over_time(measure, intent, signals) for measure in measures)
    query = Query(
        intent=intent,
        measures=tuple(dict.fromkeys(measures)),
        filers=(*slots.filers, *_peers(draft, slots)),
        periods=slots.periods,
        part=slots.part,
        text_kind=kind,
        form=form_of(draft.chunks),
        statement=statement_of(draft.chunks),
        reports=report_of(draft.chunks),
        estimate=any(chunk.kind == "estimate" for chunk in draft.chunks),
    )
    query = replace(query, condition=condition_of(query, signals, slots), order=order_of(query, signals))
    query = replace(query, about=about(draft, query))
    return replace(query, tokens=account(draft.words, draft.chunks, draft.built.unplaced, intent, draft.text))


def _peers(draft: Draft, slots: Slots) -> tuple[Peers, ...]:
    return (Peers(),) if any(chunk.kind == "against" for chunk in draft.chunks) else ()


def about(draft: Draft, query: Query) -> About:
    if query.intent not in (Intent.TEXT, Intent.BRIEF, Intent.LIST):
        return About()
    terms = [
        draft.text[draft.words[c.start].start : draft.words[c.end - 1].end]
        for c in draft.chunks
        if c.kind in ("words", "measure")
    ]
    sections = [
        section for chunk in draft.chunks if chunk.entries for section in chunk.entries[0].what.get("sections", ())
    ]
    return About(tuple(Term(term) for term in dict.fromkeys(terms)), tuple(dict.fromkeys(sections)))
