"""Files that are still being read.

A question that needs one of them is put off; it is neither answered from the files of others nor called "Not found".
"""

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery

from apps.accounts.models import User
from apps.answers.wording import framing_stems, stems
from apps.documents.models import Document, DocumentVersion, State
from apps.questions.name_forms import Name
from apps.questions.name_tokens import tokens
from apps.questions.name_vocabulary import listed
from apps.retrieval.filings import register
from apps.retrieval.found import Scope
from apps.retrieval.vocabulary import words
from apps.statements.mentions import mentions

ENDED = (State.READY, State.ERROR)
ON_THE_WAY = tuple(state for state in State if state not in ENDED)
MOST = 50  # files that an answer names
LEAST = 3  # letters of a word that may name a file
JOINED = 5  # letters of one that may begin a joined name ("quillmarkfoundry")
LETTERS = re.compile(r"[^\W\d_]+")
ORDINARY = frozenset(word.lower() for name in ("ordinary", "titled", "asking") for word in words(name)) | frozenset(
    word.lower() for name in ("generic", "finance", "legal") for word in listed(name)
)


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


def waited_for(question: str, asker: User, scope: Scope, *, found: bool) -> tuple[uuid.UUID, ...]:
    """The files still being read without which `question` cannot be answered; found: whether the others answer it.

    Those that the question names by their filer or their file, if it names no filer that can be asked already. Where
    nothing was found: those named in any case, and all of them where no filer that is held is named.
    """
    unread = list(unread_files(asker, scope)[:MOST])
    if not unread:
        return ()
    held = bool(register(asker, scope).mentions(question))
    named = [one for one in unread if _named(one, question)]
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


def _named(document: Document, question: str) -> bool:
    """Whether a word of `question` names the filer or the file; what names an item or frames a question does not."""
    bare = question
    for one in mentions(question):
        bare = f"{bare[: one.start]}{' ' * (one.end - one.start)}{bare[one.end :]}"
    said = {token.key for token in tokens(bare)}
    own = {word for word in _names(document) if len(word) >= LEAST and not _ordinary(word)}
    return any(
        word == name or (len(word) >= JOINED and name.startswith(word))
        for word in said
        if len(word) >= LEAST and not _ordinary(word)
        for name in own
    )


def _names(document: Document) -> set[str]:
    filer = {key.rstrip("'") for key in Name.of(document.company.name).keys} if document.company else set()
    return filer | {match[0].lower() for match in LETTERS.finditer(document.name)}


def _ordinary(word: str) -> bool:
    return word in ORDINARY or not set(stems(word)) - framing_stems()
