"""Whether a sentence tells a figure in the sign, and a change the way, in which its sources state it (A8)."""

import re
from collections.abc import Iterable

from apps.answers.check.figures import Hit
from apps.answers.check.ways import OPPOSITES, Way, way_of
from apps.answers.sources.tokens import Token

NEGATIVE = re.compile(
    r"\b(?:loss\w*|deficit\w*|underfunded|shortfalls?|decreas\w*|declin\w*|fell|fall|down|lower|drop\w*|outflows?|used|uses?|expens\w*|costs?|charg\w*"
    r"|negative|paid|pay\w*|purchas\w*|repa\w*|spen[dt]\w*|outlay\w*|provision\w*|tax\w*|depreciat\w*|amorti[sz]\w*"
    r"|benefit\w*|reduc\w*|dividend\w*|repurchas\w*|acqui\w*|invest\w*|expenditures?|impairment\w*|interest)\b",
    re.IGNORECASE,
)
LESS = re.compile(
    r"\b(?:loss(?:es)?|deficits?|underfunded|shortfalls?|decreas\w*|declin\w*|fell|fall(?:s|en|ing)?|down|lower|dropp?\w*|reduc\w*|outflows?|used|negative"
    r"|payments?|paid|repa\w*|purchas\w*|repurchas\w*|spen[dt]|expenditures?|benefits?)\b",
    re.IGNORECASE,
)
PROFIT = re.compile(r"\b(?:income|profits?|earnings|margin)\b", re.IGNORECASE)
NO_PROFIT = re.compile(r"\b(?:net|operating|gross)\s+loss(?:es)?\b", re.IGNORECASE)
LOSS = re.compile(r"\bloss(?:es)?\b", re.IGNORECASE)
PARENTHESES = re.compile(r"\([^()\d]*\)")


def says_less(words: str, *, surely: bool = False) -> bool:
    """Whether words carry the minus of a figure: "a loss of", "decreased by", "cash used".

    Those in parentheses do not: "Net income (loss)" is either. surely: costs and taxes, which filings print in either
    sign, do not count.
    """
    return bool((LESS if surely else NEGATIVE).search(PARENTHESES.sub(" ", words)))


def made_a_loss(sentence: str, hits: Iterable[Hit]) -> bool:
    """Whether the sentence tells as a loss what its source states as a profit."""
    cells = [hit.cell for hit in hits]
    stated = cells and all(
        cell and cell.full > 0 and PROFIT.search(cell.label) and not LOSS.search(cell.label) for cell in cells
    )
    return bool(stated and NO_PROFIT.search(sentence))


def other_way(sentence: str, token: Token, hits: Iterable[Hit]) -> str:
    """Which way a change went by all sources that hold it, where the sentence says it went the other way; else ""."""
    mine = way_of(sentence, token)
    theirs = [_way_there(hit) for hit in hits]
    return f"it went {theirs[0]}" if mine and theirs and all(way is OPPOSITES[mine] for way in theirs) else ""


def _way_there(hit: Hit) -> Way | None:
    """Of a figure in a table nothing says which way it went, unless it is a change that was computed."""
    if hit.at:
        return way_of(hit.ready.text, hit.at)
    if hit.cell and hit.cell.change and hit.cell.value:
        return Way.UP if hit.cell.value > 0 else Way.DOWN
    return None
