"""The filings that were not searched but are next in question, should the ones chosen not tell (H1)."""

from collections.abc import Sequence

from apps.retrieval.filings import Filing
from apps.retrieval.forms import PERIODIC
from apps.retrieval.intents import Intent
from apps.retrieval.weighing import LATER, years_searched

FAR = 100  # years: behind every filing whose year is known


def runners_up(held: Sequence[Filing], chosen: Sequence[Filing], intent: Intent) -> list[Filing]:
    """Of the companies asked for, likeliest first: the later filings that state the years asked for again, the nearest
    before the others, then those of the years around; periodic reports before releases of the same year.

    Nothing without a company: every filing of the store would be one.
    """
    searched = {filing.version for filing in chosen}
    others = [one for one in held if one.company in intent.companies and one.version not in searched]
    return sorted(others, key=lambda one: (*_behind(one, intent), one.form not in PERIODIC, one.version))


def _behind(filing: Filing, intent: Intent) -> tuple[bool, float]:
    """Whether it does not state the years asked for, and how many years lie between."""
    gaps = [called - year for called in filing.years for year in years_searched(intent)]
    again = [gap for gap in gaps if 0 <= gap <= LATER]
    return not again, min(again or map(abs, gaps), default=FAR)
