"""Whether the lines of a statement add up to their totals."""

from collections.abc import Iterator, Sequence

from apps.statements.facts import StatementFact
from apps.statements.lines import Line
from apps.statements.outcomes import Check, Outcome, outcome
from apps.statements.sums import Sum, is_deducted

Places = dict[tuple[int, int, int], dict[int, StatementFact]]


def sum_outcomes(facts: Sequence[StatementFact], sums: Sequence[Sum]) -> list[Outcome]:
    """One outcome for each sum and column."""
    places: Places = {}
    for fact in facts:
        places.setdefault((fact.page, fact.table, fact.row), {})[fact.column] = fact
    by_total = {total.concept: [total, *parts] for total, parts in ((sum_.total, sum_.parts) for sum_ in sums)}
    found = [made for sum_ in sums for made in _outcomes(sum_, places)]
    return found + list(_sides(by_total.get("total_assets"), by_total.get("liabilities_and_equity"), places))


def _of(line: Line, places: Places) -> dict[int, StatementFact]:
    return places.get((line.part.page.number, line.part.index, line.row.index), {})


def _outcomes(sum_: Sum, places: Places) -> Iterator[Outcome]:
    """Columns are those of the total's table; a statement that goes on in another table has the same ones there."""
    for column, total in _of(sum_.total, places).items():
        parts, signs = _signed(sum_.parts, column, places)
        if len(parts) > 1:
            yield outcome(Check.SUBTOTAL, [total], parts, signs)


def _signed(lines: Sequence[Line], column: int, places: Places) -> tuple[list[StatementFact], list[int]]:
    """The facts of the lines in a column, and whether each is added or, printed without a sign, deducted."""
    pairs = [(line, own[column]) for line in lines if column in (own := _of(line, places))]
    return [fact for _, fact in pairs], [-1 if is_deducted(line) and fact.value > 0 else 1 for line, fact in pairs]


def _sides(assets: list[Line] | None, claims: list[Line] | None, places: Places) -> Iterator[Outcome]:
    """The items of both sides against each other, where the totals have no labels that would tell them apart."""
    if not assets or not claims or (assets[0].row.label and claims[0].row.label):
        return
    for column in _of(assets[0], places):
        left, _ = _signed(assets[1:], column, places)
        right, signs = _signed(claims[1:], column, places)
        if left and right:
            yield outcome(Check.BALANCE_ITEMS, left, right, signs)
