"""Documents on the shelf for view tests: rows as the life cycle leaves them, with a small invented PDF or text."""

import uuid
from functools import cache
from io import BytesIO
from typing import Any

import pypdfium2 as pdfium
from django.core.files.base import ContentFile

from apps.accounts.models import User
from apps.documents.models import Chunk, Company, Document, DocumentVersion, Page, Section, State, Table, Visibility

SENTENCES = ("Net sales of the kelp segment rose to $ 1,577 million.", "Operating income was $ 214 million.")
TEXT = "\n".join(SENTENCES)
PDF = "application/pdf"


@cache
def pdf(pages: int = 3) -> bytes:
    with pdfium.PdfDocument.new() as document:
        for _ in range(pages):
            document.new_page(612, 792)
        target = BytesIO()
        document.save(target)
        return target.getvalue()


def shelve(
    owner: User, name: str = "kelpworks_2023_10K", *, state: State = State.READY, **fields: Any
) -> DocumentVersion:
    """A private document of `owner` with one version of three pages, one passage and one table on page 1 (from 0)."""
    company_name = fields.pop("company_name", "")
    media_type = fields.pop("media_type", PDF)
    version_fields = {key: fields.pop(key) for key in ("error", "failed_in", "diagnostics") if key in fields}
    company = Company.objects.get_or_create(name=company_name)[0] if company_name else None
    document = Document.objects.create(name=name, owner=owner, company=company, **fields)
    version = DocumentVersion(
        document=document,
        sha256=uuid.uuid4().hex * 2,
        file_name=f"{name}.pdf",
        media_type=media_type,
        size=len(pdf()),
        state=state,
        page_count=3,
        **version_fields,
    )
    version.file.save(f"{uuid.uuid4()}.pdf", ContentFile(pdf()))
    if state == State.READY:
        document.current = version
        document.save()
        fill(version)
    return version


def fill(version: DocumentVersion) -> None:
    points = (612.0, 792.0) if version.media_type == PDF else (0.0, 0.0)
    for number in range(3):
        blocks = [
            {"kind": "heading", "start": 0, "end": len(SENTENCES[0]), "level": 1, "table": None},
            {"kind": "paragraph", "start": len(SENTENCES[0]) + 1, "end": len(TEXT), "level": 0, "table": None},
        ]
        runs = [[0, len(SENTENCES[0]), 72, 72, 372, 84], [len(SENTENCES[0]) + 1, len(TEXT), 72, 90, 300, 102]]
        Page.objects.create(
            version=version,
            number=number,
            width=points[0],
            height=points[1],
            text=TEXT,
            runs=runs if points[0] else [],
            blocks=blocks,
        )
    section = Section.objects.create(version=version, ordinal=0, level=1, title="Kelp", path=["Kelp"], page=1)
    Chunk.objects.create(
        version=version,
        section=section,
        ordinal=0,
        kind="text",
        page=1,
        spans=[[1, len(SENTENCES[0]) + 1, len(TEXT)]],
        text=SENTENCES[1],
        view=SENTENCES[1],
        hash="0" * 64,
        tokens=8,
        first_token=0,
    )
    Table.objects.create(version=version, ordinal=0, page=1, caption="Sales of kelp", grid=grid(), header_rows=1)


def grid() -> list[list[dict[str, Any] | None]]:
    """Two rows: a header over two columns, and a label with two numbers that stand in the page's text."""
    start = TEXT.index("1,577")
    header = {"text": "2023", "start": 0, "end": 0, "box": None, "row_span": 1, "column_span": 2}
    number = {"text": "1,577", "start": start, "end": start + 5, "box": None, "row_span": 1, "column_span": 1}
    return [[None, header, None], [number | {"text": "Net"}, number, number]]


def shared(owner: User, visibility: Visibility, **fields: Any) -> DocumentVersion:
    """The same, seen by the team or by everyone."""
    team = owner.team if visibility == Visibility.TEAM else None
    return shelve(owner, visibility=visibility, team=team, **fields)
