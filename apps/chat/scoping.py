"""What the scope picker offers, and how a scope reads in words."""

import uuid
from dataclasses import dataclass

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.scopes import scope_from_json
from apps.documents.models import Company, Document
from apps.retrieval.found import Scope

OFFERED = 300  # documents; those with more narrow by company


@dataclass(frozen=True, slots=True)
class Choice:
    uid: uuid.UUID
    name: str
    detail: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Picker:
    companies: tuple[Choice, ...]
    documents: tuple[Choice, ...]
    left_out: int

    @property
    def summary(self) -> str:
        """ "All documents", the one chosen, or how many."""
        chosen = [choice.name for choice in (*self.companies, *self.documents) if choice.chosen]
        if len(chosen) > 1:
            return f"{len(chosen)} chosen"
        return chosen[0] if chosen else "All documents"


def picker_for(user: User, scope: Scope) -> Picker:
    """Everything ready that `user` may look in, with what `scope` holds chosen."""
    seen = Document.objects.visible_to(user).exclude(current=None)
    documents = list(seen.order_by("name").values_list("uid", "name", "title")[: OFFERED + 1])
    companies = (
        Company.objects.filter(documents__in=seen).distinct().order_by("name").values_list("uid", "name", "ticker")
    )
    return Picker(
        tuple(Choice(uid, name, ticker, uid in scope.companies) for uid, name, ticker in companies),
        tuple(Choice(uid, name, title, uid in scope.documents) for uid, name, title in documents[:OFFERED]),
        max(0, seen.count() - OFFERED) if len(documents) > OFFERED else 0,
    )


def scope_of(answer: Answer | None) -> Scope:
    """The scope of the last question: the next one in the conversation starts with it."""
    return scope_from_json(answer.scope) if answer else Scope()
