"""Own canonical questions: read once, without company and period."""

from dataclasses import replace

from django.db import transaction

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.memory.index import Nobody
from apps.memory.models import CanonicalQuestion, Kind, Topic
from apps.memory.slots import without_slots
from apps.questions.query import About, Intent, Query, Role, Term, TextKind, as_json
from apps.questions.reader import read

LONGEST = 500
FIRST_OWN = 1000


class CannotKeepError(ValueError):
    """What is asked is no question for a grid; str() is one sentence for the user."""


def kind_of(query: Query) -> Kind:
    """A figure where it is read as one, every word of it; else words."""
    figure = query.intent is Intent.FIGURE and query.measures and not query.unread
    return Kind.FIGURE if figure else Kind.WORDS


def in_words(query: Query) -> Query:
    """A figure of which words were not read is asked for in words: the figure alone would answer another question."""
    if query.intent is not Intent.FIGURE or not (query.measures and query.unread):
        return query
    terms = tuple(Term(token.text) for token in query.tokens if token.role in (Role.UNREAD, Role.MEASURE))
    asked = replace(query, intent=Intent.TEXT, text_kind=TextKind.WHAT, about=About(terms))
    return replace(asked, measures=(), part=None, condition=None, order=None)


def keep(user: User, wording: str, *, shared: bool = False) -> CanonicalQuestion:
    """The user's question of that wording, made where there is none. Raises CannotKeepError."""
    wording = " ".join(wording.replace("\x00", "").split())
    if not wording or len(wording) > LONGEST:
        raise CannotKeepError(f"A question has between one and {LONGEST} characters.")
    held = CanonicalQuestion.objects.visible_to(user).filter(wording__iexact=wording).first()
    if held:
        return held
    reading = read(wording, Nobody())
    query = reading.query
    if query.periods or reading.unclear:
        raise CannotKeepError(f"Write “{wording[:60]}” without a period: the grid gives it.")
    kind = kind_of(query)
    with transaction.atomic():
        made = CanonicalQuestion.objects.create(
            topic=Topic.OWN,
            ordinal=FIRST_OWN,
            kind=kind,
            name=wording[:200],
            wording=wording,
            query=as_json(without_slots(in_words(query))),
            owner=user,
            shared=shared,
        )
        subject = trail.Subject("question", made.uid, wording)
        trail.record(Action.QUESTION_SAVED, actor=user, subject=subject, wording=wording, shared=shared)
    return made
