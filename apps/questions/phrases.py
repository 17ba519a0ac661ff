"""Noun phrases: a measure with what narrows it, the parts of a filer, and labels that no lexicon knows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from apps.questions.chunks import MEASURES, Chunk, text_of
from apps.questions.expressions import Expression, Item, Ratio, Row
from apps.questions.names import Mention
from apps.questions.query import Role
from apps.questions.slots import Dimension, Part
from apps.questions.tokens import Word

LABEL = MEASURES | {"words", "noun"}
TAILS = frozenset(("net", "noncurrent", "non-current", "current", "basic", "diluted", "gross", "total"))
JOINING = frozenset(("of", "for", "from", "on", "in", "to", "with", "under", "and", "&", "at"))
SAME = "same"  # the lead of a period of which all is asked again
LED = frozenset(("measure", "part", "words", "what", "event", "filer", "period"))
NAMING = frozenset(("words", "what", "event"))
WHOSE = frozenset(("of", "for", "on", "from"))
LINKS = frozenset(("and", "&", "-", "/", ","))
ACTING = frozenset(("did", "does", "doe", "do", "has", "have", "had", "will", "can"))
SPENT, OUTSIDE = "spent", "outside"  # relations: what it "went to", and all but what is named
AGAINST = "against"  # "... and is that higher or lower than in 2021?"
NARROWING = frozenset(
    (
        "of",
        "from",
        "in",
        "on",
        "for",
        "at",
        "via",
        "through",
        "by",
        "within",
        "between",
        "to",
        "among",
        SPENT,
        OUTSIDE,
    )
)
SKIPPED = frozenset(("the", "its", "their", "a", "an", "'s", "'"))


def leaf(chunk: Chunk) -> Expression:
    """What a chunk of a measure measures."""
    entry = chunk.entry
    if entry.kind == "item":
        return Item(entry.name)
    return Ratio(entry.name) if entry.kind == "ratio" else Row(entry.name, like=str(entry.what.get("like", "")))


@dataclass(slots=True)
class Phraser:
    """Makes chunks of one sentence into measures with parts. The words that it cannot use stay as they are."""

    words: Sequence[Word]
    filers: bool  # whether the question names any

    def phrased(self, chunks: Sequence[Chunk]) -> list[Chunk]:
        labelled = self._labelled(self._parted(self._grouped(chunks)))
        return _without_cash(self._narrowed(self._counted(labelled)))

    def _counted(self, chunks: list[Chunk]) -> list[Chunk]:
        """Where a figure is asked for and no measure is known, the unknown words name it."""
        chunks = [self._operand(chunks, place) for place in range(len(chunks))]
        told = ("measure", "event", "outlook", "why")
        if any(chunk.kind in told for chunk in chunks) or not any(self._counts(chunk) for chunk in chunks):
            return chunks
        named = next(
            (place for place, chunk in enumerate(chunks) if chunk.kind == "words" and self._labels(chunk)), None
        )
        return [self._row([chunk]) if place == named else chunk for place, chunk in enumerate(chunks)]

    def _operand(self, chunks: list[Chunk], place: int) -> Chunk:
        """Unknown words on either side of an operator name a line."""
        chunk = chunks[place]
        beside = [chunks[at].kind == "operator" for at in (place - 1, place + 1) if 0 <= at < len(chunks)]
        return self._row([chunk]) if chunk.kind == "words" and any(beside) and self._labels(chunk) else chunk

    def _counts(self, chunk: Chunk) -> bool:
        return chunk.kind in ("much", "comparator", "defines") or (chunk.kind == "function" and chunk.name != "words")

    def _labels(self, chunk: Chunk) -> bool:
        return any(word.is_word and len(word.text) > 1 for word in self.words[chunk.start : chunk.end])

    def text(self, start: int, end: int) -> str:
        return text_of(self.words, start, end)

    def _grouped(self, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Neighboring unknown words are one chunk; numbers and hyphens glued to them belong to them."""
        made: list[Chunk] = []
        for chunk in chunks:
            last = made[-1] if made else None
            if last and last.kind == "words" and self._continues(last, chunk):
                made[-1] = replace(last, end=chunk.end)
            elif last and chunk.kind == "words" and last.kind == "number" and self.words[chunk.start].glued:
                made[-1] = replace(chunk, start=last.start)
            else:
                made.append(chunk)
        return made

    def _continues(self, last: Chunk, chunk: Chunk) -> bool:
        if chunk.kind == "words":
            return True
        word = self.words[chunk.start]
        if chunk.kind == "number":
            return word.glued or (word.text.isdecimal() and len(word.text) < 3)
        return chunk.kind == "mark" and word.glued and word.text in "-/.+" and self._next_glued(chunk.end)

    def _next_glued(self, place: int) -> bool:
        return place < len(self.words) and self.words[place].glued and self.words[place].is_word

    def _parted(self, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Members and dimensions: "by segment", "the Hardware segment", "in Europe", "which region"."""
        made: list[Chunk] = []
        for chunk, after in zip(chunks, [*chunks[1:], None], strict=True):
            last = made[-1] if made else None
            if chunk.kind == "dimension":
                made.append(self._dimension(chunk, made, last))
            elif chunk.kind == "member" and self._names_a_thing(chunk, after):
                made.append(replace(chunk, kind="words", role=Role.UNREAD, entries=()))
            elif chunk.kind == "member" and chunk.name != "total":
                part = Part(Dimension(chunk.name), self.text(chunk.start, chunk.end), self.text(chunk.start, chunk.end))
                made.append(replace(chunk, kind="part", value=part))
            else:
                made.append(chunk)
        return made

    def _names_a_thing(self, chunk: Chunk, after: Chunk | None) -> bool:
        """A member within a longer name: "Digital Media", "foreign currency translation"."""
        return (
            after is not None and chunk.name != "total" and after.kind in ("words", "noun") and not self._marked(chunk)
        )

    def _marked(self, chunk: Chunk) -> bool:
        """A place written as a name before a small word stands for itself; "North Asia Beverages" is one name."""
        capitals = [self.words[place].text[0].isupper() for place in (chunk.start, chunk.end)]
        return chunk.name == "geography" and capitals == [True, False]

    def _dimension(self, chunk: Chunk, made: list[Chunk], last: Chunk | None) -> Chunk:
        kind = Dimension(chunk.name)
        plain = made[-1].start if made and made[-1].kind == "adjective" else chunk.start  # "its two main segments"
        if plain < chunk.start and made[-2:-1] and self.words[made[-2].start].count is not None:
            made.pop()
        else:
            plain = chunk.start
        start = plain
        while made and made[-1].end == start and (_may_name(made[-1]) or self._is_named(made)):
            start = made.pop().start
        counted = start + 1 == plain and self.words[start].count is not None
        if start < chunk.start and not counted:
            start = self._beside(made, kind, start, several=self.words[chunk.start].text.lower() != chunk.key)
            member = self.text(start, chunk.start)
            return replace(chunk, kind="part", start=start, value=Part(kind, member, self.text(start, chunk.end)))
        if counted or self._asks_each(made):  # "its four regions" are each of them
            start = made.pop().start if made and made[-1].kind == "each" else start
            return replace(chunk, kind="part", start=start, value=Part(kind, None, self.text(start, chunk.end)))
        return chunk

    def _is_named(self, made: Sequence[Chunk]) -> bool:
        """ "The Specialty Materials segment": a word without meaning, written large behind another one that is."""
        if len(made) < 2 or made[-1].kind not in ("frame", "adjective") or not _may_name(made[-2]):
            return False
        return all(self.words[one.start].text[0].isupper() for one in made[-2:])

    def _beside(self, made: list[Chunk], kind: Dimension, start: int, *, several: bool) -> int:
        """ "The Rail and Marine segments": the first is of the same kind; "the Rail and Marine segment" is one name.

        Gives the word with which the last name begins.
        """
        joined = len(made) > 1 and self._key(made[-1]) in ("and", "or", "&") and made[-2].kind == "words"
        if joined and several:
            text = self.text(made[-2].start, made[-2].end)
            made[-2] = replace(made[-2], kind="part", role=Role.PART, value=Part(kind, text, text))
        elif joined and self.words[made[-2].end - 1].text[0].isupper() and made[-1].end == start:
            made.pop()
            return made.pop().start
        return start

    def _asks_each(self, made: Sequence[Chunk]) -> bool:
        near = [chunk for chunk in made[-5:] if chunk.kind != "mark"]
        return any(chunk.kind in ("each", "which", "order", "list") for chunk in near)

    def _labelled(self, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Runs of words, nouns and items: one measure, a measure with a part before it, or a label."""
        made: list[Chunk] = []
        place = 0
        while place < len(chunks):
            end = self._run_end(chunks, place)
            run = list(chunks[place:end])
            made.extend(self._of_run(run) if end > place else [chunks[place]])
            place = max(end, place + 1)
        return made

    def _run_end(self, chunks: Sequence[Chunk], place: int) -> int:
        """Behind the longest run of words, nouns and items; links and prepositions only where a noun carries them."""
        end = place
        while end < len(chunks) and self._is_label(chunks, end):
            end += 1
            step = self._bridge(chunks, place, end)
            end = step or end
        return end

    def _is_label(self, chunks: Sequence[Chunk], at: int) -> bool:
        """A cue within a label is a word of it: "patent litigation reserve"; so is "ratio" behind a word."""
        if chunks[at].kind in LABEL:
            return True
        ahead, behind = chunks[at + 1 : at + 2], chunks[at - 1 : at] if at else []
        if chunks[at].kind in NAMING:
            return bool(ahead) and ahead[0].kind in LABEL
        names = chunks[at].kind == "function" and chunks[at].name == "ratio"
        return names and bool(behind) and behind[0].kind == "words"

    def _bridge(self, chunks: Sequence[Chunk], start: int, end: int) -> int:
        """The place of the word behind a link, where the run goes on over it; else 0."""
        if parenthesis := self._parenthesis(chunks, end):
            return parenthesis
        at = end
        while (
            at < len(chunks)
            and at < end + 3
            and chunks[at].kind not in LABEL
            and self._key(chunks[at]) in JOINING | LINKS | SKIPPED
        ):
            at += 1
        if at == end or at >= len(chunks) or chunks[at].kind not in LABEL:
            return 0
        keys = {self._key(chunk) for chunk in chunks[end:at]} - SKIPPED
        before = chunks[start:end]
        if chunks[at].kind in MEASURES:  # "fair value of total debt" is no debt
            return at if keys and keys <= WHOSE and before[-1].kind == "noun" and before[-1].name == "measure" else 0
        if keys <= {"and", "&", ","} and keys & {"and", "&"}:
            return at if all(chunk.kind == "words" for chunk in before) and self._heads(chunks, at) else 0
        return at if keys <= JOINING and before[-1].kind == "noun" else 0

    def _parenthesis(self, chunks: Sequence[Chunk], at: int) -> int:
        """Over "(loss)" within a label, and over a last ", net": the place behind them, or 0."""
        keys = [self._key(chunk) for chunk in chunks[at : at + 4]]
        if (
            len(keys) == 4
            and keys[0] == "("
            and keys[2] == ")"
            and chunks[at + 1].kind == "noun"
            and chunks[at + 3].kind in LABEL
        ):
            return at + 3
        if (
            len(keys) > 1
            and keys[0] == ","
            and keys[1] in TAILS
            and chunks[at - 1].kind != "ratio"
            and not (len(keys) > 2 and chunks[at + 2].kind in LABEL)
        ):
            return at + 2
        return 0

    def _heads(self, chunks: Sequence[Chunk], at: int) -> bool:
        """Whether the words at a place end in a noun or item: "product and licensing costs"."""
        while at < len(chunks) and chunks[at].kind == "words":
            at += 1
        return at < len(chunks) and chunks[at].kind in ("noun", "item")

    def _key(self, chunk: Chunk) -> str:
        return self.words[chunk.start].key if chunk.end == chunk.start + 1 else ""

    def _of_run(self, run: list[Chunk]) -> list[Chunk]:
        first, last = run[0], run[-1]
        if len(run) == 1 and first.kind in MEASURES:
            return [self._measure(first, leaf(first))]
        if all(chunk.kind == "ratio" for chunk in run):  # "DSO DPO": but "goodwill write-downs" is one thing
            return [self._measure(chunk, leaf(chunk)) for chunk in run]
        if first.kind in MEASURES and all(chunk.kind == "words" for chunk in run[1:]):
            return [self._measure(first, leaf(first)), *run[1:]]
        if (
            last.kind in MEASURES
            and last.key != "margin"
            and last.entry.what.get("parts")
            and all(chunk.kind == "words" for chunk in run[:-1])
        ):
            member = self.text(first.start, last.start)
            part = Chunk("part", first.start, last.start, Role.PART, value=Part(Dimension.ANY, member, member))
            return [part, self._measure(last, leaf(last))]
        if all(chunk.kind in ("words", "noun", "function", *NAMING) for chunk in run) and not self._is_quantity(run):
            return [Chunk("words", first.start, last.end, Role.UNREAD, value=first.value)]
        return [self._row(run)]

    def _is_quantity(self, run: Sequence[Chunk]) -> bool:
        """Whether its head is a noun of figures: the last word before a preposition ("fair value of trademarks")."""
        heads = [
            chunk
            for chunk, after in zip(run, [*run[1:], None], strict=True)
            if after is None or after.start > chunk.end
        ]
        counts = any(chunk.key.startswith("number of") for chunk in run)
        named = [heads[0], run[-1]]
        return counts or any(
            chunk.kind == "function" or (chunk.kind == "noun" and chunk.name == "measure") for chunk in named
        )

    def _measure(self, chunk: Chunk, expression: Expression) -> Chunk:
        return replace(chunk, kind="measure", role=Role.MEASURE, value=expression)

    def _row(self, run: Sequence[Chunk]) -> Chunk:
        start, end = run[0].start, run[-1].end
        return Chunk("measure", start, end, Role.MEASURE, run[-1].entries, Row(self.text(start, end)))

    def _narrowed(self, chunks: Sequence[Chunk]) -> list[Chunk]:
        """What follows a measure by a preposition narrows it: "revenue from leasing", "sales of trucks"."""
        made: list[Chunk] = []
        for place, chunk in enumerate(chunks):
            lead = self._lead(chunks, place) if chunk.kind in LED else ""
            lead = lead or ("and" if self._listed(chunks, place) else "")
            chunk = replace(chunk, lead=lead) if lead else chunk
            beside = chunk.lead in ("and", "&", "or") and self._beside_part(made)
            narrows = beside or chunk.lead in NARROWING
            if self._unknown_company(chunk, chunks, place):
                words = self.words[chunk.start : chunk.end]
                mention = Mention(words[0].start, words[-1].end, self.text(chunk.start, chunk.end))
                chunk = replace(chunk, kind="filer", role=Role.FILER, value=(mention,))
            elif chunk.kind in NAMING and narrows and self._after_measure(made, beside=beside):
                chunk = self._part_or_name(chunk)
            made.append(_beyond(chunk) if chunk.lead == OUTSIDE and chunk.kind == "part" else chunk)
        return made

    def _lead(self, chunks: Sequence[Chunk], place: int) -> str:
        near = (chunk for chunk in reversed(chunks[max(place - 4, 0) : place]) if self._key(chunk) not in SKIPPED)
        before = next(near, None)
        if chunks[place].kind == "period" and SAME in map(self._key, chunks[max(place - 3, 0) : place]):
            return SAME  # "and the same for 2015"
        if before is not None and before.kind == "measure" and self.words[before.end - 1].key == "on":
            return "on"  # "lose on lanterns"
        if before is None or before.kind not in ("function", "relation", "operator", "each"):
            return ""
        if before.kind == "relation" and before.name in (SPENT, OUTSIDE, AGAINST):
            return before.name
        return self.words[before.end - 1].key

    def _listed(self, chunks: Sequence[Chunk], place: int) -> bool:
        """ "From lanterns, wicks and oil": one of several names of which "and" leads the last."""
        if chunks[place].kind not in NAMING or not place or self._key(chunks[place - 1]) != ",":
            return False
        behind = [chunk for chunk in chunks[place + 1 :] if self._key(chunk) != ","]
        names = next((at for at, chunk in enumerate(behind) if chunk.kind not in NAMING), len(behind))
        return names + 1 < len(behind) and self._key(behind[names]) in ("and", "&") and behind[names + 1].kind in NAMING

    def _unknown_company(self, chunk: Chunk, chunks: Sequence[Chunk], place: int) -> bool:
        """A name where a company stands: "did Glimmerford", "Glimmerford's", "Glims'", while no company is named."""
        if self.filers or chunk.kind != "words" or not self.words[chunk.start].text[0].isupper():
            return False
        before = self._key(chunks[place - 1]) if place else ""
        after = self.words[chunk.end].key if chunk.end < len(self.words) else ""
        quoted = before == "'" or self.words[chunk.end - 1].text[-1] != "s"
        return before in ACTING or after == "'s" or (after == "'" and not quoted)

    def _beside_part(self, made: Sequence[Chunk]) -> bool:
        before = next((chunk for chunk in reversed(made) if chunk.kind not in ("function", "mark")), None)
        return before is not None and before.kind == "part" and not before.value.each

    def _after_measure(self, made: Sequence[Chunk], *, beside: bool) -> bool:
        """A measure before it, with only periods, names and small words between; beside a part commas, too."""
        for chunk in reversed(made):
            if chunk.kind == "measure":
                return True
            if beside and chunk.value == ",":
                continue
            if chunk.kind not in ("function", "relation", "frame", "filer", "period", "spend", "move", "part"):
                return False
        return False

    def _part_or_name(self, chunk: Chunk) -> Chunk:
        text = self.text(chunk.start, chunk.end)
        if not self.filers and self.words[chunk.start].text[0].isupper() and chunk.lead in ("of", "for", "at"):
            words = self.words[chunk.start : chunk.end]
            return replace(chunk, kind="filer", role=Role.FILER, value=(Mention(words[0].start, words[-1].end, text),))
        kind = (
            Dimension.GEOGRAPHY
            if chunk.lead in ("in", "on", OUTSIDE, "within") and self.words[chunk.start].text[0].isupper()
            else Dimension.ANY
        )
        return replace(chunk, kind="part", role=Role.PART, value=Part(kind, text, text))


def _beyond(chunk: Chunk) -> Chunk:
    """ "Outside Europe": all of the filer but Europe."""
    part: Part = chunk.value
    return replace(chunk, value=replace(part, member=f"{OUTSIDE} {part.member}")) if part.member else chunk


def _may_name(chunk: Chunk) -> bool:
    """Whether it may be words of a member's name."""
    return chunk.kind == "words" or (chunk.kind == "part" and not chunk.value.each)


def _without_cash(chunks: list[Chunk]) -> list[Chunk]:
    """ "how much cash did it generate from operating activities": the cash flow is asked for, not the balance."""
    measures = [place for place, chunk in enumerate(chunks) if chunk.kind == "measure"]
    for first, second in pairwise(measures):
        what = chunks[second].entries[0].what if chunks[second].entries else {}
        flow = "spent" in what or chunks[second].name.endswith("_cash_flow")
        verb = any(chunk.kind == "spend" for chunk in chunks[first:second])
        if flow and verb and chunks[first].name == "cash":
            chunks[first] = replace(chunks[first], kind="frame", role=Role.FRAME)
    return chunks
