"""Cards by a model (R1): checked against the passage; the rules' card where it fails."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from apps.documents.cards.card import PERIOD, SUMMARY_WORDS, Card, CardInput, CardMaker, Number, Span, Triple
from apps.documents.cards.labels import SectionLabel, Topic
from apps.documents.modelled.passages import material, shown
from apps.documents.modelled.reader import FAILED, Exact, Reader
from apps.documents.modelled.verbatim import figures, invents_figures, located, stands_in
from apps.documents.sections import one_line
from apps.statements.ontology import concepts

MOST = 12  # of a list: the shape also bounds what a model that repeats itself may cost
YEAR = re.compile(r"\d{4}")
DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")


Words = Annotated[str, Field(max_length=200)]
Quoted = Annotated[str, Field(max_length=1000)]


class Said(Exact):
    """A triple in the passage's own words."""

    subject: Words
    relation: Words
    object: Words


class CardReply(Exact):
    """What the model is asked for. Places in the text are found by us: models cannot count characters."""

    topic: Topic
    section: SectionLabel
    entities: list[Words] = Field(max_length=MOST)
    metrics: list[Words] = Field(max_length=MOST)
    numbers: list[Words] = Field(max_length=40)
    periods: list[Words] = Field(max_length=MOST)
    summary: str = Field(max_length=400)
    triples: list[Said] = Field(max_length=6)
    evidence: list[Quoted] = Field(max_length=5)
    boilerplate: bool


class ShortCardReply(CardReply):
    """Asked for where replies must be short."""

    entities: list[Annotated[str, Field(max_length=50)]] = Field(max_length=2)
    metrics: list[Annotated[str, Field(max_length=30)]] = Field(max_length=2)
    numbers: list[Annotated[str, Field(max_length=24)]] = Field(max_length=4)
    periods: list[Annotated[str, Field(max_length=12)]] = Field(max_length=2)
    summary: str = Field(max_length=200)
    triples: list[Said] = Field(max_length=0)
    evidence: list[Annotated[str, Field(max_length=160)]] = Field(max_length=1)


class ModelCardMaker:
    """A `CardMaker`. `rules` make the draft of every card, which gives the figures their units, and stands where the
    model fails; it is then marked as a placeholder.
    """

    def __init__(self, reader: Reader, rules: CardMaker) -> None:
        self._reader = reader
        self._rules = rules

    @property
    def name(self) -> str:
        return self._reader.name

    def cards(self, passages: Sequence[CardInput]) -> list[Card]:
        drafts = self._rules.cards(passages)
        return self._reader.each(list(zip(passages, drafts, strict=True)), self._card)

    def _card(self, one: tuple[CardInput, Card]) -> Card:
        passage, draft = one
        shape = ShortCardReply if self._reader.narrow else CardReply
        metrics = draft.metrics if self._reader.narrow else sorted(concepts())
        reply = self._reader.ask(shape, "card", _material(passage, metrics), check=_too_long)
        if reply is None:
            return replace(draft, maker=FAILED, placeholder=True)
        return grounded(reply, passage, draft, self.name)


def _material(passage: CardInput, metrics: Iterable[str]) -> str:
    return f"Metrics that may be named: {', '.join(metrics)}\n\n{material(passage)}"


def _too_long(reply: CardReply) -> str:
    words = len(reply.summary.split())
    return "" if words <= SUMMARY_WORDS else f"summary has {words} words; at most {SUMMARY_WORDS} are allowed"


def grounded(reply: CardReply, passage: CardInput, draft: Card, maker: str) -> Card:
    """The card of a reply: what does not stand in the passage is left out, units are the rules' own."""
    text = shown(passage)
    return Card(
        topic=reply.topic,
        section=reply.section,
        entities=_once(
            one_line(name) for name in reply.entities if one_line(name) and one_line(name) in one_line(text)
        ),
        metrics=_once(key for key in reply.metrics if key in concepts()),
        numbers=_numbers(reply, text, draft),
        periods=_once(period for period in reply.periods if _is_named(period, text, draft)),
        summary=_summary(reply, text, draft),
        triples=tuple(
            Triple(said.subject, said.relation, said.object)
            for said in reply.triples
            if all(stands_in(part, text) for part in (said.subject, said.relation, said.object))
        ),
        spans=_spans(reply, text),
        boilerplate=draft.boilerplate or (reply.boilerplate and not draft.numbers),
        maker=maker,
    )


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))


def _numbers(reply: CardReply, text: str, draft: Card) -> tuple[Number, ...]:
    """Figures that the model names and the passage prints; where the rules read the same place, as they read it."""
    found: dict[int, Number] = {}
    for said in reply.numbers:
        span = located(said, text)
        digits = DIGITS.search(span.text) if span else None
        if span and digits:
            number = _as_read(span, draft) or Number(span.text, _value(span.text, digits[0]), "", span.start, span.end)
            found[number.start] = number
    return tuple(number for _, number in sorted(found.items()))


def _as_read(span: Span, draft: Card) -> Number | None:
    overlapping = (number for number in draft.numbers if number.start < span.end and span.start < number.end)
    return next(overlapping, None)


def _value(text: str, digits: str) -> str:
    negative = text.lstrip("$€£¥ ").startswith(("(", "-", "−"))
    return ("-" if negative else "") + digits.replace(",", "")


def _is_named(period: str, text: str, draft: Card) -> bool:
    """Whether a period is normalised and either the rules found it too or its year stands in the passage."""
    year = YEAR.search(period) if PERIOD.fullmatch(period) else None
    return year is not None and (period in draft.periods or year[0] in figures(text))


def _summary(reply: CardReply, text: str, draft: Card) -> str:
    said = one_line(reply.summary)
    return draft.summary if not said or invents_figures(said, text) else said


def _spans(reply: CardReply, text: str) -> tuple[Span, ...]:
    spans = {span.start: span for quoted in reply.evidence if (span := located(quoted, text))}
    return tuple(span for _, span in sorted(spans.items()))
