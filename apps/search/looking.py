"""Searching without asking: the search itself, what narrows it, and what else it could be narrowed to.

Everything counted here is counted over passages that the search found for this viewer, so no count can tell of
documents that the viewer may not see.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from apps.accounts.models import User
from apps.documents.models import Document, Form
from apps.retrieval.found import Found, Scope, SearchSettings, SearchTrace
from apps.retrieval.search import search_text
from apps.search.section_kinds import SectionKind, kind_of

KEPT = 200  # passages of a search, and so the most that is counted
OPTIONS = 12  # of a facet
FACETS = {"company": "Company", "year": "Fiscal year", "form": "Type", "section": "Section"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for. form: a value of `Form`, section: of `SectionKind`; empty means all."""

    text: str = ""
    company: uuid.UUID | None = None
    year: int | None = None
    form: str = ""
    section: str = ""

    def without(self, facet: str) -> "Wanted":
        empty: dict[str, str | None] = {"company": None, "year": None, "form": "", "section": ""}
        return replace(self, **{facet: empty[facet]})  # type: ignore[arg-type]

    @property
    def narrowed_by(self) -> dict[str, str]:
        return {facet: str(value) for facet in FACETS if (value := getattr(self, facet))}

    @property
    def scope(self) -> Scope:
        return Scope(
            companies=(self.company,) if self.company else (),
            years=(self.year,) if self.year else (),
            report_types=(self.form,) if self.form else (),
        )


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found, with its document as the viewer sees it."""

    found: Found
    document: Document
    section: SectionKind


@dataclass(frozen=True, slots=True)
class Option:
    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """hits: best first, at most KEPT."""

    hits: tuple[Hit, ...]
    facets: tuple[Facet, ...]
    trace: SearchTrace


def look(viewer: User, wanted: Wanted) -> Looked:
    """Raises ModelUnavailable. A facet that is chosen counts what there would be without it, which takes a search."""
    hits, trace = _search(viewer, wanted)
    facets = tuple(_facet(name, wanted, hits, viewer) for name in FACETS)
    return Looked(tuple(_of_section(hits, wanted.section)), facets, trace)


def _search(viewer: User, wanted: Wanted) -> tuple[list[Hit], SearchTrace]:
    """Every section: those are told apart afterwards."""
    result = search_text(wanted.text, viewer=viewer, scope=wanted.scope, settings=SearchSettings(keep=KEPT))
    documents = _documents(viewer, result.candidates)
    return [
        Hit(found, documents[found.document_uid], kind_of(found.section_path))
        for found in result.candidates
        if found.document_uid in documents
    ], result.trace


def _documents(viewer: User, found: Iterable[Found]) -> Mapping[uuid.UUID, Document]:
    rows = Document.objects.visible_to(viewer).filter(uid__in={one.document_uid for one in found})
    return {document.uid: document for document in rows.select_related("company")}


def _of_section(hits: Iterable[Hit], section: str) -> list[Hit]:
    return [hit for hit in hits if not section or hit.section == section]


def _facet(name: str, wanted: Wanted, hits: list[Hit], viewer: User) -> Facet:
    chosen = wanted.narrowed_by.get(name, "")
    others = wanted.without(name)
    if chosen and name != "section":
        hits, _ = _search(viewer, others)
    counts: dict[tuple[str, str], int] = {}
    for hit in _of_section(hits, others.section):
        if value := _value(name, hit):
            counts[value] = counts.get(value, 0) + 1
    options = [Option(value, label, count, value == chosen) for (value, label), count in counts.items()]
    order = sorted(options, key=lambda option: (not option.chosen, -option.count, option.label))[:OPTIONS]
    if name == "year":
        order.sort(key=lambda option: option.label, reverse=True)
    return Facet(name, FACETS[name], tuple(order))


def _value(name: str, hit: Hit) -> tuple[str, str] | None:
    """The value of a facet and how it reads; None where the document does not say."""
    document = hit.document
    if name == "company":
        return (str(document.company.uid), document.company.name) if document.company else None
    if name == "year":
        return (str(document.fiscal_year), str(document.fiscal_year)) if document.fiscal_year else None
    if name == "form":
        return document.report_type, Form(document.report_type).label
    return str(hit.section), str(hit.section)
