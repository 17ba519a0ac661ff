"""Words that neither lexicon nor grammar placed are placed by the labels that the filings in question print.

Each such word, alone or with its neighbors, is held against those labels. Where it names one of them and no other, it
stands for that line, or for that part of what is measured beside it. A word that only completes a phrase of the measure
it belongs to ("earnings per share ..., diluted") is implied by it. What names nothing stays unread.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from apps.questions.chunks import MEASURES, Chunk
from apps.questions.drafts import Draft
from apps.questions.expressions import Expression, Item, OverTimeFunction, Row
from apps.questions.labels import JOINS, Fit, Label, Labels, Named, margin_of, named, stems
from apps.questions.lexicon import Entry, lexicon, phrases_of
from apps.questions.phrases import leaf
from apps.questions.query import Comparison, Intent, Query, Role, Taken, TextKind
from apps.questions.settling import PORTIONS
from apps.questions.slots import Dimension, Filer, Part
from apps.questions.tokens import Word, joined

LONGEST = 9  # words of a phrase that may name a label
IMPLIED = (-LONGEST, 0, 0)  # before any label: the words say nothing of their own
BOUNDS = frozenset(("period", "defines", "against", "prior"))
SMALL = frozenset(("function", "relation", "mark", "frame", "filer", "much", "which", "list"))
LISTING, LEAST_SEVERAL = frozenset(("and", "&", ",")), 2
TOUCHED = frozenset(("measure", "words", "part"))
UNTOLD = frozenset(("filer",))
SIGNS = frozenset(("operator", "comparator", "order", "move", "quality", "sign", "function"))
OVER_TIME = frozenset(function.value for function in OverTimeFunction)
UNITS = frozenset(("unit", "arm"))  # behind the name of a part
THAN_IN = {(sign, lead) for sign in ("than", "above", "below") for lead in ("in", "at", "for", "from", "of")}
POINTING = frozenset(("the", "that", "those"))
OPEN = frozenset((Role.UNREAD, Role.TOPIC))
TELLS = frozenset(("why", "who", "when", "where", "how", "risk", "outlook", "event", "definition", "explain", "tell"))


@dataclass(frozen=True, slots=True)
class Placement:
    """Chunks that stand in the place of words, and what was taken for what where the words are not the label's own."""

    chunks: tuple[Chunk, ...]
    covers: frozenset[int]  # places of words that nothing had placed
    rank: tuple[int, int, int]
    taken: Taken | None = None
    member: bool = False  # a line that is called as a part is


def placer_of(draft: Draft, query: Query, labels: Labels) -> "Placer | None":
    """With the labels of the filings in question; None where there is nothing to place, or no filer is named."""
    filers = [filer for filer in query.filers if isinstance(filer, Filer)]
    placer = Placer(draft, query)
    if not filers or not (placer.open or placer.beside) or not placer.may_place:
        return None
    found = owned(labels.held(filers, query.periods, placer.sought()), filers)
    placer.labels, placer.titled = [label for label in found if not label.title], found
    return placer


def owned(labels: Sequence[Label], filers: Sequence[Filer]) -> Sequence[Label]:
    """Also without the filer's own name ("Zephyrwick Lanterns"); not those that only say of what kind parts are."""
    names = [name for filer in filers for name in (filer.name, filer.name.split()[0])]
    cut = [
        replace(label, text=label.text[len(name) :].strip())
        for label in labels
        for name in names
        if label.text.lower().startswith(f"{name.lower()} ")
    ]
    return [label for label in (*labels, *cut) if stems(label.text) - _kinds()]


class Placer:
    """Of one draft. open: places of words to be placed."""

    def __init__(self, draft: Draft, query: Query) -> None:
        self.draft, self.query = draft, query
        self.words = draft.words
        self.chunk_at = {place: chunk for chunk in draft.chunks for place in range(chunk.start, chunk.end)}
        self.unread = frozenset(
            place
            for place, token in enumerate(query.tokens[: len(self.words)])
            if token.role in OPEN and token.text[0].isalnum() and place in self.chunk_at
        )
        self.free = frozenset(place for chunk in draft.chunks if _is_free(chunk) for place in _places(chunk))
        self.beside = tuple(_parts_beside(draft.chunks))
        self.soft = frozenset(_soft(draft.chunks))
        self.open = self.unread | self.free | self.soft
        self.plain = frozenset(place for place in self.unread if not _says_something(self.chunk_at[place]))
        self.portions = frozenset(place for place in self.unread if _is_portion(self.chunk_at[place]))
        self.labels: Sequence[Label] = ()
        self.titled: Sequence[Label] = ()  # and what stands over tables
        self.lines: Sequence[Chunk] = ()  # that words may be placed as

    @property
    def may_place(self) -> bool:
        """Whether a figure may be asked for: words that tell of something are topics, and stay so."""
        if self.supposes:
            return True
        if self.query.intent is not Intent.TEXT:
            return self.query.intent is not Intent.BRIEF
        told = any(chunk.kind in TELLS for chunk in self.draft.chunks)
        return self.query.text_kind is TextKind.WHAT and bool(self.query.periods) and not told

    @property
    def supposes(self) -> bool:
        """Whether a text is asked for that takes a move for granted: of which part decides whether it happened."""
        condition = self.query.condition
        return self.query.intent is Intent.TEXT and isinstance(condition, Comparison) and condition.premise

    @property
    def strange(self) -> frozenset[int]:
        """Places of open words that no label has."""
        return frozenset(at for at in self.unread | self.free if not stems(self.words[at].text) & self.printed)

    @cached_property
    def printed(self) -> frozenset[str]:
        """Stems of all labels."""
        return frozenset[str]().union(*(stems(label.text) for label in self.labels))

    def sought(self) -> frozenset[str]:
        places = self.open.union(*self.beside)
        return frozenset(stem for place in places for stem in stems(self.words[place].text) if len(stem) > 1)

    def chosen(self) -> tuple[Placement, ...]:
        """Where no measure was read, what some words name as a line makes others the name of its part."""
        found = list(self.candidates())
        if self.supposes:
            return self.best(one for one in found if all(chunk.kind == "part" for chunk in one.chunks))
        best = self.best(found)
        lines = [one for one in best if any(chunk.kind == "measure" for chunk in one.chunks)]
        plain = [one for one in lines if not one.member]
        if len(lines) > len(plain) == 1:  # "Margin Kelp Strip": one of them is the other's part
            self.lines = [chunk for chunk in plain[0].chunks if chunk.kind == "measure"]
            return self.best(self.candidates()) or best
        if best or any(chunk.kind == "measure" and not _is_free(chunk) for chunk in self.draft.chunks):
            return best
        self.lines = [one for placement in found for one in placement.chunks if one.kind == "measure"]
        return self.best(self.candidates()) if self.lines else ()

    def best(self, candidates: Iterable[Placement]) -> tuple[Placement, ...]:
        """The best first, none over words of another; all that nothing placed must be covered."""
        found: list[Placement] = []
        used: set[int] = set()
        for one in sorted(candidates, key=lambda placement: placement.rank):
            own = {place for chunk in one.chunks for place in _places(chunk)}
            if one.covers - used and not own & used:
                found.append(one)
                used |= own
        return tuple(found) if self.unread - self.portions <= used else ()

    def candidates(self) -> Iterator[Placement]:
        for start, end in self.phrases():
            yield from filter(None, (self.line_or_part(start, end), self.by_lexicon(start, end)))
        yield from self.completions()

    def phrases(self) -> Iterator[tuple[int, int]]:
        """Neighboring words that may name one thing."""
        for start in range(len(self.words)):
            for end in range(start + 1, min(start + LONGEST, len(self.words)) + 1):
                if self._is_phrase(start, end):
                    yield start, end

    def _is_phrase(self, start: int, end: int) -> bool:
        """Words of one sentence that begin and end with one that says something, one of them open."""
        chunks = [self.chunk_at.get(place) for place in range(start, end)]
        if any(chunk is None or chunk.kind in BOUNDS or _parts_sentence(chunk) for chunk in chunks):
            return False
        ends = (self.chunk_at[start], self.chunk_at[end - 1])
        within = set(range(start, end))
        parted = any(not _divides(chunk) and not set(_places(chunk)) <= within for chunk in chunks if chunk)
        joins = any(self.words[at].key in LISTING for at in (start, end - 1))
        small = joins or any(_says_little(chunk) and not self.soft & {start, end - 1} for chunk in ends if chunk)
        return not parted and not small and bool(self.open & within)

    def line_or_part(self, start: int, end: int) -> Placement | None:
        asked = self.text(start, end)
        ways = (asked, *(() if self._names_more(start, end) else (self.text(start, end, UNTOLD | {"frame"}),)))
        found = next((one for way in ways if (one := named(way, self.labels))), None) or self._of_a_whole(asked, end)
        found = found or _of_a_margin(asked, self.labels)
        if found is None or not self._keeps_operators(start, end, found) or self._lists(start, end, found):
            return None
        covers = self.open & set(range(start, end))
        rank = (-len(covers), int(found.fit), start - end)
        if not found.label.member and self._explains(start, end):
            return Placement((_implied(range(start, end)),), covers, rank)
        shared = found.label.member and self._shares(end)
        if shared or self._beside(start, end):
            return self._as_part(start, end, found, Placement((), covers, rank), shared=shared)
        new = covers - self.soft or self._longer(start, end, found)
        if found.fit is Fit.WITHIN or self._stands(start, end, found) or not new:
            return None
        taken = None if found.fit is Fit.EXACT else Taken(asked, found.label.text)
        line = tuple(self.line(start, end, Row(found.label.text)))
        return Placement(line, covers, rank, taken, found.label.member)

    def _of_a_whole(self, asked: str, end: int) -> Named | None:
        """ "Lamps and wicks share of revenue", printed as "Lamps and wicks revenue"."""
        behind = next((one for one in self.draft.chunks if one.start >= end and one.kind == "measure"), None)
        if not self._shares(end) or behind is None or not isinstance(behind.value, Item):
            return None
        found = named(f"{asked} {behind.name.replace('_', ' ')}", self.labels)
        return Named(Label(asked, member=True), found.fit) if found and found.fit <= Fit.INFLECTED else None

    def _lists(self, start: int, end: int, found: Named) -> bool:
        """ "Lanterns and lamp" may be words of two names where no "and" is printed."""
        joined = any(self.words[at].key in LISTING for at in range(start, end))
        return joined and not JOINS & set(found.label.text.lower().replace(",", " , ").split())

    def _explains(self, start: int, end: int) -> bool:
        """ "Rent (lease expense)": the same once more, in parentheses behind a measure."""
        before, mark, after = (self.chunk_at.get(at) for at in (start - 2, start - 1, end))
        opens = mark is not None and mark.value == "(" and before is not None and before.kind == "measure"
        return opens and after is not None and after.value == ")"

    def _names_more(self, start: int, end: int) -> bool:
        """Whether a word that says little stands at an end, or is one of a printed label."""
        framed = [at for at in range(start, end) if self.chunk_at[at].kind == "frame"]
        ends = {start, end - 1} & set(framed)
        return bool(ends) or any(stems(self.words[at].text) & self.printed for at in framed)

    def _as_part(self, start: int, end: int, found: Named, empty: Placement, *, shared: bool) -> Placement | None:
        """What stands beside a measure names a part of it, by all the words of a label."""
        before = self.chunk_at.get(start - 1)
        behind_a_line = before is not None and before.kind == "measure"  # "Cash App" is no part "App" of cash
        kinds = {self.chunk_at[at].kind for at in range(start, end)}
        longer = found.fit is Fit.EXACT and "part" in kinds and "filer" not in kinds
        nearly = found.fit is Fit.WITHIN or (found.fit is Fit.WIDER and found.label.member)
        wider = found.fit is Fit.WIDER and not found.label.member
        if wider or not (shared or longer or empty.covers & (self.unread | (self.free if self.lines else set()))):
            return None
        if found.fit is Fit.WITHIN and behind_a_line:
            return None
        taken = Taken(self.text(start, end), found.label.text) if nearly else None
        return replace(empty, chunks=(self._part(start, end, found.label),), taken=taken)

    def _stands(self, start: int, end: int, found: Named) -> bool:
        """A row that is called as it is printed stands already."""
        chunk = self.chunk_at[start]
        return chunk.kind == "measure" and (chunk.start, chunk.end) == (start, end) and found.fit is Fit.EXACT

    def _keeps_operators(self, start: int, end: int, found: Named) -> bool:
        """A word that works on measures may only be one of the label's own."""
        signs = [chunk for place in range(start, end) if works(chunk := self.chunk_at[place])]
        own = stems(found.label.text)
        if signs and all(works(self.chunk_at[place]) for place in range(start, end)):
            return False
        if stems(self.text(start, end)) <= portions():
            return False
        return all((said := stems(self.text(one.start, one.end))) and said <= own for one in signs)

    def _shares(self, end: int) -> bool:
        after = self.chunk_at.get(end)
        return after is not None and after.kind == "operator" and after.name == "share"

    def _longer(self, start: int, end: int, found: Named) -> bool:
        measures = [chunk for chunk in self.draft.chunks if chunk.kind == "measure" and start <= chunk.start < end]
        return found.fit is Fit.EXACT and bool(measures) and all(chunk.end <= end for chunk in measures)

    def text(self, start: int, end: int, untold: frozenset[str] = UNTOLD) -> str:
        """Without a company that is named within."""
        told = (place for place in range(start, end) if self.chunk_at[place].kind not in untold)
        return joined(tuple(self.words[place] for place in told))

    def _beside(self, start: int, end: int) -> bool:
        """Whether something that parts share is measured outside these words, on the same side of an operator."""
        chunks = self.draft.chunks  # what a sentence begins with may stand last among them
        own = [place for place, chunk in enumerate(chunks) if chunk.start < end and chunk.end > start]
        before, after = chunks[: own[0]], chunks[own[-1] + 1 :]
        beside = any(one.start >= end or one.end <= start for one in self.lines)
        return beside or self._than_in(start) or any(_measures(side) for side in (reversed(before), after))

    def _than_in(self, start: int) -> bool:
        """ "Higher in Rail than in Harbor Works": a part of what is measured before the comparison."""
        before = [word.key for word in self.words[max(start - 4, 0) : start] if word.key not in POINTING]
        measures = any(chunk.kind == "measure" and chunk.end <= start for chunk in self.draft.chunks)
        return measures and tuple(before[-2:]) in THAN_IN

    def _part(self, start: int, end: int, label: Label) -> Chunk:
        after = self.chunk_at.get(end)
        dimension = Dimension.ANY
        if after is not None and after.kind == "dimension":
            dimension, end = Dimension(after.name), after.end
        elif end in self.unread and self.words[end].key in UNITS:
            end += 1
        return Chunk("part", start, end, Role.PART, value=Part(dimension, label.text, label.text))

    def line(self, start: int, end: int, measure: Expression, entry: Entry | None = None) -> Iterator[Chunk]:
        """The measure at the last words; those before a company's name go with it."""
        pieces: list[list[int]] = [[]]
        for place in range(start, end):
            if self.chunk_at[place].kind == "filer":
                pieces.append([])
            else:
                pieces[-1].append(place)
        *before, last = [piece for piece in pieces if piece]
        yield from (Chunk("frame", piece[0], piece[-1] + 1, Role.MEASURE) for piece in before)
        entries = (entry,) if entry else ()
        yield Chunk("measure", last[0], last[-1] + 1, Role.MEASURE, entries, measure)

    def by_lexicon(self, start: int, end: int) -> Placement | None:
        """A phrase of the lexicon in another order or form: "repurchasing shares"."""
        entry = _entry(self.text(start, end))
        covers = (self.unread | self.free) & set(range(start, end))
        if entry and self.text(start, end).lower() in {*entry.what.get("plural", ()), *_bare_nouns()}:
            return None
        beside = entry.what.get("beside", ()) if entry else ()  # read so beside another item alone
        if " ".join(self.words[at].key for at in range(start, end)) in beside:
            return None
        within = [self.chunk_at[place] for place in range(start, end)]
        valued = entry and "investment" not in entry.name and any(one.lead == "at" for one in within)  # "debt at par"
        if entry is None or not covers or valued or any(map(works, within)):
            return None
        return Placement(
            tuple(self.line(start, end, leaf(of_entry(entry)), entry)), covers, (-len(covers), 0, start - end)
        )

    def completions(self) -> Iterator[Placement]:
        """Words that stand apart from the measure that they complete."""
        runs = list(_runs(sorted(self.plain), self.words))
        for beside in self.beside:
            yield from self._called_together(beside)
        for chunk in self.draft.chunks:
            if _is_free(chunk) and (several := self._several(chunk)):
                yield several
            if chunk.kind == "measure" and chunk.entries and chunk.entry.kind in MEASURES:
                for run in runs:
                    if one := self._completed(chunk, run):
                        yield one

    def _run_text(self, run: Sequence[int]) -> str:
        return " ".join(self.words[place].text for place in run)

    def _completed(self, chunk: Chunk, run: Sequence[int]) -> Placement | None:
        entry = _entry(f"{self._run_text(run)} {self.text(chunk.start, chunk.end)}")
        if entry is None:
            return None
        value = chunk.value if entry.full == chunk.entry.full else leaf(of_entry(entry))
        measure = replace(chunk, value=value, entries=(entry,), mods=(), lead="")
        return Placement((measure, _implied(run)), frozenset(run), IMPLIED)

    def _several(self, chunk: Chunk) -> Placement | None:
        """ "Lantern and lamp sales": parts of one measure, or one whose name says "and", called as they are printed."""
        for cut in range(chunk.start + 1, chunk.end):
            entry = _entry(self.text(cut, chunk.end))
            if entry is None:
                continue
            head = range(chunk.start, cut)
            runs = _listed(head, self.words)
            whole = self._whole_part(head)
            parts = [whole] if whole else [self._whole_part(run) for run in runs]
            if len(runs) < LEAST_SEVERAL or not all(parts):
                return None
            measure = Chunk("measure", cut, chunk.end, Role.MEASURE, (entry,), leaf(of_entry(entry)))
            covers = frozenset(_places(chunk))
            return Placement((*filter(None, parts), measure), covers, (-len(covers), 0, chunk.start - chunk.end))
        return None

    def _called_together(self, run: range) -> Iterator[Placement]:
        """ "North America Retail": what the lexicon has as two parts is printed as the name of one.

        "The lantern and lamp segments": two parts, where nothing is called so and each of them is.
        """
        said = range(run.start, run.stop - (self.words[run.stop - 1].key in _kinds()))  # "Asia & Oceania segment"
        found = named(self.text(said.start, said.stop), self.titled)
        if found and found.fit is Fit.EXACT:
            parts = [self._part(run.start, run.stop, found.label)]
        else:
            each = [self._whole_part(one) for one in _listed(run, self.words)]
            parts = [one for one in each if one] if all(each) and len(each) >= LEAST_SEVERAL else []
        if parts:
            yield Placement(tuple(parts), frozenset(run), (-len(run), 0, -len(run)))

    def _whole_part(self, run: Sequence[int]) -> Chunk | None:
        found = named(self.text(run[0], run[-1] + 1), self.labels)
        exact = found is not None and found.fit is Fit.EXACT
        return self._part(run[0], run[-1] + 1, found.label) if found and exact else None


def _implied(run: Sequence[int]) -> Chunk:
    return Chunk("frame", run[0], run[-1] + 1, Role.MEASURE)


def _entry(text: str) -> Entry | None:
    """The one measure of the lexicon that has these words, in whatever order and form, and what it is upon."""
    known = phrases_in_any_order().get((stems(text), _upon(text)), ())
    return known[0] if len(known) == 1 else None


def _upon(text: str) -> bool:
    """ "Return on capital" is no "capital return"."""
    return "on" in text.lower().split()


def _is_portion(chunk: Chunk) -> bool:
    """A share of which the part was not read is read again once words are placed as that part."""
    return chunk.kind == "function" and chunk.name in PORTIONS


def works(chunk: Chunk) -> bool:
    """Whether it works on measures."""
    return chunk.kind in SIGNS and not (chunk.kind == "function" and chunk.name == "words")


def _says_something(chunk: Chunk) -> bool:
    """Whether it is a measure of its own, or works on measures: it completes no other."""
    return works(chunk) or (chunk.kind == "measure" and bool(chunk.entries))


def _says_little(chunk: Chunk) -> bool:
    """At an end of a phrase it names nothing; one over time may be a label's first word ("Average discount rate")."""
    return chunk.kind in SMALL and not (chunk.kind == "function" and chunk.name in OVER_TIME)


def _measures(chunks: Iterable[Chunk]) -> bool:
    for chunk in chunks:
        if chunk.kind in ("operator", "comparator"):
            return False
        if chunk.kind == "measure" and not _is_free(chunk):
            return True
    return False


def of_entry(entry: Entry) -> Chunk:
    return Chunk(entry.kind, 0, 0, Role.MEASURE, (entry,))


def _is_free(chunk: Chunk) -> bool:
    """A measure that is only the words of the question."""
    return chunk.kind == "measure" and isinstance(chunk.value, Row) and not _is_known(chunk)


def _soft(chunks: Sequence[Chunk]) -> Iterator[int]:
    """Words without a meaning of their own that touch a name: a printed label may be called by them."""
    for step in (1, -1):
        touched = ""
        for chunk in chunks[::step]:
            if touched and chunk.kind in ("frame", "spend"):
                yield from _places(chunk)
            follows = touched == "measure" and chunk.kind in ("frame", "spend", "function", "relation")
            touched = chunk.kind if chunk.kind in TOUCHED else touched if follows else ""


def _parts_beside(chunks: Sequence[Chunk]) -> Iterator[range]:
    """ "Server products and cloud services", "Europe, the Middle East and Africa": several parts, or one's name."""
    run: list[Chunk] = []
    for chunk in (*chunks, None):
        if chunk is not None and (_is_part(chunk) or (run and _joins(chunk))):
            run.append(chunk)
            continue
        while run and not _is_part(run[-1]):
            run.pop()
        if sum(map(_is_part, run)) >= LEAST_SEVERAL or (run and _says_and(run[0])):
            yield range(run[0].start, run[-1].end)
        run = []


def _is_part(chunk: Chunk) -> bool:
    return chunk.kind == "part" and not chunk.value.each


def _joins(chunk: Chunk) -> bool:
    return chunk.key in LISTING or chunk.value in LISTING or (chunk.kind, chunk.name) == ("function", "words")


def _says_and(chunk: Chunk) -> bool:
    return bool({"and", "&"} & set(str(chunk.value.member).split()))


def _is_known(chunk: Chunk) -> bool:
    return bool(chunk.entries) and chunk.entry.kind == "row" and chunk.entry.name == chunk.value.label


def _divides(chunk: Chunk) -> bool:
    """Whether some of its words may mean something without the others."""
    return chunk.kind in ("words", "part") and not chunk.entries


def _of_a_margin(asked: str, labels: Sequence[Label]) -> Named | None:
    """The margin of a line that is printed: "Property EBITDAR margin"."""
    of = margin_of(asked)
    found = named(of, labels) if of else None
    return Named(Label(f"{found.label.text} margin"), found.fit) if found and found.fit <= Fit.WIDER else None


def _parts_sentence(chunk: Chunk) -> bool:
    return chunk.kind == "mark" and chunk.value in (".", "?", "!", ";", ":", "(", ")")


def _places(chunk: Chunk) -> range:
    return range(chunk.start, chunk.end)


def _listed(places: Sequence[int], words: Sequence[Word]) -> list[list[int]]:
    """What "and" and commas part."""
    runs: list[list[int]] = [[]]
    for place in places:
        if words[place].key in LISTING:
            runs.append([])
        else:
            runs[-1].append(place)
    return [run for run in runs if run]


def _runs(places: Sequence[int], words: Sequence[Word]) -> Iterator[list[int]]:
    """Neighboring places together, over marks that glue them."""
    run: list[int] = []
    for place in places:
        if run and not all(words[at].glued and not words[at].is_word for at in range(run[-1] + 1, place)):
            yield run
            run = []
        run.append(place)
    if run:
        yield run


@cache
def portions() -> frozenset[str]:
    """Stems of words for shares, which alone name no line."""
    return frozenset[str]().union(
        *(stems(keys[0]) for keys in phrases_of(lexicon().named("function", "share")) if len(keys) == 1)
    )


@cache
def _kinds() -> frozenset[str]:
    """Stems of words for kinds of parts: "% of total segment" names none."""
    dimensions = (entry for entry in lexicon().entries if entry.kind == "dimension")
    return frozenset[str]().union(*(stems(" ".join(keys)) for entry in dimensions for keys in phrases_of(entry)))


@cache
def _bare_nouns() -> frozenset[str]:
    """Words that only say what kind of line stands before them: "expense" alone is no line."""
    return frozenset(" ".join(keys) for keys in phrases_of(lexicon().named("noun", "measure")))


@cache
def phrases_in_any_order() -> dict[tuple[frozenset[str], bool], tuple[Entry, ...]]:
    """The entries of measures by the stems of their phrases."""
    found: dict[tuple[frozenset[str], bool], dict[str, Entry]] = {}
    for entry in lexicon().entries:
        if entry.kind in MEASURES:
            for keys in phrases_of(entry):
                text = " ".join(keys)
                found.setdefault((stems(text), _upon(text)), {})[entry.full] = entry
    return {key: tuple(entries.values()) for key, entries in found.items() if key[0]}
