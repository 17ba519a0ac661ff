"""What stands beside statements and pages: prices of shares, filings as events, verified cells of the bank, notes.

Each sees what the asker may see, within the scope, and gives places that can be cited like any other.
"""

from collections.abc import Iterable
from uuid import UUID

from apps.answers.compute.books import Book, shelf
from apps.answers.compute.figures import Figure
from apps.answers.compute.form import state
from apps.answers.compute.missing import MissingError, UnavailableError
from apps.answers.compute.shares import Shares
from apps.answers.compute.tree import Leaf, amount
from apps.answers.sources.candidate import Place
from apps.answers.sources.events import event, filed_on, in_order
from apps.answers.tools.desk import Desk, Given, ToolError, ident_of, rows
from apps.answers.tools.pages import bounds
from apps.answers.tools.shapes import EVENTS, MARKET, MEMORY, NOTES, Events, Market, Memory, Notes
from apps.documents.models import Form as Report
from apps.documents.models import Page
from apps.inference.language import Tool
from apps.memory.models import Cell, CellStatus, Side
from apps.notes.models import Note
from apps.questions.query import Form, Query, Shown, TextKind
from apps.questions.slots import Filer
from apps.retrieval.filings import Filing
from apps.retrieval.stems import stems

MOST_EVENTS, MOST_CELLS, MOST_NOTES = 20, 20, 5
MOST_SENTENCES = 6  # of a note
WORDS = 300  # characters of a cell's answer


def present(desk: Desk, query: Query) -> tuple[Tool, ...]:
    """Those that have something to give to this asker: what is offered is paid for in every request of a loop."""
    verified = Cell.objects.visible_to(desk.asker).filter(status=CellStatus.VERIFIED)
    there = {
        MARKET: desk.calls.source is not None,
        EVENTS: query.text_kind is TextKind.EVENT,
        MEMORY: verified.exists(),
        NOTES: Note.objects.visible_to(desk.asker).exists(),
    }
    return tuple(tool for tool, held in there.items() if held)


def market(desk: Desk, asked: Market) -> Given:
    """A closing price as a result with an id, counted within the budget of the answer. Raises ToolError."""
    book = _book(desk, asked.company)
    try:
        price = Shares(desk.asker, desk.calls).price(book, asked.on)
    except (MissingError, UnavailableError) as problem:
        raise ToolError(str(problem)) from None
    tree, name = Leaf(price), f"{price.name} of {book.filer.name}"
    value = amount(tree)
    shown = state(value, Shown.PER_SHARE, Form(), price.currency)
    ident = f"k{len(desk.results) + 1}"
    desk.results[ident] = Figure(name, book.filer.name, (price.span,), tree, value, shown, price.currency)
    text = f"{ident} | {name} | {price.span.label} | {shown.text} | {' '.join(price.says)}"
    return Given(text, f"looked up a price of {book.filer.name}", f"{ident} = {shown.text}")


def _book(desk: Desk, company: str) -> Book:
    """Raises ToolError: none that is held, or several."""
    named = {filer.uid for filer in desk.filers(company)} if company.strip() else set()
    found = [book for book in shelf(desk.asker, desk.scope).books if book.filer.uid in named]
    if len(found) != 1:
        raise ToolError("Name one company whose filings are held.")
    return found[0]


def events(desk: Desk, asked: Events) -> Given:
    """Current reports with the headings of their items, the newest first."""
    years = set(asked.years)
    held = [one for one in desk.of_company(asked.company) if one.form == Report.EIGHT_K]
    held = [one for one in held if not years or ((day := filed_on(one)) and day.year in years)]
    told = [_event(desk, one) for one in reversed(in_order(held)[-MOST_EVENTS:])]
    step = f"looked through events of {asked.company or 'all companies'}"
    return Given("\n".join(told) or "No current report is held.", step, f"{len(told)} reports")


def _event(desk: Desk, filing: Filing) -> str:
    found = event(filing, Filer(filing.uid, desk.company_name(filing)))
    items = [f"  {desk.sentence(one.place)}: {' '.join(one.text.split())}" for one in found if one.place]
    head = f"{ident_of(filing)} | {desk.company_name(filing)} | {filing.form} | filed {filed_on(filing) or ''}"
    return "\n".join([head, *items])


def memory(desk: Desk, asked: Memory) -> Given:
    """Verified cells alone, with the places behind them, as far as these lie in the scope."""
    within = {one.uid: one for one in desk.filings}
    keys = {filing.company for filing in desk.of_company(asked.company)}
    found = Cell.objects.visible_to(desk.asker).filter(status=CellStatus.VERIFIED, company__in=keys)
    found = found.filter(year__in=asked.years) if asked.years else found
    held = found.select_related("question", "company").prefetch_related("evidence__document").order_by("-year", "pk")
    wanted = stems(asked.words)
    cells = [one for one in held if not one.outdated and (not wanted or wanted & stems(str(one.question)))]
    told = [_cell(desk, one, within) for one in cells[:MOST_CELLS]]
    lines = [line for line in told if line]
    step = f"looked in the memory bank for {asked.company}"
    return Given("\n".join(lines) or "Nothing verified is held.", step, f"{len(lines)} cells")


def _cell(desk: Desk, cell: Cell, within: dict[UUID, Filing]) -> str:
    """A line, "" where nothing behind it lies in the scope."""
    behind = [one for one in cell.evidence.all() if one.side == Side.FOR and one.document.uid in within]
    places = [
        Place(one.document.uid, one.version_id, one.page, ((one.start, one.end),))
        for one in behind
        if within[one.document.uid].version == one.version_id
    ]
    idents = ", ".join(map(desk.sentence, places))
    period = f"{cell.period_kind} {cell.number or ''} {cell.year or ''}"
    value = cell.text[:WORDS] or f"{cell.value or ''} {cell.unit}"
    return rows([(cell.question, cell.company or "", period, value, f"behind it: {idents}")]) if places else ""


def notes(desk: Desk, asked: Notes) -> Given:
    """Own notes and those that are shared with the asker: people's words, not a filing's."""
    within = {one.uid: one for one in desk.filings}
    found = Note.objects.visible_to(desk.asker).saying(asked.words).filter(document__uid__in=list(within))
    held = [(str(note), within[note.document.uid]) for note in found.select_related("document")[:MOST_NOTES]]
    told = [_note(desk, title, filing, asked.words) for title, filing in held]
    return Given("\n\n".join(told) or "No note says that.", "looked through notes", f"{len(told)} notes")


def _note(desk: Desk, title: str, filing: Filing, words: str) -> str:
    wanted, lines = stems(words), list[tuple[int, str]]()
    for page in Page.objects.filter(version=filing.version).order_by("number"):
        lines += _sentences(desk, filing, page, wanted)
    kept = sorted(lines, key=lambda one: -one[0])[:MOST_SENTENCES]
    return "\n".join([f"== {ident_of(filing)} note “{title[:120]}”", *(line for _, line in kept)])


def _sentences(desk: Desk, filing: Filing, page: Page, wanted: Iterable[str]) -> list[tuple[int, str]]:
    """Each with how many of the words it has."""
    found = []
    for first, last in bounds(page.text, 0, len(page.text)):
        ident = desk.sentence(Place(filing.uid, filing.version, page.number, ((first, last),)))
        text = " ".join(page.text[first:last].split())
        found.append((len(set(wanted) & stems(text)), f"{ident}: {text}"))
    return found
