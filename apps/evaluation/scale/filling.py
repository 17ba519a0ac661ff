"""Putting a synthetic store into the tables of the product, and building the product's own indexes over it."""

import json
import uuid
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import numpy as np
from django.db import connection

from apps.accounts.models import Role, User
from apps.documents.lexical import write_lexemes
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from apps.evaluation.scale import synthetic
from apps.evaluation.scale.memory import memory
from apps.evaluation.scale.own_database import note, write_note
from apps.evaluation.scale.synthetic import PASSAGES, YEARS, Block, Synthetic, Vectors
from apps.inference.minilm import DIMENSIONS

MODEL = "synthetic"
BYTES_A_NODE = 1_600  # of the graph while it is built: half vector, neighbours, and room
LEAST_MEMORY = 64  # MB
COLUMNS = "uid,version_id,ordinal,kind,page,spans,boxes,text,view,hash,tokens,first_token,card,enrichment"
INDEXES = """
SELECT indexname, indexdef FROM pg_indexes
WHERE schemaname = current_schema() AND tablename ~ '^documents_(chunk|section)(vector)?$'
AND indexdef ~ 'USING (hnsw|gin)'
"""
Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Built:
    """versions: by number of the filing; seconds: of the rows, the lexemes, and each index by its kind.

    peak_megabytes: of the server's process and of our own.
    """

    versions: list[int]
    seconds: dict[str, float]
    peak_megabytes: dict[str, float]


def filled(store: Synthetic, say: Say) -> Built:
    """What was built of this store in the database in use: now, or where the database says so, earlier.

    Raises ValueError where there is something else in it.
    """
    mark = f"{store.chunks} passages of {sha256(Path(synthetic.__file__).read_bytes()).hexdigest()}"
    if found := note():
        held = json.loads(found)
        if held.pop("mark") != mark:
            raise ValueError(f"The store kept in {connection.settings_dict['NAME']} is another: drop that database.")
        say("filled earlier")
        return Built(**held)
    built = fill(store, say)
    write_note(json.dumps({"mark": mark, **asdict(built)}))
    return built


def fill(store: Synthetic, say: Say) -> Built:
    """Rows first, then the indexes, as one does for a large store: into an index that is there it takes much longer."""
    seconds: dict[str, float] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT finrag_vector_indexes(%s, %s)", [MODEL, DIMENSIONS])
    indexes = take_indexes_away()
    versions = _versions(store)
    began = perf_counter()
    for filing in range(store.filings):
        _copy(versions[filing], store.block(filing))
        if (filing + 1) % (store.filings // 10 or 1) == 0:
            say(f"{(filing + 1) * PASSAGES:,} of {store.chunks:,} passages written")
    seconds["rows"] = round(perf_counter() - began, 1)
    began = perf_counter()
    for version in versions:
        write_lexemes(version)
    seconds["lexemes"] = round(perf_counter() - began, 1)
    seconds |= build_indexes(indexes, store.chunks, say)
    return Built(versions, seconds, memory())


def take_indexes_away() -> list[tuple[str, str]]:
    """Name and definition of each vector index and lexical index of passages and sections, which are dropped."""
    with connection.cursor() as cursor:
        cursor.execute(INDEXES)
        found = list(cursor.fetchall())
        for name, _ in found:
            cursor.execute(f'DROP INDEX "{name}"')
    return found


def build_indexes(indexes: Iterable[tuple[str, str]], chunks: int, say: Say) -> dict[str, float]:
    """Each index again as the product defines it, with memory enough for the graph; then what is done now and then for
    a large store: the rows of a lexeme put side by side, and vacuum."""
    seconds: dict[str, float] = {}
    memory = max(LEAST_MEMORY, chunks * BYTES_A_NODE // 2**20)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('maintenance_work_mem', %s, false)", [f"{memory}MB"])
        for name, definition in indexes:
            began = perf_counter()
            cursor.execute(definition)
            kind = "hnsw" if "USING hnsw" in definition else f"gin {name}"
            seconds[kind] = round(seconds.get(kind, 0.0) + perf_counter() - began, 1)
            say(f"{kind} built in {seconds[kind]} s")
        began = perf_counter()
        cursor.execute("CLUSTER documents_lexemecount USING documents_lexemecount_pkey")
        seconds["cluster"] = round(perf_counter() - began, 1)
        began = perf_counter()
        cursor.execute("VACUUM ANALYZE")
        seconds["vacuum"] = round(perf_counter() - began, 1)
    return seconds


def _versions(store: Synthetic) -> list[int]:
    """A filer with ten annual reports after the other; the versions in the order of the filings."""
    owner = User.objects.create(username="scale", role=Role.ANALYST)
    filers = Company.objects.bulk_create(Company(name=f"Synthetic filer {n}") for n in range(store.filers))
    documents = Document.objects.bulk_create(
        Document(
            name=f"synthetic-{n}",
            title=f"10-K - FY{store.year_of(n)} (Synthetic filer {n // YEARS})",
            company=filers[n // YEARS],
            report_type="10-K",
            fiscal_year=store.year_of(n),
            fiscal_period="FY",
            owner=owner,
            visibility=Visibility.EVERYONE,
        )
        for n in range(store.filings)
    )
    versions = DocumentVersion.objects.bulk_create(
        DocumentVersion(document=document, sha256="0" * 64, file_name="none", size=0, state=State.READY)
        for document in documents
    )
    for document, version in zip(documents, versions, strict=True):
        document.current = version
    Document.objects.bulk_update(documents, ["current"], batch_size=1000)
    return [version.pk for version in versions]


def _copy(version: int, block: Block) -> None:
    title = f"Synthetic filing {block.filing}"
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY documents_chunk ({COLUMNS}) FROM STDIN") as copy:
            for ordinal, text in enumerate(block.texts):
                copy.write_row(_row(version, ordinal, text, title))
        cursor.execute("SELECT id FROM documents_chunk WHERE version_id = %s ORDER BY ordinal", [version])
        ids = [pk for (pk,) in cursor.fetchall()]
        binary = "COPY documents_chunkvector (chunk_id, model, dense) FROM STDIN WITH (FORMAT BINARY)"
        with cursor.copy(binary) as copy:
            copy.write(vectors_as_copied(ids, block.vectors))


def _row(version: int, ordinal: int, text: str, title: str) -> tuple[object, ...]:
    spans, view = json.dumps([[ordinal, 0, len(text)]]), f"{title}\n\n{text}"
    number, tokens = uuid.uuid5(uuid.NAMESPACE_OID, f"{version}/{ordinal}"), len(text.split())
    digest = sha256(text.encode()).hexdigest()
    return (number, version, ordinal, "text", ordinal, spans, "[]", text, view, digest, tokens, 0, "{}", "{}")


def vectors_as_copied(ids: list[int], vectors: Vectors, model: str = MODEL) -> bytes:
    """Rows (key bigint, model varchar, dense halfvec) as PostgreSQL's binary COPY reads them."""
    size, name = vectors.shape[1], model.encode()
    fields = [("fields", ">i2"), ("id_bytes", ">i4"), ("id", ">i8"), ("name_bytes", ">i4"), ("name", f"S{len(name)}")]
    fields += [("vector_bytes", ">i4"), ("dimensions", ">i2"), ("unused", ">i2")]
    rows = np.zeros(len(ids), dtype=np.dtype([*fields, ("vector", ">f2", (size,))]))
    rows["fields"], rows["id_bytes"], rows["id"] = 3, 8, ids
    rows["name_bytes"], rows["name"] = len(name), name
    rows["vector_bytes"], rows["dimensions"], rows["vector"] = 4 + 2 * size, size, vectors
    return b"PGCOPY\n\xff\r\n\x00" + bytes(8) + rows.tobytes() + b"\xff\xff"
