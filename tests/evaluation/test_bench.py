"""The benchmark command on an invented folder of the same layout."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from apps.accounts.models import User
from apps.audit.models import AuditEvent
from apps.documents.models import Document
from apps.evaluation import workers
from apps.evaluation.asker import asker
from apps.evaluation.speed import spread
from apps.evaluation.tables import table
from finrag_site.embedded.paths import BASE
from tests.people import People
from tests.retrieval.library import publish

SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
COMPANY = "Brackenfold Bakeries, Inc."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two filings; the question is about one of them."""
    names = ("BRACKENFOLD_2021_10K", "BRACKENFOLD_2022_10K")
    asked = {"id": "q1", "question": "What was Brackenfold's net income in FY2022?", "doc_name": names[1]}
    (tmp_path / "documents.jsonl").write_text("".join(json.dumps({"doc_name": name}) + "\n" for name in names))
    (tmp_path / "questions.jsonl").write_text(json.dumps(asked) + "\n")
    return tmp_path


@pytest.fixture
def held(people: People) -> None:
    for year in (2021, 2022):
        publish(people.owner, f"BRACKENFOLD_{year}_10K", company=COMPANY, year=year)


def bench(*words: str) -> str:
    out = StringIO()
    call_command("bench", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("setting", ["shared", "single"])
def test_pages_and_documents_are_ranked(held: None, folder: Path, setting: str) -> None:
    out = folder / "deep" / "out.jsonl"
    said = bench("financebench", "--data", str(folder), "--setting", setting, "--search-only", "--out", str(out))
    (row,) = [json.loads(line) for line in out.read_text().splitlines()]
    assert said == f"1 predictions are in {out}.\n"
    assert row["id"] == "q1"
    runners_up = ["BRACKENFOLD_2021_10K"] if setting == "shared" else []
    assert row["documents"] == ["BRACKENFOLD_2022_10K", *runners_up]
    assert row["pages"][0] == ["BRACKENFOLD_2022_10K", 0]
    assert len({tuple(page) for page in row["pages"]}) == len(row["pages"]) == 7
    assert row["seconds"] > 0


@pytest.mark.django_db
def test_the_folder_above_will_do(held: None, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    above = tmp_path_factory.mktemp("above")
    (above / "financebench").symlink_to(folder)
    assert "1 predictions" in bench("financebench", "--data", str(above), "--search-only", "--out", str(above / "out"))


@pytest.mark.django_db
def test_what_is_missing_is_said(people: People, folder: Path) -> None:
    publish(people.owner, "BRACKENFOLD_2022_10K", company=COMPANY, year=2022)
    with pytest.raises(CommandError, match="1 of 2 filings are not in the store"):
        bench("financebench", "--data", str(folder), "--no-ingest", "--setting", "shared", "--out", str(folder / "out"))
    bench("financebench", "--data", str(folder), "--setting", "single", "--search-only", "--out", str(folder / "out"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("financebench", "--data", "/nowhere"), "No such file"),
        (("speed", "--data", "/nowhere", "--files", "a.pdf"), "There is no file a.pdf"),
    ],
)
def test_a_wrong_folder_is_said(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        bench(*words, "--out", str(tmp_path / "out"))


@pytest.mark.django_db(transaction=True)
def test_answers_are_predicted(people: People, tmp_path: Path) -> None:
    """The whole road on the sample filing: taken in, asked, answered, cited."""
    (tmp_path / "pdfs").mkdir()
    (tmp_path / "pdfs" / SAMPLE.name).write_bytes(SAMPLE.read_bytes())
    asked = {"id": "q1", "question": "What was the net income in fiscal 2024?", "doc_name": SAMPLE.stem}
    (tmp_path / "documents.jsonl").write_text(json.dumps({"doc_name": SAMPLE.stem}) + "\n")
    (tmp_path / "questions.jsonl").write_text(json.dumps(asked) + "\n")
    out = tmp_path / "out.jsonl"
    bench("financebench", "--data", str(tmp_path), "--setting", "shared", "--ingest", "--out", str(out))
    (row,) = [json.loads(line) for line in out.read_text().splitlines()]
    answered = {"answer", "value", "unit", "status", "citations", "tokens_in", "tokens_out"}
    assert set(row) == answered | {"id", "documents", "pages", "seconds"}
    assert row["documents"] == [SAMPLE.stem]
    assert row["status"] == "Extracted"
    assert row["citations"][0] == row["pages"][0]
    assert row["citations"][0][0] == SAMPLE.stem


@pytest.mark.django_db(transaction=True)
def test_speed_is_measured_on_copies_that_do_not_stay(people: People, tmp_path: Path) -> None:
    out = tmp_path / "speed.json"
    said = bench("speed", "--data", str(SAMPLE.parent), "--files", SAMPLE.name, "--out", str(out))
    figures = json.loads(out.read_text())
    (file,) = figures["files"]
    assert file["name"] == SAMPLE.stem and file["state"] == "ready"
    assert set(file["steps"]) == {"parse", "chunk", "embed_and_index", "publish"}
    assert figures["pages"] == file["pages"] > 0
    assert figures["pages_per_second"] == pytest.approx(figures["pages"] / figures["wall_seconds"], rel=0.02)
    assert figures["peak_megabytes"]["this process"] > 50
    assert figures["questions"] == 5
    assert 0 < figures["evidence_seconds"]["p50"] <= figures["answer_seconds"]["p50"]
    assert "pages per second" in said
    assert not Document.objects.visible_to(asker()).exists()


@pytest.mark.django_db
def test_the_benchmark_user_cannot_log_in() -> None:
    assert not asker().has_usable_password()
    assert User.objects.filter(pk=asker().pk).count() == 1


def test_no_worker_answers_none() -> None:
    assert workers.processes() == {}
    assert workers.peak_megabytes([]) is None
    assert workers.peaks()["this process"] > 10


def test_spread() -> None:
    assert spread([3.0, 1.0, 2.0]) == {"p50": 2.0, "p95": 2.0, "max": 3.0}


def test_table() -> None:
    assert (
        table(["a", "figure"], [["long name", 1234.5], ["b", 2]])
        == "a            figure\nlong name  1,234.50\nb                 2"
    )


@pytest.mark.django_db
def test_searching_leaves_no_trail(held: None, folder: Path) -> None:
    before = AuditEvent.objects.count()
    bench("financebench", "--data", str(folder), "--setting", "shared", "--search-only", "--out", str(folder / "out"))
    assert AuditEvent.objects.count() == before
