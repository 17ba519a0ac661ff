"""What is known of each candidate passage of a question when the paths have been walked, as numbers.

Columns: what each path said of it, its filing, how it meets the question, what it is and where it stands, and what the
other candidates of its page, its section and its filing got. No query is made here.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import fsum, log, log1p

import numpy as np
from numpy.typing import NDArray

from apps.documents.cards.labels import SectionLabel, section_label
from apps.documents.models import Chunk, ChunkKind, Form
from apps.retrieval.candidates import Candidate
from apps.retrieval.filings import Filing
from apps.retrieval.forms import PERIODIC
from apps.retrieval.found import Alignment, Path
from apps.retrieval.intents import Intent
from apps.retrieval.lexical import Terms
from apps.retrieval.stems import stems
from apps.retrieval.weighing import PART_OF_YEAR, years_searched

Matrix = NDArray[np.float32]
NEAR, MIDDLE, FAR = 4, 20, 60  # constants of the reciprocal ranks
RAREST = 3  # of the question's words, the rarest
PARTS = re.compile(r"(?<=[.;:])\s|\n")
LABELS = (
    SectionLabel.BUSINESS,
    SectionLabel.RISK_FACTORS,
    SectionLabel.DISCUSSION,
    SectionLabel.FINANCIAL_STATEMENTS,
    SectionLabel.NOTES,
    SectionLabel.EXHIBITS,
    SectionLabel.OTHER,
)


def features(places: Sequence[Candidate], intent: Intent, terms: Terms) -> tuple[list[str], Matrix]:
    """The names of the columns, and a row for each place. places: aligned, at least one."""
    columns: dict[str, Sequence[float]] = {}
    columns |= _of_paths(places)
    columns |= _of_filings(places, intent)
    columns |= _of_words(places, Words.of(intent, terms))
    columns |= _of_fields(places)
    columns |= _of_place(places)
    columns |= _of_neighbors(places)
    return list(columns), np.asarray(list(columns.values()), dtype=np.float32).T


def _of_paths(places: Sequence[Candidate]) -> dict[str, list[float]]:
    columns: dict[str, list[float]] = {}
    for path in Path:
        found = [place.fused.paths.get(path) for place in places]
        columns[f"{path} near"] = [(NEAR + 1) / (NEAR + one.rank) if one else 0.0 for one in found]
        columns[f"{path} far"] = [(FAR + 1) / (FAR + one.rank) if one else 0.0 for one in found]
        if path in {Path.DENSE, Path.LEXICAL, Path.SECTION, Path.ROW, Path.SUMMARY}:
            scores = [one.score for one in found if one]
            most, least = max(scores, default=1.0) or 1.0, min(scores, default=0.0)
            columns[f"{path} score"] = [one.score / most if one else least / most for one in found]
    dense = [place.fused.paths.get(Path.DENSE) for place in places]
    low = min((one.score for one in dense if one), default=0.0)
    columns["dense cosine"] = [one.score if one else low for one in dense]
    columns["paths"] = [float(len(place.fused.paths)) for place in places]
    return columns


def _of_filings(places: Sequence[Candidate], intent: Intent) -> dict[str, list[float]]:
    most = max(place.weight for place in places)
    order = sorted({place.filing.version: place.weight for place in places}.items(), key=lambda one: -one[1])
    rank = {version: place for place, (version, _) in enumerate(order)}
    asked = set(intent.years)
    newest = max((_end(place.filing) for place in places), default=0.0)
    return {
        "filing weight": [log(place.weight / most) for place in places],
        "filing rank": [1 / (1 + rank[place.filing.version]) for place in places],
        "periodic": [float(place.filing.form in PERIODIC) for place in places],
        "current report": [float(place.filing.form == Form.EIGHT_K) for place in places],
        "part of year": [float(place.filing.period in PART_OF_YEAR) for place in places],
        "own year": [float(bool(place.filing.years) and place.filing.years[0] in asked) for place in places],
        "one of its years": [float(bool(asked & set(place.filing.years))) for place in places],
        "covers": [float(bool(set(years_searched(intent)) & set(place.filing.years))) for place in places],
        "years behind": [min(newest - _end(place.filing), 6.0) if _end(place.filing) else 0.0 for place in places],
        "company asked": [float(place.filing.company in intent.companies) for place in places],
    }


def _end(filing: Filing) -> float:
    if filing.ends:
        return filing.ends.year + filing.ends.timetuple().tm_yday / 365.25
    return float(filing.year + 1) if filing.year else 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """The question's words, the rarer the heavier. said: those that it says itself, without what filings print instead.

    whole, whole_said: the sums of both. Sums are exact, so that they do not depend on the order of a set: a replay must
    give the same.
    """

    weights: dict[str, float]
    said: dict[str, float]
    pairs: tuple[str, ...]
    whole: float
    whole_said: float

    @classmethod
    def of(cls, intent: Intent, terms: Terms) -> "Words":
        weights = {one: weight * terms.idf(one) for one, weight in terms.weights.items() if not one.isdigit()}
        own, listed = stems(intent.wording.words), intent.wording.words.lower().split()
        said = {one: weight for one, weight in weights.items() if one in own} or weights
        pairs = tuple(f"{one} {other}" for one, other in pairwise(listed))
        return cls(weights, said, pairs, fsum(weights.values()) or 1.0, fsum(said.values()) or 1.0)

    @property
    def rarest(self) -> list[str]:
        return sorted(self.weights, key=lambda one: (-self.weights[one], one))[:RAREST]

    def held_by(self, text: str) -> frozenset[str]:
        return frozenset(one for one in self.weights if one in text)

    def share(self, words: Iterable[str]) -> float:
        return fsum(self.weights[one] for one in words) / self.whole

    def share_said(self, words: Iterable[str]) -> float:
        return fsum(self.said[one] for one in words if one in self.said) / self.whole_said

    def best_part(self, text: str, held: Iterable[str]) -> float:
        """The largest share of the question's own words that one sentence or row holds. held: by the whole text."""
        own = [one for one in held if one in self.said]
        parts = PARTS.split(text) if own else ()
        most = max((fsum(self.said[one] for one in own if one in part) for part in parts), default=0.0)
        return most / self.whole_said


def _of_words(places: Sequence[Candidate], words: Words) -> dict[str, list[float]]:
    texts = [place.chunk.text.lower() for place in places]
    held = [words.held_by(text) for text in texts]
    titled = [words.held_by(_path(place.chunk)) for place in places]
    pages: dict[Hashable, set[str]] = defaultdict(set)
    for place, own, above in zip(places, held, titled, strict=True):
        pages[_page(place)] |= own | above
    on_page = {page: words.share(own) for page, own in pages.items()}
    rarest = words.rarest
    return {
        "words in text": [words.share(own) for own in held],
        "own words in text": [words.share_said(own) for own in held],
        "words in a sentence": [words.best_part(text, own) for text, own in zip(texts, held, strict=True)],
        "pairs": [sum(pair in text for pair in words.pairs) / (1 + len(words.pairs)) for text in texts],
        "words in headings": [words.share(above) for above in titled],
        "words in both": [words.share(own | above) for own, above in zip(held, titled, strict=True)],
        "words on page": [on_page[_page(place)] for place in places],
        "rarest in text": [sum(one in own for one in rarest) / RAREST for own in held],
    }


def _path(chunk: Chunk) -> str:
    return " ".join(chunk.section.path[-2:]).lower() if chunk.section else ""


def _of_fields(places: Sequence[Candidate]) -> dict[str, list[float]]:
    met = [place.alignment or Alignment() for place in places]
    return {
        "companies met": [one.entities for one in met],
        "items met": [one.metrics for one in met],
        "period met": [one.period for one in met],
        "figures met": [one.numeric for one in met],
        "might": [float(place.might) for place in places],
    }


def _of_place(places: Sequence[Candidate]) -> dict[str, list[float]]:
    labels = [_label(tuple(place.chunk.section.path) if place.chunk.section else ()) for place in places]
    last: dict[int, int] = defaultdict(int)
    for place in places:
        last[place.filing.version] = max(last[place.filing.version], place.chunk.page)
    columns = {
        "table": [float(place.chunk.kind == ChunkKind.TABLE) for place in places],
        "length": [log1p(len(place.chunk.text)) for place in places],
        "digits": [_digits(place.chunk.text) for place in places],
        "pages": [float(len({span[0] for span in place.chunk.spans}) > 1) for place in places],
        "first page": [float(place.chunk.page == 0) for place in places],
        "page": [log1p(place.chunk.page) for place in places],
        "relative page": [place.chunk.page / (1 + last[place.filing.version]) for place in places],
        "depth": [float(len(place.chunk.section.path)) if place.chunk.section else 0.0 for place in places],
    }
    return columns | {f"in {label}": [float(label == own) for own in labels] for label in LABELS}


def _digits(text: str) -> float:
    return sum(map(text.count, "0123456789")) / (1 + len(text))


@lru_cache(maxsize=20_000)
def _label(path: tuple[str, ...]) -> SectionLabel:
    return section_label(path)


def _page(place: Candidate) -> tuple[int, int]:
    return place.chunk.version_id, place.chunk.page


def _of_neighbors(places: Sequence[Candidate]) -> dict[str, list[float]]:
    """What the others of its page, the pages beside it, its section and its filing got, by plain reciprocal ranks."""
    own = [place.weight * sum(1 / (MIDDLE + one.rank) for one in place.fused.paths.values()) for place in places]
    pages: dict[tuple[int, int], list[float]] = defaultdict(list)
    sections: dict[Hashable, float] = defaultdict(float)
    filings: dict[int, float] = defaultdict(float)
    for place, score in zip(places, own, strict=True):
        pages[_page(place)].append(score)
        sections[_section(place)] += score
        filings[place.filing.version] += score
    best = {page: max(scores) for page, scores in pages.items()}
    most, most_section, most_filing = max(own), max(sections.values()), max(filings.values())
    order = sorted(filings, key=lambda version: -filings[version])
    rank = {version: place for place, version in enumerate(order)}
    beside = [max(best.get((v, p - 1), 0.0), best.get((v, p + 1), 0.0)) for v, p in map(_page, places)]
    return {
        "own": [score / most for score in own],
        "best of page": [best[_page(place)] / most for place in places],
        "is best of page": [float(score >= best[_page(place)]) for place, score in zip(places, own, strict=True)],
        "page sum": [sum(pages[_page(place)]) / most for place in places],
        "on page": [log(len(pages[_page(place)])) for place in places],
        "beside": [score / most for score in beside],
        "section sum": [sections[_section(place)] / most_section for place in places],
        "filing sum": [filings[place.filing.version] / most_filing for place in places],
        "filing place": [1 / (1 + rank[place.filing.version]) for place in places],
    }


def _section(place: Candidate) -> Hashable:
    return place.chunk.section_id or _page(place)
