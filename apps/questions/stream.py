"""Chunks to the terminals of the grammar: which of them connect measures here, and what goes with which measure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.questions.chunks import Chunk
from apps.questions.expressions import Operator
from apps.questions.lexicon import lexicon
from apps.questions.settling import WHOLES
from apps.questions.tokens import Word

TERMINALS = {
    "move": "MOVE", "comparator": "COMPARATOR", "sign": "SIGN", "order": "ORDER",
    "against": "AGAINST", "prior": "AGAINST",
    "quality": "QUALITY", "measure": "MEASURE", "amount": "NUMBER", "defines": "DEFINES", "ellipsis": "ELLIPSIS",
}  # fmt: skip
OPERATORS = {
    "minus": ("MINUS", Operator.SUBTRACT), "plus": ("PLUS", Operator.ADD), "divide": ("DIVIDE", Operator.DIVIDE),
    "exclude": ("MINUS", Operator.SUBTRACT),
    "times": ("TIMES", Operator.MULTIPLY),
    "share": ("SHARE_OF", Operator.DIVIDE),
}  # fmt: skip
FUNCTIONS = {"difference": "DIFFERENCE", "ratio": "RATIO", "share": "PORTION", "part_of": "PORTION"}
EXCLUDE = ("operator", "exclude")  # what follows is not counted
NEAR = 24  # chunks between an operator and its operand

VERSUS = frozenset(("vs", "versus", "against"))
MODS = frozenset(("filer", "period", "part"))


def bound(chunks: Sequence[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """Names, periods and parts go with the measure of their stretch between operators: before it, else behind it."""
    made: list[Chunk] = []
    waiting: list[Chunk] = []
    for at, chunk in enumerate(chunks):
        if chunk.kind == "function" and chunk.name == "words" and _joins(chunk, chunks, at, words):
            chunk = replace(chunk, value="and")
        if at and chunks[at - 1].kind == "order" and words[chunk.start].key == "of":  # "spent more of revenue on"
            chunk = chunk.as_kind(lexicon().named("function", "part_of"))
        if chunk.kind == "period" and words[chunk.start - 1].key in VERSUS and chunk.start:
            chunk = replace(chunk, lead="against")  # "A as % of B, 2022 vs 2021": of both
        if chunk.kind in MODS:
            ahead = chunk.kind == "part" and at + 1 < len(chunks) and chunks[at + 1].kind == "measure"
            place = None if ahead else _measure_since_operator(made)
            if place is None:
                waiting.append(chunk)
            else:
                made[place] = replace(made[place], mods=(*made[place].mods, chunk))
            continue
        if chunk.kind in ("measure", "amount") and waiting:
            chunk, waiting = replace(chunk, mods=tuple(waiting)), []
        elif waiting and _ends_stretch(chunk):
            made.extend(_ellipsis(waiting))
            waiting = []
        made.insert(_before_spending(made) if chunk.kind == "order" else len(made), chunk)
    return made + _ellipsis(waiting)


def _before_spending(made: Sequence[Chunk]) -> int:
    """The place of an order: "spent more on", "spent a larger share of" are of what is measured."""
    place = len(made)
    while place and made[place - 1].kind == "function" and made[place - 1].name == "words":
        place -= 1
    return place - 1 if place and made[place - 1].kind == "spend" else len(made)


def _measure_since_operator(made: Sequence[Chunk]) -> int | None:
    for place in range(len(made) - 1, -1, -1):
        if made[place].kind == "measure":
            return place
        if _ends_stretch(made[place]):
            return None
    return None


def _ends_stretch(chunk: Chunk) -> bool:
    return chunk.kind in ("operator", "comparator", "against") or chunk.value in ("(", ")", "and")


def _ellipsis(waiting: Sequence[Chunk]) -> list[Chunk]:
    return (
        [Chunk("ellipsis", waiting[0].start, waiting[0].end, waiting[0].role, mods=tuple(waiting))] if waiting else []
    )


def terminals(chunks: Sequence[Chunk], words: Sequence[Word]) -> Iterator[tuple[str, Chunk]]:
    parentheses, last, shared = formulas(chunks), None, None
    for place, chunk in enumerate(chunks):
        terminal = _mark(chunk, chunks, place, parentheses) or _terminal(chunk, chunks, place, words)
        if terminal == "FUNCTION" and last and _adds(chunks, place, words):
            yield from (("AND", chunk), ("FUNCTION", chunk), ("MEASURE", last))
        elif terminal == "DIFFERENCE" and last and not _measure_beside(chunks, place, 1):
            yield from (("AND", chunk), ("DIFFERENCE", chunk), ("MEASURE", last))
        elif terminal == "SHARE_OF" and last and _beside_its_amount(chunks, place, words):
            yield from (("AND", chunk), ("MEASURE", last), (terminal, chunk))
        elif terminal == "SHARE_OF" and last and _of_its_whole(chunks, place, last, words):
            yield from ((terminal, chunk), ("MEASURE", replace(last, mods=())))
        elif terminal == "PORTION" and last and _ends_its_measure(chunk, chunks, place, last):
            yield from (("SHARE_OF", chunk), ("MEASURE", replace(last, mods=())))
        elif terminal:
            yield terminal, chunk
        shared = _shared(chunks, place) if terminal == "SHARE_OF" else shared
        if chunk.kind == "measure":
            last, shared = _spoken_of(shared, chunk), None


def _shared(chunks: Sequence[Chunk], place: int) -> Chunk | None:
    """What a share is of: the measure before it, or a part that has its share of the measure behind it."""
    return next((one for one in reversed(chunks[:place]) if one.kind in ("measure", "ellipsis")), None)


def _spoken_of(shared: Chunk | None, measure: Chunk) -> Chunk:
    """ "Europe's share of sales and its growth", "A as % of sales and its growth": of what has the share."""
    if shared is None or shared.kind == "measure":
        return shared or measure
    return replace(measure, mods=(*shared.mods, *measure.mods))


def _beside_its_amount(chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> bool:
    """ "Goodwill of Rail and % of total goodwill": the amount is asked for, and its share."""
    return words[chunks[place].start - 1].key in ("and", "&") and _measure_beside(chunks, place, 1)


def _of_its_whole(chunks: Sequence[Chunk], place: int, last: Chunk, words: Sequence[Word]) -> bool:
    """ "Revenue in Europe as % of total": of the same measure of the whole filer."""
    parts = [chunk for chunk in last.mods if chunk.kind == "part" and not chunk.value.each]
    behind = [word.key for word in words[chunks[place].end : chunks[place].end + 3]]
    return len(parts) == 1 and bool(WHOLES & set(behind)) and not _measure_beside(chunks, place, 1)


def _ends_its_measure(chunk: Chunk, chunks: Sequence[Chunk], place: int, last: Chunk) -> bool:
    """ "Sales to Europe, share", "headcount, % in Asia": of the same measure of the whole filer."""
    parts = [one for one in last.mods if one.kind == "part" and not one.value.each]
    told = parts and parts[0].start > chunk.start  # "in" and "outside" lead it
    between = [
        one for one in chunks[:place] if one.start >= last.end and one.kind == "function" and one.name != "words"
    ]
    if told and between:  # "revenue growth, % in Europe"
        return False
    small = ("period", "mark", "filer", *(("relation", "function", "frame") if told else ()))
    return len(parts) == 1 and all(one.kind in small for one in chunks[place + 1 :])


def _adds(chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> bool:
    """ "revenue and its growth": a function of the measure before it, told beside it."""
    before = [words[chunk.start].key for chunk in chunks[max(place - 2, 0) : place]]
    return "and" in before and not _measure_beside(chunks, place, 1)


def _terminal(chunk: Chunk, chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> str:
    if chunk.kind == "operator":
        return OPERATORS[chunk.name][0]
    if chunk.kind == "form" and chunk.name == "basis_points":  # "losses in basis points of sales"
        of = chunks[place + 1 : place + 2]
        held = bool(of) and of[0].key == "of" and _measure_beside(chunks, place + 1, 1)
        return "SHARE_OF" if held and _measure_beside(chunks, place, -1) else ""
    if chunk.kind == "function":
        if chunk.name == "sum" and _of_those_before(chunks, place, words):
            return "SIGN"
        return (
            ""
            if chunk.name == "words" and not _joins(chunk, chunks, place, words)
            else _function_terminal(chunk, words)
        )
    if chunk.kind == "spend":
        return {"on": "SPEND", "pay": "PAY"}.get(chunk.name, "") if any(one.kind == "measure" for one in chunks) else ""
    if chunk.kind == "relation" and words[chunk.start].key == "to":
        return "DIVIDE" if _between_measures(chunks, place) else ""
    return TERMINALS.get(chunk.kind, "")


def _of_those_before(chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> bool:
    """ "Dividends and buybacks together", "from A and B together": of both before it, not of the one beside it."""
    measures = [one for one in chunks[:place] if one.kind == "measure"][-2:]
    parts = [one for one in measures[-1].mods if one.kind == "part"][-2:] if measures else []
    joined = any(_joined(both, words) for both in (measures, parts))
    return joined and not _measure_beside(chunks, place, 1)


def _joined(both: Sequence[Chunk], words: Sequence[Word]) -> bool:
    return len(both) > 1 and any(words[at].key in ("and", "&") for at in range(both[0].end, both[-1].start))


def _function_terminal(chunk: Chunk, words: Sequence[Word]) -> str:
    return "AND" if chunk.name == "words" else FUNCTIONS.get(chunk.name, "FUNCTION")


def _mark(chunk: Chunk, chunks: Sequence[Chunk], place: int, parentheses: frozenset[int]) -> str:
    if chunk.kind != "mark":
        return ""
    if place in parentheses:
        return "OPEN" if chunk.value == "(" else "CLOSE"
    if chunk.value == ",":
        return "AND" if _between_measures(chunks, place) else ""
    if chunk.value in ("-", "–") and _between_measures(chunks, place):
        return "MINUS"
    return ""


def formulas(chunks: Sequence[Chunk]) -> frozenset[int]:
    """Places of parentheses that hold a formula: a measure within, an operator beside; not "days payable (DPO)"."""
    found: set[int] = set()
    opened: list[tuple[int, int]] = []  # the place of each open one, and how much was told before it
    told = 0
    for place, chunk in enumerate(chunks):
        told += chunk.kind in ("operator", "measure")
        if chunk.kind == "mark" and chunk.value == "(":
            opened.append((place, told))
        elif chunk.kind == "mark" and chunk.value == ")" and opened:
            start, before = opened.pop()
            if told > before and (_operates(chunks, place + 1) or _opens(chunks, start - 1)):
                found |= {start, place}
    return frozenset(found)


def _operates(chunks: Sequence[Chunk], place: int) -> bool:
    return place < len(chunks) and chunks[place].kind == "operator"


def _opens(chunks: Sequence[Chunk], place: int) -> bool:
    return place < 0 or chunks[place].kind in ("operator", "defines") or chunks[place].value in ("(", "-")


def _joins(chunk: Chunk, chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> bool:
    return words[chunk.start].key in ("and", "&", "or") and _between_measures(chunks, place)


def _between_measures(chunks: Sequence[Chunk], place: int) -> bool:
    return _measure_beside(chunks, place, -1) and _measure_beside(chunks, place, 1)


def _measure_beside(chunks: Sequence[Chunk], place: int, step: int) -> bool:
    """A measure or formula next to it; only small words, names, functions and periods between."""
    for at in range(place + step, place + step * (NEAR + 1), step):
        if not 0 <= at < len(chunks):
            return False
        chunk = chunks[at]
        if chunk.kind in ("measure", "amount") or chunk.value == (")" if step < 0 else "("):
            return True
        is_small = chunk.kind in ("frame", "filer", "period", "part", "ellipsis") or (chunk.kind == "function")
        if not is_small and not (chunk.kind == "mark" and chunk.value == ","):
            return False
    return False
