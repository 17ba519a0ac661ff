"""What a search takes and gives: plain data."""

import uuid
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from hashlib import sha256
from json import dumps


class Path(StrEnum):
    """The ways on which candidates are found (V8, A6)."""

    DENSE = "dense"
    LEXICAL = "lexical"


@dataclass(frozen=True, slots=True)
class Scope:
    """What the asker narrowed the search to; empty means everything visible."""

    documents: tuple[uuid.UUID, ...] = ()
    companies: tuple[uuid.UUID, ...] = ()
    years: tuple[int, ...] = ()
    report_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Every threshold of the search. Its digest goes into each answer."""

    dense_candidates: int = 100
    lexical_candidates: int = 100
    rrf_k: int = 60
    keep: int = 20

    def digest(self) -> str:
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class PathScore:
    rank: int  # from 1
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """A passage found, best first. `scores` says where each path ranked it; `reasons` what metadata it met."""

    chunk_id: int
    version_id: int
    document_uid: uuid.UUID
    document_name: str
    page: int
    kind: str
    text: str
    section_path: tuple[str, ...]
    rank: int
    fused: float
    scores: dict[Path, PathScore]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """What was searched and how: shown to the user when nothing is found, and kept with the answer (A9, R4)."""

    question: str
    terms: tuple[str, ...]
    documents_searched: int
    passages_searched: int
    filters: dict[str, list[str]] = field(default_factory=dict)
    relaxed: tuple[str, ...] = ()  # filters that were dropped because nothing met them, in that order
    found: dict[str, int] = field(default_factory=dict)  # candidates per path
    seconds: dict[str, float] = field(default_factory=dict)
    settings: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchResult:
    candidates: tuple[Found, ...]
    trace: SearchTrace
