"""What a search takes and gives: plain data."""

import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from hashlib import sha256
from json import dumps

from apps.retrieval.ordering.weights import shipped_digest
from apps.retrieval.reranking.judges import Judge, configured


class Path(StrEnum):
    """The ways on which candidates are found (V8, A6)."""

    DENSE = "dense"
    LEXICAL = "lexical"
    STATEMENT = "statement"  # tables that look like the primary statement which the question needs
    FACT = "fact"  # rows of the statements that hold the items and periods asked for
    SECTION = "section"  # sections whose titles and lead sentences are about it
    SUMMARY = "summary"  # sections of which title and lead sentences read like it
    ROW = "row"  # tables of which one row is labelled with what is asked for


@dataclass(frozen=True, slots=True)
class Scope:
    """What the asker narrowed the search to; empty means everything visible."""

    documents: tuple[uuid.UUID, ...] = ()
    companies: tuple[uuid.UUID, ...] = ()
    years: tuple[int, ...] = ()
    report_types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Every threshold of the search. Its digest goes into each answer."""

    paths: tuple[Path, ...] = tuple(Path)  # the ways that are gone; measuring what each brings leaves some out
    choose_filings: bool = True  # off: every filing in scope is searched, and all weigh the same
    dense_candidates: int = 100
    lexical_candidates: int = 100
    rrf_k: int = 60
    order: str = field(default_factory=shipped_digest)  # of the learned weights that order passages; "": by those below
    order_k: int = 5  # of the reciprocal ranks of the learned order and the one by hand, which count alike
    ordered: int = 100  # candidates that they order, the first by reciprocal ranks and the filing's weight
    keep: int = 40
    bm25_k1: float = 1.2
    bm25_b: float = 0.75
    lexical_floor: float = 0.1  # of the best score; what scores less shares only words that all passages have
    expansion_weight: float = 1.0  # of terms that the question did not say but filings do, against its own
    statement_weight: float = 2.0  # of the statement path in the fusion, against 1 for each other
    fact_weight: float = 2.0
    section_weight: float = 0.5
    summary_weight: float = 0.05
    summaries: int = 30  # sections that the summary path finds
    row_weight: float = 2.0
    document_weight: float = 1.0  # what a filing gains that every signal puts first, where no company is named
    document_k: int = 2  # of the reciprocal ranks of filings
    document_parts: tuple[float, float, float, float] = (1.0, 0.25, 2.0, 0.25)  # passages, summaries, words, headings
    learnt_weight: float = 0.9  # of other companies' filings, where only one company's speak of a name in the question
    statements_up_to: int = 8  # filings that are read more closely: statements, facts, sections
    closest_share: float = 0.96  # of the weight of the best filing of a company and period: those are read more closely
    statement_pages: int = 3  # that look most like each statement, of each filing without facts of it
    might_weight: float = 0.8  # of sections on risks and outlooks, where the question asks for neither
    alignment_weight: float = 1.0  # what a passage that meets every field of the intent gains on one that meets none
    aligned: int = 60  # candidates that are looked at for it, best first
    alignment_parts: tuple[float, float, float, float] = (0.25, 0.35, 0.25, 0.15)  # company, items, period, figures
    section_decay: float = 1.0  # each further passage of a section, against the one before it
    rerank: tuple[Judge, ...] = field(default_factory=configured)  # those who re-rank; none: the order stays
    rerank_top: int = 20  # candidates that they see, best first
    rerank_figures: bool = False  # whether the cross-encoder is asked where figures are, too
    rerank_k: int = 20  # of the reciprocal ranks of the order before and those of the judges
    rerank_weight: float = 1.0  # of each judge's order, against the one before
    tournament_batch: int = 10  # passages from which the batch picker takes
    tournament_picks: int = 2  # at most so many
    tournament_top: int = 20  # passages that meet in pairs
    tournament_rounds: int = 19  # each once a round; one less than there are is every pair
    tournament_asked_rounds: int = 3  # where a model is the referee: ten calls each
    tournament_alignment: float = 1.0  # of what the cards say to the rules, against 1 for the place before
    tournament_decay: float = 1.0  # each further passage of a section, against the one before it
    bundle_hits: int = 10  # the first of those found that grow by their neighbours
    bundle_k: int = 2  # places before and after
    bundle_tau: float = 0.6  # the cosine that a neighbour must exceed
    exact_up_to: int = 20_000  # passages; above, the vector index is used
    unknown_weight: float = 0.98  # documents whose company, year or form is not known, against those that match
    interim_weight: float = 0.75  # reports on a part of the year, against annual ones, for a question about a year
    release_weight: float = 0.9  # other reports, against periodic ones; the other way round for non-GAAP measures
    event_weight: float = 0.85  # other reports, against current ones, for events that are reported on the day
    label_weight: float = 0.97  # filings of which the year asked for is not the filer's own label, against those
    older_weight: float = 0.95  # each year behind the newest filing, for a question that names no year
    outdated_weight: float = 0.75  # the same for a question about what is to come, or how things stand now

    def digest(self) -> str:
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class PathScore:
    rank: int  # from 1
    score: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """How well a passage meets the intent (R3): each part from 0 to 1, and their weighted sum."""

    entities: float = 0.0
    metrics: float = 0.0
    period: float = 0.0
    numeric: float = 0.0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Met:
    """A field of the intent that the card of a passage meets, and what they share (R4)."""

    field: str
    met: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """What re-ranking saw of a candidate (R4): its place before, from 1; what each judge said; how its card fits."""

    before: int
    scores: dict[str, float]
    alignment: Alignment
    met: tuple[Met, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A passage found, best first. `scores` says where each path ranked it; `reasons` what it met.

    filing_weight: what its filing counts; fused: the sum over its paths, weighed by that and by the alignment.
    context: neighbours that are about the same (V9), as keys of passages in reading order.
    """

    chunk_id: int
    version_id: int
    document_uid: uuid.UUID
    document_name: str
    page: int  # the first of `pages`
    pages: tuple[int, ...]
    kind: str
    text: str
    section_path: tuple[str, ...]
    rank: int
    fused: float
    scores: dict[Path, PathScore]
    reasons: tuple[str, ...] = ()
    filing_weight: float = 1.0
    alignment: Alignment = field(default_factory=Alignment)
    context: tuple[int, ...] = ()
    judged: Judged | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate as the trace keeps it, with whether it was kept and why or why not (R4)."""

    chunk_id: int
    document_name: str
    page: int
    score: float
    scores: dict[Path, PathScore]
    filing_weight: float
    alignment: Alignment | None  # None: too far below to be looked at
    kept: bool
    reasons: tuple[str, ...] = ()
    judged: Judged | None = None  # None: too far below to be re-ranked


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """What was searched and how: shown to the user when nothing is found, and kept with the answer (A9, R4)."""

    question: str
    terms: tuple[str, ...]
    documents_searched: int
    passages_searched: int
    filters: dict[str, list[str]] = field(default_factory=dict)
    relaxed: tuple[str, ...] = ()  # filters that were dropped or widened because nothing met them, in that order
    not_held: dict[str, list[str]] = field(default_factory=dict)  # "companies", "years" named of which nothing is held
    documents: tuple[str, ...] = ()  # names of the candidate documents, best first, then runners-up; at most 50
    found: dict[str, int] = field(default_factory=dict)  # candidates per path
    seconds: dict[str, float] = field(default_factory=dict)
    settings: dict[str, object] = field(default_factory=dict)
    intent: dict[str, list[str]] = field(default_factory=dict)  # what was understood, field by field
    judges: dict[str, str] = field(default_factory=dict)  # who re-ranked: the model, or why it was left out
    candidates: tuple[Weighed, ...] = ()  # every passage that any path brought, best first


@dataclass(frozen=True, slots=True)
class Named:
    """What names a passage for good, beside its key; page: the first."""

    uid: uuid.UUID
    hash: str
    page: int
    version_id: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """named: every passage of the trace, by its key, so that nobody need read it again to say which it was."""

    candidates: tuple[Found, ...]
    trace: SearchTrace
    named: Mapping[int, Named] = field(default_factory=dict)
