"""Where on a classified balance sheet each row stands: a heading opens a zone, a total closes it."""

import re
from collections.abc import Sequence

from apps.statements.grid import Row
from apps.statements.labels import normal_label
from apps.statements.ontology import Zone

HEADINGS = (
    (re.compile(r"(?:.* )?non current assets|(?:.* )?(?:other|long term) assets"), Zone.OTHER_ASSETS),
    (re.compile(r"(?:.* )?current assets"), Zone.CURRENT_ASSETS),
    (
        re.compile(r"(?:.* )?non current liabilities|(?:.* )?(?:other|long term) (?:liabilities|debt)"),
        Zone.OTHER_LIABILITIES,
    ),
    (re.compile(r"(?:.* )?current liabilities"), Zone.CURRENT_LIABILITIES),
    (
        re.compile(r"(?!.*(?:liabilities|assets)).*\b(?:equity|deficit|capitalization|shareholders investment)"),
        Zone.EQUITY,
    ),
)
ENDS = (
    (re.compile(r"total current assets"), Zone.OTHER_ASSETS),
    (re.compile(r"total assets( .*)?|assets total"), Zone.CURRENT_LIABILITIES),
    (re.compile(r"total current liabilities( .*)?"), Zone.OTHER_LIABILITIES),
    (re.compile(r"total liabilities"), Zone.EQUITY),
    # Some print equity before liabilities; what follows its total cannot be equity.
    (re.compile(r"total (?:.* )?(?:equity|deficit|investment)"), Zone.OTHER_LIABILITIES),
)
UNLABELLED_ENDS = {
    Zone.CURRENT_ASSETS: Zone.OTHER_ASSETS,
    Zone.OTHER_ASSETS: Zone.CURRENT_LIABILITIES,
    Zone.CURRENT_LIABILITIES: Zone.OTHER_LIABILITIES,
}
# A heading that the line above it has swallowed: "Property, plant and equipment, net Current assets:".
MERGED = re.compile(r"\S.*?\s+(?:non-?)?current (?:assets|liabilities):$", re.IGNORECASE)
MERGED_TAIL = re.compile(r"(?<!\s)\s++((?:non-?)?current (?:assets|liabilities)):$", re.IGNORECASE)


def zones_of(rows: Sequence[Row]) -> list[Zone | None]:
    """The zone of each row of a balance sheet; all None when it does not set current items apart."""
    if not any(_opens(row) is Zone.CURRENT_ASSETS or _closes(row) is Zone.OTHER_ASSETS for row in rows):
        return [None] * len(rows)
    headed = any(_opens(row) is Zone.CURRENT_ASSETS for row in rows)
    zone = Zone.OTHER_ASSETS if headed else Zone.CURRENT_ASSETS
    zones: list[Zone | None] = []
    for row in rows:
        zone = zone if row.figures else _opens(row) or zone
        zones.append(zone)
        if row.figures:
            zone = _after(row, zone)
    return zones


def own_label(label: str) -> str:
    """The label without a heading of the next zone that stands at its end."""
    return MERGED_TAIL.sub("", label) if MERGED.fullmatch(label) else label


def _opens(row: Row) -> Zone | None:
    """The zone that a heading, or the heading at the end of a row's label, opens."""
    label = row.label
    if row.figures:
        tail = MERGED_TAIL.search(label)
        label = tail[1] if tail else ""
    normal = normal_label(label)
    return next((zone for pattern, zone in HEADINGS if pattern.fullmatch(normal)), None)


def _closes(row: Row) -> Zone | None:
    """The zone that comes after a labelled total."""
    normal = normal_label(own_label(row.label))
    return next((zone for pattern, zone in ENDS if row.figures and pattern.fullmatch(normal)), None)


def _after(row: Row, zone: Zone) -> Zone:
    if not row.label:
        return UNLABELLED_ENDS.get(zone, zone)
    return _opens(row) or _closes(row) or zone
