"""The benchmark of reading, on an invented folder of the same layout."""

import json
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.evaluation import reading
from finrag_site.embedded.paths import BASE

SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
RIGHT = {"doc_name": "ZEPHYRWICK_2024_10K", "company": "Zephyrwick", "doc_type": "10k", "doc_period": 2024}
WRONG = {"doc_name": "OTHERNAME_2023Q2_10Q", "company": "Othername", "doc_type": "10q", "doc_period": 2023}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sample filing, once listed as what it is, and once as another."""
    (tmp_path / "pdfs").mkdir()
    for entry in (RIGHT, WRONG):
        shutil.copy(SAMPLE, tmp_path / "pdfs" / f"{entry['doc_name']}.pdf")
    (tmp_path / "documents.jsonl").write_text("".join(f"{json.dumps(entry)}\n" for entry in (RIGHT, WRONG)))
    return tmp_path


def bench(*words: str) -> str:
    out = StringIO()
    call_command("bench", "reading", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def figures(folder: Path, *words: str) -> dict[str, Any]:
    out = folder / "deep" / "figures.json"
    bench("--data", str(folder), "--out", str(out), *words)
    found: dict[str, Any] = json.loads(out.read_text())
    return found


def test_what_is_read_is_held_against_the_list(folder: Path) -> None:
    found = figures(folder)
    assert found["metadata"] == {
        "company": 50.0,
        "form": 50.0,
        "period": 50.0,
        "period as the filer labels it": 50.0,
        "all three": 50.0,
    }
    assert found["misses"]["metadata"] == ["OTHERNAME_2023Q2_10Q"]
    assert (found["annual"], found["statements"]) == (1, 100.0)
    assert found["balance_checked"] == 1 and found["balance"] == 100.0
    assert found["pages_per_second_of_one_core"] > 0
    assert found["floors"] == reading.FLOORS


def test_the_names_of_the_files_are_also_left_out(folder: Path) -> None:
    """A year that only the file's name tells is right under that name, and wrong without it."""
    named = WRONG | {"doc_name": "OTHERNAME_2031_10K", "doc_type": "10k", "doc_period": 2031}
    (folder / "pdfs" / f"{WRONG['doc_name']}.pdf").rename(folder / "pdfs" / f"{named['doc_name']}.pdf")
    (folder / "documents.jsonl").write_text("".join(f"{json.dumps(entry)}\n" for entry in (RIGHT, named)))
    found = figures(folder)
    assert (found["metadata"]["period"], found["metadata_unnamed"]["period"]) == (100.0, 50.0)
    assert found["misses"]["metadata_unnamed"] == ["OTHERNAME_2031_10K"]
    assert "period right under a file name that tells nothing, %" in bench("--data", str(folder))


def test_a_second_run_reads_from_the_cache(folder: Path) -> None:
    cache = folder / "cache"
    first = figures(folder, "--parsed", str(cache))
    for path in (folder / "pdfs").iterdir():
        path.unlink()
    second = figures(folder, "--parsed", str(cache))
    assert second.pop("pages_per_second_of_one_core") is None
    first.pop("pages_per_second_of_one_core")
    assert first == second


def test_a_sample_names_the_cell_of_each_fact(folder: Path) -> None:
    out = folder / "sample.jsonl"
    words = ["--data", str(folder), "--parsed", str(folder / "cache"), "--out", str(out), "--sample", "9"]
    bench(*words, "--seed", "4")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == 9 and {row["filing"] for row in rows} == {"ZEPHYRWICK_2024_10K", "OTHERNAME_2023Q2_10Q"}
    assert all(row["printed"] and row["page"] > 0 and len(row["box"]) == 4 and row["period_end"] for row in rows)
    drawn = out.read_text()
    bench(*words, "--seed", "4")
    assert out.read_text() == drawn
    bench(*words, "--seed", "5")
    assert out.read_text() != drawn


def test_the_misses_are_named_when_asked_for(folder: Path) -> None:
    assert "OTHERNAME" not in bench("--data", str(folder))
    assert "OTHERNAME" in bench("--data", str(folder), "--misses")


def test_a_folder_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"documents\.jsonl"):
        bench("--data", str(tmp_path))
