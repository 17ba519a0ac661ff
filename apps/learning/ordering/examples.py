"""The candidates of each question as the last ordering sees them, with which of them stand on a page that answers."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.accounts.models import User
from apps.learning.ordering.questions import Asked, PageOf
from apps.retrieval.found import SearchSettings
from apps.retrieval.ordering.features import features
from apps.retrieval.reading import read_for
from apps.retrieval.search import unordered
from apps.retrieval.spreading import Scored, in_turn

WITHIN, DEEP = 5, 10  # pages that count for being found, and for the reciprocal rank


@dataclass(frozen=True, slots=True)
class Example:
    """rows: of features, one for each candidate, in the order without what was learned. pages: the first of each.

    companies: of each candidate; compared: how many the question compares, which then take turns. numeric: read as one
    for figures.
    """

    asked: Asked
    names: tuple[str, ...]
    rows: NDArray[np.float32]
    pages: tuple[PageOf, ...]
    companies: tuple[int | None, ...]
    compared: int
    numeric: bool

    @property
    def right(self) -> NDArray[np.bool_]:
        return np.array([page in self.asked.pages for page in self.pages], dtype=bool)

    def found(self, scores: Sequence[float] | NDArray[np.float32]) -> tuple[float, float]:
        """With the candidates by these scores: 1 where a page that answers is among the first five, else 0; and its
        reciprocal rank among ten."""
        order = sorted(range(len(self.pages)), key=lambda at: (-scores[at], at))
        turns = in_turn([Scored(at, scores[at]) for at in order], lambda at: self.companies[at], self.compared)
        pages = list(dict.fromkeys(self.pages[one.item] for one in turns))
        rank = next((rank for rank, page in enumerate(pages, start=1) if page in self.asked.pages), None)
        return float(rank is not None and rank <= WITHIN), 1 / rank if rank and rank <= DEEP else 0.0


def walked(asked: Iterable[Asked], viewer: User, settings: SearchSettings | None = None) -> Iterator[Example]:
    """Of each question through all that `viewer` may read; what no path brought anything for is left out."""
    settings = replace(settings or SearchSettings(), rerank=())
    for one in asked:
        intent, terms, places = unordered(read_for(viewer, None, one.question), viewer=viewer, settings=settings)
        if places:
            names, rows = features(places, intent, terms)
            pages = tuple((place.chunk.version_id, place.chunk.page) for place in places)
            companies = tuple(place.filing.company for place in places)
            yield Example(one, tuple(names), rows, pages, companies, len(intent.companies), intent.numeric)


def write(examples: Sequence[Example], file: Path) -> None:
    """Numbers and questions, no words of any filing. For this store alone: pages are told by keys."""
    told = [_told(one) for one in examples]
    rows = np.concatenate([one.rows for one in examples]).astype(np.float16)
    np.savez_compressed(file, rows=rows, told=np.array(json.dumps(told)))


def read(file: Path) -> list[Example]:
    """Raises OSError where the file is not there."""
    with np.load(file) as kept:
        rows, told = kept["rows"].astype(np.float32), json.loads(str(kept["told"]))
    ends = np.cumsum([len(one["pages"]) for one in told])
    return [_example(one, rows[end - len(one["pages"]) : end]) for one, end in zip(told, ends, strict=True)]


def _told(one: Example) -> dict[str, Any]:
    asked = one.asked
    return {
        "asked": [asked.question, sorted(asked.filers), sorted(asked.pages), asked.origin, asked.figures],
        "names": one.names,
        "pages": one.pages,
        "companies": one.companies,
        "compared": one.compared,
        "numeric": one.numeric,
    }


def _example(told: dict[str, Any], rows: NDArray[np.float32]) -> Example:
    question, filers, right, origin, figures = told["asked"]
    asked = Asked(question, frozenset(filers), frozenset(map(_page, right)), origin, figures)
    pages = tuple(map(_page, told["pages"]))
    return Example(
        asked, tuple(told["names"]), rows, pages, tuple(told["companies"]), told["compared"], told["numeric"]
    )


def _page(of: Sequence[int]) -> PageOf:
    version, page = of
    return version, page
