"""Computing again: each figure from its operands alone, which must be of the filer and the period they stand for."""

from apps.answers.compute.figures import Figure
from apps.answers.compute.missing import ImpossibleError
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.tree import amount


def disagreement(outcome: Outcome) -> str:
    """Why the figures of `outcome` may not be shown, or "" when all of them hold."""
    return next((problem for one in outcome.figures if (problem := _problem(one))), "")


def _problem(figure: Figure) -> str:
    try:
        again = amount(figure.tree)
    except ImpossibleError:
        return "it cannot be computed again"
    return "" if again == figure.amount else "it computes otherwise"
