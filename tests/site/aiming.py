"""What somebody sends who wants what is not his: the ids and words of the owner's things, in every field of a form."""

import json
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from tests.site.belongings import WORD, Belongings
from tests.site.rules import BODIES, UPLOADS

WORDS: dict[str, Any] = dict.fromkeys(("q", "search", "name", "company", "tag"), WORD)
WRITTEN: dict[str, Any] = {
    "question": "Why?",
    "title": "Mine",
    "name": "mine",
    "own": "What was revenue?",
    "years": ["2023"],
    "circle": "everyone",
    "comment": "Mine.",
    "value": "1",
    "helped": "yes",
    "reason": "To look.",
    "visibility": "private",
    "decision": "accepted",
    "verdict": "right",
    "grade": "3",
    "revision": "0",
    "estimate": "1",
}


def things_of(had: Belongings) -> dict[str, Any]:
    """By the kind of a link in a note; each can be quoted in one, or named."""
    return {
        "note": had.note,
        "document": had.document,
        "page": had.version,
        "passage": had.chunk,
        "table": had.table,
        "answer": had.answer,
        "cell": had.cell,
    }


def aimed(had: Belongings) -> dict[str, Any]:
    """Fields for every form and every query at once: each takes those that it knows."""
    links = " ".join(f"[[{kind}:{uid}|x]]" for kind, uid in things_of(had).items())
    one = {
        "text": links,
        "words": links,
        "document": had.document,
        "deleted": had.deleted_document,
        "filing": had.document,
        "company": had.company,
        "cell": had.cell,
        "chunk": had.chunk,
        "kind": "passage",
        "target": had.chunk,
        "event": had.event,
        "subject": had.document,
        "actor": had.person,
        "uid": had.document,
        "at": had.message,
        "after": had.message,
        "edits": had.message,
        "reading_of": had.answer,
        "reading": "0",
        "answer": had.answer,
        "note": had.note,
        "key": had.message,
    }
    many = {"documents": [had.document], "companies": [had.company], "questions": [had.question]}
    told = {name: str(value) for name, value in one.items()} | {name: [str(one)] for name, (one,) in many.items()}
    return WRITTEN | told


def looked_for(had: Belongings) -> dict[str, Any]:
    """The same for lists and tables, narrowed to the owner's things in every way they know."""
    return aimed(had) | {"q": WORD, "search": WORD, "circle": f"user:{had.person}"}


def send(client: Client, method: str, route: str, path: str, fields: dict[str, Any]) -> Any:
    """As the page or the program sends it."""
    if method == "GET":
        return client.get(path, fields)
    if route in UPLOADS:
        return client.post(path, fields | {"file": SimpleUploadedFile("note.txt", b"Revenue was 12.")})
    if route.startswith("api/"):
        body = json.dumps(fields | BODIES.get((route, method), {}))
        return client.generic(method, path, body, content_type="application/json")
    return client.post(path, fields)


def naming() -> Iterator[str]:
    """The fields of all forms in which something is named by its id."""
    by_id = (forms.ModelChoiceField, forms.UUIDField)
    for form in _below(forms.BaseForm):
        if form.__module__.startswith("apps."):
            yield from (name for name, field in form.base_fields.items() if isinstance(field, by_id))  # type: ignore[attr-defined]


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def private_rows() -> frozenset[tuple[str, str]]:
    """A digest of every row in a table that is locked, whoever sees it. Call as the owner of the tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relrowsecurity ORDER BY relname")
        each = (f"SELECT '{table}', md5(one::text) FROM {table} AS one" for (table,) in cursor.fetchall())  # noqa: S608
        cursor.execute(" UNION ALL ".join(each))
        return frozenset(cursor.fetchall())
