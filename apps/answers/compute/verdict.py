"""Yes or no, where the figures decide it: comparisons, qualities, and what a question takes for granted."""

from collections.abc import Sequence
from dataclasses import replace

from apps.answers.compute.bind import Binder, Context
from apps.answers.compute.figures import Figure, figure
from apps.answers.compute.fiscal import before
from apps.answers.compute.missing import MissingError, NotComputedError
from apps.answers.compute.outcome import Verdict
from apps.answers.compute.qualities import quality
from apps.answers.compute.tree import Amount
from apps.questions.expressions import OverTime, OverTimeFunction, Ratio
from apps.questions.query import Against, Comparator, Comparison, Form, Quality
from apps.questions.ratios import needs_price

WORDS = {
    Comparator.ABOVE: "above",
    Comparator.AT_LEAST: "at least",
    Comparator.BELOW: "below",
    Comparator.AT_MOST: "at most",
    Comparator.EQUAL: "equal to",
}


def compare(
    claim: Comparison, contexts: Sequence[Context], binder: Binder, form: Form
) -> tuple[Verdict | None, list[Figure]]:
    """contexts: the filer asked about first, then those that it is held against.

    Raises MissingError, AmbiguousError, ImpossibleError.
    """
    own = contexts[0]
    if claim.right is Against.PRIOR and needs_price(claim.left):  # in shares of one day
        change = figure(OverTime(OverTimeFunction.CHANGE, claim.left), own, binder, form)
        return _against_nought(claim, change), [change]
    left = figure(claim.left, own, binder, form)
    if claim.right is Against.ZERO:
        return _against_nought(claim, left), [left]
    if claim.right is Against.PEERS:
        others = [figure(claim.left, context, binder, form) for context in contexts[1:]]
        if not others:
            raise MissingError("No other company is held to compare with.")
    elif claim.right is Against.PRIOR:
        others = [_prior(claim, own, binder, form)]
        return _turned(claim, others[0], left), [*others, left]
    else:
        others = [figure(claim.right, own, binder, form)]
    return _held(claim, left, others), [left, *others]


def _prior(claim: Comparison, context: Context, binder: Binder, form: Form) -> Figure:
    """The same for the period before; of a stretch that is asked about, for its first."""
    several = len(context.spans) > 1
    earlier = context.spans[0] if several else before(context.span, 1, context.book)
    moved = replace(context, span=earlier, spans=context.spans if several else (earlier,))
    return figure(claim.left, moved, binder, form)


def _against_nought(claim: Comparison, left: Figure) -> Verdict:
    holds = _holds(claim.comparator, left.amount, Amount(left.amount.value * 0, *left.amount.unit))
    if left.over in {OverTimeFunction.CHANGE, OverTimeFunction.GROWTH} and left.ends:
        return Verdict(holds, way(left.name, left.ends[0], left.ends[-1]), claim.premise)
    return Verdict(holds, f"{left.name} is {left.shown.text}.", claim.premise)


def _turned(claim: Comparison, earlier: Figure, later: Figure) -> Verdict:
    holds = _holds(claim.comparator, later.amount, earlier.amount)
    return Verdict(holds, way(later.name, earlier, later), claim.premise)


def way(name: str, earlier: Figure, later: Figure) -> str:
    """ "Revenue rose from USD 5 million in FY2021 to USD 6 million in FY2022." """
    first, last = earlier.amount.value, later.amount.value
    turned = "rose" if last > first else "fell" if last < first else "did not change"
    return f"{name} {turned}, from {earlier.shown.text} in {earlier.period} to {later.shown.text} in {later.period}."


def _held(claim: Comparison, left: Figure, others: Sequence[Figure]) -> Verdict:
    found = [_holds(claim.comparator, left.amount, other.amount) for other in others]
    told = "; ".join(f"{other.name} of {other.filer}: {other.shown.text}" for other in others)
    sentence = f"{left.name} of {left.filer} is {left.shown.text}, {told}."
    return Verdict(all(found), sentence, claim.premise)


def _holds(comparator: Comparator, left: Amount, right: Amount) -> bool:
    if left.unit != right.unit:
        raise NotComputedError("Figures of different units cannot be compared.")
    one, other = left.value, right.value
    return {
        Comparator.ABOVE: one > other,
        Comparator.AT_LEAST: one >= other,
        Comparator.BELOW: one < other,
        Comparator.AT_MOST: one <= other,
        Comparator.EQUAL: one == other,
    }[comparator]


def judge(
    asked: Quality, context: Context, binder: Binder, form: Form
) -> tuple[Verdict | None, list[Figure], list[str]]:
    """The ratios by which the word is decided, the verdict where they agree, and why ratios are missing."""
    definition = quality(asked.word)
    if definition is None:
        return None, [], [f"By which figures “{asked.word}” is decided is not known here."]
    figures: list[Figure] = []
    missing: list[str] = []
    values = {}
    for test in definition.tests:
        try:
            found = figure(Ratio(test.ratio), context, binder, form)
        except NotComputedError as error:
            missing.append(str(error))
            continue
        figures.append(found)
        values[test.ratio] = found.amount.value
    holds, reasons = definition.decide(values)
    says = f"{definition.says} Here {reasons}." if reasons else definition.says
    return (Verdict(holds, says) if figures else None), figures, missing
