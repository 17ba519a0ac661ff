"""The desk at which a model works: whose eyes it has, what it was shown, and what the ids of it stand for."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from apps.accounts.models import User
from apps.answers.compute.figures import Figure
from apps.answers.compute.grids import Cell, Line, ReadTable
from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Candidate, Place, Span
from apps.answers.sources.market.calls import Calls
from apps.answers.sources.tables import stored_table
from apps.answers.tools.quoting import NotQuotedError, Stretch, operand, words_of
from apps.documents.models import Page, Table
from apps.questions.query import Query
from apps.questions.slots import Filer
from apps.retrieval.filings import Filing, companies, filings, register
from apps.retrieval.found import Scope

CELL = re.compile(r"t(\d{1,12})_(\d{1,6})_(\d{1,4})")
MOST_NAMED = 12  # filers that are named where none is meant


class ToolError(ValueError):
    """What is wrong with a call; str() is for whoever called."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a tool gives. text: for the model. step: what was done, for people. line: kept when `text` goes."""

    text: str
    step: str
    line: str = ""


@dataclass(slots=True)
class Desk:
    """Ids are handed out as things are shown: what was not shown can be neither computed with nor cited."""

    asker: User
    scope: Scope = field(default_factory=Scope)
    cells: dict[str, Candidate] = field(default_factory=dict)
    sentences: dict[str, Place] = field(default_factory=dict)
    results: dict[str, Figure] = field(default_factory=dict)
    read: list[Stretch] = field(default_factory=list)  # passages that were shown
    calls: Calls = field(default_factory=Calls.configured)  # of prices, within the budget of one answer
    chosen: Query | None = None  # how the asker says that the question is to be read
    recalls: bool = False  # a caller between whose calls nothing is kept: ids of cells are looked up again
    _filings: list[Filing] | None = None
    _names: dict[int, tuple[str, str]] = field(default_factory=dict)
    _ids: dict[tuple[int, int, int, int], str] = field(default_factory=dict)

    @property
    def filings(self) -> list[Filing]:
        """Every filing that the asker may see, read once."""
        if self._filings is None:
            self._filings = filings(self.asker, self.scope)
        return self._filings

    def filing(self, ident: str) -> Filing:
        """By the id or the name. Raises ToolError."""
        wanted = ident.strip()
        found = next((one for one in self.filings if wanted in {ident_of(one), one.name}), None)
        if found is None:
            raise ToolError(f"No filing {wanted[:80]} is held: take an id from find_filings, such as f12.")
        return found

    def company_name(self, filing: Filing) -> str:
        return self._companies.get(filing.company or 0, "")

    @property
    def _companies(self) -> dict[int, str]:
        return {one.pk: one.name for one in register(self.asker, self.scope).filers.values()}

    def of_company(self, name: str) -> list[Filing]:
        """The filings of the filers that `name` names, short names and tickers included. Raises ToolError."""
        if not name.strip():
            return self.filings
        keys = self._keys(name)
        return [one for one in self.filings if one.company in keys]

    def filers(self, name: str) -> tuple[Filer, ...]:
        keys, uids = self._keys(name), companies(self.asker, self.scope)
        names = self._companies
        return tuple(Filer(uid, names[pk]) for uid, pk in uids.items() if pk in keys)

    def _keys(self, name: str) -> set[int]:
        known = register(self.asker, self.scope)
        found = {filer.pk for mention in known.mentions(name) for filer in mention.filers}
        wanted = name.strip().casefold()
        found = found or {pk for pk, one in known.filers.items() if wanted in one.name.casefold()}
        if not found:
            held = sorted(one.name for one in known.filers.values())
            close = known.spelled_like(name) or [one for one in held if one[:1].casefold() == wanted[:1]]
            told = ", ".join((close or held)[:MOST_NAMED])
            raise ToolError(f"No filing of {name.strip()[:80]} is held. Held among others: {told}.")
        return found

    def sentence(self, place: Place) -> str:
        """The id of a sentence, the same again where it was shown before."""
        key = (place.version, place.page, *place.spans[0])
        if key not in self._ids:
            self._ids[key] = f"s{len(self._ids) + 1}"
            self.sentences[self._ids[key]] = place
        return self._ids[key]

    def quoted(self, quotation: str) -> Operand:
        """The figure of a quotation from passages and sentences that were shown. Raises ToolError."""
        try:
            return operand(quotation, [*self.read, *self._sentences_shown()])
        except NotQuotedError as problem:
            raise ToolError(str(problem)) from None

    def _sentences_shown(self) -> Iterator[Stretch]:
        places = list(self.sentences.values())
        rows = Page.objects.filter(
            version__in={one.version for one in places}, number__in={one.page for one in places}
        ).values_list("version", "number", "text")
        texts = {(version, number): text for version, number, text in rows}
        sources = {one.version: one for one in self.filings}
        filers = {pk: Filer(uid, self._companies[pk]) for uid, pk in companies(self.asker, self.scope).items()}
        for place in (one for one in places if one.version in sources):
            (start, end), filing = place.spans[0], sources[place.version]
            words = words_of(texts.get((place.version, place.page), "")[start:end], start)
            filer = filers.get(filing.company or 0)
            yield Stretch(place.document, place.version, place.page, words, filing.name, filer)

    def cell(self, table: ReadTable, line: Line, cell: Cell) -> str:
        """The id of a number in a table: of the table, the row and the column."""
        ident = f"t{table.table.pk}_{cell.row}_{cell.column}"
        if ident not in self.cells:
            self.cells[ident] = table.candidate(line, cell, span_over(table, line, cell))
        return ident

    def known(self, ident: str) -> bool:
        """Whether the id is of a cell that was shown, or may be looked up again."""
        if ident not in self.cells and self.recalls and (match := CELL.fullmatch(ident)):
            self._recall(*map(int, match.groups()))
        return ident in self.cells

    def _recall(self, key: int, row: int, column: int) -> None:
        within = [one.version for one in self.filings]
        rows = Table.objects.filter(pk=key, version__in=within)
        stored = rows.select_related("version__document__company", "continues").first()
        if stored is None:
            return
        table = stored_table(stored)
        for line in table.lines:
            if line.index == row and column in line.cells:
                self.cell(table, line, line.cells[column])


def ident_of(filing: Filing) -> str:
    return f"f{filing.version}"


def span_over(table: ReadTable, line: Line, cell: Cell) -> Span:
    """The period that stands over a number, as far as its table says it."""
    period = table.period(line, cell)
    header = " ".join(table.header(line, cell).split())
    if period is None:
        return Span(None, None, None, header[:60])
    label = header[:60] or (str(period.label_year) if period.label_year else "")
    return Span(period.months, period.end, period.label_year, label)


def rows(lines: Iterable[Iterable[object]]) -> str:
    """Lines of a grid: values apart by a bar, white space as one blank."""
    return "\n".join(" | ".join(" ".join(str(one).split()) for one in line) for line in lines)
