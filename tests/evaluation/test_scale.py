"""The benchmark of scale on its smallest store: the real tables, indexes and paths, in a database of its own."""

import json
import xml.etree.ElementTree as ElementTree
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from apps.accounts.models import Role, User
from apps.documents.models import Chunk, ChunkVector, Document
from apps.evaluation.bench_scale import DATABASE
from apps.evaluation.scale.charts import chart
from apps.evaluation.scale.filling import fill
from apps.evaluation.scale.own_database import own_database, write_note
from apps.evaluation.scale.synthetic import Synthetic
from tests.people import People
from tests.retrieval.library import publish

SMALLEST = 2_000
SPREAD = {"seconds_p50": 0.1, "seconds_p95": 0.2}
EARLIER = {
    "chunks": 777_000,
    "filings": 3_885,
    "build_seconds": {"hnsw": 9.0},
    "latency": [
        {"within": within, "passages": 9, "dense": SPREAD, "lexical": SPREAD, "candidates": SPREAD}
        for within in ("everything", "one year", "one filer", "one filing")
    ],
    "recall": {"everything": 0.9, "one year": 0.8},
    "bytes": {"hnsw": 1, "gin": 1, "places": 1, "vectors": 1, "chunks": 1, "database": 1},
}


def databases() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.django_db(transaction=True)
def test_a_store_is_measured_in_a_database_of_its_own(people: People, tmp_path: Path) -> None:
    publish(people.owner, "KEPT", company="Brackenfold Bakeries, Inc.")
    (tmp_path / "scale.json").write_text(json.dumps([EARLIER]))
    said = StringIO()
    call_command("bench", "scale", "--chunks", str(SMALLEST), "--out", str(tmp_path), stdout=said, stderr=StringIO())
    figures, earlier = json.loads((tmp_path / "scale.json").read_text())

    assert Document.objects.get().name == "KEPT"
    assert DATABASE not in databases()
    assert earlier == EARLIER  # a run of one size keeps the others
    assert (figures["chunks"], figures["filings"]) == (SMALLEST, 10)
    assert [(one["within"], one["passages"]) for one in figures["latency"]] == [
        ("everything", SMALLEST),
        ("one year", 200),
        ("one filer", SMALLEST),
        ("one filing", 200),
    ]
    assert all(0 < one["candidates"]["seconds_p50"] <= one["candidates"]["seconds_p95"] for one in figures["latency"])
    assert 0 < figures["choosing"]["seconds_p50"] <= figures["choosing"]["seconds_p95"]
    assert 0.5 < figures["recall"]["everything"] <= 1 and figures["recall"]["one year"] == 1
    assert all(size > 100_000 for size in figures["bytes"].values())
    assert {"rows", "lexemes", "hnsw", "gin chunk_lexemes"} <= set(figures["build_seconds"])
    assert f"{SMALLEST}" in said.getvalue()
    for name in ("latency", "recall", "size", "build"):
        assert ElementTree.parse(tmp_path / f"{name}.svg").getroot().tag.endswith("svg")  # noqa: S314 - we wrote it


@pytest.mark.django_db(transaction=True)
def test_what_is_filled_is_what_the_product_would_hold_and_goes_when_measuring_fails() -> None:
    store, before = Synthetic(SMALLEST), connection.settings_dict["NAME"]
    with pytest.raises(LookupError, match="measuring broke"), own_database(DATABASE):
        fill(store, lambda words: None)
        stored = ChunkVector.objects.order_by("chunk__version_id", "chunk__ordinal").values_list("dense", flat=True)
        vectors = np.array(list(stored[:200]), dtype=np.float32)
        first = Chunk.objects.order_by("version_id", "ordinal").first()
        assert first is not None and first.text == store.block(0).texts[0] and first.lexemes
        assert np.abs(vectors - store.block(0).vectors).max() < 1e-3  # half precision
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_indexes WHERE indexdef ~ 'USING (hnsw|gin)' AND tablename ~ '^documents_chunk'"
            )
            assert cursor.fetchone()[0] >= 2
        raise LookupError("measuring broke")
    assert connection.settings_dict["NAME"] == before
    assert DATABASE not in databases()


@pytest.mark.django_db(transaction=True)
def test_a_kept_store_is_filled_once_and_another_is_not_taken_for_it(tmp_path: Path) -> None:
    kept, first, second = f"{DATABASE}_{SMALLEST}", StringIO(), StringIO()
    arguments = ("bench", "scale", "--keep", "--chunks", str(SMALLEST), "--out", str(tmp_path))
    with own_database(kept, keep=True):
        publish_half_a_store()
    try:
        call_command(*arguments, stdout=StringIO(), stderr=first)
        (built,) = json.loads((tmp_path / "scale.json").read_text())
        call_command(*arguments, stdout=StringIO(), stderr=second)
        (asked,) = json.loads((tmp_path / "scale.json").read_text())
        assert kept in databases()
        assert "passages written" in first.getvalue()
        assert "filled earlier" in second.getvalue() and "passages written" not in second.getvalue()
        assert asked["build_seconds"] == built["build_seconds"]
        assert asked["recall"] == built["recall"]
        with own_database(kept, keep=True):
            write_note('{"mark": "2000 passages of something else"}')
        with pytest.raises(CommandError, match="drop that database"):
            call_command(*arguments, stdout=StringIO(), stderr=StringIO())
    finally:
        with own_database(kept):  # drops it
            pass
    assert kept not in databases()


def publish_half_a_store() -> None:
    """As a filling that was stopped leaves it."""
    User.objects.create(username="scale", role=Role.ANALYST)


@pytest.mark.django_db
def test_a_store_too_small_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="At least 2,000 passages"):
        call_command("bench", "scale", "--chunks", "10", "--out", str(tmp_path))


def test_the_same_seed_gives_the_same_store() -> None:
    one, other = Synthetic(SMALLEST), Synthetic(SMALLEST)
    assert one.block(3).texts == other.block(3).texts
    assert (one.block(3).vectors == other.block(3).vectors).all()
    assert one.block(3).texts != one.block(4).texts
    assert [query.words for query in one.queries(4)] == [query.words for query in other.queries(4)]


def test_vectors_have_neighbours_and_words_are_zipfs() -> None:
    block = Synthetic(20_000).block(0)
    assert np.linalg.norm(block.vectors, axis=1) == pytest.approx(np.ones(200), abs=1e-5)
    likeness = block.vectors @ block.vectors.T
    assert 0.1 < np.median(likeness) < 0.6  # one filer's passages are alike, and not the same
    words = [word for text in block.texts for word in text.split() if not word[0].isdigit()]
    counts = sorted((words.count(word) for word in set(words[:3000])), reverse=True)
    assert counts[0] > 5 * counts[20] > 0


def test_a_chart_has_a_line_for_each_name_and_escapes_it() -> None:
    drawn = chart("A & B", "ms", {"one <b>": [(1000, 2.0), (100_000, 30.0)], "two": [(1000, 5.0)]}, limit=400)
    root = ElementTree.fromstring(drawn)  # noqa: S314 - we wrote it
    words = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"A & B", "one <b>", "two", "400 ms", "1,000", "100,000"} <= set(words)
    assert len([element for element in root.iter() if element.tag.endswith("circle")]) == 3
