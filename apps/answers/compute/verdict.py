"""Yes or no, where the figures decide it: comparisons, qualities, and what a question takes for granted."""

from collections.abc import Sequence
from dataclasses import replace

from apps.answers.compute.bind import Binder
from apps.answers.compute.contexts import Context
from apps.answers.compute.figures import Figure, figure, lower
from apps.answers.compute.fiscal import before
from apps.answers.compute.missing import MissingError, NotComputedError
from apps.answers.compute.outcome import Verdict
from apps.answers.compute.qualities import quality
from apps.answers.compute.telling import MOVED
from apps.answers.compute.tree import Amount
from apps.questions.expressions import OverTime, OverTimeFunction, Ratio
from apps.questions.query import Against, Comparator, Comparison, Form, Quality
from apps.questions.ratios import needs_price

NEAR = 200  # "is it 5 billion" is a yes within half a percent
SLIGHT = 100  # what is supposed to have moved, and did by less than a percent, has hardly changed


def compare(claim: Comparison, contexts: Sequence[Context], binder: Binder, form: Form) -> tuple[Verdict, list[Figure]]:
    """Of several filers the first is held against the others where the claim is about peers; else it must hold of each.

    Raises MissingError, AmbiguousError, ImpossibleError.
    """
    if claim.right is Against.PEERS:
        return _against_peers(claim, contexts, binder, form)
    found = [of_one(claim, context, binder, form) for context in contexts]
    figures = [one for _, own in found for one in own]
    says = " ".join(verdict.says for verdict, _ in found)
    told = claim.premise or claim.comparator is Comparator.EITHER
    return Verdict(all(verdict.holds for verdict, _ in found), says, told), figures


def _against_peers(
    claim: Comparison, contexts: Sequence[Context], binder: Binder, form: Form
) -> tuple[Verdict, list[Figure]]:
    """A peer without the figure leaves open what holds of the others, and does not save what fails with one."""
    left = figure(claim.left, contexts[0], binder, form)
    others: list[Figure] = []
    for context in contexts[1:]:
        try:
            others.append(figure(claim.left, context, binder, form))
        except MissingError as missing:
            binder.says.append(str(missing))
    if not others:
        raise MissingError("No other company is held to compare with.")
    verdict = _held(claim, left, others)
    complete = len(others) == len(contexts) - 1
    return (verdict if complete or not verdict.holds else replace(verdict, holds=None)), [left, *others]


def of_one(claim: Comparison, context: Context, binder: Binder, form: Form) -> tuple[Verdict, list[Figure]]:
    if claim.right is Against.PRIOR and needs_price(claim.left):  # in shares of one day
        change = figure(OverTime(OverTimeFunction.CHANGE, claim.left), context, binder, form)
        return _against_nought(claim, change), [change]
    left = figure(claim.left, context, binder, form)
    if claim.right is Against.ZERO:
        return _against_nought(claim, left), [left]
    if isinstance(claim.right, Against):
        earlier = _prior(claim, context, binder, form)
        says = way(earlier, left, supposed=claim.premise)
        return Verdict(_holds(claim.comparator, left.amount, earlier.amount), says), [earlier, left]
    other = figure(claim.right, context, binder, form)
    return _held(claim, left, [other]), [left, other]


def _prior(claim: Comparison, context: Context, binder: Binder, form: Form) -> Figure:
    """The same for the period before; of a stretch that is asked about, for its first."""
    several = len(context.spans) > 1
    earlier = context.spans[0] if several else before(context.span, 1, context.book)
    both = context.spans if several else (earlier, context.span)
    moved = replace(context, span=earlier, spans=both)
    return figure(claim.left, moved, binder, form)


def _against_nought(claim: Comparison, left: Figure) -> Verdict:
    holds = _holds(claim.comparator, left.amount, Amount(left.amount.value * 0, *left.amount.unit))
    if left.over in {OverTimeFunction.CHANGE, OverTimeFunction.GROWTH} and left.ends:
        return Verdict(holds, way(left.ends[0], left.ends[-1], supposed=claim.premise))
    return Verdict(holds, f"{left.subject} is {left.shown.text}.")


def way(earlier: Figure, later: Figure, *, supposed: bool = False) -> str:
    """ "Revenue of Quillmark rose, from USD 5 million in FY2021 to USD 6 million in FY2022."

    supposed: the question takes the move for granted; one of no account does not bear it out.
    """
    first, last = earlier.amount.value, later.amount.value
    turned = "rose" if last > first else "fell" if last < first else "did not change"
    if supposed and first != last and earlier.shown.unit != "%" and abs(last - first) * SLIGHT < abs(first):
        turned = "hardly changed"
    ends = f"from {earlier.shown.text} in {earlier.period} to {later.shown.text} in {later.period}"
    return f"{later.subject} {turned}, {ends}."


def _held(claim: Comparison, left: Figure, others: Sequence[Figure]) -> Verdict:
    found = [_holds(claim.comparator, left.amount, other.amount) for other in others]
    told = "; ".join(f"{_named(other)}: {other.shown.text}" for other in others)
    sentence = f"{_named(left)} is {left.shown.text}, {told}."
    return Verdict(all(found), sentence)


def _named(figure: Figure) -> str:
    """ "Growth of revenue" is no revenue."""
    moved = MOVED.get(OverTimeFunction(figure.over)) if figure.over else None
    return f"the {moved} {lower(figure.subject)}" if moved else figure.subject


def _holds(comparator: Comparator, left: Amount, right: Amount) -> bool:
    if left.unit != right.unit:
        raise NotComputedError("Figures of different units cannot be compared.")
    one, other = left.value, right.value
    return {
        Comparator.ABOVE: one > other,
        Comparator.AT_LEAST: one >= other,
        Comparator.BELOW: one < other,
        Comparator.AT_MOST: one <= other,
        Comparator.EQUAL: abs(one - other) <= abs(other) / NEAR,
        Comparator.EITHER: True,
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
