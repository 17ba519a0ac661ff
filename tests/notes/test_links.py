"""Links, completions and previews show only what the reader may see, and no HTML of anybody's."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from apps.documents.models import Chunk, Table, Visibility
from apps.notes import saving
from apps.notes.links import completions, links_in
from apps.notes.markdown import shown
from apps.notes.models import Note
from tests.documents.shelf import shared, shelve
from tests.memory.bank import cell_of, filed, filled
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](https://elsewhere.example/pixel.png)",
        "<a href='data:text/html,x'>x</a>",
        "[[document:00000000-0000-0000-0000-000000000000|<b onclick=x>]]",
    ],
)
def test_nothing_in_a_note_runs_or_is_fetched(people: People, text: str) -> None:
    made = shown(text, people.owner)
    assert not any(found in made for found in ("<script", "<img", 'href="javascript', "<b ", 'href="data'))


def test_a_completion_offers_what_its_reader_sees_and_nothing_else(people: People) -> None:
    shelve(people.owner, "secret_kelp", title="Secret kelp report")
    shared(people.owner, Visibility.EVERYONE, title="Open kelp report")
    saving.new_note(people.owner, "# Kelp in private")
    own = [link.words for _, link in completions("kelp", people.owner)]
    assert {"Secret kelp report", "Open kelp report", "Kelp in private"} <= set(own)
    others = " ".join(link.words for _, link in completions("kelp", people.stranger))
    assert "Open kelp report" in others and "ecret" not in others and "private" not in others
    pages = [str(link) for name, link in completions("open kelp p. 2", people.stranger) if name == "Page"]
    assert len(pages) == 1 and "/2|" in pages[0]


def test_a_link_leads_only_whom_it_may(people: People) -> None:
    version = shelve(people.owner, title="Kelp report")
    text = f"See [[page:{version.uid}/2|page two]]."
    assert [link.place for link in links_in(text)] == ["2"]
    assert f"/library/versions/{version.uid}/?page=2" in shown(text, people.owner)
    assert "not available to you" in shown(text, people.stranger)


@pytest.mark.parametrize("kind", ["passage", "table"])
def test_what_is_seen_can_be_added_to_a_note(people: People, client_for: Any, kind: str) -> None:
    version = shelve(people.owner, title="Kelp report")
    target = (Chunk if kind == "passage" else Table).objects.get(version=version).uid
    given = {"kind": kind, "target": str(target)}
    client = client_for(people.owner)
    assert "Kelp report" in client.get("/notes/add", given).text
    client.post("/notes/add", given | {"words": "Look at this"})
    note = Note.objects.get()
    assert note.text.startswith("Look at this") and f"[[{kind}:{target}" in note.text
    client.post("/notes/add", given | {"note": str(note.uid)})
    note.refresh_from_db()
    assert note.text.count(f"[[{kind}:") == 2
    assert client_for(people.stranger).get("/notes/add", given).status_code == 404


def test_a_cell_of_the_memory_bank_is_offered_and_added(people: People, client_for: Any) -> None:
    circle = f"user:{people.owner.uid}"
    filled(people.owner, filed(people.owner, visibility="private"), keys=["revenue"], circle=circle)
    cell, client = cell_of("revenue", circle=circle), client_for(people.owner)
    (offered,) = (link for name, link in completions("quillmark rev fy2023", people.owner) if name == "Cell")
    assert offered.target == cell.uid and "USD 1,577" in offered.words
    assert not completions("quillmark rev", people.stranger) and not completions("quillmark rev 2019", people.owner)
    given = {"kind": "cell", "target": str(cell.uid)}
    client.post("/notes/add", given)
    text = Note.objects.get().text
    assert f"[[cell:{cell.uid}" in text and f"> {cell.text} (proposed)" in text and "[[passage:" in text
    assert f"/memory/cells/{cell.uid}/" in shown(text, people.owner)
    assert client_for(people.stranger).get("/notes/add", given).status_code == 404


def test_an_editor_that_is_behind_is_told_and_overwrites_nothing(people: People, client_for: Any) -> None:
    note = saving.new_note(people.owner, "# One")
    client = client_for(people.owner)
    assert client.post(f"/notes/{note.uid}/save", {"text": "# Two", "revision": 1}).json()["revision"] == 2
    late = client.post(f"/notes/{note.uid}/save", {"text": "# Three", "revision": 1})
    assert late.status_code == 409 and "changed elsewhere" in late.json()["sentence"]
    saving.share(note, Visibility.TEAM, people.owner)
    reader = client_for(people.teammate)
    assert "Two" in reader.get(f"/notes/{note.uid}/").text
    assert reader.post(f"/notes/{note.uid}/save", {"text": "# Mine"}).status_code == 403
