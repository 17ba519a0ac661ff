"""Canonical questions as look-ups need them: read, normalized, embedded; kept by each process until one changes."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

import numpy as np
from django.db.models import Count, Max

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.documents.embedders import embedder
from apps.inference.errors import ModelUnavailable
from apps.memory.canonical import core_of
from apps.memory.matching import Lexical, Vectors, content, plain_text
from apps.memory.models import CanonicalQuestion, Kind, WordingVector
from apps.questions.names import Mention
from apps.questions.query import Query, from_json
from apps.questions.reader import read


class Nobody:
    """A register without filers: canonical questions name none."""

    def mentions(self, text: str) -> Sequence[Mention]:
        return ()


@dataclass(frozen=True, slots=True)
class Wording:
    text: str
    content: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """core: what must be the same in a query that is to match. places: of its wordings in the table of vectors."""

    pk: int
    core: Query
    words: bool
    wordings: tuple[Wording, ...]
    places: tuple[int, ...]
    owner: int | None = None
    shared: bool = False

    def seen_by(self, viewer: User) -> bool:
        return self.owner is None or self.shared or self.owner == viewer.pk


@dataclass(frozen=True, slots=True)
class Index:
    entries: tuple[Entry, ...]
    lexical: Lexical
    texts: tuple[str, ...]

    def like(self, query: Query) -> list[Entry]:
        """The questions whose query is the same but for slots and words."""
        core = core_of(query)
        return [entry for entry in self.entries if entry.core == core]


@serving()
def index() -> Index:
    """One query tells whether the one that is kept still stands. It is kept for all, who look at `seen_by`."""
    told = CanonicalQuestion.objects.aggregate(count=Count("pk"), changed=Max("changed"))
    return _index(told["count"], told["changed"])


@lru_cache(maxsize=2)
def _index(count: int, changed: datetime | None) -> Index:
    rows = list(CanonicalQuestion.objects.all())
    made = made_of([(row.pk, row.query, row.kind == Kind.WORDS, row.wordings) for row in rows])
    owned = [
        replace(entry, owner=row.owner_id, shared=row.shared) for entry, row in zip(made.entries, rows, strict=True)
    ]
    return replace(made, entries=tuple(owned))


def made_of(questions: Sequence[tuple[int, object, bool, Sequence[str]]]) -> Index:
    """Of questions as (key, query as JSON, whether it is for words, wordings)."""
    entries: list[Entry] = []
    texts: list[str] = []
    for pk, query, words, asked in questions:
        wordings = tuple(_wording(text) for text in asked)
        places = tuple(range(len(texts), len(texts) + len(wordings)))
        texts += [wording.text for wording in wordings]
        entries.append(Entry(pk, core_of(from_json(query)), words, wordings, places))
    lexical = Lexical([wording.content for entry in entries for wording in entry.wordings])
    return Index(tuple(entries), lexical, tuple(texts))


def _wording(text: str) -> Wording:
    query = read(text, Nobody()).query
    return Wording(plain_text(query), content(query))


def vectors(held: Index) -> Vectors | None:
    """Of every wording, a row each; None where no model is there to embed the question either."""
    try:
        return _vectors(held.texts, embedder().name)
    except ModelUnavailable:
        return None


@lru_cache(maxsize=2)
@serving()
def _vectors(texts: tuple[str, ...], model: str) -> Vectors:
    """Those that are not kept yet are made and kept, with the first question that has the wording."""
    rows = WordingVector.objects.filter(model=model).values_list("text", "dense")
    kept = {text: list(dense) for text, dense in rows}
    missing = list(dict.fromkeys(text for text in texts if text not in kept))
    if missing:
        made = embedder().embed(missing)
        _keep(missing, made, model)
        kept |= {text: vector.tolist() for text, vector in zip(missing, made, strict=True)}
    return np.asarray([kept[text] for text in texts], dtype=np.float32).reshape(len(texts), -1)


def _keep(texts: Sequence[str], made: Vectors, model: str) -> None:
    first: dict[str, int] = defaultdict(int)
    for row in CanonicalQuestion.objects.order_by("-pk"):
        first |= {_wording(text).text: row.pk for text in row.wordings}
    WordingVector.objects.bulk_create(
        (
            WordingVector(question_id=first[text], model=model, text=text, dense=vector.tolist())
            for text, vector in zip(texts, made, strict=True)
            if first[text]
        ),
        ignore_conflicts=True,
    )
