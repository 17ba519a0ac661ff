"""The road of a question up to the judge, kept: passages as the search orders them, and what would be quoted of them.

Any model can be measured on it: how far up it brings the page that answers, and what it would accept as an answer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from apps.accounts.models import User
from apps.answers.judge.pair_model import in_context
from apps.answers.judge.quotations import quotations
from apps.answers.judge.rules import judged_by_rules
from apps.answers.sources.candidate import Candidate
from apps.answers.sources.evidence import Evidence, gather
from apps.answers.sources.passages import sentences
from apps.documents.models import Chunk, DocumentVersion
from apps.learning import json_lines
from apps.learning.builders.filed import Filed
from apps.learning.builders.readers import COMPANY, Written
from apps.questions.query import Intent, Query
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reading import read_for

PASSAGES = 40  # kept of a road: more than any setting looks at
ANSWERS, SUPPORTS, NEAR = "answers", "supports", "near miss"  # what the reader said of a sentence; "" for nothing
FOR_WORDS = frozenset({Intent.TEXT, Intent.BRIEF})
Page = tuple[str, int]  # SHA-256 of the file, page from 0


@dataclass(frozen=True, slots=True)
class Quotation:
    """text: as the judge reads it. passage: which of the road's. said: what the reader said of a sentence in it."""

    text: str
    passage: int
    covers: float
    place: tuple[str, int, int, int]
    said: str = ""


@dataclass(frozen=True, slots=True)
class Road:
    """views, pages: of each passage, in the order of the search without a model. right: pages that answer."""

    question: str
    filer: str
    for_words: bool
    views: tuple[str, ...]
    pages: tuple[tuple[Page, ...], ...]
    right: frozenset[Page]
    quotations: tuple[Quotation, ...]


def walked(written: Iterable[Written], filed: Mapping[str, Filed], viewer: User) -> Iterator[Road]:
    """The road of each question about one of these filings, by SHA-256, through all that `viewer` may read."""
    for one in written:
        if filing := filed.get(one.filing):
            yield _road(one, filing, viewer)


def _road(one: Written, filing: Filed, viewer: User) -> Road:
    question = one.question.replace(COMPANY, filing.short)
    reading = read_for(viewer, Scope(), question)
    evidence = gather(reading, viewer, Scope(), SearchSettings(rerank=()))
    files = files_of(evidence)
    read = evidence.passages[:PASSAGES]
    views = dict(Chunk.objects.filter(pk__in=[each.found.chunk_id for each in read]).values_list("pk", "view"))
    return Road(
        question,
        filing.name,
        reading.query.intent in FOR_WORDS,
        tuple(" ".join(views[each.found.chunk_id].split()) for each in read),
        tuple(tuple((files[each.found.version_id], page) for page in each.found.pages) for each in read),
        frozenset((one.filing, place[0]) for place in (one.answer, *one.supporting)),
        tuple(_quotations(one, reading.query, evidence, files)),
    )


def _quotations(one: Written, query: Query, evidence: Evidence, files: Mapping[int, str]) -> Iterator[Quotation]:
    told = sentences(evidence, query, passages=PASSAGES, silent=True)
    verdicts = judged_by_rules(query, told)
    open_ = [each for each, verdict in zip(told, verdicts, strict=True) if not verdict.refused]
    at = {each.found.chunk_id: number for number, each in enumerate(evidence.passages[:PASSAGES])}
    for each in quotations(query, open_, list(at), PASSAGES):
        place = place_of(each.candidate, files)
        yield Quotation(in_context(each.candidate), at[each.chunk], each.covers, place, _said(one, place))


def _said(one: Written, place: tuple[str, int, int, int]) -> str:
    named = {ANSWERS: (one.answer,), SUPPORTS: one.supporting, NEAR: one.near_misses}
    return next((said for said, places in named.items() if any(_same(one.filing, at, place) for at in places)), "")


def _same(filing: str, at: tuple[int, int, int], place: tuple[str, int, int, int]) -> bool:
    """Whether more than half of either is the other."""
    page, start, end = at
    common = min(end, place[3]) - max(start, place[2])
    return (filing, page) == place[:2] and 2 * common > min(end - start, place[3] - place[2])


def place_of(candidate: Candidate, files: Mapping[int, str]) -> tuple[str, int, int, int]:
    if candidate.place is None:
        raise ValueError("a sentence has a place")
    start, end = candidate.place.spans[0][0], candidate.place.spans[-1][1]
    return files[candidate.place.version], candidate.place.page, start, end


def files_of(evidence: Evidence) -> dict[int, str]:
    keys = {each.found.version_id for each in evidence.passages}
    return dict(DocumentVersion.objects.filter(pk__in=keys).values_list("pk", "sha256"))


def write(roads: Iterable[Road], file: Path) -> int:
    """As JSON lines, compressed; how many. They hold words of filings: for this machine alone."""
    return json_lines.write((asdict(road) | {"right": sorted(road.right)} for road in roads), file)


def read(file: Path) -> Iterator[Road]:
    return map(_of_json, json_lines.read(file))


def _of_json(row: dict[str, Any]) -> Road:
    pages = tuple(tuple((name, page) for name, page in one) for one in row["pages"])
    told = tuple(Quotation(**{**one, "place": tuple(one["place"])}) for one in row["quotations"])
    right = frozenset((name, page) for name, page in row["right"])
    return Road(**{**row, "views": tuple(row["views"]), "pages": pages, "right": right, "quotations": told})


def first_page(road: Road, order: Sequence[int], within: int = 10) -> float:
    """The reciprocal rank of the first page that answers, among the first `within`, passages being in `order`."""
    seen = list(dict.fromkeys(page for passage in order for page in road.pages[passage]))[:within]
    return next((1 / rank for rank, page in enumerate(seen, start=1) if page in road.right), 0.0)
