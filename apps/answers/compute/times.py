"""In which periods something holds: each of them is held against the claim by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.answers.compute.bind import Binder
from apps.answers.compute.contexts import Context
from apps.answers.compute.figures import Figure
from apps.answers.compute.fiscal import before
from apps.answers.compute.missing import MissingError, NotComputedError
from apps.answers.compute.outcome import Verdict
from apps.answers.compute.verdict import of_one
from apps.questions.query import Comparison, Form
from apps.questions.sentence import condition_told
from apps.questions.slots import Periods

YEARS = 5  # that are looked at where a question names none


@dataclass(frozen=True, slots=True)
class Times:
    """figures: of every period, in their order; missing: why one is not among them."""

    verdict: Verdict
    figures: tuple[Figure, ...]
    missing: tuple[str, ...]


def over_years(contexts: Sequence[Context], asked: Periods) -> list[Context]:
    """The same, over the last years where the question names no period."""
    if asked:
        return list(contexts)
    return [
        replace(one, spans=tuple(before(one.span, back, one.book) for back in range(YEARS - 1, -1, -1)))
        for one in contexts
    ]


def when(claim: Comparison, contexts: Sequence[Context], binder: Binder, form: Form) -> Times:
    """Raises MissingError where the claim can be held against no period."""
    met: list[tuple[bool, Figure]] = []
    missing: list[str] = []
    for context in contexts:
        for span in context.spans:
            try:
                verdict, figures = of_one(claim, replace(context, span=span, spans=(span,)), binder, form)
            except NotComputedError as error:
                missing.append(str(error))
                continue
            met.append((bool(verdict.holds), figures[-1] if figures[-1].over else figures[0]))
    if not met:
        raise MissingError(missing[0] if missing else "No period is named.")
    holds = [one.period for held, one in met if held]
    told = f"{condition_told(claim)} in {', '.join(holds)}" if holds else f"in none of them {condition_told(claim)}"
    each = "; ".join(f"{one.period}: {one.shown.text}" for _, one in met)
    says = f"{met[0][1].filer}: {told}. {each}."
    return Times(Verdict(holds=True, says=says, premise=True), tuple(one for _, one in met), tuple(missing))
