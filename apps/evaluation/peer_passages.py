"""What the peers search: the very passages of the store, with vectors of the very same model."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.accounts.models import User
from apps.documents.models import Chunk, ChunkVector
from apps.inference.embedding import Embedder
from apps.retrieval.filings import visible
from apps.retrieval.found import Scope

Vectors = NDArray[np.float32]
PIECE = 2048  # passages embedded between two saves, so that a run that was stopped goes on


@dataclass(frozen=True, slots=True)
class Passage:
    """pages: from 0; title: of its document."""

    chunk: int
    text: str
    title: str
    document: str
    pages: tuple[int, ...]


def passages(user: User) -> list[Passage]:
    """Everything that the search could find for `user`, in the order of the filings."""
    chunks = Chunk.objects.published().filter(version__document__in=visible(user, Scope()))
    fields = ("pk", "text", "version__document__title", "version__document__name", "page", "spans")
    rows = chunks.order_by("version_id", "ordinal").values_list(*fields)
    return [
        Passage(pk, text, title, name, tuple(dict.fromkeys([page, *(span[0] for span in spans)])))
        for pk, text, title, name, page, spans in rows.iterator()
    ]


def stored_vectors(of: Sequence[Passage], model: str) -> Vectors:
    """The product's own vectors: title, last heading and text. Raises ValueError when a passage has none."""
    place = {passage.chunk: row for row, passage in enumerate(of)}
    rows = ChunkVector.objects.filter(model=model, chunk__in=Chunk.objects.published())
    held = {place[chunk]: dense for chunk, dense in rows.values_list("chunk_id", "dense").iterator() if chunk in place}
    if len(held) < len(of):
        raise ValueError(f"{len(of) - len(held)} passages have no vector of {model}: index the filings first.")
    return np.array([held[row] for row in range(len(of))], dtype=np.float32)


def text_vectors(texts: Sequence[str], model: Embedder, folder: Path, said: Callable[[str], object]) -> Vectors:
    """Vectors of bare texts, kept in `folder` from run to run; embeds what is not there yet."""
    keys = [sha256(f"{model.name}\n{text}".encode()).hexdigest() for text in texts]
    kept = _kept(folder)
    absent = {key: text for key, text in zip(keys, texts, strict=True) if key not in kept}
    for done, piece in _pieces(list(absent.items())):
        vectors = model.embed([text for _, text in piece])
        np.savez(folder / f"{piece[0][0]}.npz", keys=[key for key, _ in piece], vectors=vectors.astype(np.float16))
        kept |= {key: vector for (key, _), vector in zip(piece, vectors, strict=True)}
        said(f"embedded {done} of {len(absent)} bare passages")
    return np.array([kept[key] for key in keys], dtype=np.float32).reshape(len(keys), model.dimensions)


def _kept(folder: Path) -> dict[str, NDArray[np.float16]]:
    folder.mkdir(parents=True, exist_ok=True)
    kept: dict[str, NDArray[np.float16]] = {}
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as file:
            kept.update(zip(file["keys"].tolist(), file["vectors"], strict=True))
    return kept


def _pieces(items: list[tuple[str, str]]) -> Iterable[tuple[int, list[tuple[str, str]]]]:
    for start in range(0, len(items), PIECE):
        piece = items[start : start + PIECE]
        yield start + len(piece), piece
