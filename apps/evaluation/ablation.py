"""The variants of the search that a benchmark compares: each path alone, all but one, and each stage changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from apps.retrieval.found import Path, SearchSettings
from apps.retrieval.reranking.judges import Judge


@dataclass(frozen=True, slots=True)
class Change:
    """A named difference from the search as it is: fields of SearchSettings with other values."""

    name: str
    to: Mapping[str, object] = field(default_factory=dict)

    def settings(self) -> SearchSettings:
        """Raises TypeError when SearchSettings has no such field."""
        return replace(SearchSettings(), **self.to)  # type: ignore[arg-type]


AS_IT_IS = Change("as it is")
# One row a stage. A new switch of SearchSettings is measured by a line here.
STAGES = (
    Change("no choice of filing", {"choose_filings": False}),
    Change("no weights of filings", {"interim_weight": 1.0, "release_weight": 1.0, "older_weight": 1.0}),
    Change("no weights of whole documents", {"document_weight": 0.0}),
    Change("names hint at no company", {"learnt_weight": 1.0}),
    Change(
        "all paths weigh the same",
        {"statement_weight": 1.0, "fact_weight": 1.0, "section_weight": 1.0, "row_weight": 1.0},
    ),
    Change("less aligned with the intent", {"alignment_weight": 0.2}),
    Change("sections take turns", {"section_decay": 0.8}),
    Change("not ordered by what was learned", {"order": ""}),
    Change("tournament by rules", {"rerank": (Judge.TOURNAMENT,)}),
    Change("tournament, cards count double", {"rerank": (Judge.TOURNAMENT,), "tournament_alignment": 2.0}),
    Change("tournament, sections apart", {"rerank": (Judge.TOURNAMENT,), "tournament_decay": 0.8}),
    Change("no neighbours bundled", {"bundle_hits": 0}),
    Change("no terms of filings added", {"expansion_weight": 0.0}),
    Change("BM25 with k1 0.9, b 0.4", {"bm25_k1": 0.9, "bm25_b": 0.4}),
)


def changes(*, ablate: bool) -> tuple[Change, ...]:
    """The search as it is, first; with `ablate` every other variant after it."""
    if not ablate:
        return (AS_IT_IS,)
    alone = tuple(Change(f"{path} alone", {"paths": (path,)}) for path in Path)
    without = tuple(Change(f"no {path}", {"paths": tuple(other for other in Path if other != path)}) for path in Path)
    return (AS_IT_IS, *alone, *without, *STAGES, *_judges())


def _judges() -> tuple[Change, ...]:
    """Without those who re-rank by default, and each of them alone."""
    judges = SearchSettings().rerank
    alone = (Change(f"re-ranked by {judge} alone", {"rerank": (judge,)}) for judge in judges)
    return (Change("not re-ranked", {"rerank": ()}), *alone) if judges else ()
