"""Which of its meanings a phrase has here: decided by what stands beside it, never by the question as a whole."""

from collections.abc import Sequence
from dataclasses import replace

from apps.questions.chunks import MEASURES, Chunk
from apps.questions.expressions import Row
from apps.questions.lexicon import lexicon
from apps.questions.query import Role
from apps.questions.slots import PeriodKind
from apps.questions.tokens import Word
from apps.statements.spent import CHARGED, PROFITS

NEAR = 24  # chunks that a neighbor may be away
NOUNS = 6  # chunks that a dimension may be away from "in each of"
CONTENT = MEASURES | {"words", "noun", "number", "measure"}
TRANSPARENT = frozenset(("function", "frame", "relation", "much"))
ARTICLES = frozenset(
    ("the", "a", "an", "any", "of", "'s", "this", "that", "its", "their", "in", "net", "total", "what", "an")
)
MODS = frozenset(("period", "filer", "part", "member"))
HELD = MEASURES | {"number", "filer", "measure"}
WEAK = frozenset(("per", "over", "/", "+", "including", "incl", "counting", "without", "ex", "relative to", "times"))
AFTER_MOVES = frozenset(("", "?", "by", "or", "from", "in", "on", "versus", "vs"))
ASKED_AFTER = frozenset(("and", "then", "to", "please", "you", "that", "i", "we", "did", "doe", "it"))
BEFORE_NOUNS = frozenset(("by", "per", "every", "the", "its"))
PORTIONS = frozenset(("share", "part_of"))
JOINING = frozenset(("and", "plus", "&", "+", "including"))
GAPS = {"minus": "change", "plus": "sum"}
SIGNS = frozenset(("%", "percent"))
WHOLES = frozenset(("total", "whole", "group"))
ADDING = frozenset(("add", "added", "adding"))
WINNING = frozenset(("lose", "lost", "losing", "loses", "gain"))
NOUNS_OF_MOVES = frozenset(("change", "growth"))


def settled(chunks: Sequence[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """The same chunks, each of one kind."""
    return [Settler(chunks, words, place).chunk() for place in range(len(chunks))]


class Settler:
    """One chunk among its neighbors."""

    def __init__(self, chunks: Sequence[Chunk], words: Sequence[Word], place: int) -> None:
        self.chunks, self.words, self.place, self.here = chunks, words, place, chunks[place]

    def neighbor(self, step: int, *, skip: frozenset[str] = TRANSPARENT) -> Chunk | None:
        for place in range(self.place + step, self.place + step * (NEAR + 1), step):
            if not 0 <= place < len(self.chunks):
                return None
            chunk = self.chunks[place]
            if chunk.kind not in skip and not (
                chunk.entries and chunk.entries[-1].kind == "function" and chunk.kind != "dimension"
            ):
                return chunk
        return None

    def key(self, step: int) -> str:
        place = self.place + step
        chunk = self.chunks[place] if 0 <= place < len(self.chunks) else None
        return self.words[chunk.start if step > 0 else chunk.end - 1].key if chunk else ""

    def chunk(self) -> Chunk:
        if self._is_each_quarter():
            return replace(self.here, key=self.text).as_kind(lexicon().named("which", "period"))
        if not self.here.entries:
            return self.here
        if self.here.kind == "measure":  # placed by a label or phrase
            return self.here
        if self._completes_a_row():
            return replace(self.here, kind="frame", role=Role.MEASURE, entries=())
        if gap := self._gap():
            return self.here.as_kind(lexicon().named("function", gap))
        for kind in dict.fromkeys(entry.kind for entry in self.here.entries):
            entry = self.here.may_be(kind)
            if entry and self.fits(kind, entry.name):
                return self.here.as_kind(entry)
        if self.here.entries[0].full == "operator.share" and " " in self.text:  # it is no name, nor a part of one
            return replace(self.here, kind="barrier", role=Role.UNREAD, entries=(), value=self.text)
        last = self.here.entries[-1]
        if last.kind in ("function", "frame", "relation"):
            return self.here.as_kind(last)
        return replace(self.here, kind="words", role=Role.UNREAD, entries=(), value=self.words[self.here.start].key)

    def fits(self, kind: str, name: str) -> bool:
        test = getattr(self, f"_{kind}", None)
        return test is None or bool(test(name))

    def _gap(self) -> str:
        """ "Revenue 2022 less 2021", "2021 + 2022": what stands between two periods asks of both."""
        operator = self.here.may_be("operator")
        beside = [chunk.kind for chunk in self.chunks[max(self.place - 1, 0) : self.place + 2]]
        between = operator is not None and beside[::2] == ["period", "period"] and self.place > 0
        return GAPS.get(operator.name, "") if operator and between else ""

    def _is_each_quarter(self) -> bool:
        """ "The strongest quarter of 2018": any of that year, where nothing else is put in order."""
        if self.here.kind != "words" or self.text != "quarter":
            return False
        years = [one.value.periods for one in self.chunks if one.kind == "period"]
        of_a_year = len(years) == 1 and [one.kind for one in years[0]] == [PeriodKind.YEAR]
        ordered = any(one.may_be("order") for one in self.chunks)
        return of_a_year and ordered and not any(one.may_be("dimension") for one in self.chunks)

    @property
    def text(self) -> str:
        return " ".join(word.key for word in self.words[self.here.start : self.here.end])

    def _operator(self, name: str) -> bool:
        before, after = self.neighbor(-1), self.neighbor(1)
        if self.text == "before":  # "operating income before impairments", not "before the merger"
            dated = self.neighbor(-1, skip=TRANSPARENT | {"period", "filer"})
            profit, charge = (one.may_be("item") if one else None for one in (dated, after))
            return profit is not None and charge is not None and profit.name in PROFITS and charge.name in CHARGED
        if self.text == "%":  # "capex % revenue"
            around = self.chunks[max(self.place - 1, 0) : self.place + 2]
            named = [chunk.kind in MEASURES | {"measure"} for chunk in around]
            return named == [True, False, True] or (named == [False, False, True] and around[0].kind == "words")
        if name == "share" and self.text == "share of":  # "Europe share of revenue"; of a line it may be no part
            beside = self.neighbor(-1)
            whole = beside is not None and beside.kind in MEASURES  # "lantern sales share of total", "its sales' share"
            over = self.chunks[self.place + 1] if self.place + 1 < len(self.chunks) else None
            of_whole = whole and (self.key(1) in WHOLES or (over is not None and over.kind in MEASURES))
            return of_whole or (beside is not None and (beside.kind == "words" or beside.may_be("member") is not None))
        if name == "share":
            if before is None and self.text.startswith("as "):  # "and as a % of sales?"
                return True
            return self._has_a_portion(before) and self._has_a_whole()
        if self.text not in WEAK or (name == "exclude" and self.place == 0):
            return True
        sides = CONTENT | {"period", "filer", "spend"}
        opened = before is not None and (before.kind in sides or before.value == ")")
        follows = after is not None and (after.kind in CONTENT or after.value == "(" or after.kind == "function")
        parted = after is not None and (after.kind == "part" or any(map(after.may_be, ("dimension", "member"))))
        return opened and (follows or parted)  # "capital spending / segment sales"

    def _has_a_portion(self, before: Chunk | None) -> bool:
        """ "Capex, % of revenue"; of "Zephyrwick 2022 % of revenue from Europe" the part is told behind it."""
        if before is None or before.value == ")":
            return before is not None
        told = CONTENT | {"dimension", "part"}
        named = any(one.kind in told or one.may_be("member") for one in self.chunks[: self.place])
        return named and before.kind in CONTENT | MODS | {"dimension"}

    def _has_a_whole(self) -> bool:
        """ "Capex in percent of revenue" is a share; "margin in percent of Zephyrwick" says how to tell it."""
        if not self.here.may_be("form"):
            return True
        after = self.neighbor(1, skip=TRANSPARENT | {"period", "filer", "mark"})
        return after is not None and after.kind != "form"

    def _each(self, name: str) -> bool:
        """ "By segment", "in each of Zephyrwick's four segments"."""
        if self.text == "in each" and self.key(1) == "of":
            return any(one.may_be("dimension") for one in self.chunks[self.place : self.place + NOUNS])
        after = self.neighbor(1)
        return after is not None and after.may_be("dimension") is not None

    def _member(self, name: str) -> bool:
        written = self.words[self.here.start].text
        return self.text != "us" or written.isupper()

    def _function(self, name: str) -> bool:
        if name == "words":
            return True
        if name == "share":
            return self._is_portion()
        if name in ("minimum", "maximum"):
            after = self.neighbor(1)
            return self.neighbor(-1) is None and after is not None and after.kind in CONTENT
        if name in NOUNS_OF_MOVES and len(self.here.entries) > 1:
            return self._is_noun()
        return True

    def _is_portion(self) -> bool:
        """A share of something: not a number of percent, not shares of stock, nor how a figure is wanted ("..., %")."""
        if self.text in SIGNS and self.neighbor(1, skip=TRANSPARENT | {"period", "filer", "mark"}) is None:
            return False
        before = self.neighbor(-1)
        if self.text == "share" and self._ends_its_measure():
            return True
        counted = before is not None and before.kind == "number"
        stock = self.text == "share" and (self.words[self.here.start].text.lower() != "share" or self.key(1) != "of")
        return not (counted or stock)

    def _ends_its_measure(self) -> bool:
        """ "Rail revenue share 2022", "sales to Europe share": of stock it would be counted, or something per share."""
        rest = self.chunks[self.place + 1 :]
        before = self.chunks[self.place - 1] if self.place else None
        named = before is not None and (before.kind in MEASURES or before.may_be("member") is not None)
        parted = any(one.may_be("member") or one.kind in ("words", "part") for one in self.chunks[: self.place])
        last = all(one.kind in ("period", "mark") for one in rest)
        return named and parted and last and self.words[self.here.start].text.lower() == "share"

    def _is_noun(self) -> bool:
        """ "the increase in revenue", "% increase": a noun; "did revenue increase": a verb."""
        before, after = self.neighbor(-1), self.neighbor(1)
        led = self.key(1) in ("of", "in", "/", "(") and after is not None and after.kind in CONTENT
        follows = before is not None and (before.kind in MEASURES or before.kind == "filer")
        ordered = before is not None and before.may_be("order") is not None
        of_it = follows and self._portion_is_asked()  # "how much of the sales increase came from Rail"
        return ordered or of_it or self.key(-1) in ARTICLES or (led and not follows)

    def _move(self, name: str) -> bool:
        after = self.neighbor(1)
        ordered = after is not None and after.may_be("order") is not None  # "which added the most"
        if self.text in ADDING:  # "how many members did it add", but "value added"
            asked = [chunk for chunk in self.chunks[: self.place] if chunk.may_be("much")]
            ends = after is None or after.kind == "period"  # "how much backlog did it add in 2022?"
            return ordered or any(ends or self._counts(chunk) for chunk in asked)
        if self.text in WINNING:  # "how many members did it gain", "points of margin did it lose"; not "lose money"
            counted = any(chunk.may_be("much") and self._counts(chunk) for chunk in self.chunks[: self.place])
            return ordered or counted or any(chunk.key.endswith(" point") for chunk in self.chunks[: self.place])
        if self.text in ("up", "down"):
            counted = after is not None and after.kind in ("number", "period")
            return (counted or self.key(1) in AFTER_MOVES) and self.key(-1) not in (
                "to",
                "made",
            )
        return True

    def _comparator(self, name: str) -> bool:
        if self.text in ("under", "above", "over", "up to", "top", "cover", "behind", "="):
            after = self.neighbor(1)
            held = after is not None and (after.kind in HELD or after.may_be("against") is not None)
            held |= self.text == "above" and self.key(1) in ("that", "those")  # "that in Europe"
            named = after is not None and after.kind == "filer" and self.text == "under"  # "under its name"
            return (held and not named) or (after is not None and after.value == "$")
        return True

    def _frame(self, name: str) -> bool:
        """Verbs of asking stand first or after other such words: "state the revenue", not "the state income tax"."""
        before = self.chunks[self.place - 1] if self.place else None
        first = before is None or before.kind in ("mark", "frame") or self.key(-1) in ASKED_AFTER
        return name != "verb" or first or self.neighbor(1, skip=frozenset()) is None

    def _spend(self, name: str) -> bool:
        """ "By state", "the state income tax": behind such words stands a noun and no verb.

        Nor is "what share of capex went into plants" about spending on them: it is what part of it is.
        """
        if self.text.endswith(" into") and any(one.may_be("function") for one in self.chunks[: self.place]):
            return not self._follows_a_portion()
        return self.key(-1) not in BEFORE_NOUNS or self.words[self.here.start].text.lower() != self.text

    def _portion_is_asked(self) -> bool:
        """ "How much of", "what share of"; not "Rail's share of"."""
        before = zip([None, *self.chunks], self.chunks[: self.place], strict=False)
        return any(
            (entry := one.may_be("function")) and entry.name in PORTIONS and (led is None or led.may_be("frame"))
            for led, one in before
        )

    def _follows_a_portion(self) -> bool:
        named = [entry.name for one in self.chunks[: self.place] if (entry := one.may_be("function"))]
        return bool(PORTIONS & set(named)) and any(one.kind in MEASURES for one in self.chunks[: self.place])

    def _written_as(self, name: str) -> bool:
        """Some names are plural only: "sales" are revenue, a "sale" is an event."""
        plural = self.here.entries[0].what.get("plural", ())
        return self.text not in plural or self.words[self.here.start].text.lower() != self.text

    def _row(self, name: str) -> bool:
        """Things are a figure only when counted: "how many (more) stores", not "its stores"."""
        counted = self.text in self.here.entries[0].what.get("counted", ())
        behind = self.place > 1 and self.chunks[self.place - 1].may_be("order") is not None
        before = self.chunks[self.place - 1 - behind] if self.place else None
        beside = self.chunks[max(self.place - 1, 0) : self.place + 2]
        per = any(chunk.may_be("operator") for chunk in beside)
        heads = before is None and any(chunk.kind == "period" for chunk in self.chunks)
        asked = per or heads or (before is not None and (before.may_be("much") is not None or self._counts(before)))
        return not counted or asked

    def _counts(self, before: Chunk) -> bool:
        return any(word.key in ("many", "number", "total") for word in self.words[before.start : before.end])

    def _item(self, name: str) -> bool:
        """Not "the CFO", and "the largest liability" asks for one of the lines, not for their total."""
        if not self._written_as(name):
            return False
        item = self.here.may_be("item")
        if item and self.text in item.what.get("beside", ()) and not self._beside_an_item():
            return False
        if self.text in self.here.entries[0].what.get("bare", ()) and self.key(-1) in ARTICLES | {"new", "former"}:
            return False
        singular = self.words[self.here.end - 1].text.lower() == self.words[self.here.end - 1].key
        before = self.neighbor(-1)
        ranked = before is not None and before.may_be("order") is not None
        return not (ranked and singular and self.here.may_be("dimension") is not None)

    def _beside_an_item(self) -> bool:
        """ "Capex and acquisitions": of things that are bought as well as told of, the figure is asked for."""
        near = ((self.key(step), self.place + 2 * step) for step in (-1, 1))
        joined = (at for key, at in near if key in JOINING and 0 <= at < len(self.chunks))
        return any(self.chunks[at].may_be("item") is not None for at in joined)

    def _completes_a_row(self) -> bool:
        """ "Technology and development expense": one word that only says what kind of line the one before it is."""
        before = self.chunks[self.place - 1] if self.place else None
        kind = self.here.may_be("noun") is not None and self.here.end - self.here.start == 1
        touches = before is not None and before.end == self.here.start
        placed = before is not None and before.kind == "measure" and isinstance(before.value, Row)
        return kind and touches and before is not None and (placed or before.may_be("row") is not None)

    def _dimension(self, name: str) -> bool:
        """Costs, assets and liabilities are lines only where one of them is ranked."""
        before = self.neighbor(-1)
        ranked = before is not None and before.may_be("order") is not None
        entry = self.here.may_be("dimension")
        ranks = ranked or self.text not in entry.what.get("total", {}) if entry else True
        return ranks or " " in self.text

    def _adjective(self, name: str) -> bool:
        after = self.neighbor(1, skip=frozenset())
        return after is not None and after.may_be("dimension") is not None
