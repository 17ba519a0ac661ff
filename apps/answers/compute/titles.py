"""What a table is titled: which line its total or its closing balance is of."""

import re

from apps.answers.compute.grids import ReadTable
from apps.answers.compute.labels import RAW, spoken

LEADS, FOLLOWS = (frozenset(RAW[key].split()) for key in ("before_titles", "behind_titles"))
LEFT_OUT = re.compile(r", excluding [^,]{1,60},")
LEAST_WORDS = 2  # of a name: one alone is met by chance


def is_titled(table: ReadTable, label: str) -> bool:
    """Whether its title, its caption or what leads to it names a line so, by its whole name of two words or more.

    Before and behind it stands nothing that says more ("interest on", "in Europe").
    """
    said = _told(label)
    for text in (table.caption, table.intro, table.corner, *table.section[-1:]):
        over = _told(LEFT_OUT.sub(" ", text))
        for at in range(len(over) - len(said) + 1 if len(said) >= LEAST_WORDS else 0):
            end = at + len(said)
            if over[at:end] == said and LEADS.issuperset(over[:at]) and FOLLOWS.issuperset(over[end : end + 1]):
                return True
    return False


def _told(text: str) -> list[str]:
    """The words of a title that say something, as `spoken` has them, in their order."""
    return [one for word in text.lower().split() for one in sorted(spoken(word)) if not one.isdigit()]
