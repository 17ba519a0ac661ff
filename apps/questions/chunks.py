"""The question in chunks: names, periods, phrases of the lexicon, and the words between, each with its place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apps.questions.lexicon import Entry, Lexicon, lexicon
from apps.questions.names import Mention
from apps.questions.periods import spans
from apps.questions.query import Role
from apps.questions.tokens import Word, joined

MEASURES = frozenset(("item", "row", "ratio"))
DASHES = frozenset(("-", "–", "—"))
QUESTIONING = frozenset(("how", "what", "which", "who", "when", "where", "why", "by", "did", "was", "is", "does"))
EXCEPT = "ex"
TURNING = frozenset(("so", "but", "yet"))  # between what is told and what is asked
STOPS = frozenset((".", "?", "!", ";", ":"))


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words [start, end) of one kind. lead: the preposition before it, as a key. value: what it stands for."""

    kind: str
    start: int
    end: int
    role: Role
    entries: tuple[Entry, ...] = ()
    value: Any = None
    lead: str = ""
    key: str = ""  # the words as they are compared
    mods: tuple["Chunk", ...] = field(default=())

    @property
    def entry(self) -> Entry:
        return self.entries[0]

    @property
    def name(self) -> str:
        return self.entries[0].name if self.entries else ""

    def may_be(self, kind: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.kind == kind), None)

    def as_kind(self, entry: Entry) -> "Chunk":
        return replace(self, kind=entry.kind, role=role_of(entry), entries=(entry,))


ROLES = {
    "item": Role.MEASURE, "row": Role.MEASURE, "ratio": Role.MEASURE, "noun": Role.MEASURE,
    "filer": Role.FILER, "period": Role.PERIOD,
    "dimension": Role.PART, "member": Role.PART, "part": Role.PART, "each": Role.PART,
    "operator": Role.OPERATOR, "function": Role.OPERATOR, "spend": Role.OPERATOR, "move": Role.COMPARATOR,
    "comparator": Role.COMPARATOR, "sign": Role.COMPARATOR, "against": Role.COMPARATOR, "prior": Role.COMPARATOR,
    "quality": Role.COMPARATOR, "order": Role.ORDER, "form": Role.FORM,
    "relation": Role.FUNCTION, "words": Role.UNREAD, "number": Role.UNREAD,
    "barrier": Role.UNREAD, "mark": Role.FUNCTION,
}  # fmt: skip


def role_of(entry: Entry) -> Role:
    """Of a phrase that is read as this entry."""
    return Role.FUNCTION if entry.full == "function.words" else ROLES.get(entry.kind, Role.FRAME)


def chunks_of(words: Sequence[Word], mentions: Sequence[Mention], placed: Sequence[Chunk] = ()) -> list[Chunk]:
    """Every word in exactly one chunk, in order. What is placed comes first, then names, periods, longest phrases."""
    free = [True] * len(words)
    fixed = {chunk.start: chunk for chunk in (*_named(words, mentions), *placed)}
    for chunk in fixed.values():
        free[chunk.start : chunk.end] = [False] * (chunk.end - chunk.start)
    for span in spans(words, free):
        fixed[span.start] = Chunk("period", span.start, span.end, Role.PERIOD, value=span)
    return list(_all(words, fixed))


def _named(words: Sequence[Word], mentions: Sequence[Mention]) -> Iterator[Chunk]:
    behind = 0
    for mention in mentions:
        inside = [
            place
            for place, word in enumerate(words)
            if word.start < mention.end and mention.start < word.end and place >= behind
        ]
        if inside:
            behind = inside[-1] + 1
            yield Chunk("filer", inside[0], behind, Role.FILER, value=(mention,))


def _all(words: Sequence[Word], fixed: dict[int, Chunk]) -> Iterator[Chunk]:
    place, known = 0, lexicon()
    starts = sorted((*fixed, len(words)))
    for stop in starts:
        while place < stop:
            chunk = _phrase(known, words, place, stop)
            yield chunk
            place = chunk.end
        if stop in fixed:
            yield fixed[stop]
            place = fixed[stop].end


def _phrase(known: Lexicon, words: Sequence[Word], place: int, stop: int) -> Chunk:
    word = words[place]
    match = known.longest(words, place, stop)
    compound = _compound(words, place, stop)
    if compound > (match.end if match else place + 1):
        return Chunk("words", place, compound, Role.UNREAD)
    if match:
        kind, end = match.entries[0].kind, match.end
        key = " ".join(word.key for word in words[place:end])
        end += key == EXCEPT and end < stop and words[end].text == "-" and words[end].glued
        return Chunk(kind, place, end, role_of(match.entries[0]), match.entries, key=key)
    if word.is_number:
        return Chunk("number", place, place + 1, Role.UNREAD, value=word)
    kind = "words" if word.is_word else "mark"
    return Chunk(kind, place, place + 1, ROLES[kind], value=word.key)


def _compound(words: Sequence[Word], place: int, stop: int) -> int:
    """The place behind words that hyphens hold together: "work-in-process" means nothing in its pieces."""
    end = place + 1
    if words[place].key == EXCEPT:  # "sales ex-tax" leaves something out
        return end
    while words[place].is_word and end + 1 < stop and words[end].text == "-" and words[end].glued:
        if not (words[end + 1].glued and words[end + 1].is_word):
            break
        end += 2
    return end


def text_of(words: Sequence[Word], start: int, end: int) -> str:
    return joined(tuple(words[start:end]))


def sentences(chunks: Sequence[Chunk], words: Sequence[Word]) -> list[list[Chunk]]:
    """The chunks of each sentence: parted at marks that end one."""
    parts: list[list[Chunk]] = [[]]
    told = False  # whether the sentence holds more than marks
    for place, chunk in enumerate(chunks):
        parts[-1].append(chunk)
        told = told or chunk.kind != "mark"
        ends = chunk.kind == "mark" and chunk.value in STOPS and not _introduces(chunk, chunks, place)
        ends = ends or _breaks(chunk, chunks, place, words)
        if ends and told:
            parts.append([])
            told = False
    return list(_with_heads([part for part in parts if part]))


def _breaks(chunk: Chunk, chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> bool:
    """ "Thinking about cash - how much is held?", "revenue rose, so why did margins fall?": told, and then asked."""
    dash = chunk.kind == "mark" and chunk.value in DASHES and not words[chunk.start].glued
    keys = [word.key for word in words[chunk.end : chunk.end + 2]]
    turns = chunk.value == "," and len(keys) > 1 and keys[0] in TURNING and keys[1] in QUESTIONING
    if _keys(chunk, words) == ("but",):  # "revenue rose but profit fell. Why?": of what stands behind it
        asked = any(word.key == "why" for word in words[chunk.end :])
        return asked and _measured(chunks[:place]) and _measured(chunks[place + 1 :])
    asks = turns or (dash and bool(keys) and keys[0] in QUESTIONING)
    return asks and _measured(chunks[place + 1 :]) and (not turns or _measured(chunks[:place]))


def _keys(chunk: Chunk, words: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.key for word in words[chunk.start : chunk.end])


def _with_heads(parts: Sequence[list[Chunk]]) -> Iterator[list[Chunk]]:
    """A measure before a colon is what the words behind it ask of: "Gross margin: A versus B"."""
    held: list[Chunk] = []
    for part in parts:
        if held and _measured(part):
            yield held
            held = []
        joined = [*held, *part]
        held = joined if part[-1].value == ":" and _measured(joined) else []
        if not held:
            yield joined
    if held:
        yield held


def _measured(chunks: Sequence[Chunk]) -> bool:
    return any(entry.kind in MEASURES for chunk in chunks for entry in chunk.entries)


def _introduces(chunk: Chunk, chunks: Sequence[Chunk], place: int) -> bool:
    """A colon between "defined as" and the formula parts nothing."""
    return chunk.value == ":" and place > 0 and chunks[place - 1].may_be("defines") is not None
