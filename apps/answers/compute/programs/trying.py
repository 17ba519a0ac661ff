"""Every program for a query: another reading of the question, that figures are held against."""

from apps.answers.compute.books import Book, Shelf, books_of
from apps.answers.compute.fiscal import spans_of, with_year_before
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.programs.choice import Tries, tried
from apps.answers.compute.programs.enumerated import Times
from apps.answers.sources.evidence import Evidence
from apps.questions.query import Query

MOST_PERIODS = 12


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
