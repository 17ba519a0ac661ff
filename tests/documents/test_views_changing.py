import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from apps.audit.models import Action, AuditEvent
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from tests.documents.shelf import shared, shelve
from tests.people import People

Log = Callable[..., Client]


def url(version: DocumentVersion, act: str) -> str:
    return f"/library/documents/{version.document.uid}/{act}"


def facts(**changed: str) -> dict[str, str]:
    return (
        {"title": "", "company_name": "", "report_type": "10-K", "fiscal_year": "", "fiscal_period": ""}
        | {
            "period_end": "",
            "filed": "",
            "visibility": "private",
        }
        | changed
    )


@pytest.mark.parametrize("act", ["edit", "delete", "retry"])
class TestWhoMay:
    def test_a_stranger_finds_nothing(self, people: People, client_for: Log, act: str) -> None:
        assert client_for(people.stranger).post(url(shelve(people.owner), act)).status_code == 404

    def test_a_teammate_reads_only(self, people: People, client_for: Log, act: str) -> None:
        assert client_for(people.teammate).post(url(shared(people.owner, Visibility.TEAM), act)).status_code == 403

    def test_an_expert_reads_only(self, people: People, client_for: Log, act: str) -> None:
        assert client_for(people.expert).post(url(shared(people.owner, Visibility.EVERYONE), act)).status_code == 403

    def test_a_reviewer_changes_nothing(self, people: People, client_for: Log, act: str) -> None:
        assert client_for(people.reviewer).post(url(shared(people.owner, Visibility.EVERYONE), act)).status_code == 403

    def test_anonymous_is_sent_to_the_login(self, people: People, act: str) -> None:
        assert Client().post(url(shelve(people.owner), act)).status_code == 302

    def test_an_unknown_id(self, people: People, client_for: Log, act: str) -> None:
        assert client_for(people.owner).post(f"/library/documents/{uuid.uuid4()}/{act}").status_code == 404


@pytest.mark.parametrize("act", ["delete", "restore", "retry"])
def test_wrong_method(people: People, client_for: Log, act: str) -> None:
    assert client_for(people.owner).get(url(shelve(people.owner), act)).status_code == 405


class TestEdit:
    def test_changes_are_kept_named_and_recorded(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, report_type="10-K", fiscal_year=2022)
        posted = facts(title="Kelp in full", company_name="Kelpworks Example Corp", fiscal_year="2023")
        assert client_for(people.owner).post(url(version, "edit"), posted).status_code == 302
        document = Document.objects.get()
        assert (document.title, document.fiscal_year) == ("Kelp in full", 2023)
        assert document.company == Company.objects.get(name="Kelpworks Example Corp")
        assert document.metadata["edited"] == ["company", "fiscal_year", "title"]
        event = AuditEvent.objects.get(action=Action.DOCUMENT_EDITED)
        assert event.detail["changes"]["fiscal_year"] == ["2022", "2023"]
        assert event.subject_uid == document.uid

    def test_nothing_changed_leaves_no_trail(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, report_type="10-K")
        client_for(people.owner).post(url(version, "edit"), facts())
        assert not AuditEvent.objects.filter(action=Action.DOCUMENT_EDITED).exists()
        assert "edited" not in Document.objects.get().metadata or not Document.objects.get().metadata["edited"]

    def test_what_cannot_be_comes_back_with_the_form(self, people: People, client_for: Log) -> None:
        response = client_for(people.owner).post(url(shelve(people.owner), "edit"), facts(fiscal_year="23"))
        assert response.status_code == 422
        assert b"between 1900 and 2100" in response.content

    def test_sharing_with_the_team_names_the_team(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner)
        client_for(people.owner).post(url(version, "edit"), facts(visibility="team"))
        assert Document.objects.get().team == people.owner.team
        assert client_for(people.teammate).get(f"/library/versions/{version.uid}/").status_code == 200


class TestDelete:
    def test_a_deleted_document_is_gone_and_undo_brings_it_back(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        response = client.post(url(version, "delete"), follow=True)
        assert b"Undo" in response.content
        assert client.get(f"/library/versions/{version.uid}/").status_code == 404
        assert client.post(url(version, "restore")).status_code == 302
        assert client.get(f"/library/versions/{version.uid}/").status_code == 200
        acts = (Action.DOCUMENT_DELETED, Action.DOCUMENT_RESTORED)
        found = AuditEvent.objects.filter(action__in=acts).order_by("id").values_list("action", flat=True)
        assert tuple(found) == acts

    def test_htmx_gets_the_undo_and_lists_hear_of_it(self, people: People, client_for: Log) -> None:
        response = client_for(people.owner).post(
            url(shelve(people.owner), "delete"), {"stay": "1"}, headers={"HX-Request": "true"}
        )
        assert response["HX-Trigger"] == "library-changed"
        assert b"Undo" in response.content

    def test_only_the_owner_brings_back(self, people: People, client_for: Log) -> None:
        version = shared(people.owner, Visibility.EVERYONE)
        Document.objects.update(deleted=timezone.now())
        assert client_for(people.stranger).post(url(version, "restore")).status_code == 404
        assert client_for(people.administrator).post(url(version, "restore")).status_code == 404


class TestRetry:
    def test_a_failed_file_goes_back_to_the_step_that_failed(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, state=State.ERROR, failed_in=State.NORMALIZED, error="It broke.")
        assert client_for(people.owner).post(url(version, "retry")).status_code == 302
        version.refresh_from_db()
        assert (version.state, version.error) == (State.NORMALIZED, "")
        assert AuditEvent.objects.filter(action=Action.RETRIED, actor_uid=people.owner.uid).exists()

    def test_a_ready_file_stays_ready(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner)
        response = client_for(people.owner).post(url(version, "retry"), follow=True)
        version.refresh_from_db()
        assert version.state == State.READY
        assert b"Only a file that failed" in response.content
