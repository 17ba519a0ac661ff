"""The sentence that leads an answer with figures: what was computed, and what it says about the question.

A yes or a no is said only where every condition of the question was read and every figure that decides is there.
"""

from collections.abc import Sequence

from apps.answers.figures import condition_words as letter
from apps.answers.figures.asked import Relation
from apps.answers.figures.conditions import Kind
from apps.answers.figures.instead import stood_in
from apps.answers.figures.judgements import judgement_asked, judgement_of
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.figures.sheet import period_text
from apps.answers.figures.verdicts import NO, YES, decide, turned
from apps.documents.printed_figures import plain

OPEN = "Whether that is so by what the question supposes was not decided; these are the figures."
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
    """The verdict, where the figures decide it, then each figure; else which way each of them went."""
    said = _verdict(calculation)
    told = [_figures_of(calculation, lines, said=bool(said)) for lines in _groups(calculation)]
    return " ".join(filter(None, (said, *told, "" if said else _of_convention(calculation))))


def _of_convention(calculation: Calculation) -> str:
    """ "Is its quick ratio good?": the convention, and what it makes of the one figure."""
    line, asked = calculation.lines[0], calculation.question.asked
    judgement = judgement_of(line.wanted.name, asked) if len(calculation.lines) == 1 else None
    return f"{judgement.says} {judgement.reading({line.wanted.name: line.quantity.value}, asked)}" if judgement else ""


def undecided(calculation: Calculation) -> str:
    """What to tell where a yes or no question gets neither; "" where it gets one, or where none is asked for."""
    parts = calculation.parts or (calculation,)
    asked = [one for one in parts if one.lines and one.question.relation is Relation.YES_NO]
    return OPEN if any(not (_verdict(one) or _tells_way(one) or _of_convention(one)) for one in asked) else ""


def _groups(calculation: Calculation) -> list[list[Computed]]:
    """The lines by company and figure, in their order."""
    groups: dict[tuple[str, str], list[Computed]] = {}
    for line in calculation.lines:
        groups.setdefault((line.company, line.wanted.name), []).append(line)
    return list(groups.values())


def _yearly(lines: Sequence[Computed]) -> list[Computed]:
    return [line for line in lines if not line.over]


def _verdict(calculation: Calculation) -> str:
    """Of one filer, where every figure is there; "" where the figures do not decide it."""
    condition, groups = calculation.question.condition, [_yearly(lines) for lines in _groups(calculation)]
    filers = {line.company for line in calculation.lines}
    if condition is None or len(filers) > 1 or len(groups) != len(calculation.question.wanted):
        return ""
    decided = decide(condition, groups, len(calculation.question.years))
    return "" if decided is None else YES if decided else NO


def _tells_way(calculation: Calculation) -> bool:
    """Whether which way figures went answers: for "up or down", for a rise that is denied, for several filers."""
    condition = calculation.question.condition
    plain_way = condition and condition.way in {letter.UP, letter.DOWN} and not condition.every
    if condition is None or not (condition.kind is Kind.EITHER or (condition.kind is Kind.TURNED and plain_way)):
        return False
    return all(len(_yearly(lines)) > 1 for lines in _groups(calculation))


def _figures_of(calculation: Calculation, lines: list[Computed], *, said: bool) -> str:
    yearly = _yearly(lines)
    told = f"{yearly[-1].wanted.name} of {yearly[-1].company}: {_listed(calculation, yearly)}."
    change = next((_difference(line) for line in lines if line.over), "")
    way = "" if said or not change else turned([line.quantity.value for line in yearly])
    return " ".join(filter(None, (way, told, change)))


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
