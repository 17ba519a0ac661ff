"""Who may enter where: every route of the product with its rule. A new route without a rule fails the walls' tests."""

from dataclasses import dataclass
from enum import StrEnum

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Who(StrEnum):
    PUBLIC = "public"
    ANYBODY = "anybody who is logged in"
    WRITER = "anybody but reviewers"
    READER = "reviewers and administrators"
    EXPERT = "experts and administrators"
    ADMINISTRATOR = "administrators"


@dataclass(frozen=True)
class Rule:
    """methods: who may use each; every other method is refused with 405.

    thing: what the route's uid names, one of `Belongings`. With `owned`, whoever may not see it gets 404.
    """

    methods: dict[str, Who]
    thing: str = ""
    owned: bool = True


PUBLIC, ANYBODY, WRITER, READER = Who.PUBLIC, Who.ANYBODY, Who.WRITER, Who.READER
EXPERT, ADMINISTRATOR = Who.EXPERT, Who.ADMINISTRATOR


def get(who: Who, thing: str = "", *, owned: bool = True) -> Rule:
    return Rule({"GET": who}, thing, owned)


def post(who: Who, thing: str = "") -> Rule:
    return Rule({"POST": who}, thing)


def both(read: Who, write: Who, thing: str = "") -> Rule:
    return Rule({"GET": read, "POST": write}, thing)


RULES = {
    "favicon.ico": get(PUBLIC),
    "healthz": get(PUBLIC),
    "metrics": get(PUBLIC),  # by its own token, or from this machine
    "operations/jobs/": get(ADMINISTRATOR),
    "operations/jobs/retry": post(ADMINISTRATOR),
    "operations/settings/": get(ADMINISTRATOR),
    "models/": get(ADMINISTRATOR),
    "models/test": post(ADMINISTRATOR),
    # accounts: everybody looks after their own, reviewers too
    "accounts/login/": both(PUBLIC, PUBLIC),
    "accounts/logout/": post(ANYBODY),
    "accounts/profile/": get(ANYBODY),
    "accounts/password/": both(ANYBODY, ANYBODY),
    "accounts/tokens/": post(ANYBODY),
    "accounts/tokens/<uuid:uid>/revoke/": post(ANYBODY, "token"),
    # audit
    "audit/": get(READER),
    "audit/events/<uuid:uid>/": get(READER, "event", owned=False),
    "audit/events/<uuid:uid>/open": Rule({"POST": READER}, "event", owned=False),
    "audit/export.csv": get(READER),
    "audit/witness/add-checkpoint": post(PUBLIC),  # a signature is what lets in
    # review: reviewers and administrators, whoever's it is; what is closed shows nothing
    "review/": get(READER),
    "review/answers/": get(READER),
    "review/answers/export.csv": get(READER),
    "review/answers/export.xlsx": get(READER),
    "review/answers/dossiers.zip": get(READER),
    "review/answers/sample": post(READER),
    "review/answers/<uuid:uid>/": get(READER, "answer", owned=False),
    "review/answers/<uuid:uid>/open": Rule({"POST": READER}, "answer", owned=False),
    "review/answers/<uuid:uid>/note": Rule({"POST": READER}, "answer"),
    "review/answers/<uuid:uid>/replay": Rule({"POST": READER}, "answer"),
    "review/answers/<uuid:uid>/dossier.zip": get(READER, "answer"),
    "review/views/": post(READER),
    "review/views/<uuid:uid>/forget": Rule({"POST": READER}, "saved_view"),
    "review/due/": get(READER),
    "review/documents/<uuid:uid>/": get(READER, "document", owned=False),
    "review/documents/<uuid:uid>/open": Rule({"POST": READER}, "document", owned=False),
    "review/people/<uuid:uid>/": get(READER, "person", owned=False),
    # chat
    "": get(ANYBODY),
    "ask": post(WRITER),
    "conversations/": get(ANYBODY),
    "conversations/<uuid:uid>/": both(ANYBODY, WRITER, "conversation"),
    "conversations/<uuid:uid>/rename": post(WRITER, "conversation"),
    "conversations/<uuid:uid>/delete": post(WRITER, "conversation"),
    "conversations/<uuid:uid>/restore": post(WRITER, "deleted_conversation"),
    "conversations/<uuid:uid>/share": post(WRITER, "conversation"),
    "conversations/<uuid:uid>/unshare": post(WRITER, "conversation"),
    "conversations/<uuid:uid>/conversation.md": get(ANYBODY, "conversation"),
    "conversations/<uuid:uid>/conversation.docx": get(ANYBODY, "conversation"),
    "conversations/<uuid:uid>/conversation.pdf": get(ANYBODY, "conversation"),
    "answers/<uuid:uid>/": get(ANYBODY, "answer"),
    "answers/<uuid:uid>/next": get(ANYBODY, "answer"),
    "answers/<uuid:uid>/feedback": post(WRITER, "answer"),
    "answers/<uuid:uid>/answer.md": get(ANYBODY, "answer"),
    "answers/<uuid:uid>/answer.docx": get(ANYBODY, "answer"),
    "answers/<uuid:uid>/answer.pdf": get(ANYBODY, "answer"),
    "answers/<uuid:uid>/events": get(ANYBODY, "answer"),
    "answers/<uuid:uid>/stop": post(WRITER, "answer"),
    "answers/<uuid:uid>/retry": post(WRITER, "answer"),
    "citations/<uuid:uid>/": get(ANYBODY, "citation"),
    "bin/": get(ANYBODY),
    "bin/documents/<uuid:uid>/erase": post(WRITER, "deleted_document"),
    "bin/conversations/<uuid:uid>/erase": post(WRITER, "deleted_conversation"),
    # search
    "trust/": get(ANYBODY),
    "search/": get(ANYBODY),
    "search/why": get(ANYBODY),
    "answers/<uuid:uid>/why": get(ANYBODY, "answer"),
    # notes: their owner alone changes them
    "notes/": get(ANYBODY),
    "notes/new": post(WRITER),
    "notes/preview": post(ANYBODY),
    "notes/complete": get(ANYBODY),
    "notes/vault.zip": get(ANYBODY),
    "notes/import": post(WRITER),
    "notes/add": both(WRITER, WRITER),
    "notes/<uuid:uid>/": get(ANYBODY, "note"),
    "notes/<uuid:uid>/save": post(WRITER, "note"),
    "notes/<uuid:uid>/share": post(WRITER, "note"),
    "notes/<uuid:uid>/delete": post(WRITER, "note"),
    "notes/<uuid:uid>/revisions/<int:number>/": get(WRITER, "note"),
    "notes/<uuid:uid>/revisions/<int:number>/restore": post(WRITER, "note"),
    # library
    "library/": get(ANYBODY),
    "library/progress": get(ANYBODY),
    "library/upload": post(WRITER),
    "library/documents/<uuid:uid>/": get(ANYBODY, "document"),
    "library/documents/<uuid:uid>/edit": both(WRITER, WRITER, "document"),
    "library/documents/<uuid:uid>/undo": post(WRITER, "document"),
    "library/documents/<uuid:uid>/versions": post(WRITER, "document"),
    "library/documents/<uuid:uid>/delete": post(WRITER, "document"),
    "library/documents/<uuid:uid>/restore": post(WRITER, "deleted_document"),
    "library/documents/<uuid:uid>/retry": post(WRITER, "document"),
    "library/versions/<uuid:uid>/": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/pages/": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/outline/": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/passages/": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/tables/": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/statements/": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/history/": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/report/": get(ANYBODY, "version"),
    "library/passages/<uuid:uid>/card": get(ANYBODY, "chunk"),
    "library/versions/<uuid:uid>/file": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/pages/<int:number>/panel": get(ANYBODY, "version"),
    "library/versions/<uuid:uid>/pages/<int:number>/image/<int:width>.png": get(ANYBODY, "version"),
    "library/tables/<uuid:uid>/": get(ANYBODY, "table"),
    "library/tables/<uuid:uid>/table.csv": get(ANYBODY, "table"),
    "library/tables/<uuid:uid>/table.xlsx": get(ANYBODY, "table"),
    "library/companies/<uuid:uid>/": get(ANYBODY, "company"),
    "library/companies/<uuid:uid>/concepts/<slug:concept>/": get(ANYBODY, "company"),
    "library/companies/<uuid:uid>/statements.csv": get(ANYBODY, "company"),
    "library/companies/<uuid:uid>/statements.xlsx": get(ANYBODY, "company"),
    # memory bank
    "memory/": get(ANYBODY),
    "memory/fill": post(WRITER),
    "memory/companies/<uuid:uid>/": get(ANYBODY, "company"),
    "memory/companies/<uuid:uid>/bank.xlsx": get(ANYBODY, "company"),
    "memory/years/<int:year>/": get(ANYBODY),
    "memory/years/<int:year>/bank.xlsx": get(ANYBODY),
    "memory/cells/<uuid:uid>/": get(ANYBODY, "cell"),
    "memory/cells/<uuid:uid>/accept": post(EXPERT, "cell"),
    "memory/cells/<uuid:uid>/reject": post(EXPERT, "cell"),
    "memory/cells/<uuid:uid>/correct": post(EXPERT, "cell"),
    "memory/cells/<uuid:uid>/other": post(EXPERT, "cell"),
    "memory/cells/<uuid:uid>/comment": post(WRITER, "cell"),
    "memory/review/": get(EXPERT),
    "memory/review/sound": post(EXPERT),
    "memory/grids/new": both(WRITER, WRITER),
    "memory/grids/<uuid:uid>/": get(ANYBODY, "grid"),
    "memory/grids/<uuid:uid>/pause": post(WRITER, "grid"),
    "memory/grids/<uuid:uid>/resume": post(WRITER, "grid"),
    "memory/grids/<uuid:uid>/retry": post(WRITER, "grid"),
    "memory/grids/<uuid:uid>/refresh": post(WRITER, "grid"),
    "memory/grids/<uuid:uid>/delete": post(WRITER, "grid"),
    "memory/grids/<uuid:uid>/grid.xlsx": get(ANYBODY, "grid"),
    "memory/radar/": get(ANYBODY),
    "memory/radar/<uuid:uid>/": get(ANYBODY, "disagreement"),
    "memory/radar/<uuid:uid>/settle": post(EXPERT, "disagreement"),
    "memory/import": both(WRITER, WRITER),
    # learning
    "learning/": get(EXPERT),
    "learning/models/<uuid:uid>/activate": Rule({"POST": ADMINISTRATOR}, "trained_model", owned=False),
    "learning/models/roll-back": post(ADMINISTRATOR),
    "learning/spot-check/": get(EXPERT),
    "learning/spot-check/undo": post(EXPERT),
    "learning/spot-check/pairs/": get(EXPERT),
    "learning/spot-check/pairs/undo": post(EXPERT),
    "learning/spot-check/pairs/<uuid:uid>/prefer": post(EXPERT, "pair"),
    "learning/spot-check/<uuid:uid>/grade": post(EXPERT, "annotated"),
    # evaluation
    "evaluation/": get(ANYBODY),
    "evaluation/add": post(WRITER),
    "evaluation/<uuid:uid>/": get(ANYBODY, "question_set"),
    "evaluation/<uuid:uid>/start": post(WRITER, "question_set"),
    "evaluation/<uuid:uid>/delete": post(WRITER, "question_set"),
    "evaluation/runs/<uuid:uid>/": get(ANYBODY, "run"),
    "evaluation/runs/<uuid:uid>/run.csv": get(ANYBODY, "run"),
    "evaluation/runs/<uuid:uid>/<int:ordinal>/verdict": post(WRITER, "run"),
    "evaluation/runs/<uuid:uid>/after/<uuid:other>/": get(ANYBODY, "run"),
    # API
    "api/v1/memory/questions": get(ANYBODY),
    "api/v1/memory/cells": get(ANYBODY),
    "api/v1/memory/cells/<uuidstr:uid>": get(ANYBODY, "cell"),
    "api/v1/memory/cells/<uuidstr:uid>/decision": post(EXPERT, "cell"),
    "api/v1/memory/lookup": get(ANYBODY),
    "api/v1/notes": both(ANYBODY, WRITER),
    "api/v1/notes/<uuidstr:uid>": Rule({"GET": ANYBODY, "PUT": WRITER, "DELETE": WRITER}, "note"),
    "api/v1/notes/<uuidstr:uid>/revisions": get(WRITER, "note"),
    "api/v1/notes/<uuidstr:uid>/revisions/<int:number>": get(WRITER, "note"),
    "api/v1/notes/<uuidstr:uid>/share": post(WRITER, "note"),
    "api/v1/memory/grids": get(ANYBODY),
    "api/v1/memory/grids/<uuidstr:uid>": get(ANYBODY, "grid"),
    "api/v1/openapi.json": get(ANYBODY),
    "api/v1/docs": get(ANYBODY),
    "api/v1/me": get(ANYBODY),
    "api/v1/audit/events": get(READER),
    "api/v1/audit/events/<uuidstr:uid>": get(READER, "event", owned=False),
    "api/v1/questions": post(WRITER),
    "api/v1/answers/<uid>": get(ANYBODY, "answer"),
    "api/v1/conversations": get(ANYBODY),
    "api/v1/conversations/<uid>": get(ANYBODY, "conversation"),
    "api/v1/search": get(ANYBODY),
    "api/v1/documents": both(ANYBODY, WRITER),
    "api/v1/documents/<uuidstr:uid>": Rule({"GET": ANYBODY, "DELETE": WRITER}, "document"),
    "api/v1/documents/<uuidstr:uid>/state": get(ANYBODY, "document"),
    "api/v1/documents/<uuidstr:uid>/retry": post(WRITER, "document"),
    "api/v1/documents/<uuidstr:uid>/pages": get(ANYBODY, "document"),
    "api/v1/documents/<uuidstr:uid>/chunks": get(ANYBODY, "document"),
    "api/v1/documents/<uuidstr:uid>/versions": post(WRITER, "document"),
    "api/v1/documents/<uuidstr:uid>/tables": get(ANYBODY, "document"),
    "api/v1/documents/<uuidstr:uid>/facts": get(ANYBODY, "document"),
    "api/v1/documents/<uuidstr:uid>/checks": get(ANYBODY, "document"),
    "api/v1/tables/<uuidstr:uid>": get(ANYBODY, "table"),
}

# Not pages: where the API hangs, and Django's admin, which has tests of its own.
ELSEWHERE = {"api/v1/"}
ADMIN = "admin/"

# All that a reviewer may do beside reading: reviews, reasons, replays, and his own account.
REVIEWERS_OWN = {
    *("accounts/login/", "accounts/logout/", "accounts/password/"),
    *("accounts/tokens/", "accounts/tokens/<uuid:uid>/revoke/"),
    *("audit/events/<uuid:uid>/open", "audit/witness/add-checkpoint"),
    *("review/answers/<uuid:uid>/open", "review/documents/<uuid:uid>/open"),
    *("review/answers/<uuid:uid>/note", "review/answers/<uuid:uid>/replay", "review/answers/sample"),
    *("review/views/", "review/views/<uuid:uid>/forget"),
    "notes/preview",  # keeps nothing
}

# What the API needs to read before it comes to ask who may do it.
UPLOADS = {
    "api/v1/documents",
    "api/v1/documents/<uuidstr:uid>/versions",
    "library/upload",
    "library/documents/<uuid:uid>/versions",
}
BODIES = {
    ("api/v1/questions", "POST"): {"question": "What was revenue?"},
    ("api/v1/memory/cells/<uuidstr:uid>/decision", "POST"): {"decision": "accepted"},
    ("api/v1/notes", "POST"): {"text": "Margins held."},
    ("api/v1/notes/<uuidstr:uid>", "PUT"): {"text": "Margins held.", "revision": 0},
    ("api/v1/notes/<uuidstr:uid>/share", "POST"): {"team": False},
}
