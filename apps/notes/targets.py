"""What the floors below give notes to link to: filings, their pages, passages and tables with cells, other notes."""

import re
import uuid
from collections.abc import Iterator

from django.db.models import QuerySet
from django.urls import reverse

from apps.accounts.models import User
from apps.documents.models import Chunk, Document, DocumentVersion, Kind, Table
from apps.notes.links import OFFERED, Link, Linkable, linkable
from apps.notes.models import Note

PAGE = re.compile(r"^(.{1,100}?) (?:p|p\.|page) ?(\d{1,4})$", re.IGNORECASE)
LONGEST_QUOTE = 4000


def _document(reader: User, link: Link) -> str | None:
    seen = Document.objects.visible_to(reader).filter(uid=link.target)
    return reverse("documents:document", args=[link.target]) if seen.exists() else None


def _documents(reader: User, typed: str) -> Iterator[Link]:
    for document in _named(reader, typed).exclude(note__isnull=False)[:OFFERED]:
        yield Link("document", document.uid, "", str(document))


def _named(reader: User, typed: str) -> QuerySet[Document]:
    seen = Document.objects.visible_to(reader).exclude(current=None)
    for word in typed.split()[:6]:
        seen = seen.filter(title__icontains=word) | seen.filter(name__icontains=word)
    return seen.order_by("title")


def _version(reader: User, uid: uuid.UUID) -> DocumentVersion | None:
    return DocumentVersion.objects.filter(uid=uid, document__in=Document.objects.visible_to(reader)).first()


def _page(reader: User, link: Link) -> str | None:
    version = _version(reader, link.target)
    return f"{reverse('documents:version', args=[link.target])}?page={_number(link.place)}" if version else None


def _number(place: str) -> int:
    return int(place) if place.isascii() and place.isdigit() and len(place) < 6 else 1


def _pages(reader: User, typed: str) -> Iterator[Link]:
    """ "annual report p. 12": that page of what is called so."""
    if match := PAGE.match(typed):
        for document in _named(reader, match[1]).select_related("current")[:OFFERED]:
            if document.current and 0 < int(match[2]) <= document.current.page_count:
                yield Link("page", document.current.uid, match[2], f"{document}, page {match[2]}")


def _passage(reader: User, link: Link) -> str | None:
    chunk = Chunk.objects.visible_to(reader).select_related("version").filter(uid=link.target).first()
    if chunk is None:
        return None
    return f"{reverse('documents:version', args=[chunk.version.uid])}?page={chunk.page + 1}&chunk={chunk.uid}"


def _passage_quoted(reader: User, uid: uuid.UUID) -> str | None:
    chunk = Chunk.objects.visible_to(reader).select_related("version__document").filter(uid=uid).first()
    if chunk is None:
        return None
    told = Link("passage", uid, "", f"{chunk.version.document}, page {chunk.page + 1}")
    return f"{quoted(chunk.text)}\n\n{told}"


def quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text[:LONGEST_QUOTE].splitlines())


def _tables(reader: User) -> QuerySet[Table]:
    return Table.objects.filter(version__document__in=Document.objects.visible_to(reader))


def _table(reader: User, link: Link) -> str | None:
    seen = _tables(reader).filter(uid=link.target)
    return reverse("documents:table", args=[link.target]) if seen.exists() else None


def _tables_called(reader: User, typed: str) -> Iterator[Link]:
    standing = Document.objects.visible_to(reader).values("current")
    current = _tables(reader).filter(version__in=standing, caption__icontains=typed)
    for table in current.select_related("version__document")[:OFFERED]:
        yield Link("table", table.uid, "", f"{table}, {table.version.document}")


def _table_quoted(reader: User, uid: uuid.UUID) -> str | None:
    table = _tables(reader).select_related("version__document").filter(uid=uid).first()
    if table is None:
        return None
    told = Link("table", uid, "", f"{table}, {table.version.document}, page {table.page + 1}")
    return f"{_as_markdown(table)}\n\n{told} {table.units}".rstrip()


def _as_markdown(table: Table) -> str:
    rows = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in table.grid[:60]]
    return "\n".join([*rows[:1], "|" + " --- |" * len(table.grid[0]), *rows[1:]]) if rows else ""


def _cell(cell: dict[str, str] | None) -> str:
    return " ".join(cell["text"].split()).replace("|", "\\|") if cell else ""


def _note(reader: User, link: Link) -> str | None:
    seen = Note.objects.visible_to(reader).filter(uid=link.target)
    return reverse("notes:note", args=[link.target]) if seen.exists() else None


def _notes(reader: User, typed: str) -> Iterator[Link]:
    seen = Note.objects.visible_to(reader).select_related("document")
    for word in typed.split()[:6]:
        seen = seen.filter(document__title__icontains=word)
    for note in seen[:OFFERED]:
        yield Link("note", note.uid, "", str(note))


linkable("note", Linkable("Note", _note, _notes))
linkable("document", Linkable(str(Kind.FILING.label), _document, _documents))
linkable("page", Linkable("Page", _page, _pages))
linkable("table", Linkable("Table", _table, _tables_called, _table_quoted))
linkable("passage", Linkable("Passage", _passage, lambda reader, typed: iter(()), _passage_quoted))
