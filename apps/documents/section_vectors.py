"""Section summaries as a path of retrieval of their own: a vector each (V4); their lexemes are written by `lexical`.

A section of one passage has none: the vector of that passage says the same, and these are half of all sections.
"""

from django.db.models import Count
from pgvector import HalfVector

from apps.documents.models import DocumentVersion, Section, SectionVector
from apps.documents.normalize import release_connection
from apps.documents.passage_views import path_line
from apps.inference.embedding import Embedder


def embed_sections(version: DocumentVersion, model: Embedder) -> int:
    """Give sections with a summary and two passages or more a vector of the model; returns how many had none yet."""
    title = version.document.title
    told = Section.objects.filter(version=version).exclude(summary="").exclude(vectors__model=model.name)
    sections = list(told.annotate(passages=Count("chunks")).filter(passages__gt=1).defer("lexemes"))
    release_connection()
    vectors = model.embed([section_view(title, section) for section in sections])
    rows = [
        SectionVector(section=section, model=model.name, dense=HalfVector(vector))
        for section, vector in zip(sections, vectors, strict=True)
    ]
    SectionVector.objects.bulk_create(rows, ignore_conflicts=True)  # a worker thought dead may have saved them
    return len(rows)


def section_view(title: str, section: Section) -> str:
    """What the embedder reads of a section: the filing's title, the path, the summary."""
    return f"{title}\n{path_line(section.path)}\n{section.summary}"
