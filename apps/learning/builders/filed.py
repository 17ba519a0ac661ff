"""The filings of the store as the builders read them: sentences under their headings, of a filer and a period."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from typing import TYPE_CHECKING

from apps.answers.judge.pair_model import worded
from apps.answers.judge.quotations import REACH
from apps.documents.models import Chunk, ChunkKind, Document, DocumentVersion, Kind, Visibility
from apps.retrieval.sentences import split_sentences
from apps.retrieval.stems import stems

if TYPE_CHECKING:
    from django.db.models import QuerySet

SUFFIX = re.compile(
    r",? (?:Inc|Corp|Corporation|Incorporated|Company|plc|Ltd|International|Holdings|Group)\.?$", re.IGNORECASE
)
LONGEST = 1000  # characters of a quotation: nine in ten that readers graded are shorter
ALIKE = 0.6  # share of stems from which two sentences say the same


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence. at: its place in the filing's order; place: page and offsets."""

    at: int
    text: str
    heading: str
    place: tuple[int, int, int]

    @property
    def stems(self) -> frozenset[str]:
        return stems(self.text)


@dataclass
class Filed:
    """One filing. name: its filer's; short: how people call it."""

    name: str
    ticker: str
    year: int | None
    period: str
    form: str = ""
    document: str = ""
    sha256: str = ""
    said: list[Said] = field(default_factory=list)

    @property
    def short(self) -> str:
        return SUFFIX.sub("", SUFFIX.sub("", self.name)).removesuffix(",")

    @property
    def label(self) -> str:
        return f"{self.period} {self.year or ''}".strip()

    def worded(self, said: Said) -> str:
        return worded(self.name, self.label, said.heading, said.text)

    def passage(self, said: Said) -> str:
        """The sentence among its neighbours, as retrieval's view of a passage has it."""
        text = " ".join(one.text for one in self._around(said, 1, 2))
        return f"{self.form} - {self.period}{self.year or ''} ({self.name}) {said.heading} {text}"

    def quotation(self, said: Said) -> str:
        """The sentence with its neighbours, as the judge is shown it."""
        near = self._around(said, REACH, REACH)
        while len(near) > 1 and sum(len(one.text) for one in near) > LONGEST:
            near = near[1:] if said.at - near[0].at >= near[-1].at - said.at else near[:-1]
        return worded(self.name, self.label, said.heading, " ".join(one.text for one in near))

    def _around(self, said: Said, before: int, after: int) -> list[Said]:
        """Under the same heading."""
        near = self.said[max(0, said.at - before) : said.at + after + 1]
        return [one for one in near if one.heading == said.heading]

    @cached_property
    def by_place(self) -> dict[tuple[int, int, int], Said]:
        return {said.place: said for said in self.said}

    @cached_property
    def index(self) -> dict[str, list[int]]:
        """Where each stem is said."""
        held: dict[str, list[int]] = defaultdict(list)
        for said in self.said:
            for stem in said.stems | stems(said.heading):
                held[stem].append(said.at)
        return held

    def nearest(self, words: str, most: int) -> list[Said]:
        """Sentences that share the rarest words, best first."""
        scores: dict[int, float] = defaultdict(float)
        for stem in stems(words):
            places = self.index.get(stem, [])
            weight = log(1 + len(self.said) / (1 + len(places)))
            for at in places:
                scores[at] += weight
        best = sorted(scores, key=lambda at: (-scores[at], at))[:most]
        return [self.said[at] for at in best]


def filings(names: frozenset[str] | None = None) -> Iterator[Filed]:
    """Filings that everybody may read, one after the other; names: of documents, None for all."""
    for document in open_filings().select_related("company", "current").order_by("name"):
        if names is None or document.name in names:
            yield _filed(document)


def filers() -> list[str]:
    """Names of the filers that everybody may read filings of."""
    return sorted(set(open_filings().exclude(company=None).values_list("company__name", flat=True)))


def open_filings() -> "QuerySet[Document]":
    """Filings that everybody may read."""
    return Document.objects.filter(kind=Kind.FILING, deleted=None, visibility=Visibility.EVERYONE).exclude(current=None)


def _filed(document: Document) -> Filed:
    company = document.company
    filed = Filed(
        company.name if company else "",
        company.ticker if company else "",
        document.fiscal_year,
        document.fiscal_period,
        document.report_type,
        document.name,
        document.current.sha256 if document.current else "",
    )
    chunks = Chunk.objects.filter(version_id=document.current_id, kind=ChunkKind.TEXT, duplicate_of=None)
    seen: set[str] = set()
    for chunk in chunks.select_related("section").order_by("ordinal"):
        heading = chunk.section.path[-1] if chunk.section and chunk.section.path else ""
        for one in split_sentences(chunk.pk, chunk.text, chunk.spans):
            text = " ".join(one.text.split())
            if text not in seen:  # passages overlap
                seen.add(text)
                filed.said.append(Said(len(filed.said), text, heading, (one.page, one.start, one.end)))
    return filed


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) > ALIKE * max(1, min(len(one), len(other)))


def called(filed: Filed, rng: random.Random) -> str:
    """One of the ways in which people name the filer."""
    names = [filed.short, filed.short, filed.short, filed.short.split()[0], filed.name]
    return rng.choice([*names, filed.ticker] if filed.ticker else names)


def filers_by_filing() -> dict[str, str]:
    """The name of whom each filing of the store is about, by the SHA-256 of its file."""
    named = DocumentVersion.objects.filter(document__company__isnull=False)
    return dict(named.values_list("sha256", "document__company__name"))


def companies_by_filing() -> dict[str, Filed]:
    """The same as who is named in questions: name and ticker, and nothing of the filing."""
    told = DocumentVersion.objects.filter(document__company__isnull=False)
    rows = told.values_list("sha256", "document__company__name", "document__company__ticker")
    return {sha256: Filed(name, ticker, None, "") for sha256, name, ticker in rows}
