"""What a passage states of what: (subject, relation, object) in its own words (R1)."""

import re
from collections.abc import Iterator, Sequence

from apps.documents.cards.card import CardInput, Number, Span, Triple
from apps.documents.models import ChunkKind
from apps.documents.sections import cut, one_line

MOST = 8
SUBJECT_CHARACTERS = 120
RELATION = re.compile(
    r"\b(increased|decreased|grew|declined|rose|fell|improved|dropped|totaled|totalled|amounted to|represented|reached"
    r"|was|were|is|are|had|paid|generated|used|recorded|recognized|repurchased|received|issued|acquired|sold|spent|employed)\b"
    r"(?:\s+(?:by|to|of|at|approximately|about|nearly|over|up|down|an?|aggregate|total))*\s*\(?$",
    re.IGNORECASE,
)
CLAUSE = re.compile(
    r"[;:]|,\s+(?:while|and|but|which|compared|offset|driven|due)\b|\b(?:compared (?:to|with)|versus)\b"
)
LEAD = re.compile(
    r"^(?:\(?\w{1,3}\)\s+|(?:in|during|for|as|on|at|of|after|since|under|to|additionally)\b.*,\s+|(?:the|our|its|and|also)\s+)+",
    re.IGNORECASE,
)


def triples(
    passage: CardInput, evidence: Sequence[Span], numbers: Sequence[Number], columns: Sequence[str]
) -> tuple[Triple, ...]:
    """At most 8. columns: the periods of a table's columns from the left, where they are known one for each figure."""
    stated = _rows if passage.kind is ChunkKind.TABLE else _sentences
    found = [triple for span in evidence for triple in stated(span, _within(span, numbers), columns)]
    return tuple(dict.fromkeys(found))[:MOST]


def _within(span: Span, numbers: Sequence[Number]) -> list[Number]:
    return [number for number in numbers if span.start <= number.start and number.end <= span.end]


def _rows(span: Span, numbers: Sequence[Number], columns: Sequence[str]) -> Iterator[Triple]:
    """A row's label with its figures: the first alone where it is not known which column each stands in."""
    if not numbers:
        return
    label = _subject(span.text[: numbers[0].start - span.start])
    known = columns if len(columns) == len(numbers) else ("shows",)
    if label:
        for relation, number in zip(known, numbers, strict=False):
            yield Triple(label, relation, _figure(number))


def _sentences(span: Span, numbers: Sequence[Number], columns: Sequence[str]) -> Iterator[Triple]:
    """The words before a figure's verb, the verb, the figure."""
    for number in numbers:
        clause = CLAUSE.split(span.text[: number.start - span.start])[-1].rstrip()
        match = RELATION.search(clause)
        subject = _subject(clause[: match.start()]) if match else ""
        if match and subject:
            yield Triple(subject, match[1].lower(), _figure(number))


def _subject(words: str) -> str:
    subject = LEAD.sub("", one_line(words).strip(" .,:–—-$|("))
    return cut(subject, SUBJECT_CHARACTERS) if len(subject) > 2 else ""


def _figure(number: Number) -> str:
    """The figure as printed, with its unit where the print does not show it."""
    scale = number.unit.rpartition(" ")[2]
    hidden = scale not in {"", "percent", "USD"} and scale not in number.text.lower()
    return one_line(f"{number.text} ({number.unit})" if hidden else number.text)
