"""A question of one table and its paragraphs: which kind it is, who answers it, and how sure that is."""

import re
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from apps.answers.table_questions import parts
from apps.answers.table_questions.arithmetic import worked_out
from apps.answers.table_questions.asked import Asked, Kind, read_question
from apps.answers.table_questions.exact import Exact, Phrase
from apps.answers.table_questions.listing import Listing
from apps.answers.table_questions.matching import Choice, Matcher
from apps.answers.table_questions.naming import TURNS
from apps.answers.table_questions.operands import Worked
from apps.answers.table_questions.spans import covered, defines, find_span, find_turn, sentences, weigh
from apps.answers.table_questions.table import AskedTable, Cell, bare
from apps.answers.table_questions.units import SIZES, THINGS

CENT = Decimal("0.01")
AHEAD = 0.1  # by how much of the question a sentence must cover more than a cell to be preferred
GOOD_FIT, GOOD_MARGIN = 0.95, 0.08  # of a cell that is surely the one meant; measured on the development half
SPANS = re.compile(r"\(?\b(?:in )?(?:years|months|days|weeks)\b\)?$|\(years\)|\bratio\b|\bterm\b", re.IGNORECASE)
DIFFERS = re.compile(r"\bdifference\b", re.IGNORECASE)
ARITHMETIC = frozenset({Kind.GROWTH, Kind.SHARE, Kind.RATIO, Kind.AVERAGE, Kind.SUM, Kind.CHANGE})
SURE_KINDS = frozenset({Kind.CHANGE, Kind.GROWTH, Kind.AVERAGE})
SURE_RULES = frozenset({"moments"})


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """answers: the figures or words, none when nothing answers; scale: "percent", "thousand", "million", "billion", "".

    cells: those behind it; derivation: the program with its operands; sure: whether the product may state it.
    """

    answers: tuple[str, ...] = ()
    scale: str = ""
    kind: str = ""
    derivation: str = ""
    cells: tuple[Cell, ...] = ()
    confidence: float = 0.0
    sure: bool = False


def answer(table: AskedTable, question: str) -> TableAnswer:
    """Answer from the table, else from its paragraphs."""
    asked = read_question(question)
    return _Answerer(table, asked).answer()


class _Answerer:
    def __init__(self, table: AskedTable, asked: Asked) -> None:
        self.table, self.asked = table, asked
        self.matcher = Matcher(table)
        self.listing = Listing(table, self.matcher)

    def answer(self) -> TableAnswer:
        kind = self.asked.kind
        if kind in ARITHMETIC:
            return self._told() or self._computed() or self._looked_up() or self._from_text()
        ways = {
            Kind.COUNT: self._counted,
            Kind.MOMENTS: self._moments,
            Kind.WHICH_MOMENT: self._which_moment,
            Kind.WHICH_ITEM: self._which_item,
            Kind.LISTED: self._listed,
            Kind.ITEMS: self._items,
            Kind.LOOKUP: self._looked_up,
        }
        given = ways[kind]() if kind in ways else None
        return given or self._from_text()

    def _told(self) -> TableAnswer | None:
        """A change in one year is often told in words, rounded as the filer rounds."""
        turn = self.asked.kind in {Kind.CHANGE, Kind.GROWTH} and len(parts.moments_asked(self.asked.named)) < 2
        span = find_turn(self.asked.text, self.table.paragraphs) if turn else None
        return TableAnswer(span.texts, "", "told", "", (), round(span.score / 2, 3)) if span else None

    def _computed(self) -> TableAnswer | None:
        worked = worked_out(self.asked, self.table, self.matcher)
        if worked is None:
            return None
        value = worked.value.quantize(CENT, ROUND_HALF_UP)
        kind, sure = f"{self.asked.kind.value}, {worked.rule}", self._sure(worked)
        return TableAnswer((f"{value:f}",), worked.scale, kind, worked.derivation, worked.cells, _r(worked), sure)

    def _sure(self, worked: Worked) -> bool:
        """Whether two ways of reading agree on the cells, and it is plain what they count and which sign is meant."""
        if worked.rule not in SURE_RULES or self.asked.kind not in SURE_KINDS or not worked.timely:
            return False
        if (
            worked.fit < GOOD_FIT
            or worked.margin < GOOD_MARGIN
            or any(self._is_of_things(cell) for cell in worked.cells)
        ):
            return False
        scales = {self.table.scale_of(cell) for cell in worked.cells}
        rates = self.asked.kind is Kind.GROWTH and "percent" in scales
        counted = all(self.table.counts_surely(cell) for cell in worked.cells)
        return counted and len(scales) == 1 and not rates and self._signed(worked) and self._named(worked)

    def _is_of_things(self, cell: Cell) -> bool:
        """Years, employees and ratios are seldom in the millions that a table declares for its money."""
        line = self.table.line_of(cell)
        said = f"{line.label} {line.section} {self.table.header_of(cell)}"
        return bool(THINGS.search(said) or SPANS.search(said)) and self.table.scale_of(cell) in SIZES

    def _signed(self, worked: Worked) -> bool:
        """Charges that are printed as negative are told as amounts by some and as negative figures by others, and a
        difference may be meant without its sign.
        """
        printed = all(cell.amount.value > 0 for cell in worked.cells)
        return printed and (worked.value >= 0 or not DIFFERS.search(self.asked.text))

    def _named(self, worked: Worked) -> bool:
        """Whether the question names each cell completely, and no other of its moment."""
        exact, text = Exact(self.table), parts.without_moments(self.asked.text)
        phrase = Phrase.of(text)
        phrase = replace(phrase, wanted=phrase.wanted - TURNS)
        for cell in worked.cells:
            same = [one for one in self.table.cells if self._at_once(one, cell)]
            if {(one.row, one.column) for one in exact.cells(phrase, same.__contains__)} != {(cell.row, cell.column)}:
                return False
        return True

    def _at_once(self, one: Cell, other: Cell) -> bool:
        """Whether the question may mean the moment of either: one that names years alone may mean any part of them."""
        first, second = self.table.moment_of(one), self.table.moment_of(other)
        finely = any(named.quarter or named.month for named in self.asked.moments)
        if first is None or second is None or finely:
            return first == second
        return first.year == second.year

    def _looked_up(self) -> TableAnswer | None:
        named = parts.moments_asked(self.asked.named)
        if len(named) > 1 and (listed := self._listed()):
            return listed
        text = parts.topic(self.asked.text) if self.asked.kind is Kind.LOOKUP else self.asked.text
        choice = self.matcher.best(text, named[0] if named else None)
        if choice is None or choice.score < 0.5 or (not choice.timely and choice.score < 0.8):
            return None
        if not self._beats_text(choice):
            return None
        return self._cells("lookup", [choice])

    def _beats_text(self, choice: Choice) -> bool:
        """Whether the cell covers the question at least as well as the best sentence does."""
        if defines(self.asked.text, self.table.paragraphs):
            return False
        span = find_span(self.asked.text, self.table.paragraphs)
        line, header = self.table.line_of(choice.cell), self.table.header_of(choice.cell)
        moment = self.table.moment_of(choice.cell)
        beside = f"{line.label} {line.section} {header} {moment.year if moment else ''} {self.table.units}"
        weights = weigh(self.asked.text, sentences(self.table.paragraphs))
        return span is None or span.score <= covered(weights, beside) + AHEAD

    def _listed(self) -> TableAnswer | None:
        chosen = self.listing.respective(self.asked)
        weak = not chosen or min(one.score for one in chosen) < 0.5
        return None if weak else self._cells("listed", chosen)

    def _cells(self, kind: str, chosen: list[Choice]) -> TableAnswer:
        printed = tuple(_printed(one.cell) for one in chosen)
        cells = tuple(one.cell for one in chosen)
        fit = min(one.score for one in chosen)
        return TableAnswer(printed, self.table.scale_of(cells[0]), kind, "", cells, round(fit, 3))

    def _counted(self) -> TableAnswer | None:
        asked, periods = (
            self.asked,
            self.asked.wanted.startswith(("year", "fiscal", "period", "quarter", "month", "date")),
        )
        if asked.threshold is None:
            found = (
                self.listing.moments_listed()
                if periods
                else [bare(self._label(one)) for one in self.listing.items_at(asked)]
            )
            return TableAnswer((str(len(found)),), "", "count", "; ".join(found), (), 0.3)
        pool = self.listing.along(asked) if periods else self.listing.items_at(asked)
        chosen = self.listing.exceeding(asked, pool)
        return TableAnswer((str(len(chosen)),), "", "count", "", tuple(one.cell for one in chosen), 0.6)

    def _label(self, choice: Choice) -> str:
        return self.table.line_of(choice.cell).label

    def _items(self) -> TableAnswer | None:
        found = self.listing.items_of(self.asked)
        return TableAnswer(tuple(found), "", "items", "", (), 0.4) if len(found) > 1 else None

    def _moments(self) -> TableAnswer | None:
        found = self.listing.moments_listed()
        return TableAnswer(tuple(found), "", "moments", "", (), 0.6) if found else None

    def _which_moment(self) -> TableAnswer | None:
        pool = self.listing.along(self.asked)
        if self.asked.threshold is not None:
            chosen = self.listing.exceeding(self.asked, pool)
        else:
            most = self.listing.extreme(self.asked, pool)
            chosen = [most] if most else []
        names = tuple(dict.fromkeys(self.listing.name_of(one.cell) for one in chosen))
        return TableAnswer(names, "", "which moment", "", tuple(one.cell for one in pool), 0.6) if names else None

    def _which_item(self) -> TableAnswer | None:
        most = self.listing.extreme(self.asked, self.listing.items_at(self.asked))
        if most is None:
            return None
        return TableAnswer((bare(self._label(most)),), "", "which item", "", (most.cell,), 0.5)

    def _from_text(self) -> TableAnswer:
        span = find_span(self.asked.text, self.table.paragraphs)
        return TableAnswer(span.texts, "", "text", "", (), round(span.score / 2, 3)) if span else TableAnswer()


def _r(worked: Worked) -> float:
    return round(worked.fit, 3)


def _printed(cell: Cell) -> str:
    return re.sub(r"\s*\((?:\w{1,2})\)$", "", cell.printed) if not cell.printed.startswith("(") else cell.printed
