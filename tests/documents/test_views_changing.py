import uuid
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from apps.audit.models import Action, AuditEvent
from apps.documents.describing import describe
from apps.documents.metadata import extract
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from apps.reading.parsed import ParsedPage
from tests.documents.filings import markdown
from tests.documents.shelf import SENTENCES, shared, shelve
from tests.people import People

Log = Callable[..., Client]


def url(version: DocumentVersion, act: str) -> str:
    return f"/library/documents/{version.document.uid}/{act}"


def facts(**changed: str) -> dict[str, str]:
    return (
        {
            "title": "",
            "company_name": "",
            "kind": "filing",
            "keywords": "",
            "report_type": "10-K",
            "fiscal_year": "",
            "fiscal_period": "",
        }
        | {
            "period_end": "",
            "filed": "",
            "visibility": "private",
        }
        | changed
    )


@pytest.mark.parametrize("act", ["edit", "undo", "versions", "delete", "retry"])
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


@pytest.mark.parametrize("act", ["undo", "versions", "delete", "restore", "retry"])
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

    def test_a_summary_is_shown_changed_by_hand_and_kept(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, report_type="10-K", summary="Read from <kelp> pages.")
        client, page = client_for(people.owner), f"/library/versions/{version.uid}/"
        assert "Read from &lt;kelp&gt; pages." in client.get(page).content.decode()
        client.post(url(version, "edit"), facts(summary="Kelp, told\r\nby hand."))
        shown = client.get(page).content.decode()
        assert "Kelp, told by hand." in shown and "by olga.owner" in shown
        event = AuditEvent.objects.get(action=Action.DOCUMENT_EDITED)
        assert event.detail["changes"] == {"summary": ["Read from <kelp> pages.", "Kelp, told by hand."]}
        describe(version.document_id, extract([ParsedPage(0, "FORM 10-K", ())], "kelp.pdf"), [])
        assert Document.objects.get().summary == "Kelp, told by hand."

    def test_a_summary_that_was_left_alone_is_no_edit(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, report_type="10-K", summary="Read\nfrom pages.")
        form = client_for(people.owner).get(url(version, "edit"))
        assert 'name="summary"' in form.content.decode()
        client_for(people.owner).post(url(version, "edit"), facts(summary="Read from pages.", fiscal_year="2023"))
        assert Document.objects.get().metadata["edited"] == ["fiscal_year"]

    def test_a_summary_is_no_essay(self, people: People, client_for: Log) -> None:
        response = client_for(people.owner).post(url(shelve(people.owner), "edit"), facts(summary="kelp " * 130))
        assert response.status_code == 422 and "600 characters at most" in response.content.decode()

    def test_what_cannot_be_comes_back_with_the_form(self, people: People, client_for: Log) -> None:
        response = client_for(people.owner).post(url(shelve(people.owner), "edit"), facts(fiscal_year="23"))
        assert response.status_code == 422
        assert b"between 1900 and 2100" in response.content

    def test_sharing_with_the_team_names_the_team(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner)
        client_for(people.owner).post(url(version, "edit"), facts(visibility="team"))
        assert Document.objects.get().team == people.owner.team
        assert client_for(people.teammate).get(f"/library/versions/{version.uid}/").status_code == 200


class TestUndo:
    def edited(self, people: People, client: Client, **changed: str) -> DocumentVersion:
        version = shelve(people.owner, report_type="10-K", fiscal_year=2022)
        client.post(url(version, "edit"), facts(**{"fiscal_year": "2022", **changed}))
        return version

    def undo(self, client: Client, version: DocumentVersion) -> str:
        events = AuditEvent.objects.filter(action=Action.DOCUMENT_EDITED).order_by("id")
        response = client.post(url(version, "undo"), {"event": str(events[0].uid)}, follow=True)
        return str(response.content.decode())

    def test_an_edit_is_taken_back_as_an_event_and_may_be_read_again(self, people: People, client_for: Log) -> None:
        client = client_for(people.owner)
        version = self.edited(people, client, fiscal_year="2023", title="Kelp", keywords="kelp,  harbour,kelp")
        document = Document.objects.get()
        assert (document.metadata["keywords"], document.metadata["by_hand"]["fiscal_year"]["by"]) == (
            ["kelp", "harbour"],
            "olga.owner",
        )
        assert "Taken back." in self.undo(client, version)
        document.refresh_from_db()
        assert (document.fiscal_year, document.title, document.metadata["keywords"]) == (2022, "", [])
        assert (document.metadata["edited"], document.metadata["by_hand"]) == ([], {})
        event = AuditEvent.objects.filter(action=Action.DOCUMENT_EDITED).first()
        assert event is not None and event.detail["changes"]["fiscal_year"] == ["2023", "2022"]

    def test_what_was_changed_again_is_not_overwritten(self, people: People, client_for: Log) -> None:
        client = client_for(people.owner)
        version = self.edited(people, client, fiscal_year="2023")
        client.post(url(version, "edit"), facts(fiscal_year="2021"))
        assert "Changed again since then: fiscal_year." in self.undo(client, version)
        assert Document.objects.get().fiscal_year == 2021

    def test_a_company_that_the_register_calls_otherwise(self, people: People, client_for: Log) -> None:
        Company.objects.create(name="Kelpworks Example Corp", aliases=["Kelp Example"])
        client = client_for(people.owner)
        version = self.edited(people, client, company_name="Kelp Example")
        assert Document.objects.get().metadata["by_hand"]["company"]["value"] == "Kelp Example"
        self.undo(client, version)
        assert Document.objects.get().company is None

    @pytest.mark.parametrize("event", ["", "walrus", str(uuid.uuid4())])
    def test_an_event_of_nothing(self, people: People, client_for: Log, event: str) -> None:
        response = client_for(people.owner).post(url(shelve(people.owner), "undo"), {"event": event}, follow=True)
        assert b"not one of this document" in response.content

    def test_another_documents_edit_is_not_taken_back_here(self, people: People, client_for: Log) -> None:
        client = client_for(people.owner)
        self.edited(people, client, fiscal_year="2023")
        assert "not one of this document" in self.undo(client, shelve(people.owner, "other"))

    def test_too_many_keywords(self, people: People, client_for: Log) -> None:
        posted = facts(keywords="a,b,c,d,e,f")
        assert client_for(people.owner).post(url(shelve(people.owner), "edit"), posted).status_code == 422

    def test_the_form_tells_where_each_field_comes_from(self, people: People, client_for: Log) -> None:
        read = {"fiscal_year": {"value": 2022, "confidence": 0.6, "source": "file name"}}
        version = shelve(people.owner, report_type="10-K", fiscal_year=2022, metadata=read)
        client = client_for(people.owner)
        assert "60 % file name" in client.get(url(version, "edit")).content.decode()
        client.post(url(version, "edit"), facts(fiscal_year="2023"))
        content = client.get(url(version, "edit")).content.decode()
        assert "by olga.owner" in content and "2022 → 2023" in content and "Undo the edit" in content
        assert "by olga.owner" in client.get(f"/library/versions/{version.uid}/").content.decode()


class TestNewVersion:
    def post(self, client: Client, version: DocumentVersion, content: bytes | None = None) -> str:
        file = SimpleUploadedFile("kelp.md", markdown().encode() if content is None else content)
        return str(client.post(url(version, "versions"), {"file": file}, follow=True).content.decode())

    def test_it_waits_while_the_old_one_stands(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        content = self.post(client, version)
        newest = DocumentVersion.objects.latest("id")
        assert (newest.document, newest.state, Document.objects.count()) == (version.document, State.UPLOADED, 1)
        assert Document.objects.get().current == version
        assert "A newer version, kelp.md, is being read" in content and SENTENCES[1] in content
        event = AuditEvent.objects.get(action=Action.UPLOADED)
        assert (event.subject_uid, event.detail["version"]) == (version.document.uid, str(newest.uid))

    def test_the_same_bytes_change_nothing(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        self.post(client, version)
        assert "has this very file already" in self.post(client, version)
        assert DocumentVersion.objects.count() == 2

    def test_bytes_of_another_document_are_a_version_all_the_same(self, people: People, client_for: Log) -> None:
        first, second, client = shelve(people.owner), shelve(people.owner, "second"), client_for(people.owner)
        self.post(client, first)
        self.post(client, second)
        assert second.document.versions.count() == 2

    def test_a_refused_file_says_why(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner)
        assert "empty" in self.post(client_for(people.owner), version, b"")
        assert DocumentVersion.objects.get() == version

    def test_no_file(self, people: People, client_for: Log) -> None:
        response = client_for(people.owner).post(url(shelve(people.owner), "versions"), follow=True)
        assert b"Choose a file." in response.content

    def test_a_failed_one_is_told_and_tried_again(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        self.post(client, version)
        newest = DocumentVersion.objects.latest("id")
        DocumentVersion.objects.filter(pk=newest.pk).update(state=State.ERROR, failed_in=State.UPLOADED, error="Cut.")
        content = client.get(f"/library/documents/{version.document.uid}/").content.decode()
        assert "The newer version could not be read" in content
        client.post(url(version, "retry"))
        newest.refresh_from_db()
        assert newest.state == State.UPLOADED

    def test_an_old_version_says_that_it_is_old(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        self.post(client, version)
        newest = DocumentVersion.objects.latest("id")
        Document.objects.update(current=newest)
        assert "This is an older version" in client.get(f"/library/versions/{version.uid}/").content.decode()


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

    def test_the_owner_and_administrators_bring_back(self, people: People, client_for: Log) -> None:
        version = shared(people.owner, Visibility.EVERYONE)
        Document.objects.update(deleted=timezone.now())
        assert client_for(people.stranger).post(url(version, "restore")).status_code == 404
        assert client_for(people.expert).post(url(version, "restore")).status_code == 404
        assert client_for(people.administrator).post(url(version, "restore")).status_code == 302


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
