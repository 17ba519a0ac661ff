"""Printed lines that come near to a name, each with signs of how near, as numbers that a model weighs.

Words are held against words, the rarer the more they weigh, and meanings against meanings, by the vectors of the
embedded model: "supplier payables" and "Trade payables" share one word and most of their sense.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from apps.answers.compute.books import SOME_DAYS, Book
from apps.answers.compute.cells import WHOLES, Hit
from apps.answers.compute.grids import YEAR_ALONE, Cell, Line
from apps.answers.compute.links import Wanting
from apps.answers.compute.operands import Operand
from apps.answers.compute.programs.enumerated import Times
from apps.answers.compute.programs.series import Dating, Series, Tabled, tabled
from apps.answers.sources.candidate import Span
from apps.answers.sources.evidence import Evidence
from apps.inference.embedding import Embedder
from apps.questions.labels import ADDS_NOTHING, stem, stems, words
from apps.questions.query import Query, Role, Shown
from apps.statements.ontology import Statement, Unit, concept_of
from apps.statements.spent import CHARGED, SPENT

TABLES = 20  # of those that the search brought
EMBEDDED = 40  # lines whose meaning is looked at
MOST_TELLING, UNSAID = 4.0, 2.0  # weight of a word that one line says, and of one that none does
SPOKEN = frozenset({Role.MEASURE, Role.PART, Role.TOPIC, Role.UNREAD, Role.FRAME})
LONGEST_TITLE = 100
SAYS_LITTLE = WHOLES | {"other"}
LATER = frozenset(("thereaft",))  # as stems tell it, of a schedule of years to come
SAID = (
    *("own", "around", "all", "more share", "more", "column more", "rank", "dated", "by row", "undated"),
    *("whole", "closing", "rest", "length", "twice", "percent asked", "percent not asked", "counted", "money"),
)
MEANINGS = ("label", "titled label", "label to all", "titled label to all")
NAMES = (*SAID, *MEANINGS, "sum")
WEIGHTS = {"own": 2.0, "around": 1.0, "all": 1.5, "more share": -0.8, "column more": -0.1, "rank": -0.02} | {
    "rest": 0.3,
    "undated": -0.3,
}


@dataclass(frozen=True, slots=True)
class Near:
    """A line under one heading of columns, taken for a leaf. signs: in the order of NAMES."""

    series: Series
    leaf: Wanting
    signs: tuple[float, ...]

    @property
    def name(self) -> str:
        """As it is told: "Foreign (Current)", "Total (Lease cost)"."""
        one = self.series
        above = one.line.above[-1].strip(" :") if one.line.above else ""
        if not above and (one.is_whole or words(one.line.label) <= SAYS_LITTLE):
            above = self._title
        return f"{one.label} ({above})" if above and above not in one.label else one.label

    @property
    def says(self) -> str:
        of = f" of “{self._title}”" if self._title else ""
        return f"“{self.leaf.phrase}” was taken to be the line “{self.name}”{of}."

    @property
    def _title(self) -> str:
        return " ".join(self.series.table.title.split())[:LONGEST_TITLE]

    def operand(self, span: Span, name: str) -> Operand | None:
        found = self._cell(span)
        if found is None:
            return None
        table, (line, cell) = self.series.table, found
        candidate, known = table.candidate(line, cell, span), self.leaf.concept
        quantity = candidate.quantity
        if quantity is None or (known and quantity.unit is not known.unit):
            return None
        printed = concept_of(line.label, Statement.CASH_FLOW)
        spent = {printed[0] if printed else "", known.key if known else ""} & (SPENT | CHARGED)
        value = abs(quantity.value) if spent else quantity.value
        doubts = Hit(0, table, line, cell, candidate).doubts()
        return Operand(candidate, value, name, span, (), (self.says, *doubts))

    def _cell(self, span: Span) -> tuple[Line, Cell] | None:
        """That of the period, be it one beside those that were asked for."""
        one = self.series
        if span in one.cells or one.dating is not Dating.HEADER:
            return one.cells.get(span)
        cells = (cell for cell in one.line.cells.values() if one.table.name(one.line, cell) == one.name)
        return next(
            ((one.line, cell) for cell in cells if not cell.amount.nil and one.table.is_of(one.line, cell, span)), None
        )


def lines_of(evidence: Evidence, book: Book, times: Times) -> list[tuple[Tabled, Series]]:
    """Every line of the tables that the search brought; none where a period is asked for that is still to come."""
    held = max((filing.period_end for filing in book.filings if filing.period_end), default=None)
    if held is None or any(span.end and span.end - SOME_DAYS > held for span in times.asked):
        return []
    found = [(table, one) for table in tabled(evidence, book, times.every, TABLES) for one in table.series]
    return [(table, one) for table, one in found if _is_of_its_time(one, times)]


def _is_of_its_time(one: Series, times: Times) -> bool:
    """Not a line of a schedule of years to come, nor one without a date where several periods are asked for."""
    if one.dating is not Dating.ROW and (
        YEAR_ALONE.fullmatch(one.line.label.strip(" :")) or LATER & stems(one.line.label)
    ):
        return False
    return one.dating is not Dating.NONE or (len(times.asked) == 1 and times.asked[0].months in (None, 12))


def near(
    query: Query, leaf: Wanting, *, question: str, lines: Sequence[tuple[Tabled, Series]], book: Book, model: Embedder
) -> list[Near]:
    """The lines that come nearest to a leaf of the query, the nearest first."""
    if not lines:
        return []
    said = _said(query, leaf.phrase, lines, book)
    base = said[:, [SAID.index(name) for name in WEIGHTS]] @ np.array(list(WEIGHTS.values()))
    first = np.argsort(-base, kind="stable")[:EMBEDDED]
    meant = _meant(leaf.phrase, question, [lines[at] for at in first], model)
    sums = base[first] + meant[:, 0] + 2 * meant[:, 1]
    order = np.argsort(-sums, kind="stable")
    return [
        Near(lines[first[at]][1], leaf, (*said[first[at]].tolist(), *meant[at].tolist(), float(sums[at])))
        for at in order
    ]


def _said(query: Query, phrase: str, lines: Sequence[tuple[Tabled, Series]], book: Book) -> np.ndarray:
    """(lines, SAID): which words of the phrase each line says, and what it says beyond them."""
    wanted = stems(phrase)
    held = Counter(word for _, one in lines for word in one.said)
    weights = {word: _weight(len(lines), held[word]) for word in sorted(wanted)}
    whole = sum(weights.values()) or 1.0
    spoken = {stem(word) for token in query.tokens if token.role in SPOKEN for word in words(token.text)}
    rest, known = spoken - wanted, stems(book.filer.name) | {stem(word) for word in ADDS_NOTHING}

    def share(of: frozenset[str]) -> float:
        return sum(weight for word, weight in weights.items() if word in of) / whole

    rows = []
    for table, one in lines:
        own, around = one.own, one.own | one.around
        everything = around | table.title
        more = own - wanted - known
        rows.append(
            [
                *(share(own), share(around), share(everything)),
                *(len(more) / max(len(own), 1), len(more), len(one.column - wanted - known - table.title), table.rank),
                *(float(one.dating is each) for each in (Dating.HEADER, Dating.ROW, Dating.NONE)),
                *(float(one.is_whole), float(one.line.index in one.table.closing)),
                *(len(rest & everything) / (len(rest) or 1), len(wanted), share(own & table.title)),
                *_forms(one, query),
            ]
        )
    return np.array(rows, dtype=np.float32)


def _weight(lines: int, held: int) -> float:
    """The fewer lines say a word, the more it weighs."""
    return min(log((lines + 1) / (held + 0.5)), MOST_TELLING) + 0.5 if held else UNSAID


def _forms(one: Series, query: Query) -> tuple[float, ...]:
    """Whether it is counted as what is asked for."""
    unit = next(iter(one.quantities.values())).unit
    rate, many = query.form.shown is Shown.PERCENT, any(token.text.lower() == "many" for token in query.tokens)
    many = many or query.form.shown is Shown.COUNT
    counted = unit in (Unit.COUNT, Unit.SHARES)
    percent = unit is Unit.PERCENT
    return (
        float(rate and percent),
        float(percent and not rate),
        float(many and counted),
        float(many and unit is Unit.MONEY),
    )


def _meant(phrase: str, question: str, lines: Sequence[tuple[Tabled, Series]], model: Embedder) -> np.ndarray:
    """(lines, MEANINGS): how near the label, alone and under its title, is to the phrase and to the question."""
    labels = [one.line.label for _, one in lines]
    titled = [f"{one.table.title[:LONGEST_TITLE]}: {' '.join(one.line.above[-1:])} {one.label}" for _, one in lines]
    vectors = model.embed([*labels, *titled, phrase, question])
    count = len(lines)
    label, title = vectors[:count], vectors[count : 2 * count]
    asked, whole = vectors[-2], vectors[-1]
    return np.stack([label @ asked, title @ asked, label @ whole, title @ whole], axis=1)
