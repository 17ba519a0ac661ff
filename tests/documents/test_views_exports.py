"""One table to take away, as CSV and as XLSX."""

import uuid
from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from apps.audit.models import Action, AuditEvent
from apps.documents.models import DocumentVersion, Table, Visibility
from tests.documents.shelf import shared, shelve
from tests.people import People

Log = Callable[..., Client]
FORMS = ["table.csv", "table.xlsx"]


def url(version: DocumentVersion, rest: str) -> str:
    return f"/library/tables/{version.tables.get().uid}/{rest}"


@pytest.mark.parametrize("rest", FORMS)
class TestWhoMay:
    def test_whoever_sees_the_document(self, people: People, client_for: Log, rest: str) -> None:
        private, team = shelve(people.owner), shared(people.owner, Visibility.TEAM)
        everyone = shared(people.owner, Visibility.EVERYONE)
        for person, expected in (
            (people.owner, [200, 200, 200]),
            (people.teammate, [404, 200, 200]),
            (people.expert, [404, 404, 200]),
            (people.reviewer, [404, 404, 200]),
            (people.stranger, [404, 404, 200]),
        ):
            client = client_for(person)
            assert [client.get(url(version, rest)).status_code for version in (private, team, everyone)] == expected

    def test_anonymous_wrong_method_and_bad_id(self, people: People, client_for: Log, rest: str) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        assert Client().get(url(version, rest)).status_code == 302
        assert client.post(url(version, rest)).status_code == 405
        assert client.get(f"/library/tables/{uuid.uuid4()}/{rest}").status_code == 404


def test_csv_is_what_is_printed_and_cannot_run(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    table = version.tables.get()
    table.grid[1][0]["text"] = "=cmd|' /C calc'!A0"
    table.grid[1][2]["text"] = "-12"
    Table.objects.filter(pk=table.pk).update(grid=table.grid)
    response = client_for(people.owner).get(url(version, "table.csv"))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="kelpworks_2023_10K table 1.csv"'
    assert response.content.decode() == ",2023,\r\n'=cmd|' /C calc'!A0,\"1,577\",-12\r\n"


def test_xlsx_holds_numbers(people: People, client_for: Log) -> None:
    response = client_for(people.owner).get(url(shelve(people.owner), "table.xlsx"))
    book = load_workbook(BytesIO(response.content))
    assert book.sheetnames == ["Sales of kelp"]
    assert list(book.worksheets[0].values) == [(None, "2023", None), ("Net", 1577, 1577)]


def test_an_export_is_an_event(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    client_for(people.owner).get(url(version, "table.xlsx"))
    event = AuditEvent.objects.get(action=Action.EXPORTED)
    assert (event.actor_uid, event.subject_uid) == (people.owner.uid, version.document.uid)
    assert event.detail == {"what": "table", "form": "XLSX", "page": 2}


def test_the_tables_offer_both(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    for path in (f"/library/versions/{version.uid}/tables/", url(version, "")):
        content = client.get(path).content.decode()
        assert f'data-copy-from="{url(version, "table.csv")}"' in content and url(version, "table.xlsx") in content
