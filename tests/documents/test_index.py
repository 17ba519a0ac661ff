"""The index: what the embedder reads, what is found by words, and publishing."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.postgres.search import SearchQuery
from django.core.files.base import ContentFile

from apps.documents import life_cycle
from apps.documents.lexical import without_separators, write_lexemes
from apps.documents.models import Chunk, ChunkKind, ChunkVector, Document, DocumentVersion, State
from apps.documents.passage_views import dense_view, path_line
from apps.documents.uploads import accept
from apps.inference.embedding import embedder
from tests.documents.filings import html
from tests.people import make_person


@pytest.fixture
def ready(db: None, tmp_path: Path, settings: Any) -> DocumentVersion:
    settings.MEDIA_ROOT = tmp_path
    made = accept(make_person("olga"), "QUILLMARK_2023_10K.htm", ContentFile(html().encode())).version
    assert life_cycle.run(made.pk) == State.READY
    return DocumentVersion.objects.get(pk=made.pk)


def found(words: str) -> list[Chunk]:
    return list(Chunk.objects.filter(lexemes=SearchQuery(without_separators(words), config="english")))


def table_of(version: DocumentVersion) -> Chunk:
    chunk = version.chunks.filter(kind=ChunkKind.TABLE).select_related("table").first()
    assert chunk is not None
    return chunk


def test_numbers_are_found_with_and_without_separators(ready: DocumentVersion) -> None:
    assert found("1,577")
    assert found("1,577") == found("1577")
    assert all("1,577" in chunk.text for chunk in found("1577"))


def test_titles_and_sections_are_found_and_weigh_most(ready: DocumentVersion) -> None:
    assert found("Quillmark") == list(ready.chunks.all())
    assert all(chunk.section is not None and "Chapter" in chunk.section.title for chunk in found("chapter"))


def test_tables_are_found_by_what_their_rows_say_in_words(ready: DocumentVersion) -> None:
    hits = ready.chunks.filter(lexemes=SearchQuery("net sales fiscal 2023", config="english"))
    assert table_of(ready) in hits
    assert "fiscal" not in table_of(ready).text


def test_a_views_last_line_above_the_text_is_found_and_text_without_one_stays_itself(ready: DocumentVersion) -> None:
    noted, bare = ready.chunks.filter(kind=ChunkKind.TEXT)[:2]
    about, _, body = noted.view.partition("\n\n")
    Chunk.objects.filter(pk=noted.pk).update(view=f"{about}\nzebra crossing\n\n{body}")
    Chunk.objects.filter(pk=bare.pk).update(view="nothing")
    write_lexemes(ready.pk)
    assert found("zebra") == [noted]
    assert bare in found(bare.text.split()[-1])


def test_a_view_says_where_a_passage_stands(ready: DocumentVersion) -> None:
    chunk = table_of(ready)
    lines = chunk.view.splitlines()
    assert lines[0] == "10-K - FY2023 (Quillmark Foundry, Inc.)"
    assert lines[1].startswith("Item 1. Chapter 1")
    assert chunk.view.endswith(chunk.text)


def test_the_embedder_reads_names_and_no_numbers_of_a_table(ready: DocumentVersion) -> None:
    chunk = table_of(ready)
    read = dense_view(chunk)
    assert "Net sales; Operating income" in read
    assert "1,577" not in read
    assert "1,577" in chunk.text


def test_the_embedder_reads_title_heading_and_prose(ready: DocumentVersion) -> None:
    first, second = list(ready.chunks.filter(kind=ChunkKind.TEXT, section__title__startswith="Item 1"))[:2]
    title = "10-K - FY2023 (Quillmark Foundry, Inc.)"
    assert dense_view(first) == f"{title}\n{first.text}"
    assert first.text.startswith("Item 1. Chapter 1")
    assert dense_view(second) == f"{title}\nItem 1. Chapter 1 of seed 1\n{second.text}"


def test_vectors_carry_the_models_name_and_repeats_have_none(ready: DocumentVersion) -> None:
    assert set(ChunkVector.objects.values_list("model", flat=True)) == {embedder().name}
    repeated = ready.chunks.exclude(duplicate_of=None)
    assert repeated.exists()  # the same table stands under each item
    assert not ChunkVector.objects.filter(chunk__in=repeated).exists()
    first = repeated.first()
    assert first is not None
    assert first.duplicate_of is not None
    assert first.duplicate_of.text == first.text


def test_chunks_are_verbatim_in_the_store(ready: DocumentVersion) -> None:
    pages = {page.number: page.text for page in ready.pages.all()}
    for chunk in ready.chunks.all():
        assert chunk.text == "\n".join(pages[page][start:end] for page, start, end in chunk.spans)


def test_tokens_are_counted_through_the_document(ready: DocumentVersion) -> None:
    position = 0
    for chunk in ready.chunks.order_by("ordinal"):
        assert chunk.first_token == position
        assert chunk.tokens > 0
        position += chunk.tokens


def test_an_older_version_does_not_replace_a_newer_one(ready: DocumentVersion) -> None:
    newer = DocumentVersion.objects.create(document=ready.document, sha256="0" * 64, size=1, state=State.READY)
    Document.objects.update(current=newer)
    DocumentVersion.objects.filter(pk=ready.pk).update(state=State.INDEXED)
    assert life_cycle.run(ready.pk) == State.READY
    assert Document.objects.get().current == newer


def test_paths_are_short_and_keep_both_ends() -> None:
    item = "Item 7. Management’s Discussion and Analysis of Financial Condition"
    assert path_line(["Part II", item, "Results", "By region", "North"]) == (
        "Item 7. Management’s Discussion and > … > By region > North"
    )
    assert path_line(["Part II"]) == "Part II"
    assert path_line([]) == ""
