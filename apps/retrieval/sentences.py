"""Sentences of a passage with their offsets."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

# A full stop ends a sentence unless an abbreviation, an initial or a number stands before it; an empty line always.
END = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]?[A-Z0-9$•])|(?<![ \t])[ \t]*\n[ \t]*\n\s*")
ABBREVIATION = re.compile(
    r"(?:\b(?:Inc|Corp|Cos?|Cie|Ltd|Pty|Pte|Bros|Mfg|Intl|Assn|Dept|Nos?|Messrs|Mrs?|Ms|Dr|Prof|Gen|Gov|Sen|Rep|Hon|Rev"
    r"|[Vv]s?|[Ee]tc|[Aa]pprox|[Ii]ncl|[Ee]xcl|[Aa]vg|[Ee]st|cf|al|pp?|[Vv]ol|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov"
    r"|Dec|St|Ste|Ave|Blvd|Rd|Mt|Ft|Jr|Sr|Art|Sec|Fig|Ex|e\.g|i\.e|U\.S|U\.K|N\.A|L\.P|S\.A|N\.V)|\b[A-Z]"
    r"|^\s*\(?\w{1,3}\)?)\.\s*$"
)
# An hour may end a sentence, but not before its time zone or a date that goes on with it.
HOUR = re.compile(r"\b[ap]\.\s?m\.\s*$", re.IGNORECASE)
ZONE = re.compile(
    r"\(?(?:[ECMP][SD]?T|[GB][MS]T|UTC|CES?T|[HAJ]ST|Eastern|Central|Mountain|Pacific|Greenwich|British|Coordinated"
    r"|New York|London|Local|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|\d"
    r"|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d)(?![a-z])"
)
BULLET = re.compile(r"(?:[•●▪◦‣∙·■□–—*-]\s+)+")  # the mark of a point in a list is no word of it
AROUND = re.compile(r"(?:^[^\t\n]+$\n?)+", re.MULTILINE)  # lines that no table's cells stand in
CLOSED = (".", "!", "?", ".”", '."')
SHORTEST, LONGEST = 25, 900
REACH = 12  # neighbors that are kept on either side of a sentence: as many as a passage has
ZONE_LENGTH = 24
SPLIT = 2_000  # passages of which the sentences are kept
FIGURES = re.compile(r"\(?[$€£]?\d[\d,.]*%?\)?|[—–-]|\*+")
MOST_FIGURES = 0.45  # of a sentence's words; with more of them it is a table that was not told from text


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters [start, end) of page `page`; `text` is exactly these."""

    chunk_id: int
    page: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Run:
    """Neighboring sentences of a page. `text` is exactly what stands from the start of the first to the last's end."""

    sentences: tuple[Sentence, ...]
    text: str

    def around(self, start: int, allowed: Callable[[str], bool], reach: int = 1) -> Sentence:
        """The one that begins at `start` with its neighbors on either side, up to the first that is not allowed."""
        at = next(place for place, one in enumerate(self.sentences) if one.start == start)
        before = takewhile(lambda one: allowed(one.text), self.sentences[at - 1 :: -1][:reach] if at else ())
        behind = takewhile(lambda one: allowed(one.text), self.sentences[at + 1 : at + 1 + reach])
        own = self.sentences[at]
        first, last, begin = [own, *before][-1], [own, *behind][-1], self.sentences[0].start
        text = self.text[first.start - begin : last.end - begin]
        return Sentence(first.chunk_id, first.page, first.start, last.end, text)


def run_around(split: Sequence[Sentence], at: int, text: str, spans: Iterable[Sequence[int]]) -> Run:
    """Sentence `at` of those of a passage, with the ones before and after it where no word stands between."""
    own = split[at]
    piece, begin = _piece_of(own, text, spans)
    end = begin + len(piece)
    near = deque([own])
    for one in reversed(split[max(0, at - REACH) : at]):
        if one.page != own.page or one.start < begin or _between(one, near[0], piece, begin):
            break
        near.appendleft(one)
    for one in split[at + 1 : at + 1 + REACH]:
        if one.page != own.page or one.end > end or _between(one, near[-1], piece, begin):
            break
        near.append(one)
    return Run(tuple(near), piece[near[0].start - begin : near[-1].end - begin])


def _piece_of(sentence: Sentence, text: str, spans: Iterable[Sequence[int]]) -> tuple[str, int]:
    """The slice of a page that it stands in, and where that begins."""
    offset = 0
    for page, start, end in spans:
        if page == sentence.page and start <= sentence.start and sentence.end <= end:
            return text[offset : offset + end - start], start
        offset += end - start + 1
    raise ValueError("a sentence of a passage stands in one of its slices")


def _between(one: Sentence, other: Sentence, piece: str, begin: int) -> bool:
    """Whether letters or figures stand between them."""
    gap = piece[min(one.end, other.end) - begin : max(one.start, other.start) - begin]
    return any(letter.isalnum() for letter in gap)


def split_sentences(chunk_id: int, text: str, spans: Iterable[Sequence[int]]) -> list[Sentence]:
    """The sentences of a passage whose `text` is the slices named by `spans`, joined by line feeds."""
    return list(_split(chunk_id, text, tuple(map(tuple, spans))))


@lru_cache(maxsize=SPLIT)
def _split(chunk_id: int, text: str, spans: tuple[tuple[int, ...], ...]) -> tuple[Sentence, ...]:
    """Kept by the text itself: one question reads the passages of a filing several times, and so do the next ones."""
    found, offset = [], 0
    for page, start, end in spans:
        piece = text[offset : offset + end - start]
        for first, last in _bounds(piece):
            found.append(Sentence(chunk_id, page, start + first, start + last, piece[first:last]))
        offset += end - start + 1
    return tuple(found)


def sentences_around(chunk_id: int, text: str, spans: Iterable[Sequence[int]]) -> list[Sentence]:
    """The whole sentences that stand above and below a table, as `split_sentences` has them; no line of the table."""
    found, offset = list[Sentence](), 0
    for page, start, end in spans:
        piece = text[offset : offset + end - start]
        for block in AROUND.finditer(piece):
            bounds = ((block.start() + first, block.start() + last) for first, last in _bounds(block[0]))
            found += [
                Sentence(chunk_id, page, start + first, start + last, piece[first:last])
                for first, last in bounds
                if piece[first:last].endswith(CLOSED)
            ]
        offset += end - start + 1
    return found


def breaks(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Where a sentence ends and the next one begins: titles, initials, abbreviations and hours end none."""
    first = start
    for match in END.finditer(text, start, len(text) if end is None else end):
        if "\n\n" not in match[0] and _goes_on(text[first : match.start()], text[match.end() :][:ZONE_LENGTH]):
            continue
        yield match.start() + len(match[0].rstrip()), match.end()
        first = match.end()


def goes_on(text: str, most: int, longest: int) -> int:
    """Where what `text` begins with ends: after `most` sentences, before an empty line or a table; 0 where none ends.

    Nothing behind `longest` characters is read.
    """
    piece = re.split(r"\n[ \t]*\n|\n[^\n]*\t", text[:longest], maxsplit=1)[0]
    ends = [end for end, _ in breaks(piece)]
    whole = len(piece.rstrip())
    if piece[:whole].endswith(CLOSED):
        ends.append(whole)
    last = ends[:most][-1] if ends else 0
    return last if _of_words(piece[:last]) else 0


def whole_sentences(text: str) -> list[str]:
    """`text` cut where its sentences end."""
    cuts = list(breaks(text))
    ends, begins = [end for end, _ in cuts] + [len(text)], [0] + [begin for _, begin in cuts]
    return [text[begin:end] for begin, end in zip(begins, ends, strict=True)]


def _bounds(text: str) -> list[tuple[int, int]]:
    bounds, first = [], 0
    for end, begin in breaks(text):
        bounds.append((first, end))
        first = begin
    bounds.append((first, len(text)))
    return [_trimmed(text, *bound) for bound in bounds if _is_prose(text[slice(*bound)].strip())]


def _goes_on(before: str, after: str) -> bool:
    """Whether the full stop between `before` (which has it) and `after` ends no sentence."""
    return bool(ABBREVIATION.search(before)) or bool(HOUR.search(before) and ZONE.match(after))


def _is_prose(text: str) -> bool:
    return SHORTEST <= len(text) <= LONGEST and _of_words(text)


def _of_words(text: str) -> bool:
    words = text.split()
    return sum(1 for word in words if FIGURES.fullmatch(word)) <= MOST_FIGURES * len(words)


def _trimmed(text: str, first: int, last: int) -> tuple[int, int]:
    """Without the white space around it and the mark of a point in a list before it."""
    piece = text[first:last]
    start = len(piece) - len(piece.lstrip())
    if mark := BULLET.match(piece, start):
        start = mark.end()
    return first + start, first + len(piece.rstrip())
