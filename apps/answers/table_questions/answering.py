"""A question of one table and its paragraphs: which kind it is, who answers it, and how sure that is."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from apps.answers.table_questions import parts
from apps.answers.table_questions.arithmetic import worked_out
from apps.answers.table_questions.asked import Asked, Kind, read_question
from apps.answers.table_questions.listing import Listing
from apps.answers.table_questions.matching import Choice, Matcher
from apps.answers.table_questions.operands import Worked
from apps.answers.table_questions.spans import covered, defines, find_span, find_turn, sentences, weigh
from apps.answers.table_questions.table import AskedTable, Cell, bare

CENT = Decimal("0.01")
GOOD_FIT, GOOD_MARGIN = 0.95, 0.08  # of a cell that is surely the one meant; measured on the development half
AHEAD = 0.1  # by how much of the question a sentence must cover more than a cell to be preferred
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
        clear = worked.fit >= GOOD_FIT and worked.margin >= GOOD_MARGIN and worked.timely
        named = not any(self.matcher.strays(cell, parts.topic(self.asked.text)) for cell in worked.cells)
        counted = all(self.table.counts_surely(cell) for cell in worked.cells)
        rates = self.asked.kind is Kind.GROWTH and self.table.scale_of(worked.cells[0]) == "percent"
        sure = clear and named and counted and not rates and worked.rule in SURE_RULES and self.asked.kind in SURE_KINDS
        kind = f"{self.asked.kind.value}, {worked.rule}"
        return TableAnswer((f"{value:f}",), worked.scale, kind, worked.derivation, worked.cells, _r(worked), sure)

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
