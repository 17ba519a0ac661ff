"""One embedder everywhere: which model serves, who may work with it, and how a store changes it."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from celery.signals import celeryd_init
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from apps.accounts.models import User
from apps.documents import embedders, life_cycle, scoring
from apps.documents.models import Chunk, ChunkVector, Document, DocumentVersion, EmbeddingModel, SectionVector, State
from apps.documents.scoring import serve_askers
from apps.documents.uploads import accept
from apps.inference import embedding, scoring_queue
from apps.inference.embedding import Vectors
from apps.inference.queued import QueuedEmbedder
from apps.retrieval.dense import nearest
from apps.retrieval.search import search_text
from finrag_site.pairing import refuse_before_forking, refuse_wrong_pairing
from tests.documents.filings import prose
from tests.people import make_person

SHIPPED = "all-MiniLM-L6-v2-int8"
COVER = """# FORM 10-K

For the fiscal year ended December 31, {year}

Quillmark Foundry, Inc.

(Exact name of registrant as specified in its charter)
"""


class Tiny:
    """A model of 32 dimensions: a text is the words it has."""

    name, dimensions, digest, precision = "tiny", 32, "5" * 64, "float32"
    read: list[str] = []  # noqa: RUF012 - reset by the fixture

    def __init__(self, place: str = "") -> None:
        self.digest = place or self.digest

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        Tiny.read += texts
        rows = np.full((len(texts), self.dimensions), 0.01, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[sha256(word.encode()).digest()[0] % self.dimensions] += 1
        unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(embedding.BACKENDS, "tiny", Tiny)
    monkeypatch.setattr(embedders, "SECONDS", 0.0)
    Tiny.read.clear()
    embedders.forget()
    yield
    embedders.forget()
    embedding._load.cache_clear()


@pytest.fixture
def owner(db: None, tmp_path: Path, settings: Any) -> User:
    settings.MEDIA_ROOT = tmp_path
    return make_person("olga")


def uploaded(owner: User, year: int = 2023) -> DocumentVersion:
    text = f"{COVER.format(year=year)}\n\n## Item 1. Kelp\n\n{prose(3, 30)}\n\n## Item 2. Year\n\n{prose(year, 12)}"
    return accept(owner, f"QUILLMARK_{year}.md", ContentFile(text.encode())).version


def ready(owner: User, year: int = 2023) -> DocumentVersion:
    version = uploaded(owner, year)
    assert life_cycle.run(version.pk) == State.READY
    return version


def test_a_store_changes_its_model_while_the_old_one_answers(owner: User) -> None:
    version = ready(owner)
    assert EmbeddingModel.objects.get(state="serving").name == SHIPPED
    held, seen = ChunkVector.objects.count(), list[str]()

    class Watching(StringIO):
        def write(self, words: str) -> int:
            seen.append(embedders.embedder().name)
            return len(words)

    call_command("reembed", "--backend", "tiny", stdout=StringIO(), stderr=Watching())
    assert set(seen) <= {SHIPPED, "tiny"} and seen[0] == SHIPPED
    model = embedders.embedder()
    assert (model.name, model.dimensions) == ("tiny", 32)
    assert ChunkVector.objects.filter(model="tiny").count() == held
    assert SectionVector.objects.filter(model="tiny").exists()
    (asked,) = model.embed([Chunk.objects.filter(version=version).order_by("ordinal")[1].text])
    exact, walked = (nearest(asked, "tiny", [version.pk], 3, exact=exact) for exact in (True, False))
    assert [one.chunk for one in exact] == [one.chunk for one in walked] != []
    assert search_text("kelp", viewer=owner).candidates
    call_command("reembed", "--drop", stdout=StringIO())
    assert set(ChunkVector.objects.values_list("model", flat=True)) == {"tiny"}


def test_an_index_serves_each_model(owner: User) -> None:
    ready(owner)
    call_command("reembed", "--backend", "tiny", stdout=StringIO(), stderr=StringIO())
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = 'documents_chunkvector'")
        made = [made for (made,) in cursor.fetchall() if "hnsw" in made]
    assert sorted(("halfvec(32)" in one, "halfvec(384)" in one) for one in made) == [(False, True), (True, False)]


def test_the_model_that_serves_is_not_made_to_serve_again(owner: User) -> None:
    ready(owner)
    with pytest.raises(CommandError, match="is the store's model already"):
        call_command("reembed", stdout=StringIO())


def test_a_wrong_pairing_is_refused_at_start_in_a_sentence(owner: User, settings: Any) -> None:
    ready(owner)
    refuse_wrong_pairing()
    settings.EMBED_BACKEND, settings.EMBED_MODEL = "tiny", "elsewhere"
    with pytest.raises(SystemExit, match=f"embedded by {SHIPPED}, 384 .* set up with tiny, 32 dimensions.*reembed"):
        refuse_wrong_pairing()
    settings.EMBED_BACKEND, settings.EMBED_MODEL = "openvino", ""
    EmbeddingModel.objects.update(digest="6" * 64)
    with pytest.raises(SystemExit, match=r"sha256 666666666666.*sha256 8199be6f699a"):
        refuse_wrong_pairing()


@pytest.mark.parametrize("queues", [["gpu"], ["parse", "gpu"], ["answer"], []])
def test_a_worker_of_a_wrong_pairing_does_not_start(owner: User, queues: list[str]) -> None:
    ready(owner)
    EmbeddingModel.objects.update(digest="6" * 64)
    embedders.forget()
    with pytest.raises(SystemExit, match="sha256 666666666666"):
        celeryd_init.send(sender="embeds@here", options={"queues": queues})
    celeryd_init.send(sender="reads@here", options={"queues": ["parse"]})  # it embeds nothing


def test_a_model_that_must_be_loaded_to_be_known_is_not_loaded_where_workers_are_forked(
    owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBED_BACKEND, settings.EMBED_MODEL = "tiny", "elsewhere"
    embedding._load.cache_clear()
    refuse_before_forking()
    monkeypatch.setenv("FINRAG_SCORING", "neither here nor there")  # the process that looks does not start
    with pytest.raises(SystemExit):
        refuse_before_forking()
    assert embedding._load.cache_info().currsize == 0


def test_the_model_is_shown_where_its_health_is(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("finrag_site.health._paired", None)
    monkeypatch.setattr("finrag_site.health.KEEP_SECONDS", -1.0)
    ready(owner)
    told = Client().get("/healthz").json()
    assert told["embedder"] == "ok"
    assert told["embedding model"] == f"{SHIPPED}, 384 dimensions, int8, sha256 8199be6f699a"
    EmbeddingModel.objects.update(dimensions=12)
    embedders.forget()
    monkeypatch.setattr("finrag_site.health._paired", None)
    assert "vectors of two models do not compare" in Client().get("/healthz").json()["embedder"]


def test_what_a_filer_repeats_is_embedded_once(owner: User, settings: Any) -> None:
    settings.EMBED_BACKEND = "tiny"
    first = ready(owner, 2022)
    read = len(Tiny.read)
    second = ready(owner, 2023)
    bodies = {view.partition("\n")[2] for view in Tiny.read[:read]}
    again = [view for view in Tiny.read[read:] if view.partition("\n")[2] in bodies]
    same = ChunkVector.objects.filter(chunk__version=second, content__in=first.chunks.values("vectors__content"))
    assert same.count() > 1
    assert len(again) <= SectionVector.objects.filter(section__version=second).count()  # sections are few
    for vector in same:
        assert ChunkVector.objects.filter(chunk__version=first, content=vector.content).first().dense == vector.dense


def test_a_filing_answers_from_words_before_its_vectors_are_there(owner: User) -> None:
    version = uploaded(owner)
    while life_cycle.advance(version.pk) != State.ANALYZED:
        pass
    assert Document.objects.get().current == version
    assert not ChunkVector.objects.exists()
    found = search_text("kelp", viewer=owner)
    assert [candidate.version_id for candidate in found.candidates][:1] == [version.pk]
    assert embedders.without_vectors([version.pk]) == ["QUILLMARK_2023"]
    client = Client()
    client.force_login(owner)
    assert "answers already" in client.get("/library/").content.decode()
    assert life_cycle.run(version.pk) == State.READY
    assert embedders.without_vectors([version.pk]) == []
    assert "answers already" not in client.get("/library/").content.decode()


def test_questions_are_embedded_by_workers_where_the_settings_say_so(
    owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBED_BACKEND = "tiny"
    embedders.adopt()
    embedders.forget()
    settings.SCORING = "queue"
    scoring_queue.rest(0)
    monkeypatch.setattr(scoring_queue, "queues_served", lambda app: {"gpu"})
    monkeypatch.setattr(scoring, "settings", SimpleNamespace(SCORING="here"))  # a worker that asks nobody itself
    asker = embedders.embedder()
    assert isinstance(asker, QueuedEmbedder)
    with ThreadPoolExecutor(2) as askers:
        asked = [askers.submit(asker.embed, [words]) for words in ("kelp farm", "bronze bell")]
        served = 0
        while served < 2:
            served += serve_askers()
    assert [list(one.result()[0]) for one in asked] == [
        pytest.approx(list(Tiny().embed([words])[0]), abs=1e-6) for words in ("kelp farm", "bronze bell")
    ]


@pytest.mark.django_db
def test_a_web_server_asks_while_its_loop_runs() -> None:
    """uvicorn loads the application inside its loop, where Django refuses to ask a database."""

    async def load() -> None:
        refuse_wrong_pairing()

    asyncio.run(load())
