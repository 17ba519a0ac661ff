"""What the scope picker offers, and how a scope reads in words."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run.scopes import scope_from_json
from apps.documents.models import Company, Document, Form, Kind
from apps.retrieval.found import Scope

PLURALS = {Kind.FILING: "Filings", Kind.NOTE: "Notes"}
OFFERED = 300  # documents; those with more narrow by company


@dataclass(frozen=True, slots=True)
class Choice:
    """value: what the form sends."""

    value: uuid.UUID | int | str
    name: str
    detail: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Picker:
    """Everything that may be chosen, by the name of its field."""

    companies: tuple[Choice, ...]
    documents: tuple[Choice, ...]
    left_out: int
    years: tuple[Choice, ...] = ()
    types: tuple[Choice, ...] = ()
    kinds: tuple[Choice, ...] = ()  # none where all documents are of one kind

    @property
    def groups(self) -> tuple[tuple[str, str, tuple[Choice, ...]], ...]:
        """(heading, name of the field, choices), the widest first."""
        return (
            ("Filings or notes", "kinds", self.kinds),
            ("Companies", "companies", self.companies),
            ("Fiscal years", "years", self.years),
            ("Types", "report_types", self.types),
            ("Documents", "documents", self.documents),
        )

    @property
    def chips(self) -> list[tuple[str, Choice]]:
        """(name of the field, choice) of all that is chosen."""
        return [(name, choice) for _, name, choices in self.groups for choice in choices if choice.chosen]


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
        tuple(Choice(year, str(year), "", year in scope.years) for year in _held(seen, "fiscal_year")[::-1] if year),
        tuple(
            Choice(form, str(Form(form).label), "", form in scope.report_types) for form in _held(seen, "report_type")
        ),
        _kinds(seen, scope),
    )


def _kinds(seen: QuerySet[Document], scope: Scope) -> tuple[Choice, ...]:
    held = _held(seen, "kind")
    return tuple(Choice(kind, PLURALS[kind], "", kind in scope.kinds) for kind in held) if len(held) > 1 else ()


def _held(seen: QuerySet[Document], field: str) -> list[Any]:
    return list(seen.order_by(field).values_list(field, flat=True).distinct())


def scope_words(answers: Iterable[Answer], user: User) -> dict[int, list[str]]:
    """For each answer's key, the names of what it was narrowed to, of things that `user` may see. Two queries."""
    scopes = {answer.pk: scope_from_json(answer.scope) for answer in answers}
    seen = Document.objects.visible_to(user)
    wanted = [uid for scope in scopes.values() for uid in (*scope.documents, *scope.companies)]
    if not any(scope != Scope() for scope in scopes.values()):
        return {}
    names = dict(Company.objects.filter(documents__in=seen, uid__in=wanted).values_list("uid", "name"))
    names |= dict(seen.filter(uid__in=wanted).values_list("uid", "name"))
    return {pk: _words(scope, names) for pk, scope in scopes.items()}


def _words(scope: Scope, names: dict[uuid.UUID, str]) -> list[str]:
    things = [names[uid] for uid in (*scope.companies, *scope.documents) if uid in names]
    return [
        *things,
        *(f"FY{year}" for year in scope.years),
        *scope.report_types,
        *(PLURALS[Kind(kind)].lower() for kind in scope.kinds),
    ]


def scope_of(answer: Answer | None) -> Scope:
    """The scope of the last question: the next one in the conversation starts with it."""
    return scope_from_json(answer.scope) if answer else Scope()
