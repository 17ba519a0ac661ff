"""The figures of the likeliest program, where it is likely enough."""

from apps.accounts.models import User
from apps.answers.compute.books import Book, books_of, shelf
from apps.answers.compute.fiscal import spans_of, with_year_before
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.choice import chosen, tried
from apps.answers.compute.programs.enumerated import Times
from apps.answers.compute.programs.told import outcome_of
from apps.answers.sources.evidence import Evidence
from apps.questions.operations import Operation, operations_of
from apps.questions.query import Intent, Query, TextKind
from apps.retrieval.found import Scope

ASKED = frozenset({Intent.FIGURE, Intent.RANKING, Intent.LIST})
MOST_PERIODS = 12


def answered(query: Query, evidence: Evidence, scope: Scope, asker: User, least: float) -> Outcome | None:
    """None where no figure is asked for, of one filer, or no program is as likely as `least` to answer."""
    if not _asks(query):
        return None
    books, _ = books_of(query, shelf(asker, scope))
    if len(books) != 1 or evidence.strangers:
        return None
    try:
        found = chosen(tried(query, evidence, books[0], times_of(query, books[0])))
        return outcome_of(query, found) if found and found.probability >= least else None
    except NotComputedError:
        return None  # no such period, or cells that do not go together: nothing is answered, as before


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
