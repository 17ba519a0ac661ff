"""The figures behind a question for reasons: what changed, and by how much, before the sentences on why."""

import re
from dataclasses import replace

from apps.accounts.models import User
from apps.answers.calculator.formula import items as items_of
from apps.answers.figures.asked import FigureQuestion, Relation
from apps.answers.figures.calculate import calculate
from apps.answers.figures.lines import Calculation
from apps.answers.figures.reading import of_periods
from apps.answers.intent import Intent
from apps.answers.prose.asked import Kind, kind_of
from apps.retrieval.found import Scope
from apps.statements.ontology import Statement, concepts

REASONS = re.compile(
    r"\b(?:and why|why|what|which|how|explain|describe|discuss"
    r"|(?:main |primary |key )?(?:reasons?|factors?|drivers?|causes?)"
    r"|drove|drives?|driven|caused|led to|contributed to|attribut\w+|due to|did|does|do|was|were|is|are)\b",
    re.IGNORECASE,
)
AND_WHY = re.compile(r"\band why\b|\?\s*why\b", re.IGNORECASE)
MOST_FIGURES = 2


def with_support(figures: Calculation, intent: Intent, scope: Scope, asker: User) -> Calculation:
    """`figures` with the change that the question asks the reasons of, where it can be computed; else as they are."""
    question = _changed(intent)
    if figures.lines or question is None:
        return figures
    return replace(figures, support=calculate(question, intent.question, scope, asker))


def not_presented(figures: Calculation) -> tuple[str, ...]:
    """Why no figure of the question could be had, as sentences."""
    return figures.missing or (figures.support.missing if figures.support and not figures.support.lines else ())


def statement_of(figures: Calculation) -> Statement | None:
    """The statement that would present the first item asked for."""
    items = [item for wanted in figures.question.wanted for item in items_of(wanted.formulas[0])]
    return concepts()[items[0].concept].statement if items and items[0].concept in concepts() else None


def _changed(intent: Intent) -> FigureQuestion | None:
    """The change of what is named, without the words that ask for reasons; None where no reasons of one are asked."""
    figures = intent.figures
    if figures.relation is not Relation.TEXT or not 0 < len(figures.wanted) <= MOST_FIGURES:
        return None
    if kind_of(intent.core) is not Kind.WHY and not AND_WHY.search(intent.core):
        return None
    asked = " ".join(REASONS.sub(" ", intent.core).split())
    return of_periods(FigureQuestion(Relation.CHANGE, figures.wanted, asked), intent.question)
