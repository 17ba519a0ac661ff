"""Changing the model of a whole store: the new one fills its vectors beside those of the old, which serves meanwhile.

What is interrupted goes on where it stopped. A filing that becomes ready during the change is embedded by the old model
and then by this; after the change every process follows within `embedders.SECONDS`, and what they stored until then
is caught up with.
"""

import time
from collections.abc import Callable

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from pgvector import HalfVector

from apps.documents import embedders
from apps.documents.content_vectors import content_of
from apps.documents.models import Chunk, ChunkVector, DocumentVersion, EmbeddingModel, ModelState, SectionVector
from apps.documents.passage_views import dense_view
from apps.documents.section_vectors import embed_sections
from apps.inference.embedding import Embedder, Identity, embedder_of

BATCH = 128
Say = Callable[[str], object]


class NoOtherModelError(ValueError):
    """The store's model is the one that was named."""


def reembed(backend: str, place: str, say: Say) -> EmbeddingModel:
    """Fill the vectors of this model, then let it serve. Raises ModelUnavailable, NoOtherModelError."""
    model = embedder_of(backend, place)
    row = _row(Identity.of(model), backend, place)
    embedders.make_indexes(Identity.of(model))
    fill(model, say)
    switch(row)
    time.sleep(embedders.SECONDS)
    fill(model, say)  # what others embedded with the old model until they heard of it
    return row


def _row(identity: Identity, backend: str, place: str) -> EmbeddingModel:
    facts = {"digest": identity.digest, "dimensions": identity.dimensions, "precision": identity.precision}
    row, made = EmbeddingModel.objects.get_or_create(
        name=identity.name, defaults=facts | {"backend": backend, "place": place}
    )
    if row.state == ModelState.SERVING:
        raise NoOtherModelError(f"{identity.name} is the store's model already.")
    if not made and row.digest != identity.digest:
        raise NoOtherModelError(f"The store holds vectors of another {identity.name}: drop them first (--drop).")
    EmbeddingModel.objects.filter(pk=row.pk).update(state=ModelState.FILLING, backend=backend, place=place)
    return row


def fill(model: Embedder, say: Say) -> int:
    """Give every passage and section that has none a vector of the model; how many passages. Batches are kept."""
    missing = _missing(model.name)
    total, done = missing.count(), 0
    while batch := list(missing.order_by("pk")[:BATCH]):
        views = [dense_view(chunk) for chunk in batch]
        ChunkVector.objects.bulk_create(
            (
                ChunkVector(
                    chunk=chunk,
                    model=model.name,
                    content=content_of(view, chunk.version.document),
                    dense=HalfVector(vector),
                )
                for chunk, view, vector in zip(batch, views, model.embed(views), strict=True)
            ),
            ignore_conflicts=True,
        )
        done += len(batch)
        say(f"{done} of {total} passages")
    for version in DocumentVersion.objects.filter(chunks__isnull=False).select_related("document").distinct():
        embed_sections(version, model)
    return done


def _missing(model: str) -> "QuerySet[Chunk]":
    """Passages that are searched and have vectors, but none of the model."""
    own = ChunkVector.objects.filter(chunk=OuterRef("pk"), model=model)
    unique = Chunk.objects.filter(duplicate_of=None, vectors__isnull=False).exclude(Exists(own)).distinct()
    return unique.select_related("table__continues", "section", "version__document")


@transaction.atomic
def switch(row: EmbeddingModel) -> None:
    """From now on `row` serves."""
    EmbeddingModel.objects.filter(state=ModelState.SERVING).update(state=ModelState.RETIRED)
    EmbeddingModel.objects.filter(pk=row.pk).update(state=ModelState.SERVING)
    transaction.on_commit(embedders.forget)


def drop_retired(say: Say) -> None:
    """Delete the vectors of models that served before."""
    for row in EmbeddingModel.objects.filter(state=ModelState.RETIRED):
        with transaction.atomic():
            count, _ = ChunkVector.objects.filter(model=row.name).delete()
            SectionVector.objects.filter(model=row.name).delete()
            row.delete()
        say(f"{count} vectors of {row.name} deleted")
