"""Which lines of a statement add up to which total, told by headings, zones and order alone, never by the figures.

Only so can a check of the sum fail. Where the structure leaves a doubt, there is no sum.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apps.statements.labels import normal_label
from apps.statements.lines import Line
from apps.statements.ontology import Statement, Zone
from apps.statements.zones import MERGED_TAIL, own_label

TOTAL = re.compile(r"(?:sub ?)?total\b.*")
NET_TOTAL = re.compile(r".*\b(?:net cash|net (?:income|earnings|loss)|adjust(?:ed|ments)|changes in)\b.*")
CONTRA = re.compile(r"(?:less )?(?:accumulated (?:depreciation|amortization)|allowances?)\b.*")
LESS = re.compile(r"less\b.*")
NET = re.compile(r"\bnet\b", re.IGNORECASE)
WORDS = re.compile(r"[a-z]+")
SMALL_WORDS = frozenset({"and", "of", "total", "the", "s"})
ZONES: dict[str, set[Zone | None]] = {
    "current_assets": {Zone.CURRENT_ASSETS},
    "current_liabilities": {Zone.CURRENT_LIABILITIES},
    "total_liabilities": {Zone.CURRENT_LIABILITIES, Zone.OTHER_LIABILITIES, None},
}
SIDES = {"total_assets", "liabilities_and_equity"}
TOTALS = {*SIDES, "equity_parent"}
FLOWS = ("operating_cash_flow", "investing_cash_flow", "financing_cash_flow")


@dataclass(frozen=True, slots=True)
class Sum:
    """`parts` add up to `total`."""

    total: Line
    parts: tuple[Line, ...]


def is_deducted(line: Line) -> bool:
    """Whether the line is taken off the total above it, so that it may be printed without a sign for that."""
    return line.concept == "treasury_stock" or bool(LESS.fullmatch(_normal(line)))


@dataclass(slots=True)
class Group:
    """What stands below a heading so far. doubtful: not every line in it is understood."""

    heading: frozenset[str]
    items: list[Line] = field(default_factory=list)
    doubtful: bool = False


def sums_of(lines: Sequence[Line], statement: Statement) -> list[Sum]:
    """The sums of a statement in reading order."""
    if statement is Statement.CASH_FLOW:
        return list(_flows(lines))
    return _Groups(statement).read(lines)


def is_total(line: Line) -> bool:
    """A line that calls itself a total, is one by its item, or has no name of its own."""
    return not line.row.label or bool(TOTAL.fullmatch(_normal(line))) or line.concept in TOTALS


def _normal(line: Line) -> str:
    return normal_label(own_label(line.row.label))


def _words(text: str) -> frozenset[str]:
    return frozenset(WORDS.findall(text)) - SMALL_WORDS


class _Groups:
    """Headings open groups; a total closes the innermost group whose heading it names, with all inside it."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.assets_done = False
        self.open = [Group(frozenset())]
        self.sums: list[Sum] = []

    def read(self, lines: Sequence[Line]) -> list[Sum]:
        for line in lines:
            if not line.row.figures:
                self._heading(line.row.label)
            elif is_total(line):
                self._total(line)
            else:
                self._item(line)
                if swallowed := MERGED_TAIL.search(line.row.label):
                    self._heading(swallowed[1])
        return self.sums

    def _heading(self, label: str) -> None:
        if label:
            self.open.append(Group(_words(normal_label(label))))

    def _item(self, line: Line) -> None:
        """A net amount right below what is deducted closes these two lines; other deductions leave a doubt."""
        group = self.open[-1]
        deducted = bool(group.items) and bool(CONTRA.fullmatch(_normal(group.items[-1])))
        if deducted and NET.search(line.row.label) and len(group.items) > 1:
            self.sums.append(Sum(line, tuple(group.items[-2:])))
            group.items[-2:] = []
        elif deducted and _printed_positive(group.items[-1]):
            group.doubtful = True
        group.items.append(line)

    def _total(self, line: Line) -> None:
        if line.concept == "total_equity" and (first := self._parents_equity()) is not None:
            items = self.open[-1].items
            self.sums.append(Sum(line, tuple(items[first:])))
            items[first:] = [line]
            return
        depth = self._depth(line)
        if depth is None:
            self.open[-1].doubtful = True
            self.open[-1].items.append(line)
            return
        closed, self.open = self.open[depth:], self.open[:depth] or [Group(frozenset())]
        items = [item for group in closed for item in group.items]
        nested = self.statement is Statement.INCOME and any(is_total(item) for item in items)
        told = not line.row.label and line.concept not in SIDES  # by what it adds up to: such a check could not fail
        if len(items) > 1 and not (told or nested or any(group.doubtful for group in closed)):
            self.sums.append(Sum(line, tuple(items)))
        self.assets_done = self.assets_done or line.concept == "total_assets"
        if line.concept != "total_assets":
            self.open[-1].items.append(line)

    def _parents_equity(self) -> int | None:
        """Where in the innermost group the parent's equity stands, when others' shares in it follow."""
        items = self.open[-1].items
        place = next((at for at, item in enumerate(items) if item.concept == "equity_parent"), None)
        return place if place is not None and place < len(items) - 1 else None

    def _depth(self, line: Line) -> int | None:
        """From which open group on the total closes; None when no heading and no zone says so."""
        if self.statement is Statement.BALANCE and line.concept in SIDES:
            return 0
        words = _words(_normal(line))
        named = (depth for depth, group in enumerate(self.open) if group.heading and group.heading <= words)
        depth = max(named, default=None)
        allowed = ZONES.get(line.concept or "")
        if allowed is None:
            return depth
        if depth is None and (self.assets_done or line.concept == "current_assets"):
            depth = 0
        items = [item for group in self.open[depth or 0 :] for item in group.items]
        return depth if items and all(item.zone in allowed for item in items) else None


def _printed_positive(line: Line) -> bool:
    return any(figure.amount.value > 0 for figure in line.row.figures.values())


def _flows(lines: Sequence[Line]) -> Iterator[Sum]:
    """All lines from one flow's total to the next add up to the next; totals of another kind between leave a doubt."""
    parts: list[Line] = []
    doubtful = False
    for line in (line for line in lines if line.row.figures):
        if line.concept in FLOWS:
            if not doubtful and len(parts) > 1:
                yield Sum(line, tuple(parts))
            parts, doubtful = [], False
            continue
        named = line.concept == "cf_net_income" and not parts
        doubtful = doubtful or is_total(line) or bool(not named and NET_TOTAL.fullmatch(_normal(line)))
        parts.append(line)
