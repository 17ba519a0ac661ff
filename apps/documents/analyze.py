"""Normalized -> Analyzed: metadata (M2), sections (V4), chunks (A4), facts (beyond 1), cards (R1), enrichment (A5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from json import dumps
from typing import Any

from django.conf import settings

from apps.documents import chunking
from apps.documents.chunk_rows import chunk_rows, mark_duplicates
from apps.documents.describing import describe
from apps.documents.lexical import write_lexemes
from apps.documents.metadata import Metadata, extract
from apps.documents.modelled.describing import keep_readings
from apps.documents.modelled.filing import FilingReader
from apps.documents.modelled.metadata import Refinement
from apps.documents.models import Chunk, Document, DocumentVersion, Page, Section
from apps.documents.normalize import parsed_pages, reading_bounds, release_connection
from apps.documents.outcome import Outcome
from apps.documents.passage_reading import Reading, card_inputs
from apps.documents.sections import ParsedSection, outline
from apps.documents.statement_rows import Statements, markup_of, read_statements, save_statements, tagged_numbers
from apps.reading.confinement import Bounds, run_forked
from apps.reading.parsed import ParsedPage, Progress
from apps.statements.ontology import concepts

BATCH = 500
PICTURE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that follows from the words alone. models: what language models did for it."""

    metadata: Metadata
    sections: Sequence[ParsedSection]
    passages: Sequence[chunking.Passage]
    statements: Statements
    readings: Sequence[Reading]
    summaries: Sequence[str]
    refinement: Refinement
    models: dict[str, Any]


def analyze(version: DocumentVersion, progress: Progress) -> Outcome:
    """Derive metadata, sections, passages, facts and cards, in a child; nothing is saved before the transition.

    Raises FileRefused for a file that takes more than its bounds.
    """
    rows = list(version.pages.order_by("number"))
    pages = parsed_pages(version)
    release_connection()
    markup = markup_of(version)
    concepts()  # read once here, not again in each child
    analysis: Analysis = run_forked(lambda _: analysis_of(version, pages, markup), analysing_bounds(), progress)
    progress(len(pages), len(pages))
    return Outcome(
        save=lambda: save_analysis(version, rows, analysis),
        fields={"settings_hash": settings_hash()},
        detail={"metadata": analysis.metadata.as_json(), "models": analysis.models},
    )


def analysing_bounds() -> Bounds:
    """As of reading; where a model reads too, its patience comes on top. Page images are drawn to be seen by one."""
    bounds = reading_bounds()
    return replace(bounds, wall_seconds=bounds.wall_seconds + settings.PATIENCE, file_bytes=PICTURE_BYTES)


def analysis_of(version: DocumentVersion, pages: Sequence[ParsedPage], markup: bytes = b"") -> Analysis:
    """Needs no database. markup: the file itself, where it is a web page that may hold tags."""
    sections = outline(pages)
    reader = FilingReader.configured()
    refinement = reader.metadata(extract(pages, version.file_name, version.document.kind), pages)
    metadata = refinement.metadata
    year, end = metadata.fiscal_year, metadata.period_end
    period = metadata.fiscal_period.value if metadata.fiscal_period else ""
    tagged = tagged_numbers(markup)
    statements = read_statements(pages, year.value if year else None, end.value if end else None, period, tagged)
    passages = chunking.passages(sections)
    readings = reader.passages(version, card_inputs(passages, sections, metadata, statements.facts), passages)
    summaries = reader.summaries(sections)
    return Analysis(metadata, sections, passages, statements, readings, summaries, refinement, reader.account())


def settings_hash() -> str:
    """A digest of every number that decides how text becomes chunks."""
    numbers = {name: getattr(chunking, name) for name in dir(chunking) if name.endswith("_CHARACTERS")}
    return sha256(dumps(numbers, sort_keys=True).encode()).hexdigest()


def save_analysis(version: DocumentVersion, rows: Sequence[Page], analysis: Analysis) -> dict[str, int]:
    """Replace what a dead attempt may have left, and write everything anew."""
    version.chunks.all().delete()
    version.sections.all().delete()
    document = describe(version.document_id, analysis.metadata, analysis.sections)
    keep_readings(document, analysis.refinement)
    sections = Section.objects.bulk_create(_section_rows(version, analysis), batch_size=BATCH)
    chunks = chunk_rows(version, document.title, rows, sections, analysis.passages, analysis.readings)
    Chunk.objects.bulk_create(chunks, batch_size=BATCH)
    duplicates = mark_duplicates(chunks)
    counts = {"sections": len(sections), "chunks": len(chunks), "duplicates": duplicates}
    counts |= save_statements(version, analysis.statements) | {"lexemes": write_lexemes(version.pk)}
    _open_to_questions(version)
    return counts


def _open_to_questions(version: DocumentVersion) -> None:
    """A filing that has no version to answer from answers from facts and words now; its vectors follow."""
    Document.objects.filter(pk=version.document_id, current=None).update(current=version)


def _section_rows(version: DocumentVersion, analysis: Analysis) -> list[Section]:
    return [
        Section(
            version=version,
            ordinal=ordinal,
            level=section.level,
            title=section.title,
            path=list(section.path),
            page=section.page,
            summary=summary,
        )
        for ordinal, (section, summary) in enumerate(zip(analysis.sections, analysis.summaries, strict=True))
    ]
