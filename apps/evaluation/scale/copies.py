"""A large store around the filings that are measured: copies of filings that went through the product's own steps.

Rows are copied inside the database, with keys of their own, from pages to facts and places of lexemes, as publishing
leaves them. Vectors are moved a little each, for an index over equal ones would be another. Each copy is a filing of
its own filer and year; figures are those of what it was copied from. The indexes of passages and vectors are built
anew afterwards, as for any bulk load.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from django.apps import apps
from django.db import connection, transaction

from apps.accounts.models import User
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from apps.evaluation.scale.filling import build_indexes, take_indexes_away, vectors_as_copied

AT_ONCE = 100  # copies of one filing
YEARS, FIRST_YEAR = 10, 2015
MOVED = 0.35  # how far a vector is moved, against its length
SEED = 20
Say = Callable[[str], object]
COPIES = "CROSS JOIN unnest(%(versions)s::bigint[]) AS new(id)"
ITS_SECTION = """
LEFT JOIN documents_section old_section ON old_section.id = t.section_id
LEFT JOIN documents_section new_section
    ON new_section.version_id = new.id AND new_section.ordinal = old_section.ordinal"""
ITS_TABLE = """
LEFT JOIN documents_table old_table ON old_table.id = t.table_id
LEFT JOIN documents_table new_table ON new_table.version_id = new.id AND new_table.ordinal = old_table.ordinal"""
BANDS = """
INSERT INTO documents_passageband (company_id, band, day, chunk_id)
SELECT d.company_id, b.band, d.period_end, m.id
FROM documents_passageband b JOIN documents_chunk o ON o.id = b.chunk_id
JOIN documents_chunk m ON m.version_id = ANY(%(versions)s) AND m.ordinal = o.ordinal
JOIN documents_documentversion v ON v.id = m.version_id JOIN documents_document d ON d.id = v.document_id
WHERE o.version_id = %(version)s
"""


class Copied(NamedTuple):
    """How the rows of one table come along: the model, columns with values of their own, what is joined, which rows."""

    model: str
    own: dict[str, str]
    joined: str = ""
    rows: str = ""


class Vectored(NamedTuple):
    """A table of vectors, and the table of what they are of."""

    table: str
    key: str
    of: str


NEW, UID = {"version_id": "new.id"}, {"uid": "gen_random_uuid()"}
SECTIONED, TABLED = {"section_id": "new_section.id"}, {"table_id": "new_table.id"}
ROWS = (
    Copied("Page", NEW),
    Copied("Section", NEW),
    Copied("Table", NEW | UID | {"continues_id": "NULL::bigint"}),
    Copied("Fact", NEW | UID | TABLED, ITS_TABLE),
    Copied("StatementCheck", NEW),
    Copied(
        "Chunk", NEW | UID | SECTIONED | TABLED, ITS_SECTION + ITS_TABLE, "AND t.duplicate_of_id IS NULL"
    ),  # who copies a repeat would have to copy what it repeats first
    Copied("PassageTotals", NEW),
    Copied("LexemeCount", NEW),
)
VECTORS = (
    Vectored("documents_chunkvector", "chunk_id", "documents_chunk"),
    Vectored("documents_sectionvector", "section_id", "documents_section"),
)


def fill_with_copies(count: int, of: Sequence[int], owner: User, say: Say) -> dict[str, float]:
    """`count` filings copied from these versions, in turns. Returns seconds: of rows, and of each index by its kind."""
    indexes = take_indexes_away()
    filers = Company.objects.bulk_create(Company(name=f"Neighboring filer {n}") for n in range(-(-count // YEARS)))
    chance, began, made = np.random.default_rng(SEED), perf_counter(), 0
    for number, version in enumerate(_turns(count, of)):
        first, most = number * AT_ONCE, min(AT_ONCE, count - number * AT_ONCE)
        with transaction.atomic():
            _copy(version, _versions(range(first, first + most), filers, owner, version), chance)
        made += most
        if (number + 1) % 10 == 0:
            say(f"{made:,} of {count:,} filings copied")
    seconds = {"rows": round(perf_counter() - began, 1)}
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM documents_chunk")
        (passages,) = cursor.fetchone() or (0,)
    return seconds | build_indexes(indexes, passages, say)


def _turns(count: int, of: Sequence[int]) -> Iterator[int]:
    for number in range(-(-count // AT_ONCE)):
        yield of[number % len(of)]


def _versions(numbers: range, filers: Sequence[Company], owner: User, like: int) -> list[int]:
    """Published versions without any rows yet, of filers who file every year."""
    pages = DocumentVersion.objects.get(pk=like).page_count
    documents = Document.objects.bulk_create(
        Document(
            name=f"copy-{number}",
            company=filers[number // YEARS],
            report_type="10-K",
            fiscal_year=FIRST_YEAR + number % YEARS,
            fiscal_period="FY",
            period_end=date(FIRST_YEAR + number % YEARS, 12, 31),
            owner=owner,
            visibility=Visibility.EVERYONE,
        )
        for number in numbers
    )
    versions = DocumentVersion.objects.bulk_create(
        DocumentVersion(
            document=document, sha256="0" * 64, file_name="none", size=0, state=State.READY, page_count=pages
        )
        for document in documents
    )
    for document, version in zip(documents, versions, strict=True):
        document.current = version
    Document.objects.bulk_update(documents, ["current"])
    return [version.pk for version in versions]


def _copy(version: int, versions: list[int], chance: np.random.Generator) -> None:
    given: dict[str, Any] = {"version": version, "versions": versions}
    with connection.cursor() as cursor:
        for one in ROWS:
            cursor.execute(_statement(one), given)
        cursor.execute(BANDS, given)
    for table in VECTORS:
        _copy_vectors(table, version, versions, chance)


def _statement(one: Copied) -> str:
    meta = apps.get_model("documents", one.model)._meta
    columns = [field.column for field in meta.concrete_fields if field.column != "id"]
    listed = ", ".join(f'"{column}"' for column in columns)
    chosen = ", ".join(one.own.get(column, f't."{column}"') for column in columns)
    return (
        f"INSERT INTO {meta.db_table} ({listed}) SELECT {chosen} FROM {meta.db_table} t {COPIES} {one.joined}"  # noqa: S608
        f" WHERE t.version_id = %(version)s {one.rows}"
    )


def _copy_vectors(table: Vectored, version: int, versions: list[int], chance: np.random.Generator) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT o.ordinal, v.model, v.dense FROM {table.table} v JOIN {table.of} o ON o.id = v.{table.key}"  # noqa: S608
            " WHERE o.version_id = %s",
            [version],
        )
        known = {ordinal: (model, _numbers(dense)) for ordinal, model, dense in cursor.fetchall()}
        cursor.execute(f"SELECT id, ordinal FROM {table.of} WHERE version_id = ANY(%s)", [versions])  # noqa: S608
        rows = [(key, ordinal) for key, ordinal in cursor.fetchall() if ordinal in known]
        if not rows:
            return
        near = np.stack([known[ordinal][1] for _, ordinal in rows])
        far = chance.standard_normal(near.shape, dtype=np.float32)
        moved = near + MOVED * far / np.linalg.norm(far, axis=1, keepdims=True)
        moved /= np.linalg.norm(moved, axis=1, keepdims=True)
        binary = f"COPY {table.table} ({table.key}, model, dense) FROM STDIN WITH (FORMAT BINARY)"
        with cursor.copy(binary) as copy:
            copy.write(vectors_as_copied([key for key, _ in rows], moved, next(iter(known.values()))[0]))


def _numbers(dense: Any) -> Any:
    """A half vector as it comes from the driver: as text, or as pgvector's own type."""
    text = dense if isinstance(dense, str) else dense.to_text()
    return np.array(text.strip("[]").split(","), dtype=np.float32)
