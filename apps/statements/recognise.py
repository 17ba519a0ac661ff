"""Which tables of a filing are its primary statements."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.reading.parsed import ParsedPage, ParsedTable
from apps.statements.grid import Grid
from apps.statements.ontology import Statement, concept_of

TITLES = {
    Statement.INCOME: re.compile(
        r"\bstatements?\s+of\s+(?:consolidated\s+)?(?:comprehensive\s+)?(?:income|operations|earnings|profit|loss)"
        r"|\bincome\s+statements?\b|\bprofit\s+and\s+loss\b",
        re.IGNORECASE,
    ),
    Statement.BALANCE: re.compile(
        r"\bbalance\s+sheets?\b|\bstatements?\s+of\s+(?:consolidated\s+)?financial\s+(?:position|condition)",
        re.IGNORECASE,
    ),
    Statement.CASH_FLOW: re.compile(
        r"\bstatements?\s+of\s+(?:consolidated\s+)?cash\s+flows?|\bcash\s+flows?\s+statements?\b", re.IGNORECASE
    ),
    Statement.EQUITY: re.compile(
        r"\bstatements?\s+of\s+(?:consolidated\s+)?(?:changes\s+in\s+)?(?:consolidated\s+)?(?:total\s+)?"
        r"(?:(?:common\s+)?(?:(?:share|stock)(?:holders?|owners?)|members)['’]?s?['’]?"
        r"\s+(?:equity|deficit|investment)|equity\b(?!\s+method))"
        r"|\b(?:share|stock)(?:holders?|owners?)['’]?s?['’]?\s+equity\s+statements?\b",
        re.IGNORECASE,
    ),
}
LOOK_ALIKE = re.compile(
    r"pro forma|parent (?:company|only)|guarantor|schedule i\b|selected (?:consolidated )?(?:financial|quarterly)"
    r"|condensed (?:financial )?(?:information|statements?) of (?:the )?(?:parent|registrant)"
    r"|summar(?:y|ies|iz)|the following|(?:five|ten)[- ]year"
    r"|reconciliation|percent(?:age)? of|common[- ]size|segment|consolidating"
    r"|discontinued operations of|supplement(?:al|ary) (?:balance|schedule)",
    re.IGNORECASE,
)
KEYS = {
    Statement.INCOME: frozenset(
        [
            "net_income",
            "net_income_common",
            "income_tax",
            "income_before_tax",
            "eps_basic",
            "eps_diluted",
            "operating_income",
            "revenue",
        ]
    ),
    Statement.BALANCE: frozenset(
        [
            "total_assets",
            "liabilities_and_equity",
            "total_liabilities",
            "total_equity",
            "current_assets",
            "current_liabilities",
            "retained_earnings",
        ]
    ),
    Statement.CASH_FLOW: frozenset(
        ["operating_cash_flow", "investing_cash_flow", "financing_cash_flow", "change_in_cash", "cash_end"]
    ),
}
RECONCILIATION = frozenset({"cf_net_income", "operating_cash_flow"})
NEXT_TO_NOTHING = 300  # characters: a page number, a running title, "This page intentionally left blank"
TOGETHER_PAGES, TOGETHER = 12, 6.0  # how near the statements of one filer stand, and what that is worth
NEEDED = {Statement.INCOME: 4, Statement.BALANCE: 3, Statement.CASH_FLOW: 3}


@dataclass(frozen=True, slots=True)
class Located:
    """A table and where it stands: page and index among the page's tables."""

    page: ParsedPage
    index: int
    table: ParsedTable

    @property
    def place(self) -> tuple[int, int]:
        return self.page.number, self.index


@dataclass(frozen=True, slots=True)
class StatementTables:
    """A primary statement: its tables in reading order (more than one when it goes on over the page)."""

    statement: Statement
    parts: tuple[Located, ...]
    score: float

    @property
    def page(self) -> int:
        return self.parts[0].page.number

    @property
    def places(self) -> set[tuple[int, int]]:
        return {part.place for part in self.parts}


Candidates = dict[Statement, list[StatementTables]]


def primary_statements(pages: Sequence[ParsedPage]) -> dict[Statement, StatementTables]:
    """The best candidate for each primary statement, where one is good enough."""
    return standing_together(candidates(pages))


def candidates(pages: Sequence[ParsedPage]) -> Candidates:
    """Every run of tables that could be a primary statement, in reading order; none for statements without any."""
    located = list(tables_of(pages))
    empty = frozenset(page.number for page in pages if not page.tables and len(page.text.strip()) < NEXT_TO_NOTHING)
    found = {
        statement: [
            candidate for start in range(len(located)) if (candidate := _candidate(located, start, statement, empty))
        ]
        for statement in KEYS
    }
    return {statement: several for statement, several in found.items() if several}


def standing_together(candidates: Candidates) -> dict[Statement, StatementTables]:
    """The best candidates, preferring those near the very best: the statements of a filer stand together.

    Those of its parent, or of a company in which it has a share, stand together too, but elsewhere.
    """
    every = [candidate for several in candidates.values() for candidate in several]
    anchor = max(every, key=lambda candidate: (candidate.score, -candidate.page)).page if every else 0

    def rank(candidate: StatementTables) -> tuple[float, int]:
        near = abs(candidate.page - anchor) <= TOGETHER_PAGES
        return candidate.score + (TOGETHER if near else 0.0), -candidate.page

    return {statement: max(several, key=rank) for statement, several in candidates.items()}


def tables_of(pages: Sequence[ParsedPage]) -> Iterator[Located]:
    for page in pages:
        for index, table in enumerate(page.tables):
            yield Located(page, index, table)


def concepts_in(table: ParsedTable, statement: Statement) -> set[str]:
    """The concepts of `statement` that rows with figures name."""
    rows = Grid(table).rows
    return {found[0] for row in rows if row.figures and row.label and (found := concept_of(row.label, statement))}


def _candidate(
    located: list[Located], start: int, statement: Statement, empty: frozenset[int] = frozenset()
) -> StatementTables | None:
    parts = [located[start]]
    concepts = concepts_in(parts[0].table, statement)
    if len(concepts & KEYS[statement]) < 1 or len(concepts) < 3:
        return None
    for following in located[start + 1 : start + 4]:
        more = concepts_in(following.table, statement)
        if not _goes_on(parts[-1], following, concepts, more, statement, empty):
            break
        parts.append(following)
        concepts |= more
    if len(concepts & KEYS[statement]) < NEEDED[statement]:
        return None
    return StatementTables(statement, tuple(parts), _score(parts[0], statement, concepts))


def _goes_on(
    last: Located, following: Located, have: set[str], more: set[str], statement: Statement, empty: frozenset[int]
) -> bool:
    """What the pages say of a table that goes on counts; for others (and sources without pages) the items tell."""
    if before := following.table.continues:
        return (before.page, before.index) == last.place
    return _near(last, following, empty) and _continues(have, more, statement)


def _near(last: Located, following: Located, empty: frozenset[int]) -> bool:
    """On the same page or the next one; pages with next to nothing on them do not count."""
    between = range(last.page.number + 1, following.page.number)
    return all(number in empty for number in between)


def _continues(have: set[str], more: set[str], statement: Statement) -> bool:
    """A statement goes on in a table that adds keys it lacks, before it is complete.

    One by the direct method goes on in its reconciliation of net income to cash from operations.
    """
    if statement is Statement.CASH_FLOW and more >= RECONCILIATION and "cf_net_income" not in have:
        return "investing_cash_flow" not in more
    complete = len(have & KEYS[statement]) == len(KEYS[statement])
    adds = len((more - have) & KEYS[statement]) >= 1 and len(more - have) >= 2
    return adds and not complete and len(more & have) <= max(1, len(more) // 3)


def _score(first: Located, statement: Statement, concepts: set[str]) -> float:
    heading = heading_of(first)
    score = len(concepts & KEYS[statement]) * 2.0 + len(concepts) * 0.5
    score += 8.0 if TITLES[statement].search(heading) else 0.0
    score -= 8.0 if LOOK_ALIKE.search(heading) else 0.0
    score += 1.0 if re.search(r"\bconsolidated\b", heading, re.IGNORECASE) else 0.0
    return score - (4.0 if first.table.columns > 8 else 0.0)


def heading_of(located: Located) -> str:
    """The caption of the table and the lines above it."""
    return f"{located.table.caption}\n{text_above(located)}"


def text_above(located: Located) -> str:
    """The lines between the table before it (or the top of the page) and the table: its title, if it has one."""
    start = min((cell.start for cell in located.table.cells), default=0)
    before = [cell.end for table in located.page.tables[: located.index] for cell in table.cells]
    return located.page.text[max([0, *before, start - 400]) : start]
