"""`manage.py ingest`: one line per document, whatever becomes of it."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.accounts.models import User
from apps.documents import life_cycle
from apps.documents.models import Company, Document, DocumentVersion, Kind, State, Visibility
from tests.documents.filings import html
from tests.people import make_person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT = tmp_path / "files"
    made = tmp_path / "filings"
    (made / "more").mkdir(parents=True)
    (made / "A_2023_10K.htm").write_text(html(seed=1, items=1))
    (made / "more" / "B_2022_10K.htm").write_text(html(seed=2, items=1))
    (made / ".hidden").write_text("x")
    return made


def ingest(*arguments: object) -> list[str]:
    out = io.StringIO()
    call_command("ingest", *map(str, arguments), stdout=out)
    return out.getvalue().splitlines()


def test_a_folder_is_taken_in(folder: Path) -> None:
    lines = ingest(folder)
    assert [line.split()[:2] for line in lines] == [["A_2023_10K", "Ready"], ["B_2022_10K", "Ready"]]
    assert all(" pages " in line and " chunks " in line and line.endswith(" s") for line in lines)
    owner = User.objects.get(username="library")
    assert not owner.has_usable_password()
    assert set(Document.objects.values_list("owner", "visibility")) == {(owner.pk, Visibility.EVERYONE)}


def test_what_is_there_is_said_to_be_there(folder: Path) -> None:
    ingest(folder / "A_2023_10K.htm")
    (line,) = ingest(folder / "A_2023_10K.htm")
    assert line.startswith("A_2023_10K Ready")
    assert line.endswith("(already there)")
    assert DocumentVersion.objects.count() == 1


def test_failures_are_sentences_and_the_rest_goes_on(folder: Path) -> None:
    (folder / "A_2023_10K.htm").write_bytes(b"")
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"2 of 3 documents failed\.") as failure:
        call_command("ingest", str(folder), str(folder / "missing.pdf"), stdout=out)
    assert failure.value.returncode == 1
    empty, fine, missing = out.getvalue().splitlines()
    assert empty.startswith("A_2023_10K refused")
    assert fine.startswith("B_2022_10K Ready")
    assert missing.startswith("missing refused")
    assert "No such file" in missing


def test_owner_company_and_privacy(folder: Path) -> None:
    owner = make_person("olga")
    ingest(folder / "A_2023_10K.htm", "--owner", "olga", "--private", "--company", "Another Name Ltd")
    document = Document.objects.get()
    assert (document.owner, document.visibility) == (owner, Visibility.PRIVATE)
    assert document.company is not None
    assert document.company.name == "Another Name Ltd"


def test_notes_are_told_from_filings(folder: Path) -> None:
    ingest(folder / "A_2023_10K.htm", "--note")
    assert Document.objects.get().kind == Kind.NOTE


def test_an_unknown_owner_is_said(folder: Path) -> None:
    with pytest.raises(CommandError, match="There is no user 'nobody'"):
        ingest(folder, "--owner", "nobody")


def test_a_note_brings_no_company_into_the_register(folder: Path) -> None:
    ingest(folder / "A_2023_10K.htm", "--note")
    document = Document.objects.get()

    assert document.company is None and not Company.objects.exists()
    assert document.title == "Note: A_2023_10K"


class Worker:
    """Stands for the workers: does one step of one file for each look that the command takes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, interrupted: bool = False) -> None:
        self.interrupted = interrupted
        monkeypatch.setattr("apps.documents.watching.queues_served", lambda app: {"parse", "gpu"})
        monkeypatch.setattr("apps.documents.watching.sleep", self.work)
        monkeypatch.setattr("apps.documents.life_cycle.run", lambda pk: pytest.fail("the command did the work itself"))

    def work(self, seconds: float) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        version = DocumentVersion.objects.filter(state__in=life_cycle.UNFINISHED).order_by("pk").first()
        assert version
        life_cycle.advance(version.pk)


def test_workers_get_all_files_at_once_and_are_watched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Worker(monkeypatch)
    (folder / "C_2021_10K.htm").write_bytes(b"")
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"1 of 3 documents failed\."):
        call_command("ingest", str(folder), stdout=out)
    refused, *ready = out.getvalue().splitlines()
    assert refused.startswith("C_2021_10K refused")
    assert [line.split()[:2] for line in ready] == [["A_2023_10K", "Ready"], ["B_2022_10K", "Ready"]]


def test_an_interrupted_watch_leaves_the_files_with_the_workers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Worker(monkeypatch, interrupted=True)
    out = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("ingest", str(folder), stdout=out)
    assert end.value.code == 130
    assert "2 files are with the workers, which go on" in out.getvalue()
    assert DocumentVersion.objects.filter(state=State.UPLOADED).count() == 2


def test_without_a_worker_it_says_what_to_do_and_reads_them_itself(folder: Path) -> None:
    errors = io.StringIO()
    call_command("ingest", str(folder / "A_2023_10K.htm"), stdout=io.StringIO(), stderr=errors)
    assert "start workers (`make up`)" in errors.getvalue()
    assert DocumentVersion.objects.get().state == State.READY
