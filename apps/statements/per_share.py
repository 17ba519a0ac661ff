"""The foot of an income statement: what "Basic", "Diluted" and "Net income" mean below a heading on shares."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.statements.grid import Row
from apps.statements.labels import normal_label
from apps.statements.values.units import Units, counts_shares, is_per_share, own_units

BASES = {"basic": re.compile(r"\bbasic\b"), "diluted": re.compile(r"\b(?:diluted|dilution)\b")}
EARNINGS = re.compile(
    r"(?:consolidated )?(?:net )?(?:income|earnings|loss|profit)(?: loss)?"
    r"(?: per (?:common |ordinary )?share)?(?: (?:attributable|available) to .*)?"
)
COUNTS = re.compile(r"(?:basic |diluted )?(?:weighted average|average|shares used|number of)\b.*\bshares?\b.*")


@dataclass(frozen=True, slots=True)
class Section:
    """What the rows below a heading hold: amounts per share or counts of shares, basic or diluted where it says so.

    units: in which the shares below are counted, where the heading says so ("Shares in thousands:").
    alone: only one row stands below the heading.
    """

    per_share: bool = False
    shares: bool = False
    basis: str = ""
    units: Units = Units()  # noqa: RUF009 (frozen)
    alone: bool = False


def sections_of(rows: Sequence[Row]) -> list[Section]:
    """The section in which each row stands; a heading of another kind, or none yet, is no section."""
    section = Section()
    sections = []
    for place, row in enumerate(rows):
        if row.label and not row.figures:
            section = replace(_section(row.label, section), alone=_one_row_below(rows[place + 1 : place + 3]))
        sections.append(section if _fits(row, section) else Section())
    return sections


def _one_row_below(rows: Sequence[Row]) -> bool:
    """Whether a heading has one row of figures below it and then the next heading, or nothing."""
    return bool(rows) and bool(rows[0].figures) and all(not row.figures for row in rows[1:])


def item_of(label: str, section: Section) -> str | None:
    """The concept of a row in a section on shares; None when the label has to speak for itself."""
    normal = normal_label(label)
    basis = next((name for name, words in BASES.items() if words.search(normal)), section.basis)
    if not basis:
        return None
    if not (section.per_share or section.shares):
        return _of_basis(label, section)
    if section.shares or (counts_shares(label) and not is_per_share(label)):
        return f"shares_{basis}"
    told = EARNINGS.fullmatch(normal) or (section.alone and section.basis)
    return f"eps_{basis}" if told or BASES[basis].match(normal) else None


def _of_basis(label: str, section: Section) -> str | None:
    """The same below a heading that says no more than "Diluted": the row has to say what it counts."""
    normal = normal_label(label)
    if section.basis and COUNTS.fullmatch(normal):
        return f"shares_{section.basis}"
    return f"eps_{section.basis}" if section.basis and is_per_share(label) and EARNINGS.fullmatch(normal) else None


def is_basis(label: str) -> bool:
    """Whether the label is nothing but "Basic" or "Diluted"."""
    return any(words.fullmatch(normal_label(label)) for words in BASES.values())


def _section(heading: str, above: Section) -> Section:
    """A heading that says no more than "Diluted:" goes on with what the heading above it is about."""
    normal = normal_label(heading)
    basis = next((name for name, words in BASES.items() if words.search(normal)), "")
    if is_basis(heading):
        return replace(above, basis=basis)
    if is_per_share(heading) and not COUNTS.fullmatch(normal):  # "Shares used to compute earnings per share" counts
        return Section(per_share=True, basis=basis)
    shares = bool(COUNTS.fullmatch(normal)) or counts_shares(heading)
    return Section(shares=shares, basis=basis, units=own_units(heading))


def _fits(row: Row, section: Section) -> bool:
    """Amounts per share are printed with decimals; whole numbers below such a heading are something else."""
    amounts = [figure.amount for figure in row.figures.values()]
    whole = all(amount.decimals == 0 for amount in amounts) and any(amount.value for amount in amounts)
    return not section.per_share or not whole or counts_shares(row.label)
