"""An answer as JSON for the API and the command line. What its viewer may no longer see is left out."""

import uuid
from collections.abc import Iterable
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer, Citation
from apps.answers.run.being_read import FileRead, files_read
from apps.documents.models import Document

CITATION_PATH = "/citations/{uid}/"
WITHHELD = "A source of this answer is no longer available to you."
PIECES = ("parts", "rows", "tables")  # of a result: what may rest on sources
NOT_TOLD = "Nothing was found that could be cited. What was searched is told to whoever asked."


def visible_citations(answers: Iterable[Answer], viewer: User) -> dict[int, list[Citation]]:
    """For each answer's key, the citations whose documents `viewer` may see now, with their documents loaded."""
    documents = Document.objects.visible_to(viewer)
    rows = Citation.objects.filter(answer__in=[answer.pk for answer in answers], version__document__in=documents)
    found: dict[int, list[Citation]] = {}
    for citation in rows.select_related("version__document", "chunk"):
        found.setdefault(citation.answer_id, []).append(citation)
    return found


def as_json(answer: Answer, viewer: User) -> dict[str, Any]:
    """Everything about the answer; the figures are null and the lists empty until it is done."""
    citations = visible_citations([answer], viewer).get(answer.pk, [])
    reading = waiting_for([answer], viewer).get(answer.pk, ())
    result = visible_result(answer, viewer, citations)
    seen = set(
        Document.objects.visible_to(viewer).filter(name__in=result.get("documents", [])).values_list("name", flat=True)
    )
    return {
        "id": str(answer.uid),
        "question": answer.question,
        "read_as": result.get("read_as") or None,
        "state": answer.state,
        "status": answer.status or None,
        "answer": result.get("answer") or answer.error,
        "reading": [{"id": str(one.uid), "document": one.name, "state": one.state} for one in reading],
        "value": result.get("value"),
        "unit": result.get("unit"),
        "sheet": result.get("sheet"),
        "grid": result.get("grid"),
        "tables": result.get("tables", []),
        "readings": [{"text": one["text"], "reason": one["reason"]} for one in result.get("readings", [])],
        "settings": answer.own_settings,
        "query": answer.query if answer.asker_id == viewer.pk else None,
        "tools": result.get("tools", []),
        "rows": result.get("rows", []),
        "citations": [citation_json(citation) for citation in citations],
        "documents": [name for name in result.get("documents", []) if name in seen],
        "pages": [page for page in result.get("pages", []) if page[0] in seen],
        "searched": result.get("searched"),
        "validation": result.get("validation"),
        "seconds": result.get("seconds"),
        "tokens_in": result.get("tokens_in", 0),
        "tokens_out": result.get("tokens_out", 0),
    }


def waiting_for(answers: Iterable[Answer], viewer: User) -> dict[int, tuple[FileRead, ...]]:
    """For each answer's key, the files that it waits for and that `viewer` may see, as they stand now. Two queries."""
    wanted = {answer.pk: list(answer.result.get("reading") or ()) for answer in answers}
    found = files_read(dict.fromkeys(uid for uids in wanted.values() for uid in uids), viewer)
    return {pk: tuple(found[uid] for uid in uids if uid in found) for pk, uids in wanted.items()}


def visible_result(answer: Answer, viewer: User, citations: Iterable[Citation]) -> dict[str, Any]:
    """The result without the words and figures of sources that the viewer may not, or no longer, see.

    What was searched, and words that rest on no source ("no filing of 2021, did you mean ..."), tell what the asker's
    library holds; they are for the asker alone. "withheld" says in a sentence why words are missing.
    """
    if answer.asker_id == viewer.pk:
        return _with_sources(answer.result, citations)
    result: dict[str, Any] = answer.result | {"searched": None, "readings": [], "read_as": ""}
    cites = any(_labels(piece) != {0} for piece in _pieces(result))
    if cites or result.get("tools") or not result.get("answer"):
        return _with_sources(result, citations)
    return result | {"withheld": NOT_TOLD, "answer": NOT_TOLD, "parts": [], "validation": None}


def _with_sources(result: dict[str, Any], citations: Iterable[Citation]) -> dict[str, Any]:
    labels = {0, *(citation.label for citation in citations)}
    parts, rows, tables = (result.get(name, []) for name in PIECES)
    if all(_labels(piece) <= labels for piece in _pieces(result)):
        return result
    # the program's own words may tell a figure of any source, so they go with the first that is gone
    kept = [piece for piece in parts if _labels(piece) <= labels and _labels(piece) != {0}]
    return result | {
        "withheld": WITHHELD,
        "answer": " ".join([WITHHELD, *(piece["text"] for piece in kept)]),
        "parts": kept,
        "rows": [row for row in rows if row["citation"] in labels],
        "value": None,
        "unit": None,
        "sheet": None,
        "grid": None,
        "tables": [table for table in tables if table["citation"] in labels],
        "tools": [],
        "validation": None,
    }


def _pieces(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [piece for name in PIECES for piece in result.get(name, [])]


def _labels(piece: dict[str, Any]) -> set[int]:
    """Every citation that a piece of the answer rests on."""
    return {piece["citation"], *piece.get("citations", ())}


def citation_json(citation: Citation) -> dict[str, Any]:
    """page counts from 0, page_number from 1; boxes are [page, x0, y0, x1, y1] in points from the top left."""
    document = citation.version.document
    return {
        "id": str(citation.uid),
        "label": citation.label,
        "document": document.name,
        "title": document.title,
        "page": citation.page,
        "page_number": citation.page + 1,
        "quote": citation.quote,
        "start": citation.start,
        "end": citation.end,
        "boxes": citation.boxes,
        "chunk": str(citation.chunk.uid),
        "url": citation_path(citation.uid),
    }


def citation_path(uid: uuid.UUID) -> str:
    return CITATION_PATH.format(uid=uid)
