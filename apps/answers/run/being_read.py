"""Files that are still being read.

A question that needs one of them is put off; it is neither answered from the files of others nor called "Not found".
"""

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery

from apps.accounts.models import User
from apps.documents.models import Document, DocumentVersion, State
from apps.questions.query import Query, Reading, Role
from apps.questions.slots import Filer
from apps.retrieval.found import Scope

ENDED = (State.READY, State.ERROR)
ON_THE_WAY = tuple(state for state in State if state not in ENDED)
MOST = 50  # files that an answer names
LEAST = 3  # letters of a word that may name a file
JOINED = 5  # letters of one that may begin a joined name ("quillmarkfoundry")
LETTERS = re.compile(r"[^\W\d_]+")
MAY_NAME = frozenset({Role.FILER, Role.TOPIC, Role.UNREAD, Role.PART})
FORMS = frozenset({"inc", "corp", "company", "the", "and", "annual", "report", "note", "filing", "plc", "ltd"})


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file that an answer waits for, as it stands now. ended: it is ready, or cannot be read."""

    uid: uuid.UUID
    name: str
    state: str
    ended: bool


def unread_files(asker: User, scope: Scope) -> QuerySet[Document]:
    """Documents that `asker` may see, of which no version is ready and the newest is on its way.

    Of what is known only once they are read (the filer, the year), nothing keeps them out of `scope`.
    """
    newest = DocumentVersion.objects.filter(document=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    documents = Document.objects.visible_to(asker).filter(current=None).select_related("company")
    documents = documents.filter(versions__pk=Subquery(newest), versions__state__in=ON_THE_WAY)
    if scope.documents:
        documents = documents.filter(uid__in=scope.documents)
    if scope.companies:
        documents = documents.filter(Q(company=None) | Q(company__uid__in=scope.companies))
    if scope.kinds:
        documents = documents.filter(kind__in=scope.kinds)
    return documents.order_by("pk")


def waited_for(reading: Reading, asker: User, scope: Scope, *, found: bool) -> tuple[uuid.UUID, ...]:
    """The files still being read without which the question cannot be answered; found: whether the others answer it.

    Those that the question names by their filer or their file, if it names no filer that can be asked already. Where
    nothing was found: those named in any case, and all of them where no filer that is held is named.
    """
    unread = list(unread_files(asker, scope)[:MOST])
    if not unread:
        return ()
    held = any(isinstance(one, Filer) for one in reading.query.filers)
    said = _said(reading.query)
    named = [one for one in unread if _named(one, said)]
    if found and held:
        return ()
    chosen = named if named or found or held else unread
    return tuple(one.uid for one in chosen)


def files_read(uids: Iterable[str], viewer: User) -> dict[str, FileRead]:
    """Those of the documents that `viewer` may see now, by uid. Two queries, none without uids."""
    wanted = [uuid.UUID(uid) for uid in uids]
    if not wanted:
        return {}
    documents = Document.objects.visible_to(viewer).filter(uid__in=wanted).annotate(newest=Max("versions__pk"))
    rows = documents.values_list("uid", "name", "newest").order_by("pk")
    states = dict(DocumentVersion.objects.filter(pk__in=[row[2] for row in rows]).values_list("pk", "state"))
    return {str(uid): _file(uid, name, State(states[newest])) for uid, name, newest in rows if newest in states}


def _file(uid: uuid.UUID, name: str, state: State) -> FileRead:
    return FileRead(uid, name, str(state.label), state in ENDED)


def _said(query: Query) -> set[str]:
    """The words of the question that may name a file: none that names a measure or frames the question."""
    tokens = (token.text.lower() for token in query.tokens if token.role in MAY_NAME)
    return {match[0] for text in tokens for match in LETTERS.finditer(text) if len(match[0]) >= LEAST}


def _named(document: Document, said: set[str]) -> bool:
    """Whether a word names the filer or the file."""
    own = {word for word in _names(document) if len(word) >= LEAST}
    return any(word == name or (len(word) >= JOINED and name.startswith(word)) for word in said for name in own)


def _names(document: Document) -> set[str]:
    filer = document.company.name if document.company else ""
    return {match[0].lower() for match in LETTERS.finditer(f"{filer} {document.name}")} - FORMS
