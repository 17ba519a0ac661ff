"""The profile of a company, and its statements to take away."""

import csv
import uuid
from collections.abc import Callable
from datetime import date
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from tests.documents.shelf import shelve
from tests.documents.stated import keep
from tests.people import People

Log = Callable[..., Client]
NAME = "Kelpworks Inc."
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
RESTS = ["", "concepts/revenue/", "statements.csv", "statements.xlsx"]


def annual(owner: User, year: int, seen: Visibility = Visibility.PRIVATE, **fields: Any) -> DocumentVersion:
    team = owner.team if seen == Visibility.TEAM else None
    given = {"company_name": NAME, "report_type": "10-K", "fiscal_period": "FY", "period_end": date(year, 12, 31)}
    given |= {"fiscal_year": year, "title": f"10-K {year}", "visibility": seen, "team": team}
    return shelve(owner, f"kelp_{year}", **{**given, **fields})


def url(rest: str = "") -> str:
    return f"/library/companies/{Company.objects.get(name=NAME).uid}/{rest}"


@pytest.mark.parametrize("rest", RESTS)
class TestWhoMay:
    def test_owner_and_teammate(self, people: People, client_for: Log, rest: str) -> None:
        annual(people.owner, 2023, Visibility.TEAM)
        assert [client_for(person).get(url(rest)).status_code for person in (people.owner, people.teammate)] == [
            200
        ] * 2

    def test_others_see_no_company_of_which_they_see_no_document(
        self, people: People, client_for: Log, rest: str
    ) -> None:
        annual(people.owner, 2023, Visibility.TEAM)
        others = (people.expert, people.reviewer, people.stranger)
        assert [client_for(person).get(url(rest)).status_code for person in others] == [404] * 3
        annual(people.owner, 2024, Visibility.EVERYONE)
        assert [client_for(person).get(url(rest)).status_code for person in others] == [200] * 3

    def test_anonymous_wrong_method_and_bad_id(self, people: People, client_for: Log, rest: str) -> None:
        annual(people.owner, 2023)
        assert Client().get(url(rest)).status_code == 302
        assert client_for(people.owner).post(url(rest)).status_code == 405
        assert client_for(people.owner).get(f"/library/companies/{uuid.uuid4()}/{rest}").status_code == 404

    def test_a_company_whose_documents_were_deleted(self, people: People, client_for: Log, rest: str) -> None:
        version, client = annual(people.owner, 2023), client_for(people.owner)
        client.post(f"/library/documents/{version.document.uid}/delete")
        assert client.get(url(rest)).status_code == 404


def test_names_numbers_and_filings_by_period(people: People, client_for: Log) -> None:
    for year in (2022, 2024, 2023):
        annual(people.owner, year)
    annual(people.owner, 2021, state=State.UPLOADED)
    states(Document.objects.get(fiscal_year=2022), "The Kelp Company", "KLPW", "irs:12-3456789")
    content = client_for(people.owner).get(url()).content.decode()
    assert all(text in content for text in ("The Kelp Company", "KLPW", "IRS 12-3456789", "No statements over years"))
    places = [content.index(f"10-K {year}") for year in (2024, 2023, 2022, 2021)]
    assert places == sorted(places)


def states(document: Document, name: str, ticker: str, *numbers: str) -> None:
    """What reading a cover leaves."""
    document.metadata = {"company": {"value": name}, "ticker": {"value": ticker}, "numbers": list(numbers)}
    document.save()


def test_nothing_that_only_a_hidden_filing_says(people: People, client_for: Log) -> None:
    public, hidden = annual(people.owner, 2022, Visibility.EVERYONE).document, annual(people.owner, 2024).document
    states(public, "Old Kelp Corp", "OKLP", "irs:12-3456789")
    states(hidden, NAME, "KLPW", "irs:98-7654321", "cik:0001234567")
    Company.objects.filter(name=NAME).update(
        aliases=["Old Kelp Corp"], ticker="KLPW", cik="0001234567", identifiers=["irs:12-3456789", "irs:98-7654321"]
    )
    secrets = (NAME, "KLPW", "98-7654321", "0001234567")
    for rest in ("", "concepts/revenue/"):
        mine = client_for(people.owner).get(url(rest)).content.decode()
        theirs = client_for(people.stranger).get(url(rest)).content.decode()
        assert NAME in mine and "Old Kelp Corp" in theirs
        assert not [secret for secret in secrets if secret in theirs]
    assert all(secret in client_for(people.owner).get(url()).content.decode() for secret in (*secrets, "Old Kelp Corp"))


def test_only_what_the_reader_sees_counts(people: People, client_for: Log) -> None:
    shared, private = annual(people.owner, 2023, Visibility.EVERYONE), annual(people.owner, 2024)
    keep(shared, "revenue", 2023, "80123")
    keep(private, "revenue", 2024, "99789")
    keep(private, "revenue", 2023, "82456")
    for rest in ("", "statements.csv"):
        mine = client_for(people.owner).get(url(rest)).content.decode().replace(",", "")
        theirs = client_for(people.stranger).get(url(rest)).content.decode().replace(",", "")
        assert all(text in mine for text in ("82456", "80123 in 10-K 2023", "99789"))
        assert "80123" in theirs and not any(text in theirs for text in ("82456", "99789", "10-K 2024", "kelp_2024"))


def test_every_figure_leads_to_its_cell_and_an_old_version_does_not_count(people: People, client_for: Log) -> None:
    version = annual(people.owner, 2023)
    keep(version, "revenue", 2023, "80")
    older = DocumentVersion.objects.create(
        document=version.document, sha256="0" * 64, file="x", file_name="x", media_type="text/plain", size=1
    )
    keep_in_old = keep(version, "revenue", 2023, "70")
    keep_in_old.version = older
    keep_in_old.save()
    content = client_for(people.owner).get(url()).content.decode()
    assert f'href="/library/versions/{version.uid}/?page=2&amp;start=41&amp;end=46"' in content
    assert str(older.uid) not in content and "mark-right" not in content


def test_csv_cannot_run_and_is_an_event(people: People, client_for: Log) -> None:
    old, new = annual(people.owner, 2023, title='=HYPERLINK("x")'), annual(people.owner, 2024)
    keep(old, "revenue", 2023, "80")
    keep(new, "revenue", 2023, "-82")
    response = client_for(people.owner).get(url("statements.csv"))
    assert response["Content-Disposition"] == 'attachment; filename="Kelpworks Inc. statements.csv"'
    assert response["Cache-Control"] == "no-store"
    (row,) = csv.DictReader(StringIO(response.content.decode()))
    assert (row["Item"], row["Unit"], row["2023"]) == ("Revenue", "USD millions", "-82")
    assert row["Restated"] == '2023: 80 in =HYPERLINK("x")'
    event = AuditEvent.objects.get(action=Action.EXPORTED)
    assert (event.actor_uid, event.subject_name, event.detail) == (
        people.owner.uid,
        NAME,
        {"what": "statements", "form": "CSV"},
    )


def test_xlsx_has_a_sheet_for_each_statement(people: People, client_for: Log) -> None:
    version, client = annual(people.owner, 2023), client_for(people.owner)
    assert load_workbook(BytesIO(client.get(url("statements.xlsx")).content)).sheetnames == ["Statements"]
    keep(version, "revenue", 2023, "80")
    keep(version, "total_assets", 2023, "500", statement="balance")
    book = load_workbook(BytesIO(client.get(url("statements.xlsx")).content))
    assert book.sheetnames == ["Income statement", "Balance sheet"]
    rows = [list(row) for row in book["Balance sheet"].values]
    assert rows == [
        ["Item", "Unit", "2023", "Change %", "Restated"],
        ["Total assets", "USD millions", 500, None, None],
    ]


def test_rows_come_in_the_order_that_is_asked_for(people: People, client_for: Log) -> None:
    version, client = annual(people.owner, 2023), client_for(people.owner)
    for concept, value, before in (("revenue", "80", "100"), ("net_income", "9", "3"), ("gross_profit", "30", "30")):
        keep(version, concept, 2023, value)
        keep(version, concept, 2022, before)
    keep(version, "total_assets", 2023, "500", statement="balance")

    def items(query: str) -> list[str]:
        text = client.get(url("statements.csv") + query).content.decode()
        content = client.get(url() + query).content.decode()
        found = [row["Item"] for row in csv.DictReader(StringIO(text))]
        places = [content.index(f">{item}</a>") for item in found]
        assert places == sorted(places)
        return found

    report = ["Revenue", "Gross profit", "Net income", "Total assets"]
    assert items("") == items("?sort=walrus&statement=odd") == report
    assert items("?sort=label") == ["Gross profit", "Net income", "Revenue", "Total assets"]
    assert items("?sort=2022") == ["Net income", "Gross profit", "Revenue", "Total assets"]
    assert items("?sort=-change") == ["Net income", "Gross profit", "Revenue", "Total assets"]
    assert items("?sort=-label&statement=income") == ["Revenue", "Net income", "Gross profit"]


def test_a_changed_figure_shows_every_source(people: People, client_for: Log) -> None:
    old, new = annual(people.owner, 2023), annual(people.owner, 2024)
    keep(old, "revenue", 2023, "80")
    keep(new, "revenue", 2023, "82")
    keep(new, "revenue", 2024, "90.2", confidence=0.5)
    client = client_for(people.owner)
    page = client.get(url()).content.decode()
    assert all(text in page for text in ("+10.0 %", "Restated: before, 80 in 10-K 2023", "Low confidence"))
    history = client.get(url("concepts/revenue/")).content.decode()
    assert 'data-years="2023,2024" data-values="82,90.2"' in history
    assert all(text in history for text in ("10-K 2023, page 2", "says otherwise", "low confidence"))
    assert "<html" not in client.get(url("concepts/revenue/"), headers=PARTIAL).content.decode()
    assert client.get(url("concepts/walrus/")).status_code == 404


def test_htmx_gets_the_figures_alone(people: People, client_for: Log) -> None:
    keep(annual(people.owner, 2023), "revenue", 2023, "80")
    content = client_for(people.owner).get(url(), headers=PARTIAL).content.decode()
    assert "Revenue" in content and "<html" not in content and "Filings" not in content


def test_many_filings_are_paged(people: People, client_for: Log) -> None:
    for year in range(2000, 2021):
        annual(people.owner, year)
    client = client_for(people.owner)
    assert "10-K 2000" not in client.get(url()).content.decode()
    assert "10-K 2000" in client.get(url() + "?page=2").content.decode()


def test_a_look_is_an_event(people: People, client_for: Log) -> None:
    annual(people.owner, 2023)
    client_for(people.owner).get(url("concepts/revenue/"))
    event = AuditEvent.objects.get(action=Action.DOCUMENT_VIEWED)
    assert (event.subject_type, event.detail) == ("company", {"concept": "revenue"})


def test_documents_and_library_lead_to_the_company(people: People, client_for: Log) -> None:
    version, client = annual(people.owner, 2023), client_for(people.owner)
    for path in ("/library/", f"/library/versions/{version.uid}/"):
        assert f'href="{url()}"' in client.get(path).content.decode()


def test_the_page_takes_a_fixed_number_of_queries(
    people: People, client_for: Log, django_assert_max_num_queries: Callable[..., object]
) -> None:
    client = client_for(people.owner)
    for year in range(2015, 2024):
        keep(annual(people.owner, year), "revenue", year, "80")
    with django_assert_max_num_queries(10):  # type: ignore[attr-defined]
        client.get(url())
