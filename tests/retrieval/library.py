"""A small library of invented filings, indexed by the real embedder and the real lexical index."""

from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from apps.accounts.models import User
from apps.documents.lexical import write_lexemes
from apps.documents.models import (
    Chunk,
    ChunkVector,
    Company,
    Document,
    DocumentVersion,
    Section,
    SectionVector,
    State,
    Visibility,
)
from apps.documents.section_vectors import section_view
from apps.inference.embedding import embedder

BALANCE = """CONSOLIDATED BALANCE SHEETS (in millions)
Cash and cash equivalents 410 388
Total current assets 1,905 1,711
Goodwill 640 640
Total assets 4,212 3,980
Accounts payable 300 280
Total current liabilities 803 760
Total liabilities 2,001 1,940
Common stock 10 10
Retained earnings 2,201 2,030"""
INCOME = """CONSOLIDATED STATEMENTS OF INCOME (in millions, except per share amounts)
Net sales 3,310 3,002
Cost of sales 1,900 1,750
Operating income 512 447
Income taxes 98 90
Net income 401 340
Basic earnings per share 2.01 1.70
Diluted earnings per share 1.98 1.68"""
PROSE = (
    "Our headquarters is in the harbour district, where we lease two floors of an office building.",
    "We face the risk that the price of flour rises faster than the price of our bread.",
    "Flour costs drove the decline of our gross margin during the year, partly offset by higher prices.",
    "The board declared a quarterly dividend of thirty cents per share.",
    "We employ about 4,100 bakers and drivers.",
)


@dataclass(frozen=True)
class Filing:
    """What a test wants to know of a filing."""

    document: Document
    version: DocumentVersion
    chunks: list[Chunk]


def publish(
    owner: User,
    name: str,
    texts: tuple[str, ...] = (INCOME, BALANCE, *PROSE),
    *,
    company: str = "",
    aliases: tuple[str, ...] = (),
    year: int | None = None,
    period: str = "FY",
    form: str = "10-K",
    filed: date | None = None,
    visibility: Visibility = Visibility.EVERYONE,
) -> Filing:
    """A Ready document of one passage a page, searched from now on."""
    filer = Company.objects.get_or_create(name=company, defaults={"aliases": list(aliases)})[0] if company else None
    document = Document.objects.create(
        name=name,
        title=f"{form} {year} ({company})" if company else name,
        company=filer,
        fiscal_year=year,
        fiscal_period=period,
        report_type=form,
        filed=filed,
        owner=owner,
        team=owner.team if visibility == Visibility.TEAM else None,
        visibility=visibility,
    )
    version = DocumentVersion.objects.create(
        document=document,
        sha256=sha256(f"{name} {document.pk}".encode()).hexdigest(),
        file=f"versions/{name}.pdf",
        file_name=f"{name}.pdf",
        media_type="application/pdf",
        size=1,
        state=State.READY,
    )
    chunks = passages(version, texts)
    Document.objects.filter(pk=document.pk).update(current=version)
    document.refresh_from_db()
    return Filing(document, version, chunks)


def passages(version: DocumentVersion, texts: tuple[str, ...], first: int = 0) -> list[Chunk]:
    """Passages with vectors and lexemes; what begins in capitals with "CONSOLIDATED" is a table."""
    section = Section.objects.get_or_create(
        version=version, ordinal=0, level=1, title="Report", path=["Report"], page=0
    )[0]
    chunks = Chunk.objects.bulk_create(
        Chunk(
            version=version,
            section=section,
            ordinal=number,
            kind="table" if text.startswith("CONSOLIDATED") else "text",
            page=number,
            spans=[[number, 0, len(text)]],
            text=text,
            view=f"{version.document.title}\n{text}",
            hash=sha256(text.encode()).hexdigest(),
            tokens=len(text.split()),
            first_token=0,
        )
        for number, text in enumerate(texts, start=first)
    )
    model = embedder()
    vectors = model.embed([chunk.view for chunk in chunks])
    ChunkVector.objects.bulk_create(
        ChunkVector(chunk=chunk, model=model.name, dense=vector.tolist())
        for chunk, vector in zip(chunks, vectors, strict=True)
    )
    write_lexemes(version.pk)
    return chunks


def summarise(filing: Filing, title: str = "", summary: str = "") -> None:
    """Give the filing's section its vector, and first this title and summary where they are given."""
    section = Section.objects.get(version=filing.version)
    if summary:
        section.title, section.path, section.summary = title, [title], summary
        section.save()
        write_lexemes(filing.version.pk)
    model = embedder()
    (vector,) = model.embed([section_view(filing.document.title, section)])
    SectionVector.objects.create(section=section, model=model.name, dense=vector.tolist())
