"""Which line of a table has the most or the least, or grew most: "which segment had the largest net sales"."""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal

from apps.answers.table_questions.exact import Exact, Phrase
from apps.answers.table_questions.fiscal import Asked
from apps.answers.table_questions.naming import TURNS, label_words, named
from apps.answers.table_questions.table import SUMMED, AskedTable, Cell, Line, bare
from apps.answers.wording import stems

KIND = re.compile(
    r"^(?:in |for |of |by )?(?:which|what)\b(?: \w+){0,3}? (?P<kind>(?:(?:business|operating|reportable) )?segments?"
    r"|business(?:es)?|divisions?|regions?|countr(?:y|ies)|markets?|geograph\w+|areas?"
    r"|products?(?: (?:lines?|categor\w+|groups?))?|categor\w+|brands?)\b",
    re.IGNORECASE,
)
MOST = re.compile(
    r"\b(?:most|largest|biggest|highest|greatest|fastest|strongest|best|(?P<least>least|smallest|lowest|slowest"
    r"|weakest|worst|fell|declined|dropped))\b",
    re.IGNORECASE,
)
GROWTH = re.compile(r"\bgr[eo]w(?:n|th|ing)?\b|\bfastest\b|\bslowest\b", re.IGNORECASE)
PLACES = frozenset(stems("region regions geography geographic geographical country countries area areas location"))
REST = re.compile(
    r"\b(?:other|all other|corporate|unallocated|eliminations?|intersegment|reconcil\w+)\b", re.IGNORECASE
)
FEWEST = 2
Timely = Callable[[Cell, Asked], bool]


def kind_asked(text: str) -> str:
    """What kind of thing is to be named ("segment"), or "" where the question does not ask which."""
    match = KIND.search(text)
    return match["kind"].lower() if match and MOST.search(text) else ""


def best_items(
    table: AskedTable, text: str, phrase: Phrase, periods: tuple[Asked, ...], timely: Timely
) -> tuple[tuple[Cell, ...], ...]:
    """The figures of the lines of one part of the table, the best first; none where several parts would do.

    One period: by size. Two, and growth asked: by growth between them, each group the older and the newer.
    """
    grows = bool(GROWTH.search(text))
    if len(periods) != (2 if grows else 1) or not is_of(table, kind_asked(text), table.about):
        return ()
    wanted = Phrase(phrase.text, phrase.wanted - TURNS - frozenset(stems(kind_asked(text))), phrase.said)
    parts = [group for group in _parts(table) if (found := _figures(table, group, wanted, periods, timely))]
    if len(parts) != 1 or not wanted.wanted:
        return ()
    found = _figures(table, parts[0], wanted, periods, timely)
    worth = _growth if grows else _size
    least = bool((match := MOST.search(text)) and match["least"])
    ordered = sorted(found, key=worth, reverse=not least)
    first = table.line_of(ordered[0][0]).label
    return () if REST.search(first) or worth(ordered[0]) == worth(ordered[1]) else tuple(ordered)


def is_of(table: AskedTable, kind: str, above: str) -> bool:
    """Whether `above` or the headings in the table say that its lines are of this kind; places are one kind."""
    said = named(above) | {word for line in table.lines for heading in line.above for word in named(heading)}
    asked = frozenset(stems(kind))
    return bool((asked | PLACES if asked & PLACES else asked) & said)


def _parts(table: AskedTable) -> Iterable[list[Line]]:
    """The lines under each heading, down to the line that sums them up."""
    groups: dict[tuple[str, ...], list[Line]] = {}
    summed: set[tuple[str, ...]] = set()
    for line in table.lines:
        if SUMMED.match(bare(line.label)) or not line.label or _sums_up(line, groups.get(line.above, [])):
            summed.add(line.above)
        elif line.above not in summed:
            groups.setdefault(line.above, []).append(line)
    return groups.values()


def _sums_up(line: Line, before: list[Line]) -> bool:
    """Whether a line is the sum of those above it, whatever it is called, in every column that all of them have."""
    columns = [column for column in line.cells if all(column in one.cells for one in before)]
    money = [column for column in columns if not line.cells[column].amount.percent]
    if len(before) < FEWEST or not money:
        return False
    sums = {column: sum((one.cells[column].amount.value for one in before), Decimal(0)) for column in money}
    return all(abs(total - line.cells[column].amount.value) <= len(before) for column, total in sums.items() if total)


def _figures(
    table: AskedTable, lines: list[Line], wanted: Phrase, periods: tuple[Asked, ...], timely: Timely
) -> list[tuple[Cell, ...]]:
    """A cell for each line and period, where each has exactly one that measures what is asked."""
    exact, found = Exact(table), []
    for line in lines:
        cells = [[cell for cell in line.cells.values() if timely(cell, when)] for when in periods]
        if any(len(of_period) != 1 for of_period in cells):
            return []
        group = tuple(of_period[0] for of_period in cells)
        if not all(_measured(exact, wanted, line, cell) for cell in group):
            return []
        found.append(group)
    return found if len(found) >= FEWEST else []


def _measured(exact: Exact, wanted: Phrase, line: Line, cell: Cell) -> bool:
    beside = exact.beside(cell) - label_words(bare(line.label))
    return wanted.wanted <= beside | exact.about and exact.measures_it(wanted, line, cell)


def _size(group: tuple[Cell, ...]) -> Decimal:
    return group[-1].amount.value


def _growth(group: tuple[Cell, ...]) -> Decimal:
    older, newer = group[0].amount.value, group[-1].amount.value
    return (newer - older) / older if older > 0 else Decimal("-Infinity")
