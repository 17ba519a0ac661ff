"""Queries and candidates made by hand, for whatever is tried without a store."""

import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from apps.answers.models import StageName
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Quantity, Span
from apps.answers.sources.passages import Told
from apps.questions.expressions import Item
from apps.questions.query import Intent, Query, Role, Token
from apps.questions.slots import Filer, Period, PeriodKind, Periods
from apps.statements.ontology import Unit

MAIN_ROAD = [name for name in StageName if name is not StageName.LOOP]  # without a model that looks for itself
QUILLMARK = Filer(uuid.UUID(int=1), "Quillmark Foundry")
OAKFIELD = Filer(uuid.UUID(int=2), "Oakfield Mills")
DOCUMENT = uuid.UUID(int=9)


def years(*listed: int, whole: bool = False) -> Periods:
    return Periods(tuple(Period(PeriodKind.YEAR, year) for year in listed), whole)


def words(text: str, role: Role) -> tuple[Token, ...]:
    """Each word of `text` as a token of that role."""
    return tuple(Token(word, 0, len(word), role) for word in text.split())


def asks(intent: Intent = Intent.FIGURE, said: str = "operating income", **more: Any) -> Query:
    """What was Quillmark's operating income in fiscal 2023? unread: words that nobody placed."""
    tokens = words(said, Role.MEASURE) + words(more.pop("unread", ""), Role.UNREAD)
    usual = {"measures": (Item("operating_income"),), "filers": (QUILLMARK,), "periods": years(2023), "tokens": tokens}
    return Query(intent, **{**usual, **more})


def says(text: str, year: int | None = 2023, filer: Filer | None = QUILLMARK, **more: Any) -> Candidate:
    """A sentence of the filer's annual report of that year."""
    period = Span(None, None, year, f"FY {year}") if year else None
    place = Place(DOCUMENT, 1, 0, ((0, len(text)),))
    made = {"period": period, "filer": filer, "place": place, **more}
    return Candidate(CandidateKind.SENTENCE, text, **made)


def told(*candidates: Candidate) -> list[Told]:
    """As they would be found, each in a passage of its own."""
    return [Told(one, chunk, 1.0 / chunk) for chunk, one in enumerate(candidates, start=1)]


def counted(value: str, unit: Unit = Unit.MONEY) -> Quantity:
    return Quantity(Decimal(value), unit, "USD" if unit is Unit.MONEY else "")


class Scripted:
    """A pair scorer that gives the scores that a test wrote, by the words of a passage."""

    name = "scripted"

    def __init__(self, **scores: float) -> None:
        self.scores = scores
        self.read: list[str] = []

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        self.read += passages
        return [next((score for word, score in self.scores.items() if word in one), 0.0) for one in passages]
