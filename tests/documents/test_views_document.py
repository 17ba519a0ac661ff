import re
import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from apps.audit.models import Action, AuditEvent
from apps.documents.models import DocumentVersion, Section, State, Table, Visibility
from tests.documents.shelf import SENTENCES, TEXT, shared, shelve
from tests.people import People

Log = Callable[..., Client]
TABS = ["", "pages/", "outline/", "passages/", "tables/", "statements/", "report/", "history/"]
PANEL = "pages/1/panel"


def url(version: DocumentVersion, rest: str = "") -> str:
    return f"/library/versions/{version.uid}/{rest}"


@pytest.mark.parametrize("rest", [*TABS, PANEL, "pages/1/image/240.png", "file"])
class TestWhoMay:
    def test_owner(self, people: People, client_for: Log, rest: str) -> None:
        assert client_for(people.owner).get(url(shelve(people.owner), rest)).status_code == 200

    def test_teammate(self, people: People, client_for: Log, rest: str) -> None:
        client = client_for(people.teammate)
        assert client.get(url(shared(people.owner, Visibility.TEAM), rest)).status_code == 200
        assert client.get(url(shelve(people.owner), rest)).status_code == 404

    def test_expert_reviewer_and_stranger(self, people: People, client_for: Log, rest: str) -> None:
        private, team = shelve(people.owner), shared(people.owner, Visibility.TEAM)
        everyone = shared(people.owner, Visibility.EVERYONE)
        for other in (people.expert, people.reviewer, people.stranger):
            client = client_for(other)
            statuses = [client.get(url(version, rest)).status_code for version in (private, team, everyone)]
            assert statuses == [404, 404, 200]

    def test_anonymous(self, people: People, rest: str) -> None:
        assert Client().get(url(shelve(people.owner), rest)).status_code == 302

    def test_wrong_method_and_bad_id(self, people: People, client_for: Log, rest: str) -> None:
        client = client_for(people.owner)
        assert client.post(url(shelve(people.owner), rest)).status_code == 405
        assert client.get(f"/library/versions/{uuid.uuid4()}/{rest}").status_code == 404


class TestViewer:
    @pytest.mark.parametrize("query", [f"page={'9' * 5000}", f"start=0&end={'9' * 5000}", "page=-1", "start=5&end=2"])
    def test_numbers_that_make_no_sense_are_passed_over(self, people: People, client_for: Log, query: str) -> None:
        version = shelve(people.owner)
        assert client_for(people.owner).get(f"{url(version)}?{query}").status_code == 200

    def test_a_chunk_is_shown_on_its_page_with_a_rectangle(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner)
        response = client_for(people.owner).get(url(version) + f"?chunk={version.chunks.get().uid}")
        assert response.context["view"].number == 1
        assert b'<rect class="highlight" x="70.50" y="89.00" width="231.00" height="14.00"/>' in response.content

    def test_a_span_is_shown_on_the_page_asked_for(self, people: People, client_for: Log) -> None:
        response = client_for(people.owner).get(url(shelve(people.owner)) + f"?page=3&start=0&end={len(SENTENCES[0])}")
        assert response.context["view"].number == 2
        assert response.content.count(b'class="highlight"') == 1

    def test_turning_the_page_keeps_the_chunk_with_script_and_without(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner)
        chunk = version.chunks.get()
        content = client_for(people.owner).get(url(version) + f"?chunk={chunk.uid}").content.decode()
        turns = re.findall(r'data-turn="\w+" rel="\w+" href="([^"]+)" hx-get="([^"]+)"', content)
        assert len(turns) == 2 and all(plain == swapped for plain, swapped in turns)
        assert all(f"chunk={chunk.uid}" in plain for plain, _ in turns)

    @pytest.mark.parametrize(("asked", "shown"), [("99", 2), ("0", 0), ("x", 0), ("2", 1)])
    def test_the_page_is_kept_within_the_document(
        self, people: People, client_for: Log, asked: str, shown: int
    ) -> None:
        response = client_for(people.owner).get(url(shelve(people.owner)) + f"?page={asked}")
        assert response.context["view"].number == shown

    @pytest.mark.parametrize("query", ["?chunk=nonsense", f"?chunk={uuid.uuid4()}"])
    def test_an_unknown_chunk_is_not_found(self, people: People, client_for: Log, query: str) -> None:
        assert client_for(people.owner).get(url(shelve(people.owner)) + query).status_code == 404

    def test_a_chunk_of_another_document_is_not_found(self, people: People, client_for: Log) -> None:
        other = shelve(people.owner, "other").chunks.get()
        assert client_for(people.owner).get(url(shelve(people.owner)) + f"?chunk={other.uid}").status_code == 404

    def test_a_source_without_pages_is_shown_as_text_with_marks(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, media_type="text/html")
        content = client_for(people.owner).get(url(version) + f"?chunk={version.chunks.get().uid}").content.decode()
        assert f"<mark>{SENTENCES[1]}</mark>" in content and "<img" not in content

    def test_text_of_the_source_is_escaped(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, media_type="text/html")
        hostile = "<script>alert(1)</script>" + TEXT
        version.pages.update(text=hostile, blocks=[{"kind": "paragraph", "start": 0, "end": len(hostile), "level": 0}])
        assert "<script>alert" not in client_for(people.owner).get(url(version)).content.decode()

    def test_htmx_gets_the_viewer_alone(self, people: People, client_for: Log) -> None:
        headers = {"HX-Request": "true", "HX-Request-Type": "partial"}
        content = client_for(people.owner).get(url(shelve(people.owner)) + "?page=2", headers=headers).content.decode()
        assert "data-page-panel" in content and "<html" not in content

    def test_a_file_in_work_says_so(self, people: People, client_for: Log) -> None:
        content = client_for(people.owner).get(url(shelve(people.owner, state=State.UPLOADED))).content.decode()
        assert "Pages appear here" in content and "/library/progress?uid=" in content

    def test_a_failed_file_says_why_and_its_owner_can_retry(self, people: People, client_for: Log) -> None:
        diagnostics = {"exception": "ValueError", "traceback": "line 1"}
        failed = {"state": State.ERROR, "error": "It is cut off.", "diagnostics": diagnostics}
        version = shared(people.owner, Visibility.TEAM, **failed)
        mine = client_for(people.owner).get(url(version)).content.decode()
        assert all(text in mine for text in ("It is cut off.", "ValueError", "Try again"))
        theirs = client_for(people.teammate).get(url(version)).content.decode()
        assert "It is cut off." in theirs and "ValueError" not in theirs and "Try again" not in theirs


class TestTable:
    def test_cells_carry_their_boxes(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        table = version.tables.get()
        table.grid[1][1]["box"] = [300.0, 72.5, 330.25, 84.0]
        table.save()
        content = client.get(f"/library/tables/{table.uid}/").content.decode()
        assert 'data-grid="1"' in content and 'data-box="300.00 72.50 330.25 84.00 "' in content

    def test_parts_and_notes_of_a_table(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        first = version.tables.get()
        note = [len(SENTENCES[0]) + 1, len(TEXT)]
        later = {"ordinal": 1, "page": 2, "continues": first, "footnotes": [note], "grid": first.grid[1:]}
        second = Table.objects.create(version=version, **later)
        before = client.get(f"/library/tables/{first.uid}/").content.decode()
        after = client.get(f"/library/tables/{second.uid}/").content.decode()
        assert "Continues on page 3" in before and f"/library/tables/{second.uid}/" in before
        assert "Begins on page 2" in after and f'<p class="source-footnote">{SENTENCES[1]}</p>' in after
        assert 'class="repeated"' in after and "2023" in after


class TestPanel:
    def test_start_and_end_are_highlighted(self, people: People, client_for: Log) -> None:
        content = client_for(people.owner).get(url(shelve(people.owner), PANEL) + "?start=0&end=10").content.decode()
        assert content.count('class="highlight"') == 1 and "<html" not in content

    @pytest.mark.parametrize("query", ["?start=5", "?start=9&end=2", "?start=a&end=b"])
    def test_half_a_span_is_none(self, people: People, client_for: Log, query: str) -> None:
        response = client_for(people.owner).get(url(shelve(people.owner), PANEL) + query)
        assert (response.status_code, b'class="highlight"' in response.content) == (200, False)

    def test_a_page_that_is_not_there(self, people: People, client_for: Log) -> None:
        assert client_for(people.owner).get(url(shelve(people.owner), "pages/3/panel")).status_code == 404


class TestImageAndFile:
    def test_an_image_may_be_kept_for_good_by_its_reader_alone(self, people: People, client_for: Log) -> None:
        version, client = shelve(people.owner), client_for(people.owner)
        response = client.get(url(version, "pages/0/image/240.png"))
        assert (response["Content-Type"], response["Cache-Control"]) == (
            "image/png",
            "private, max-age=31536000, immutable",
        )
        again = client.get(url(version, "pages/0/image/240.png"), headers={"If-None-Match": response["ETag"]})
        assert again.status_code == 304

    @pytest.mark.parametrize("rest", ["pages/3/image/240.png", "pages/0/image/100000.png"])
    def test_no_such_image(self, people: People, client_for: Log, rest: str) -> None:
        assert client_for(people.owner).get(url(shelve(people.owner), rest)).status_code == 404

    def test_a_file_is_a_download_and_never_a_page(self, people: People, client_for: Log) -> None:
        response = client_for(people.owner).get(url(shelve(people.owner, media_type="text/html"), "file"))
        assert response["Content-Disposition"].startswith("attachment")
        assert response["Content-Type"] == "application/octet-stream"
        assert response["X-Content-Type-Options"] == "nosniff"


def test_a_table_stands_beside_its_page(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    path = f"/library/tables/{version.tables.get().uid}/"
    content = client_for(people.owner).get(path).content.decode()
    assert '<td class="num">1,577</td>' in content and "Sales of kelp" in content
    assert client_for(people.stranger).get(path).status_code == 404


def test_passages_can_be_searched(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    assert SENTENCES[1] in client.get(url(version, "passages/") + "?q=OPERATING").content.decode()
    assert "No passage holds" in client.get(url(version, "passages/") + "?q=walrus").content.decode()


def test_every_look_leaves_an_event_that_says_what_was_seen(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    for rest in ("?page=2", PANEL, "passages/", "file"):
        client.get(url(version, rest))
    events = AuditEvent.objects.filter(action=Action.DOCUMENT_VIEWED).order_by("id")
    assert {(event.actor_uid, event.subject_uid) for event in events} == {(people.owner.uid, version.document.uid)}
    seen = [{"tab": "viewer", "page": 2}, {"page": 2}, {"tab": "passages"}, {"part": "file"}]
    assert [event.detail for event in events] == seen


def test_each_reader_leaves_an_event(people: People, client_for: Log) -> None:
    version = shared(people.owner, Visibility.EVERYONE)
    for reader in (people.owner, people.stranger):
        client_for(reader).get(url(version))
    assert AuditEvent.objects.filter(action=Action.DOCUMENT_VIEWED).count() == 2


def test_history_tells_of_changes_and_not_of_readers(people: People, client_for: Log) -> None:
    version = shelve(people.owner, state=State.ERROR, failed_in=State.UPLOADED, error="Cut off.")
    client = client_for(people.owner)
    client.post(f"/library/documents/{version.document.uid}/retry")
    content = client.get(url(version, "history/")).content.decode()
    assert "retried" in content and "olga.owner" in content and "viewed" not in content


def test_the_outline_is_set_in_by_depth_and_not_by_size_of_type(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    path = ["Part I", "Item 1", "Harvest"]
    Section.objects.create(version=version, ordinal=9, level=8, title="Harvest", path=path, page=1)
    text = client_for(people.owner).get(url(version, "outline/")).content.decode()
    assert 'class="level-3"' in text and 'class="level-8"' not in text
