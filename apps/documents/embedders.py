"""One embedder everywhere: which model made the store's vectors is a row, and every process goes by it.

A process whose settings name another model than the one that serves would store vectors that nobody asks for, or ask
for vectors that nobody stored: it is refused at start. While a store changes its model (`reembedding`) the old one
serves; when the row changes, every process follows within SECONDS, without a restart.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction
from django.db.utils import IntegrityError

from apps.documents.models import DocumentVersion, EmbeddingModel, ModelState, State
from apps.inference import embedding
from apps.inference.embedding import Embedder, Identity
from apps.inference.errors import ModelUnavailable
from apps.inference.queued import QueuedEmbedder
from apps.inference.scoring_queue import ON

SECONDS = 2.0  # how long a process goes by what it read of the row


@dataclass(slots=True)
class _Read:
    """The serving row as this process last read it, of the database it read it from; until 0: not read yet."""

    database: str = ""
    until: float = 0.0
    row: EmbeddingModel | None = None


_read = _Read()


def embedder() -> Embedder:
    """The model that made the store's vectors; of a store without any, the one that the settings name.

    Where scores come from workers it is loaded here when none of them answers. Raises ModelUnavailable.
    """
    row = serving()
    if row is not None and row.digest and settings.SCORING == ON:
        identity = Identity(row.name, row.digest, row.dimensions, row.precision)
        return QueuedEmbedder(identity, own)
    return own()


def own() -> Embedder:
    """The same, loaded in this process. Raises ModelUnavailable when it cannot be."""
    row = serving()
    return embedding.embedder() if row is None else loaded(row)


def loaded(row: EmbeddingModel) -> Embedder:
    """The model of a row: at the place that the settings name if that is it, else where it was set up."""
    if (row.backend, row.place) in {(settings.EMBED_BACKEND, settings.EMBED_MODEL), ("", "")}:
        return embedding.embedder()
    here = _configured()
    return here if here is not None and here.name == row.name else embedding.embedder_of(row.backend, row.place)


def _configured() -> Embedder | None:
    """What the settings name, where they name something of their own."""
    return embedding.embedder() if settings.EMBED_MODEL else None


def serving() -> EmbeddingModel | None:
    """The row of the model that serves; None in a store that holds no vectors yet. Read every SECONDS."""
    name = str(connection.settings_dict["NAME"])
    if _read.database != name or time.monotonic() > _read.until:
        _read.row = EmbeddingModel.objects.filter(state=ModelState.SERVING).first()
        _read.database, _read.until = name, time.monotonic() + SECONDS
    return _read.row


def forget() -> None:
    """Read the row anew when it is next asked for."""
    _read.until = 0.0


def adopt() -> Embedder:
    """The serving model, for whoever stores vectors: the first to do so says which it is, and of what kind."""
    embedding.try_out()
    model = own()
    row = serving()
    if row is None or not row.digest:
        _settle(Identity.of(model))
        forget()
    return model


def _settle(identity: Identity) -> None:
    facts = {"digest": identity.digest, "dimensions": identity.dimensions, "precision": identity.precision}
    facts |= {"backend": settings.EMBED_BACKEND, "place": settings.EMBED_MODEL}
    known = EmbeddingModel.objects.filter(name=identity.name, state=ModelState.SERVING, digest="")
    if known.update(**facts):
        return
    try:
        with transaction.atomic():
            EmbeddingModel.objects.get_or_create(name=identity.name, defaults=facts | {"state": ModelState.SERVING})
            make_indexes(identity)
    except IntegrityError:
        pass  # another process was first: what it said holds


def make_indexes(identity: Identity) -> None:
    """The vector indexes of a model, where there are none yet."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # an index waits for no check that is put off
        cursor.execute("SELECT finrag_vector_indexes(%s, %s)", [identity.name, identity.dimensions])


def mismatch() -> str:
    """Why this process must not work on this store, in a sentence; empty where it may."""
    row = serving()
    if row is None:
        return ""
    named = (settings.EMBED_BACKEND, settings.EMBED_MODEL)
    try:
        own = embedding.identity_of(*(named if settings.EMBED_MODEL or not row.backend else (row.backend, row.place)))
    except ModelUnavailable as error:
        if settings.SCORING == ON:
            return ""  # workers have it; what they do not answer is searched by facts and words
        return (
            f"The store's passages were embedded by {row.name}, which cannot be loaded here: {error} "
            "Or set FINRAG_SCORING to queue, to have workers embed questions."
        )
    held = Identity(row.name, row.digest or own.digest, row.dimensions, row.precision or own.precision)
    if own == held:
        return ""
    return (
        f"The store's passages were embedded by {held}, but this process is set up with {own}: vectors of two models "
        "do not compare. Name that model in FINRAG_EMBED_BACKEND and FINRAG_EMBED_MODEL, or change the store's model "
        "with manage.py reembed."
    )


def without_vectors(versions: Iterable[int]) -> list[str]:
    """The names of those that answer already, from facts and words, while their vectors are being made."""
    under_way = DocumentVersion.objects.filter(pk__in=list(versions), state__in=(State.ANALYZED, State.INDEXED))
    return list(under_way.order_by("pk").values_list("document__name", flat=True))


def told() -> str:
    """The serving model, for people."""
    row = serving()
    return "none yet" if row is None else str(Identity(row.name, row.digest, row.dimensions, row.precision))
