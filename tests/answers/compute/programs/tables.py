"""A table of an invented company as a search would bring it, and what programs over it are asked."""

from collections.abc import Sequence
from typing import Any

from apps.accounts.models import User
from apps.answers.compute.books import Book, books_of, shelf
from apps.answers.compute.programs.enumerated import Program, Times, programs
from apps.answers.compute.programs.series import Tabled, tabled
from apps.answers.compute.programs.trying import times_of
from apps.answers.compute.programs.wanted import wanted
from apps.answers.sources.evidence import Evidence
from apps.documents.models import Chunk
from apps.questions.query import Query, Reading
from apps.retrieval.found import Scope, SearchResult, SearchTrace, Weighed
from apps.retrieval.reading import read_for


def evidence(*strangers: str) -> Evidence:
    """Every passage of the store, in the order in which they were stored, as what a search brought.

    strangers: filers named of which nothing is held.
    """
    chunks = Chunk.objects.order_by("pk")
    brought = tuple(Weighed(one.pk, "", one.page, 1.0, {}, 1.0, None, kept=True) for one in chunks)
    trace = SearchTrace("", (), 1, len(brought), not_held={"companies": list(strangers)}, candidates=brought)
    return Evidence(SearchResult((), trace))


def reading(owner: User, question: str) -> Reading:
    return read_for(owner, Scope(), question)


def book_of(owner: User, query: Query) -> Book:
    (book,), _ = books_of(query, shelf(owner, Scope()))
    return book


def made(owner: User, question: str) -> tuple[list[Program], Sequence[Tabled], Times]:
    """Every program for the question over the tables of the store."""
    query = reading(owner, question).query
    book = book_of(owner, query)
    times = times_of(query, book)
    tables = tabled(evidence(), book, times.every, 20)
    asked = wanted(query, tables)
    return [one for table in tables for one in programs(table, asked, times)], tables, times


def as_told(one: Program) -> tuple[Any, ...]:
    return (one.operation, tuple(each.label for each in one.series), *one.values, *one.rates)
