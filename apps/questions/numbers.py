"""Numbers of a question: amounts to compare with or compute by, how many are wanted, decimals."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from apps.questions.chunks import Chunk
from apps.questions.query import Role
from apps.questions.tokens import Word

SCALES = {
    "million": 10**6,
    "mn": 10**6,
    "mm": 10**6,
    "m": 10**6,
    "billion": 10**9,
    "bn": 10**9,
    "b": 10**9,
    "thousand": 10**3,
    "k": 10**3,
}
PERCENT = frozenset(("%", "percent"))
CURRENCY = frozenset(("$", "€", "£", "usd", "us"))


def numbered(chunks: Sequence[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """The same chunks; numbers that are amounts, counts or decimals joined with what says so."""
    made: list[Chunk] = []
    place = 0
    while place < len(chunks):
        chunk, place = _at(chunks, place, words, made)
        made.append(chunk)
    return _ordered(made, words)


def _ordered(made: list[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """ "Which three segments grew the most": how many are wanted is told before what they are ordered by."""
    asked = next((place for place, chunk in enumerate(made) if chunk.kind == "which"), len(made)) + 1
    order = next((place for place, chunk in enumerate(made) if place > asked and chunk.kind == "order"), None)
    most = _count(made[asked], words) if order is not None else None
    if order is None or most is None or made[order].value is not None:
        return made
    counted = replace(made[asked], kind="frame", role=Role.ORDER, entries=(), value=None)
    told = {asked: counted, order: replace(made[order], value=most)}
    return [told.get(place, chunk) for place, chunk in enumerate(made)]


def _at(chunks: Sequence[Chunk], place: int, words: Sequence[Word], made: list[Chunk]) -> tuple[Chunk, int]:
    here, after = chunks[place], chunks[place + 1] if place + 1 < len(chunks) else None
    count = (
        words[here.start].count if here.end == here.start + 1 and here.kind in ("number", "words", "function") else None
    )
    if count is not None and after and after.kind == "form" and after.name == "decimals":
        return replace(after, start=here.start, value=count), place + 2
    if count is not None and after and after.kind == "order":
        return replace(after, start=here.start, value=count), place + 2
    if here.kind == "order" and after and (most := _count(after, words)):
        return replace(here, end=after.end, value=most), place + 2
    if here.kind != "number":
        return here, place + 1
    return _amount(chunks, place, words, made)


def _count(chunk: Chunk, words: Sequence[Word]) -> int | None:
    return words[chunk.start].count if chunk.kind in ("number", "words") and chunk.end == chunk.start + 1 else None


def _amount(chunks: Sequence[Chunk], place: int, words: Sequence[Word], made: list[Chunk]) -> tuple[Chunk, int]:
    here, last = chunks[place], made[-1] if made else None
    value, end, behind = Decimal(here.value.text.replace(",", "")), here.end, place + 1
    scaled = False
    if end < len(words) and words[end].key in SCALES:
        value, end, scaled = value * SCALES[words[end].key], end + 1, True
    elif end < len(words) and words[end].key in PERCENT:
        value, end, scaled = value / 100, end + 1, True
    elif end < len(words) and words[end].key in ("bps", "bp"):
        value, end, scaled = value / 10_000, end + 1, True
    elif end < len(words) and words[end].key == "x" and words[end].glued:
        end, scaled = end + 1, True
    while behind < len(chunks) and chunks[behind].start < end:
        behind += 1
    money = last is not None and words[last.start].key in CURRENCY and last.end == here.start
    if not (scaled or money or _beside_operator(chunks, place, made)):
        return here, place + 1
    start = made.pop().start if money and last else here.start
    end = max(end, chunks[behind - 1].end)
    return Chunk("amount", start, end, Role.MEASURE, value=value), behind


def _beside_operator(chunks: Sequence[Chunk], place: int, made: Sequence[Chunk]) -> bool:
    """Next to an operator or comparator, small words aside."""
    behind = next((chunk for chunk in reversed(made) if chunk.kind not in ("function", "frame")), None)
    ahead = chunks[place + 1] if place + 1 < len(chunks) else None
    opens = behind is not None and (behind.kind in ("operator", "comparator", "defines") or behind.value == "(")
    return opens or (ahead is not None and (ahead.kind == "operator" or words_like_minus(ahead)))


def words_like_minus(chunk: Chunk) -> bool:
    return chunk.kind == "mark" and chunk.value in ("*", "×")
