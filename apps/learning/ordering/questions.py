"""Questions with the pages that answer them: those that readers wrote, those of a file, and some over rows by rule.

Each is told by filings of the store that everybody may read; what is of a filing that is not there is left out.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from apps.documents.cards.labels import SectionLabel, section_label
from apps.documents.models import Chunk, ChunkKind, Document, Fact, Kind, Visibility
from apps.learning.builders.filed import Filed, called
from apps.learning.builders.readers import COMPANY, Written
from apps.questions.expressions import Item, walk
from apps.questions.ratios import ratios
from apps.retrieval.rows import labels

PageOf = tuple[int, int]  # version, page from 0
LONGEST_LABEL = 11  # words
READERS, FILE, LINES, RATIOS, TABLES = "readers", "file", "lines", "ratios", "tables"
WEIGHTS = {READERS: 1.0, FILE: 2.0, LINES: 0.5, RATIOS: 0.5, TABLES: 0.5}  # of a question of each origin
UNASKED = frozenset({SectionLabel.EXHIBITS, SectionLabel.COVER, SectionLabel.SIGNATURES})
OF_A_LINE = (
    "What was {label} of {company} in {year}?",
    "{company} {label} FY{year}",
    "How much was {company}'s {label} in fiscal {year}?",
    "{label} {year} {company}",
    "What did {company} report as {label} for {year}?",
    "What is the FY{year} {label} for {company}? Give a response in USD millions.",
)
OF_A_RATIO = (
    "What was {company}'s {label} in FY{year}?",
    "{company} {label} {year}",
    "Calculate {label} for {company}, fiscal {year}. Use the primary statements.",
    "How did {company}'s {label} look in {year}?",
)
OF_A_TABLE = (
    "What was {label} ({title}) of {company} in {year}?",
    "{company} {title}: {label} FY{year}",
    "How much was {company}'s {label} in fiscal {year}?",
    "{label} {year} {company} {title}",
    "In {year}, how large was {label} in {company}'s {title}?",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """filers: of the filings named. pages: those that answer. figures: whether it was written for figures."""

    question: str
    filers: frozenset[str]
    pages: frozenset[PageOf]
    origin: str
    figures: bool

    @property
    def weight(self) -> float:
        return WEIGHTS[self.origin]


@dataclass(frozen=True, slots=True)
class Held:
    """A filing of the store. annual: a report on a whole year."""

    version: int
    filer: str
    ticker: str
    year: int | None
    annual: bool

    def called(self, rng: random.Random) -> str:
        return called(Filed(self.filer, self.ticker, self.year, ""), rng)


def held() -> dict[str, Held]:
    """By the SHA-256 of its file and, for those who name it so, by the document's name."""
    told: dict[str, Held] = {}
    documents = Document.objects.filter(kind=Kind.FILING, deleted=None, visibility=Visibility.EVERYONE)
    for one in documents.exclude(current=None).exclude(company=None).select_related("company", "current"):
        if one.company and one.current:
            filing = Held(
                one.current.pk, one.company.name, one.company.ticker, one.fiscal_year, one.fiscal_period == "FY"
            )
            told[one.current.sha256] = told[one.name] = filing
    return told


def of_readers(written: Iterable[Written], filings: Mapping[str, Held], rng: random.Random) -> Iterator[Asked]:
    for one in written:
        if filing := filings.get(one.filing):
            question = one.question.replace(COMPANY, filing.called(rng))
            pages = frozenset((filing.version, place[0]) for place in (one.answer, *one.supporting))
            yield Asked(question, frozenset({filing.filer}), pages, READERS, figures=False)


def of_file(file: Path, filings: Mapping[str, Held]) -> Iterator[Asked]:
    """JSON lines: question, kind, documents, pages from 0. Where there are as many of both, they belong in pairs."""
    with file.open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            known = [filings[name] for name in row.get("documents", ()) if name in filings]
            if known and row.get("pages"):
                filers = frozenset(one.filer for one in known)
                yield Asked(row["question"], filers, _pages(known, row["pages"]), FILE, row.get("kind") == "figure")


def _pages(known: Sequence[Held], pages: Sequence[int]) -> frozenset[PageOf]:
    if len(known) == len(pages):
        return frozenset((one.version, page) for one, page in zip(known, pages, strict=True))
    return frozenset((one.version, page) for one in known for page in pages)


def by_rule(filings: Mapping[str, Held], rng: random.Random, most: int) -> Iterator[Asked]:
    """Over the annual filings of each filer: `most` lines of statements, as many rows of other tables, and ratios."""
    versions = {one.version: one for one in filings.values() if one.annual and one.year}
    printed, concepts = _stated(versions)
    yield from _drawn(((key[0], key[1], "", pages) for key, pages in printed.items()), versions, rng, most, LINES)
    yield from _drawn(_ratios(versions, concepts, rng), versions, rng, most, RATIOS)
    yield from _drawn(_tables(versions, printed), versions, rng, most, TABLES)


Line = tuple[int, str, str, set[int]]  # version, label, title above it, pages
FORMS = {LINES: OF_A_LINE, RATIOS: OF_A_RATIO, TABLES: OF_A_TABLE}


def _drawn(
    lines: Iterable[Line], versions: Mapping[int, Held], rng: random.Random, most: int, origin: str
) -> Iterator[Asked]:
    """The same number of each filer's, as far as they go."""
    by_filer: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_filer[versions[line[0]].filer].append(line)
    for filer, own in sorted(by_filer.items()):
        for version, label, title, pages in rng.sample(own, min(most, len(own))):
            filing = versions[version]
            given = {"label": label, "title": title, "company": filing.called(rng), "year": filing.year}
            question = rng.choice(FORMS[origin]).format(**given)
            found = frozenset((version, page) for page in pages)
            yield Asked(question, frozenset({filer}), found, origin, figures=True)


def _stated(versions: Mapping[int, Held]) -> tuple[dict[tuple[int, str], set[int]], dict[tuple[int, str], set[int]]]:
    """Pages by label, and by concept, of the figures of each filing's own year."""
    printed: dict[tuple[int, str], set[int]] = defaultdict(set)
    concepts: dict[tuple[int, str], set[int]] = defaultdict(set)
    facts = Fact.objects.filter(version__in=versions, dimension="").exclude(label="").order_by("pk")
    for version, year, label, concept, page in facts.values_list("version", "label_year", "label", "concept", "page"):
        if year == versions[version].year and len(label.split()) <= LONGEST_LABEL:
            printed[version, " ".join(label.lower().split())].add(page)
        if year == versions[version].year and concept:
            concepts[version, concept].add(page)
    return printed, concepts


def _ratios(
    versions: Mapping[int, Held], concepts: Mapping[tuple[int, str], set[int]], rng: random.Random
) -> Iterator[Line]:
    """Those of which the filing states every item; pages of all of them."""
    for version in versions:
        for ratio in rng.sample(sorted(ratios().values(), key=lambda one: one.key), len(ratios())):
            items = [one.concept for one in walk(ratio.formulas[0]) if isinstance(one, Item)]
            pages = [concepts.get((version, item), set()) for item in items]
            if items and all(pages):
                yield version, ratio.name.lower(), "", set().union(*pages)


def _tables(versions: Mapping[int, Held], printed: Mapping[tuple[int, str], set[int]]) -> Iterator[Line]:
    """Rows of tables that are on no page of a statement, and that show the filing's year."""
    taken = {(version, page) for (version, _), pages in printed.items() for page in pages}
    tables = Chunk.objects.filter(version__in=versions, kind=ChunkKind.TABLE, duplicate_of=None)
    for chunk in tables.select_related("section").only("version_id", "page", "text", "section__path").order_by("pk"):
        if (chunk.version_id, chunk.page) in taken or not chunk.section or not chunk.section.path:
            continue
        shows_year = str(versions[chunk.version_id].year) in chunk.text
        if shows_year and section_label(chunk.section.path) not in UNASKED:
            for label in filter(_asked_for, labels(chunk.text)):
                yield chunk.version_id, label.lower(), chunk.section.path[-1].lower(), {chunk.page}


def _asked_for(label: str) -> bool:
    """A few plain words."""
    return 1 < len(label.split()) <= LONGEST_LABEL and all(one.isalpha() or one in " ,'&-/" for one in label)
