"""The figures of the likeliest program, where it is likely enough."""

from apps.answers.compute.books import Book, Shelf, books_of
from apps.answers.compute.fiscal import spans_of, with_year_before
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.choice import Tries, chosen, tried
from apps.answers.compute.programs.enumerated import Times
from apps.answers.compute.programs.told import outcome_of
from apps.answers.sources.evidence import Evidence
from apps.questions.operations import Operation, operations_of
from apps.questions.query import Intent, Query, TextKind

ASKED = frozenset({Intent.FIGURE, Intent.RANKING, Intent.LIST})
MOST_PERIODS = 12


def answered(query: Query, evidence: Evidence, held: Shelf, least: float) -> Outcome | None:
    """None where no figure is asked for, of one filer, or no program is as likely as `least` to answer."""
    tries = tries_of(query, evidence, held) if _asks(query) else None
    found = chosen(tries) if tries else None
    try:
        return outcome_of(query, found) if found and found.probability >= least else None
    except NotComputedError:
        return None  # the cells do not go together: nothing is answered, as before


def tries_of(query: Query, evidence: Evidence, held: Shelf) -> Tries | None:
    """Every program for it; None where it is not of one filer and of periods that are held."""
    books, _ = books_of(query, held)
    if len(books) != 1 or evidence.strangers:
        return None
    try:
        return tried(query, evidence, books[0], times_of(query, books[0]))
    except NotComputedError:
        return None  # no filing tells which periods are meant


def times_of(query: Query, book: Book) -> Times:
    """Raises MissingError where no filing tells which periods are meant."""
    asked = spans_of(query.periods, book).spans[-MOST_PERIODS:]
    return Times(asked, (asked[0], asked[-1]) if len(asked) > 1 else with_year_before(asked[0], book))


def _asks(query: Query) -> bool:
    """Whether a figure of filings is asked for, told as one or not."""
    if query.estimate or query.text_kind not in (None, TextKind.WHAT):
        return False
    if any(part.left_out for part in query.parts):  # no program here is of all but a part
        return False
    if query.intent in ASKED:
        return True
    return query.intent is Intent.TEXT and max(operations_of(query).items(), key=_likely)[0] is not Operation.VALUE


def _likely(one: tuple[Operation, float]) -> float:
    return one[1]
