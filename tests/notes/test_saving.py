"""Notes are kept, read and found at once; their versions stay; the trail is told nothing of what they say."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.audit.models import AuditEvent
from apps.documents import index
from apps.documents.life_cycle import run
from apps.documents.models import Chunk, DocumentVersion, State, Visibility
from apps.notes import saving
from apps.notes.links import Link
from apps.notes.models import Note, Revision
from apps.retrieval.search import search_text
from tests.people import People

pytestmark = pytest.mark.django_db

TEXT = "# Zephyrwick visit\n\nThe plant manager expects quarkwood margins of 12 percent. #visits #Quark-Wood"


@pytest.fixture(autouse=True)
def files(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def note(people: People) -> Note:
    return saving.new_note(people.owner, TEXT)


def test_a_note_is_searched_as_soon_as_it_is_saved(people: People, note: Note, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its words, before the workers embed it: the process that saves it needs no model."""
    monkeypatch.setattr(index, "adopt", lambda: pytest.fail("a model is asked for vectors"))
    saving.save(note, f"{TEXT} Again.", people.owner)
    note.document.refresh_from_db()
    assert note.document.current and note.document.current.state == State.ANALYZED
    assert note.document.current == note.document.versions.first() and note.document.versions.count() == 2
    assert (str(note), note.tags) == ("Zephyrwick visit", ["quark-wood", "visits"])
    found = search_text("quarkwood margins", viewer=people.owner).candidates
    assert found and "12 percent" in found[0].text and found[0].document_uid == note.document.uid
    assert not search_text("quarkwood margins", viewer=people.stranger).candidates
    monkeypatch.undo()
    assert run(note.document.current.pk) == State.READY and note.document.current.chunks.get().vectors.exists()


def test_what_is_saved_again_is_searched_instead(people: People, note: Note) -> None:
    saving.save(note, TEXT.replace("quarkwood", "glimmerleaf"), people.owner)
    found = search_text("quarkwood margins", viewer=people.owner).candidates
    assert "glimmerleaf" in found[0].text and not any("quarkwood" in one.text for one in found)


def test_nobody_overwrites_what_another_saved(people: People, note: Note) -> None:
    saving.save(note, "# First", people.owner, revision=1)
    with pytest.raises(saving.ChangedElsewhereError):
        saving.save(Note.objects.get(), "# Second", people.owner, revision=1)
    assert Note.objects.get().text == "# First"


def test_a_sitting_is_one_entry_of_the_history(people: People, note: Note) -> None:
    for words in ("two", "three", "four"):
        saving.save(note, f"# {words}", people.owner)
    assert [one.text for one in note.revisions.all()] == ["# four", TEXT]
    Revision.objects.update(saved=timezone.now() - timedelta(hours=1))
    saving.save(note, "# five", people.owner)
    assert [one.number for one in note.revisions.all()] == [5, 4, 1]


def test_versions_that_nothing_needs_go_with_their_files(people: People, note: Note, tmp_path: Path) -> None:
    first = note.document.versions.get()
    for words in ("two", "three"):
        saving.save(note, f"# {words}", people.owner)
    DocumentVersion.objects.update(created=timezone.now() - timedelta(hours=1))
    saving.save(note, "# four", people.owner)
    left = set(note.document.versions.values_list("pk", flat=True))
    assert first.pk in left and len(left) == 3  # the first revision's, the last one's, and that which stood until now
    assert not Chunk.objects.filter(text__contains="two").exists()


def test_the_trail_does_not_say_what_a_note_says(people: People, note: Note) -> None:
    saving.share(note, Visibility.TEAM, people.owner)
    told = " ".join(str((event.subject_name, event.detail)) for event in AuditEvent.objects.all())
    assert "characters" in told
    assert not any(word in told.casefold() for word in ("zephyrwick", "quarkwood", "visits"))


def test_sharing_lets_the_team_read_and_nobody_else(people: People, note: Note) -> None:
    saving.share(note, Visibility.TEAM, people.owner)
    assert [Note.objects.visible_to(one).exists() for one in (people.teammate, people.stranger)] == [True, False]
    saving.share(note, Visibility.PRIVATE, people.owner)
    assert not Note.objects.visible_to(people.teammate).exists()
    with pytest.raises(saving.CannotSaveError, match="no team"):
        saving.share(saving.new_note(people.administrator), Visibility.TEAM, people.administrator)


def test_links_are_read_by_their_words(people: People, note: Note) -> None:
    link = Link("note", note.uid, "", "the visit [to] Zephyrwick")
    other = saving.new_note(people.owner, f"# Follow-up of {link}\n\nSee {link}.")
    assert str(other) == "Follow-up of the visit  to  Zephyrwick"
    assert [(one.kind, one.target) for one in other.links.all()] == [("note", note.uid)]
    assert str(note.uid) not in Chunk.objects.get(version__document=other.document).text
    assert saving.readable("[[nothing:of|that]]") == "[[nothing:of|that]]"


def test_a_note_too_long_is_refused(people: People) -> None:
    with pytest.raises(saving.CannotSaveError, match="at most"):
        saving.new_note(people.owner, "x" * (saving.LONGEST + 1))
