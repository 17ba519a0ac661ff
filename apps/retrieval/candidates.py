"""A passage that some path brought, with what it counts."""

from dataclasses import dataclass

from apps.documents.models import Chunk
from apps.retrieval.filings import Filing
from apps.retrieval.found import Alignment, Judged
from apps.retrieval.fusion import Fused


@dataclass(frozen=True, slots=True)
class Candidate:
    """weight: of its filing. alignment: None where it is too far below to be looked at. might: its section only says
    what might happen, and the question does not ask for that.
    """

    chunk: Chunk
    filing: Filing
    fused: Fused
    weight: float
    score: float
    alignment: Alignment | None = None
    might: bool = False
    judged: Judged | None = None
