"""What an answer may see is read once for it, and for nobody else."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.answers.compute.books import one_shelf, shelf
from apps.answers.compute.cells import Cells
from apps.documents.models import Document, Visibility
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, table
from tests.people import People

pytestmark = pytest.mark.django_db
ROWS = [("", "2023", "2022"), ("Berth fees", "$40", "$38")]


def test_within_one_answer_a_shelf_is_read_once(people: People) -> None:
    annual(people.owner)
    with one_shelf():
        first = shelf(people.owner, Scope())
        with CaptureQueriesContext(connection) as asked:
            assert shelf(people.owner, Scope()) is first
        assert not asked.captured_queries
    assert shelf(people.owner, Scope()) is not first


def test_a_shelf_is_its_askers_alone(people: People) -> None:
    version = annual(people.owner)
    Document.objects.filter(pk=version.document_id).update(visibility=Visibility.PRIVATE)
    with one_shelf():
        assert shelf(people.owner, Scope()).books
        assert not shelf(people.stranger, Scope()).books
        assert not shelf(people.owner, Scope(years=(1999,))).books


def test_tables_of_a_book_are_read_once_whoever_looks(people: People) -> None:
    table(annual(people.owner), "Fees", ROWS)
    (book,) = shelf(people.owner, Scope()).books
    (first,) = Cells(book).tables(["berth"], None)
    with CaptureQueriesContext(connection) as asked:
        (again,) = Cells(book).tables(["berth"], None)
    assert again is first and not asked.captured_queries
