"""The yes or no that figures decide. It is said only where every condition of the question was read and is decided."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.formula import Item
from apps.answers.figures import condition_words as letter
from apps.answers.figures.asked import Wanted
from apps.answers.figures.condition_words import Quantified
from apps.answers.figures.conditions import Condition, Kind
from apps.answers.figures.lines import Computed
from apps.statements.ontology import concepts
from apps.statements.spent import SPENT

YES, NO = "Yes.", "No."
# Of which of them more is better, and of which less is; of all others nothing is said.
MORE_IS_BETTER = re.compile(
    r"\b(?:revenue|sales|income|profit|earnings|margin|return|coverage|turnover|conversion(?! cycle)|cash flow|EBITDA"
    r"|(?:current|quick|cash|working capital) ratio|working capital|equity ratio)\b",
    re.IGNORECASE,
)
LESS_IS_BETTER = re.compile(
    r"\b(?:costs?|expenses?|charges?|loss|debt|liabilities|borrowings|tax(?:es)?|days (?:inventory|sales)|cycle)\b",
    re.IGNORECASE,
)
TIMES = {letter.DOUBLE: Decimal(2), letter.TRIPLE: Decimal(3), letter.HALVE: Decimal("0.5")}


def better_when(wanted: Wanted) -> str:
    """The letter of the way that is better for such a figure; "" where that is not said by what it is."""
    item = wanted.formulas[0]
    if isinstance(item, Item) and item.concept in SPENT:
        return letter.DOWN
    name = concepts()[item.concept].name if isinstance(item, Item) and item.concept in concepts() else wanted.name
    up, down = bool(MORE_IS_BETTER.search(name)), bool(LESS_IS_BETTER.search(name))
    return "" if up == down else letter.UP if up else letter.DOWN


def decide(condition: Condition, groups: Sequence[Sequence[Computed]], years: int) -> bool | None:
    """Whether it holds of every group, each the yearly lines of one figure; None where they do not decide it.

    years: how many years the question asks about; with fewer lines a figure is missing.
    """
    if condition.denied or not groups:
        return None
    if condition.kind is Kind.SIDES:
        return _sides(condition, groups, years)
    found = [_decided(condition, lines, years) for lines in groups]
    return None if None in found else all(found)


def turned(values: Sequence[Decimal]) -> str:
    """Which way it went, as a sentence."""
    if len(values) < 2:
        return ""
    way = "It went up." if values[-1] > values[0] else "It went down."
    return way if values[-1] != values[0] else "It did not change."


def _decided(condition: Condition, lines: Sequence[Computed], years: int) -> bool | None:
    values = [line.quantity.value for line in lines]
    if condition.kind is Kind.TURNED:
        return _turned(condition, lines, values)
    if condition.kind is Kind.YEARS:
        return _of_years(condition, lines)
    if condition.kind is Kind.CHANGED_BY:
        return _changed_by(condition, lines, values)
    if condition.kind is Kind.MULTIPLIED:
        return _multiplied(condition.way, values)
    if len(values) < max(years, 1):
        return None
    if condition.kind is Kind.LEVEL and condition.number:
        limit = _in_unit_of(condition.number, lines[-1])
        return None if limit is None else all(_holds(condition.way, value, limit) for value in values)
    if condition.kind is Kind.SIGNED:
        return all(value > 0 if condition.way == letter.POSITIVE else value < 0 for value in values)
    return values[0] > 0 if condition.kind is Kind.PRESENT and len(values) == 1 and values[0] >= 0 else None


def _turned(condition: Condition, lines: Sequence[Computed], values: Sequence[Decimal]) -> bool | None:
    way = condition.way
    if way in {letter.BETTER, letter.WORSE}:
        better = better_when(lines[-1].wanted)
        if not better:
            return None
        worse = letter.DOWN if better == letter.UP else letter.UP
        way = better if way == letter.BETTER else worse
    if len(values) < 2 or (condition.every and not _stepwise(condition, lines)):
        return None
    pairs = list(pairwise(values)) if condition.every else [(values[0], values[-1])]
    return all(last > first if way == letter.UP else last < first for first, last in pairs)


def _stepwise(condition: Condition, lines: Sequence[Computed]) -> bool:
    """Whether the steps that are asked for are these: each year of a stretch with a first and a last year."""
    years = [line.years[-1] for line in lines]
    return condition.ranged and len(years) > 2 and years == list(range(years[0], years[-1] + 1))


def _of_years(condition: Condition, lines: Sequence[Computed]) -> bool | None:
    by_year = {line.years[-1]: line.quantity.value for line in lines}
    pair = [by_year.get(year) for year in condition.years or ()]
    if len(pair) != 2 or pair[0] is None or pair[1] is None:
        return None
    return _holds(condition.way, pair[0], pair[1])


def _changed_by(condition: Condition, lines: Sequence[Computed], values: Sequence[Decimal]) -> bool | None:
    """ "Grew by more than 5%" is held against the growth; of percentages only points are, of amounts money is too."""
    turn, compared = condition.way[0], condition.way[1:]
    if len(values) != 2 or condition.number is None:
        return None
    change = values[-1] - values[0] if turn == letter.UP else values[0] - values[-1]
    rate = lines[-1].wanted.shown is Shown.PERCENT
    if condition.number.unit == "percent" and not rate and values[0] > 0:
        return _holds(compared, change / values[0], condition.number.value)
    limit = condition.number.value if condition.number.unit == "points" and rate else None
    if condition.number.unit in {"money", "per share", "days"}:
        limit = _in_unit_of(condition.number, lines[-1])
    return None if limit is None else _holds(compared, change, limit)


def _multiplied(way: str, values: Sequence[Decimal]) -> bool | None:
    """ "Doubled" is at least twice, "halved" at most half as much; "more than doubled" is more than twice."""
    times, compared = TIMES[way[0]], way[1:]
    if len(values) != 2 or values[0] <= 0 or (times < 1 and compared):
        return None
    goal = values[0] * times
    if times < 1:
        return values[-1] <= goal
    return values[-1] > goal if compared == letter.ABOVE else values[-1] >= goal


def _sides(condition: Condition, groups: Sequence[Sequence[Computed]], years: int) -> bool | None:
    """One figure beside the other, in every year asked about."""
    if len(groups) != 2 or any(len(lines) < max(years, 1) for lines in groups):
        return None
    first, other = groups
    pairs = list(zip(first, other, strict=False))
    alike = all(
        mine.years == theirs.years and mine.quantity.unit == theirs.quantity.unit and mine.currency == theirs.currency
        for mine, theirs in pairs
    )
    if not alike or len(first) != len(other):
        return None
    return all(_holds(condition.way, mine.quantity.value, theirs.quantity.value) for mine, theirs in pairs)


def _holds(way: str, value: Decimal, limit: Decimal) -> bool:
    if way in {letter.ABOVE, letter.AT_MOST}:
        return (value > limit) is (way == letter.ABOVE)
    return (value < limit) is (way == letter.BELOW)


def _in_unit_of(number: Quantified, line: Computed) -> Decimal | None:
    """The limit in the unit of the figure; None where they are of other kinds or currencies."""
    unit, shown = line.quantity.unit, line.wanted.shown
    kinds = {
        "money": unit == (1, 0),
        "per share": unit == (1, -1),
        "percent": unit == (0, 0) and shown is Shown.PERCENT,
        "times": unit == (0, 0) and shown in {Shown.RATIO, None},
        "days": shown is Shown.DAYS,
        "": unit == (0, 0) and shown in {Shown.RATIO, None},
    }
    same_money = number.unit == "money" and unit == (1, -1) and bool(number.currency) and number.value < 1000
    if not (kinds.get(number.unit) or same_money) or (number.currency and number.currency != line.currency):
        return None
    return number.value
