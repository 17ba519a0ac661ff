"""Finding, measured: the search and its variants, and peers beside it, over the same questions and filings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from apps.accounts.models import User
from apps.evaluation.ablation import Change
from apps.evaluation.financebench import Setting, scopes_of
from apps.evaluation.gold import FilingOf, Gold
from apps.evaluation.metrics import averages, figures, percentiles
from apps.evaluation.ranking import Ranking, ranking_of
from apps.retrieval.found import Scope
from apps.retrieval.search import search_text

Finder = Callable[[Gold], Ranking]
ERRORS = ("wrong_company@1", "wrong_year@1", "seconds_p50", "seconds_p95")  # better low: no gain is told of them


@dataclass(frozen=True, slots=True)
class Row:
    """One variant: the means of the figures over all questions, with the spread of the seconds."""

    name: str
    questions: int
    figures: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "questions": self.questions} | self.figures


def measured(name: str, find: Finder, asked: Sequence[Gold], filings: Mapping[str, FilingOf]) -> Row:
    """Ask everything once. The first question is asked before, untimed: models and plans are loaded by then."""
    find(asked[0])
    rows, seconds = [], []
    for question in asked:
        began = perf_counter()
        ranking = find(question)
        seconds.append(perf_counter() - began)
        rows.append(figures(ranking, question, filings))
    return Row(name, len(rows), averages(rows) | percentiles(seconds))


def searcher(change: Change, setting: Setting, user: User, asked: Sequence[Gold]) -> Finder:
    """The product's own search with this change. single: in the question's own filing."""
    settings = change.settings()
    scopes = scopes_of(user, {question.document for question in asked}) if setting is Setting.SINGLE else {}

    def find(question: Gold) -> Ranking:
        scope = scopes.get(question.document, Scope())
        return ranking_of(search_text(question.text, viewer=user, scope=scope, settings=settings).candidates)

    return find


def gains(own: Row, other: Row) -> dict[str, float | None]:
    """How many times the other's figure ours is; None where the other's is 0."""
    return {
        name: round(value / other.figures[name], 3) if other.figures[name] else None
        for name, value in own.figures.items()
        if name not in ERRORS
    }
