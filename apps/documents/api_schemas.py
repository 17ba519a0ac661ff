"""What the API of documents takes and gives."""

import uuid
from datetime import date, datetime
from typing import Annotated, Any, Self

from ninja import Schema
from pydantic import Field

from apps.documents.listing import SORTS, STATE_FILTERS, Wanted
from apps.documents.models import Chunk, Document, DocumentVersion, Form, Kind, State, Visibility
from apps.documents.progress import percent

MOST = 500
Offset = Annotated[int, Field(ge=0, le=10_000_000)]
Limit = Annotated[int, Field(ge=1, le=MOST)]


class Filters(Schema):
    """As on the library page. company: public id; state: ready, working, error or one state of the life cycle;
    sort: name, company, type, year, period, pages, state or uploaded, with "-" before it for the other direction."""

    q: Annotated[str, Field(max_length=100, pattern=r"^[^\x00]*$")] = ""
    company: uuid.UUID | None = None
    type: Form | None = None
    year: Annotated[int, Field(ge=1900, le=2100)] | None = None
    state: Annotated[str, Field(pattern=f"^({'|'.join(STATE_FILTERS)}|)$")] = ""
    sort: Annotated[str, Field(pattern=f"^-?({'|'.join(SORTS)})$")] = "-uploaded"
    offset: Offset = 0
    limit: Limit = 50

    def wanted(self) -> Wanted:
        return Wanted(self.q, self.company, str(self.type or ""), self.year, self.state, self.sort)


class Wishes(Schema):
    """What comes with an upload: who may see it, whether it is a note, and the filer where the file does not say it."""

    visibility: Visibility = Visibility.PRIVATE
    kind: Kind = Kind.FILING
    company: Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")] = ""


class StateOut(Schema):
    """Where a version stands. progress: percent of the way to ready; error: one sentence, "" while there is none."""

    state: State
    progress: int
    error: str
    failed_in: str
    pages: int
    diagnostics: Annotated[dict[str, Any], Field(default_factory=dict)]

    @classmethod
    def of(cls, version: DocumentVersion, diagnostics: bool = False) -> Self:
        return cls(
            state=State(version.state),
            progress=percent(version),
            error=version.error,
            failed_in=version.failed_in,
            pages=version.page_count,
            diagnostics=version.diagnostics if diagnostics else {},
        )


class VersionOut(Schema):
    id: uuid.UUID
    file_name: str
    media_type: str
    size: int
    sha256: str
    parser: str
    created: datetime
    ready: datetime | None


class DocumentOut(Schema):
    """A document with its newest version. duplicate: an upload brought nothing new, this was there before."""

    id: uuid.UUID
    name: str
    title: str
    company: str | None
    company_id: uuid.UUID | None
    type: Form
    fiscal_year: int | None
    fiscal_period: str
    period_end: date | None
    filed: date | None
    visibility: Visibility
    owner: str
    created: datetime
    edited: list[str]
    state: StateOut
    version: VersionOut
    duplicate: bool = False

    @classmethod
    def of(cls, document: Document, version: DocumentVersion, *, duplicate: bool = False) -> Self:
        return cls(
            id=document.uid,
            name=document.name,
            title=document.title,
            company=document.company.name if document.company else None,
            company_id=document.company.uid if document.company else None,
            type=Form(document.report_type),
            fiscal_year=document.fiscal_year,
            fiscal_period=document.fiscal_period,
            period_end=document.period_end,
            filed=document.filed,
            visibility=Visibility(document.visibility),
            owner=document.owner.get_username(),
            created=document.created,
            edited=document.metadata.get("edited", []),
            state=StateOut.of(version),
            version=version_out(version),
            duplicate=duplicate,
        )


def version_out(version: DocumentVersion) -> VersionOut:
    return VersionOut(
        id=version.uid,
        file_name=version.file_name,
        media_type=version.media_type,
        size=version.size,
        sha256=version.sha256,
        parser=version.parser,
        created=version.created,
        ready=version.ready,
    )


class DocumentsOut(Schema):
    documents: list[DocumentOut]
    count: int


class PageOut(Schema):
    """A page. number counts from 0; width and height in points, 0 for sources without geometry."""

    number: int
    label: str
    width: float
    height: float
    text: str


class PagesOut(Schema):
    pages: list[PageOut]
    count: int


class ChunkOut(Schema):
    """A passage. spans: [page, start, end] into the pages' text; boxes: [page, x0, y0, x1, y1] in points, top left."""

    id: uuid.UUID
    kind: str
    page: int
    section: list[str]
    text: str
    tokens: int
    spans: list[list[int]]
    boxes: list[list[float]]

    @classmethod
    def of(cls, chunk: Chunk) -> Self:
        return cls(
            id=chunk.uid,
            kind=chunk.kind,
            page=chunk.page,
            section=chunk.section.path if chunk.section else [],
            text=chunk.text,
            tokens=chunk.tokens,
            spans=chunk.spans,
            boxes=chunk.boxes,
        )


class ChunksOut(Schema):
    chunks: list[ChunkOut]
    count: int


class RefusedOut(Schema):
    """Why a file or an act was refused: one sentence."""

    detail: str
    reason: str = ""
