"""Where each field of a document comes from: read from the file, with what confidence, or entered by somebody."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.documents.models import Document, Form

UNSURE = 0.8
READ_AS = {"report_type": "form"}  # under which key of the metadata a field of the document was read
FIELDS = {
    "title": "Title",
    "summary": "Summary",
    "company": "Company",
    "report_type": "Type",
    "fiscal_year": "Fiscal year",
    "fiscal_period": "Fiscal period",
    "period_end": "Period end",
    "filed": "Filed",
    "keywords": "Keywords",
}


@dataclass(frozen=True, slots=True)
class KnownField:
    """One field as the page shows it. percent: how sure its reading is, None where it was not read from the file.

    source: "cover", "text", "file name", "convention", or who entered it; empty where nothing is known.
    """

    name: str
    label: str
    text: str
    source: str = ""
    percent: int | None = None
    by_hand: bool = False
    unsure: bool = False


def by_hand(values: Mapping[str, Any], actor: User) -> dict[str, dict[str, str]]:
    """What `Document.metadata["by_hand"]` says of fields that `actor` entered."""
    at = timezone.now().isoformat(timespec="seconds")
    return {name: {"value": str(value), "by": actor.get_username(), "at": at} for name, value in values.items()}


def known_fields(document: Document) -> list[KnownField]:
    """Every field of the document that can be known, in the order of the page."""
    return [_known(document, name, label) for name, label in FIELDS.items()]


def _known(document: Document, name: str, label: str) -> KnownField:
    text = _text(document, name)
    if name in document.metadata.get("edited", ()):
        entered = document.metadata.get("by_hand", {}).get(name, {})
        return KnownField(name, label, text, f"by {entered['by']}" if "by" in entered else "by hand", by_hand=True)
    read = document.metadata.get(READ_AS.get(name, name))
    if not text or not isinstance(read, dict) or "confidence" not in read:
        return KnownField(name, label, text)
    sure = float(read["confidence"])
    return KnownField(name, label, text, str(read.get("source", "")), round(100 * sure), unsure=sure < UNSURE)


def _text(document: Document, name: str) -> str:
    if name == "keywords":
        return ", ".join(keywords(document))
    if name == "company":
        return document.company.name if document.company else ""
    if name == "report_type":
        return str(Form(document.report_type).label)
    value = getattr(document, name)
    return "" if value is None else str(value)


def keywords(document: Document) -> list[str]:
    """The document's keywords, read or entered."""
    kept = document.metadata.get("keywords", [])
    words = kept.get("value", []) if isinstance(kept, dict) else kept
    return [str(word) for word in words]
