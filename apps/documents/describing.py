"""Writing what was found about a filing to its document, and nothing over what a person edited."""

from collections.abc import Sequence
from typing import Any

from apps.documents.circles import circle_of, heard_by, known_to
from apps.documents.companies import company_named
from apps.documents.keywords import as_json as keywords_json
from apps.documents.keywords import keywords
from apps.documents.metadata import Metadata
from apps.documents.models import Company, Document, Form, Kind
from apps.documents.named_companies import company_in
from apps.documents.sections import ParsedSection, cut
from apps.reading.normal import one_line

SUMMARY_CHARACTERS = 600
TITLE_CHARACTERS = 300
TITLE_LINES, LONGEST_OWN_TITLE = 2, 120


def describe(document_id: int, metadata: Metadata, sections: Sequence[ParsedSection]) -> Document:
    """Fill the document's fields; those in its metadata["edited"] stay. Runs in the caller's transaction."""
    document = Document.objects.select_for_update(of=("self",)).select_related("company").get(pk=document_id)
    edited = set(document.metadata.get("edited", []))
    for field, value in _found(document, metadata, edited).items():
        if field not in edited:
            setattr(document, field, value)
    if "title" not in edited:
        document.title = title(document, metadata.period, own_title(sections))
    if "summary" not in edited:
        document.summary = summary(document, sections)
    found = keywords(sections, metadata.company.value if metadata.company else "")
    read = metadata.as_json() | {"keywords": keywords_json(found)}
    if "keywords" in edited:
        read.pop("keywords", None)
    document.metadata = document.metadata | read
    document.save()
    return document


def _found(document: Document, metadata: Metadata, edited: set[str]) -> dict[str, Any]:
    """Fields of the document for which something was found."""
    known = {
        "report_type": metadata.form,
        "fiscal_year": metadata.fiscal_year,
        "fiscal_period": metadata.fiscal_period,
        "period_end": metadata.period_end,
        "filed": metadata.filed,
    }
    found: dict[str, Any] = {field: value.value for field, value in known.items() if value is not None}
    if "company" not in edited and (company := _company(document, metadata)):
        found["company"] = company
    return found


def _company(document: Document, metadata: Metadata) -> Company | None:
    """The filer in the register. Its name is the one in its latest filing; a note brings no company in."""
    if document.kind == Kind.NOTE:
        return company_in(metadata.head, known_to(circle_of(document)))
    if metadata.company is None:
        return None
    newest = metadata.company.source == "cover" and not _later_filing(document, metadata)
    ticker = metadata.ticker.value if metadata.ticker else ""
    return company_named(
        metadata.company.value,
        ticker=ticker,
        numbers=metadata.numbers,
        newest=newest,
        told_to=circle_of(document),
    )


def _later_filing(document: Document, metadata: Metadata) -> bool:
    """Whether a filing with one of these numbers, and of a later period, was read before and is seen by the same."""
    if metadata.period_end is None or not metadata.numbers:
        return True
    seen = Document.objects.filter(heard_by(circle_of(document)))
    filings = seen.filter(company__identifiers__overlap=list(metadata.numbers))
    return filings.filter(period_end__gt=metadata.period_end.value).exclude(pk=document.pk).exists()


def title(document: Document, period: str, own: str = "") -> str:
    """ "[type] - [period] ([company])". A note is called one.

    A paper of no known type is called by its `own` title, else by its file's name.
    """
    if document.kind == Kind.NOTE:
        return f"Note: {document.name}"[:TITLE_CHARACTERS]
    if document.report_type == Form.OTHER:
        return (own or document.name)[:TITLE_CHARACTERS]
    company = f" ({document.company.name})" if document.company else ""
    when = f" - {period}" if period else ""
    return f"{Form(document.report_type).label}{when}{company}"[:TITLE_CHARACTERS]


def own_title(sections: Sequence[ParsedSection]) -> str:
    """What a paper calls itself: its first heading, else its first line; "" where that is a sentence or one word.

    A sheet of a workbook is headed by its name ("Model"), and what it is stands in the line below.
    """
    first = next(iter(sections), None)
    lines = [one_line(placed.text.strip().partition("\n")[0]) for placed in first.blocks[:TITLE_LINES]] if first else []
    return next((line for line in lines if _is_title(line)), "")


def _is_title(line: str) -> bool:
    words = [word for word in line.split() if any(map(str.isalpha, word))]
    return len(words) >= 2 and len(line) <= LONGEST_OWN_TITLE and not line.endswith((".", ";", ",", ":"))


def summary(document: Document, sections: Sequence[ParsedSection]) -> str:
    """The title and the first lead of the filing's own prose."""
    leads = (section.summary for section in sections if section.level and section.summary)
    return cut(f"{document.title}. {next(leads, '')}".strip(), SUMMARY_CHARACTERS)
