"""The benchmark of the search on two filings of an invented bakery, over the real paths and a real peer."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from apps.accounts.models import User
from apps.documents.models import ChunkTokens, ChunkVector, Visibility
from apps.evaluation.ablation import STAGES, changes
from apps.evaluation.bench_retrieval import SHOWN
from apps.evaluation.late import NAME
from apps.evaluation.retrieval import Row, gains
from apps.retrieval.found import Path as WayOfFinding
from tests.people import People
from tests.retrieval.library import publish

COMPANY = "Brackenfold Bakeries, Inc."
OTHER = "Thornbury Tramways plc"
QUESTION = "What was Brackenfold's net income in FY2022?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents = [
        {"doc_name": "BRACKENFOLD_2021_10K", "company": "Brackenfold", "doc_period": 2021},
        {"doc_name": "BRACKENFOLD_2022_10K", "company": "Brackenfold", "doc_period": 2022},
        {"doc_name": "THORNBURY_2022_10K", "company": "Thornbury", "doc_period": 2022},
    ]
    place = {"doc_name": "BRACKENFOLD_2022_10K", "page": 0}
    asked = {"id": "q1", "question": QUESTION, "doc_name": "BRACKENFOLD_2022_10K", "evidence": [place]}
    (tmp_path / "documents.jsonl").write_text("".join(json.dumps(one) + "\n" for one in documents))
    (tmp_path / "questions.jsonl").write_text(json.dumps(asked) + "\n")
    return tmp_path


def hold(owner: User) -> None:
    for name, company, year in (
        ("BRACKENFOLD_2021_10K", COMPANY, 2021),
        ("BRACKENFOLD_2022_10K", COMPANY, 2022),
        ("THORNBURY_2022_10K", OTHER, 2022),
    ):
        publish(owner, name, company=company, year=year)


def bench(folder: Path, *words: str) -> tuple[dict[str, object], str]:
    out, said = folder / "out.json", StringIO()
    call_command("bench", "retrieval", "--data", str(folder), "--out", str(out), *words, stdout=said, stderr=StringIO())
    return json.loads(out.read_text()), said.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("setting", ["shared", "single"])
def test_the_search_as_it_is(people: People, folder: Path, setting: str) -> None:
    hold(people.owner)
    figures, said = bench(folder, "--setting", setting)
    (row,) = figures["rows"]
    assert (row["name"], row["questions"]) == ("as it is", 1)
    assert row["doc_hit@1"] == row["page_recall@5"] == row["inside_mrr@5"] == 1.0
    assert row["wrong_company@1"] == row["wrong_year@1"] == 0.0
    assert 0 < row["seconds_p50"] <= row["seconds_p95"]
    assert "as it is" in said and "times" not in said


@pytest.mark.django_db
def test_a_row_for_each_path_and_stage(people: People, folder: Path) -> None:
    hold(people.owner)
    figures, said = bench(folder, "--ablate")
    names = [row["name"] for row in figures["rows"]]
    assert names == [change.name for change in changes(ablate=True)]
    assert {f"{path} alone" for path in WayOfFinding} | {"no choice of filing"} <= set(names)
    assert len(said.splitlines()) == 1 + len(names)
    assert all(name in figures["rows"][0] for name in SHOWN)


@pytest.mark.django_db
def test_peers_search_the_same_passages(people: People, folder: Path, settings: Settings) -> None:
    settings.VAR_DIR = folder / "var"
    hold(people.owner)
    publish(people.stranger, "SECRET", ("Net income of Brackenfold in FY2022 was 401.",), visibility=Visibility.PRIVATE)
    figures, said = bench(folder, "--peer")
    rows = {row["name"]: row for row in figures["rows"]}
    peers = [name for name in rows if name.startswith("peer")]
    assert len(peers) == 2
    assert all(rows[name]["page_recall@20"] == 1.0 for name in peers)  # three alike filings, ten passages each at most
    assert rows["peer: bm25s + dense, RRF"]["doc_hit@1"] == 0.0  # nothing tells it the three filings apart
    assert figures["gains"]["peer: bm25s + dense, RRF"]["doc_hit@1"] is None
    assert figures["gains"]["peer, titled"]["page_recall@20"] == 1.0
    assert "times peer, titled" in said
    kept = list((settings.VAR_DIR / "bench" / "bare-passages").glob("*.npz"))
    bench(folder, "--peer")
    assert list((settings.VAR_DIR / "bench" / "bare-passages").glob("*.npz")) == kept  # nothing is embedded twice


@pytest.mark.django_db
def test_a_peer_of_single_filings(people: People, folder: Path, settings: Settings) -> None:
    settings.VAR_DIR = folder / "var"
    hold(people.owner)
    figures, _ = bench(folder, "--peer", "--setting", "single")
    assert {row["doc_hit@1"] for row in figures["rows"]} == {1.0}


@pytest.mark.django_db
def test_passages_without_vectors_are_said(people: People, folder: Path, settings: Settings) -> None:
    settings.VAR_DIR = folder / "var"
    hold(people.owner)
    ChunkVector.objects.first().delete()
    with pytest.raises(CommandError, match="1 passages have no vector"):
        bench(folder, "--peer")


@pytest.mark.django_db
def test_filings_that_are_missing_are_said(people: People, folder: Path) -> None:
    publish(people.owner, "BRACKENFOLD_2022_10K", company=COMPANY, year=2022)
    with pytest.raises(CommandError, match="2 filings are not in the store"):
        bench(folder)
    assert bench(folder, "--setting", "single")[0]["rows"]


@pytest.mark.django_db
def test_a_part_of_the_store_is_measured_when_asked(people: People, folder: Path) -> None:
    with pytest.raises(CommandError, match="no question"):
        bench(folder, "--held")
    publish(people.owner, "BRACKENFOLD_2022_10K", company=COMPANY, year=2022)
    figures, _ = bench(folder, "--held")
    assert (figures["filings_held"], figures["questions"]) == (1, 1)


@pytest.mark.django_db
def test_one_kind_of_peer(people: People, folder: Path) -> None:
    hold(people.owner)
    figures, _ = bench(folder, "--peer", "titled")
    assert [row["name"] for row in figures["rows"]] == ["as it is", "peer, titled"]


@pytest.mark.django_db(transaction=True)
def test_users_at_once_are_processes(people: People, folder: Path) -> None:
    hold(people.owner)
    figures, said = bench(folder, "--users", "2")
    many = figures["throughput"]
    assert (many["users"], many["searches"]) == (2, 2)
    assert many["searches_per_second"] == pytest.approx(2 / many["wall_seconds"], rel=0.5)
    assert "searches per second" in said


def test_every_change_changes_something() -> None:
    plain = changes(ablate=False)[0].settings()
    assert all(stage.settings() != plain for stage in STAGES)


def test_gains_are_ratios_of_what_is_better_high() -> None:
    own = Row("own", 1, {"page_mrr@10": 0.6, "wrong_year@1": 0.1, "seconds_p50": 1.0})
    other = Row("other", 1, {"page_mrr@10": 0.4, "wrong_year@1": 0.3, "seconds_p50": 2.0})
    assert gains(own, other) == {"page_mrr@10": 1.5}


@pytest.mark.django_db
@pytest.mark.parametrize("setting", ["shared", "single"])
def test_late_interaction_is_measured_and_leaves_nothing_behind(people: People, folder: Path, setting: str) -> None:
    hold(people.owner)
    figures, _ = bench(folder, "--late", "--setting", setting)
    assert [row["name"] for row in figures["rows"]] == ["as it is", NAME]
    assert figures["rows"][1]["page_recall@20"] == 1.0
    assert not ChunkTokens.objects.exists()


@pytest.mark.django_db
def test_a_limit_cuts_the_questions(people: People, folder: Path) -> None:
    hold(people.owner)
    line = (folder / "questions.jsonl").read_text()
    (folder / "questions.jsonl").write_text(line + line.replace("q1", "q2"))
    assert bench(folder)[0]["questions"] == 2
    assert bench(folder, "--limit", "1")[0]["questions"] == 1
