"""The sentence that leads an answer with figures: what was computed, and what it says about the question.

A yes or a no is said only when every figure that decides is there. "Improved" and "increased" mean that it went up.
"""

from collections.abc import Sequence
from decimal import Decimal

from apps.answers.figures.asked import Direction, Relation
from apps.answers.figures.instead import stood_in
from apps.answers.figures.judgements import judgement_asked, judgement_of
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.figures.sheet import period_text
from apps.documents.printed_figures import plain

SURE = 1.0  # a fact of less confidence stands in a statement that fails a self-check


def headline(calculation: Calculation) -> str:
    """One or two sentences; empty without figures."""
    if not calculation.lines:
        return ""
    if calculation.parts:
        return " ".join(headline(part) for part in calculation.parts)
    relation = calculation.question.relation
    if relation is Relation.LARGEST:
        return _largest(calculation)
    if relation is Relation.YES_NO:
        return _yes_or_no(calculation)
    if relation is Relation.COMPARISON or len({line.company for line in calculation.lines}) > 1:
        return _comparison(calculation)
    if relation is Relation.JUDGEMENT:
        return _judged(calculation)
    whole = [line for line in calculation.lines if line.over]
    told = [_sentence(calculation, line) for line in (whole or calculation.lines)]
    return " ".join([*told, calculation.question.says]).strip()


def _judged(calculation: Calculation) -> str:
    """The figures, the convention, and what it makes of them: one filer in one year; of several the reader judges."""
    told = [*(_sentence(calculation, line) for line in calculation.lines), calculation.question.says]
    asked = judgement_asked(calculation.question.asked)
    one = len({(line.company, line.years) for line in calculation.lines}) == 1
    values = {line.wanted.name: line.quantity.value for line in calculation.lines}
    return " ".join(
        filter(None, [*told, asked[0].reading(values, calculation.question.asked) if asked and one else ""])
    )


def _largest(calculation: Calculation) -> str:
    """The first line, then those that come after it."""
    first, *rest = calculation.lines
    kind = calculation.question.part or calculation.question.kind
    least, grew = calculation.question.extreme == "least", len(first.years) > 1
    word = ("slowest" if least else "fastest") + " growing" if grew else "smallest" if least else "largest"
    period = period_text(first.years, calculation.question.quarter)
    after = "; ".join(f"{line.wanted.name}: {line.stated.text}" for line in rest)
    lead = f"The {word} {kind} of {first.company}, {period}, is {first.wanted.name}: {first.stated.text}."
    return f"{lead} Then come {after}." if after else lead


def reservations(calculation: Calculation) -> str:
    """What to know of the figures: what stands for others, what later filings state, whether a self-check fails."""
    told = list(dict.fromkeys(sentence for line in calculation.lines for sentence in stood_in(line)))
    told += [
        f"{operand.fact.label} FY{operand.item.year} is restated as {plain(value / operand.fact.scale):,f} in {name}."
        for operand in calculation.operands
        for value, name in operand.restated[-1:]
    ]
    if any(operand.fact.confidence < SURE for operand in calculation.operands):
        told.append("A self-check of a statement that is used here fails; look at the cited cells.")
    return " ".join(told)


def _sentence(calculation: Calculation, line: Computed) -> str:
    quarter, name, company = calculation.question.quarter, line.wanted.name, line.company
    period = period_text(line.years, quarter)
    if line.own:
        return f"The filer's own table prints “{name}” of {period} as {line.stated.text}, by a definition of its own."
    if not line.over:
        return f"{name} of {company}, {period}: {line.stated.text}."
    if calculation.question.relation is Relation.TOTAL:
        return f"{name} of {company}, {period}, in total: {line.stated.text}."
    if calculation.question.relation is Relation.AVERAGE:
        return f"Average {name[:1].lower()}{name[1:]} of {company}, {period}: {line.stated.text}."
    first, last = (period_text((year,), quarter) for year in (line.years[0], line.years[-1]))
    way = "rose" if line.quantity.value > 0 else "fell" if line.quantity.value < 0 else "changed"
    yearly = " a year" if calculation.question.relation is Relation.CAGR else ""
    size = line.stated.text.replace("-", "")
    return (
        f"{name} of {company} {way} by {size}{yearly}, from {line.ends[0].text} in {first}"
        f" to {line.ends[-1].text} in {last}."
    )


def _listed(calculation: Calculation, lines: Sequence[Computed]) -> str:
    quarter = calculation.question.quarter
    return "; ".join(f"{period_text(line.years, quarter)}: {line.stated.text}" for line in lines)


def _yes_or_no(calculation: Calculation) -> str:
    """By company and figure; several of them are told one after the other."""
    groups: dict[tuple[str, str], list[Computed]] = {}
    for line in calculation.lines:
        groups.setdefault((line.company, line.wanted.name), []).append(line)
    return " ".join(_verdict(calculation, lines) for lines in groups.values())


def _verdict(calculation: Calculation, lines: list[Computed]) -> str:
    yearly = [line for line in lines if not line.over]
    told = f"{yearly[-1].wanted.name} of {yearly[-1].company}: {_listed(calculation, yearly)}."
    answer = verdict(calculation.question.direction, [line.quantity.value for line in yearly])
    change = next((_difference(line) for line in lines if line.over), "")
    judged = _of_convention(calculation) if answer is None else ""
    return " ".join(filter(None, (answer, told, change, judged)))


def _of_convention(calculation: Calculation) -> str:
    """ "Is its quick ratio good?": the convention, and what it makes of the one figure."""
    line, asked = calculation.lines[0], calculation.question.asked
    judgement = judgement_of(line.wanted.name, asked) if len(calculation.lines) == 1 else None
    return f"{judgement.says} {judgement.reading({line.wanted.name: line.quantity.value}, asked)}" if judgement else ""


def verdict(direction: Direction | None, values: Sequence[Decimal]) -> str | None:
    """ "Yes." or "No.", or which way it went; None when the figures do not decide it."""
    last = values[-1]
    if direction is Direction.POSITIVE:
        return "Yes." if last > 0 else "No."
    if direction is Direction.NEGATIVE:
        return "Yes." if last < 0 else "No."
    if direction is Direction.PRESENT and len(values) == 1:
        return "Yes." if last != 0 else "No."
    if len(values) < 2:
        return None
    if direction is Direction.UP:
        return "Yes." if last > values[0] else "No."
    if direction is Direction.DOWN:
        return "Yes." if last < values[0] else "No."
    return "It went up." if last > values[0] else "It went down." if last < values[0] else "It did not change."


def _difference(whole: Computed) -> str:
    size = whole.stated.text.replace("-", "")
    way = "up" if whole.quantity.value > 0 else "down"
    return f"That is {way} by {size}." if whole.quantity.value else "That is no change."


def _comparison(calculation: Calculation) -> str:
    """Who or which year has the most or the least; without such a word, the figures side by side."""
    question, lines = calculation.question, calculation.lines
    quarter = question.quarter
    several = len({line.company for line in lines}) > 1
    told = "; ".join(f"{line.company}, {period_text(line.years, quarter)}: {line.stated.text}" for line in lines)
    name = lines[0].wanted.name
    units = {line.quantity.unit for line in lines}
    if not question.extreme or len(units) > 1 or len(lines) < 2 or len(question.wanted) > 1 or calculation.missing:
        return f"{name}: {told}."
    choose = max if question.extreme == "most" else min
    best = choose(lines, key=lambda line: line.quantity.value)
    who = best.company if several else period_text(best.years, quarter)
    word = "highest" if question.extreme == "most" else "lowest"
    return f"{who} has the {word}: {best.stated.text}. {name}: {told}."
