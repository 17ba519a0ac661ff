"""Analyzed -> Indexed: vectors in batches, each saved at once. Indexed -> Ready: publish."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Length
from django.utils import timezone
from pgvector import HalfVector

from apps.documents.content_vectors import content_of, known_vectors
from apps.documents.embedders import adopt
from apps.documents.lexical import count_lexemes
from apps.documents.models import Chunk, ChunkVector, Document, DocumentVersion
from apps.documents.near_duplicates import mark_near_duplicates
from apps.documents.normalize import release_connection
from apps.documents.outcome import Outcome
from apps.documents.passage_views import dense_view
from apps.documents.recurring import mark_recurring
from apps.documents.scoring import serve_between
from apps.documents.section_vectors import embed_sections
from apps.documents.token_vectors import embed_tokens
from apps.documents.validation_report import store_report
from apps.inference.embedding import Embedder
from apps.reading.parsed import Progress

BATCH = 128
ALIKE = ("kind", Length("text").desc(), "ordinal")  # texts of one length are computed together, with little padding


def index(version: DocumentVersion, progress: Progress) -> Outcome:
    """Embed what has no vector of the serving model yet, so that a restart continues where the last one stopped.

    Raises ModelUnavailable. Vectors are saved batch by batch; near-duplicates come with the transition.
    """
    model = adopt()
    unique = Chunk.objects.filter(version=version, duplicate_of=None)
    missing = list(unique.exclude(vectors__model=model.name).order_by(*ALIKE).values_list("pk", flat=True))
    total = unique.count()
    for done, batch in _batches(missing):
        _embed(batch, model)
        serve_between()  # who asks does not wait for a whole filing
        progress(total - len(missing) + done, total)
    embed_sections(version, model)
    if settings.LATE_INTERACTION:
        embed_tokens(version)
    return Outcome(save=lambda: _artifacts(version, model), detail={"model": model.name})


def _batches(pks: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Batches, each with the number done when it is."""
    for start in range(0, len(pks), BATCH):
        batch = pks[start : start + BATCH]
        yield start + len(batch), batch


def _embed(pks: list[int], model: Embedder) -> None:
    """What was embedded before, here or in another filing, has its vector already."""
    related = ("table__continues", "section", "version__document")
    chunks = list(Chunk.objects.filter(pk__in=pks).select_related(*related))
    views = {chunk.pk: dense_view(chunk) for chunk in chunks}
    contents = {chunk.pk: content_of(views[chunk.pk], chunk.version.document) for chunk in chunks}
    vectors = known_vectors(set(contents.values()), model.name)
    fresh = {contents[pk]: view for pk, view in views.items() if contents[pk] not in vectors}
    release_connection()
    made = model.embed(list(fresh.values()))
    vectors |= {content: HalfVector(vector) for content, vector in zip(fresh, made, strict=True)}
    rows = [
        ChunkVector(chunk=chunk, model=model.name, content=contents[chunk.pk], dense=vectors[contents[chunk.pk]])
        for chunk in chunks
    ]
    ChunkVector.objects.bulk_create(rows, ignore_conflicts=True)  # a worker thought dead may have saved them


def _artifacts(version: DocumentVersion, model: Embedder) -> dict[str, int]:
    duplicates = mark_near_duplicates(version, model.name)
    if duplicates:
        count_lexemes(version.pk)
    vectors = ChunkVector.objects.filter(chunk__version=version, model=model.name).count()
    return {"vectors": vectors, "near_duplicates": duplicates}


def publish(version: DocumentVersion, progress: Progress) -> Outcome:
    """From here on the document is searched by this version, unless a newer one was published before."""
    return Outcome(save=lambda: _publish(version), fields={"ready": timezone.now()})


def stand(version: DocumentVersion) -> bool:
    """The document is searched by this version, unless a newer one was published before; whether it is."""
    older = Q(current=None) | Q(current__lte=version.pk)
    return bool(Document.objects.filter(older, pk=version.document_id).update(current=version))


def _publish(version: DocumentVersion) -> dict[str, int]:
    recurring = mark_recurring(version) if stand(version) else 0
    store_report(version)
    return {"chunks": version.chunks.count(), "pages": version.pages.count(), "recurring": recurring}
