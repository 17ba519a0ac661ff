"""Example questions that the library can answer: each is made of a line that really stands in a filing held."""

from collections.abc import Iterable

from apps.accounts.models import User
from apps.documents.models import Chunk, ChunkKind, Document

# Lines that most filers report, and how an analyst asks for them.
LINES = (
    ("operating income", "What was the operating income of {company} in fiscal {year}?"),
    ("total assets", "What were the total assets of {company} at the end of fiscal {year}?"),
    ("operating activities", "How much net cash did {company} provide by operating activities in fiscal {year}?"),
    ("net income", "What was the net income of {company} in fiscal {year}?"),
    ("research and development", "How much did {company} spend on research and development in fiscal {year}?"),
)
SHOWN = 4


def example_questions(user: User) -> list[str]:
    """At most four questions about filings that `user` may see, of different filers where there are several."""
    annual = Document.objects.visible_to(user).filter(fiscal_period="FY")
    filings = annual.exclude(current=None).exclude(company=None).exclude(fiscal_year=None)
    newest = list(
        filings.select_related("company").order_by("company_id", "-fiscal_year").distinct("company_id")[:SHOWN]
    )
    held = _lines_held(document.current_id for document in newest if document.current_id)
    asked = [
        question.format(company=_plain(document), year=document.fiscal_year)
        for place in range(len(LINES))
        for document in newest
        for line, question in _turned(held.get(document.current_id or 0, ()), place)
    ]
    return list(dict.fromkeys(asked))[:SHOWN]


def _lines_held(versions: Iterable[int]) -> dict[int, list[tuple[str, str]]]:
    """For each version, the lines that its tables have."""
    wanted = list(versions)
    held: dict[int, list[tuple[str, str]]] = {version: [] for version in wanted}
    tables = Chunk.objects.filter(version__in=wanted, kind=ChunkKind.TABLE)
    for line, question in LINES:
        for version in tables.filter(text__icontains=line).values_list("version", flat=True).distinct():
            held[version].append((line, question))
    return held


def _turned(lines: "list[tuple[str, str]] | tuple[()]", place: int) -> Iterable[tuple[str, str]]:
    """The line at `place`, if there are so many: filers take turns."""
    return lines[place : place + 1]


def _plain(document: Document) -> str:
    return document.company.name if document.company else document.name
