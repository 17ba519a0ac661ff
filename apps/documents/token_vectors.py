"""A vector for each token of a passage, kept for late interaction (A6), where the settings want them."""

from collections.abc import Iterator, Sequence

from django.conf import settings

from apps.documents.models import Chunk, ChunkTokens, DocumentVersion
from apps.documents.normalize import release_connection
from apps.documents.passage_views import dense_view
from apps.inference.late_interaction import TokenEncoder, token_encoder
from apps.inference.packed import pack

BATCH = 64


def embed_tokens(version: DocumentVersion) -> int:
    """Give every passage that has none the token vectors of the configured model, batch by batch, each saved at once.

    Returns how many passages got them. Raises ModelUnavailable.
    """
    model = token_encoder()
    unique = Chunk.objects.filter(version=version, duplicate_of=None)
    missing = list(unique.exclude(token_vectors__model=model.name).order_by("ordinal").values_list("pk", flat=True))
    for batch in _batches(missing):
        _embed(batch, model)
    return len(missing)


def embed_tokens_of(passages: Sequence[int]) -> None:
    """The same for these passages, by their keys, whatever version they are of. Raises ModelUnavailable."""
    model = token_encoder()
    held = ChunkTokens.objects.filter(model=model.name, chunk__in=passages).values_list("chunk_id", flat=True)
    for batch in _batches(sorted({*passages}.difference(held))):
        _embed(batch, model)


def _batches(pks: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(pks), BATCH):
        yield pks[start : start + BATCH]


def _embed(pks: list[int], model: TokenEncoder) -> None:
    chunks = list(Chunk.objects.filter(pk__in=pks).select_related("table__continues", "section"))
    release_connection()
    bits = settings.LATE_INTERACTION_BITS
    rows = [
        ChunkTokens(chunk=chunk, model=model.name, dimensions=model.dimensions, bits=bits, vectors=pack(vectors, bits))
        for chunk, vectors in zip(chunks, model.passages([dense_view(chunk) for chunk in chunks]), strict=True)
    ]
    ChunkTokens.objects.bulk_create(rows, ignore_conflicts=True)  # a worker thought dead may have saved them
