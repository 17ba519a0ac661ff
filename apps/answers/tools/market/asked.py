"""Which questions need the price of a share (V12), read without a model: of what, and for which days."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from apps.answers.figures.form import AskedForm, read_form
from apps.answers.tools.market.metrics import Metric, metric_asked
from apps.retrieval.periods import read_periods

MOST_POINTS = 4  # days or years of one company
WORDS_WANTED = re.compile(
    r"\b(?:why|explain|describe|discuss|how (?:did|do|does|is|are) .*\baffect|risks?|define)\b", re.I
)
# Prices of shares that filings tell themselves, and which no market has.
TOLD_IN_FILINGS = re.compile(
    r"\b(?:exercise|strike|conversion|grant|option|warrant|offering|purchase|repurchas\w+|buy-?backs?|average price"
    r"|paid per|price per share did|weighted|fair value|volatil\w+|assum\w+|non-?affiliates?|aggregate market value"
    r"|merger|acqui\w+|tender|awards?|units?|performance graph|cumulative|(?:share|stock)holder return|total return"
    r"|target|forecast|predict\w*|highs?|lows?|sales? prices?|dividends?|total price)\b",
    re.IGNORECASE,
)
EXPECTED = re.compile(
    r"\b(?:expected|assum\w+|options?|black[- ]scholes)\b", re.IGNORECASE
)  # yields behind option values
CHANGED = re.compile(
    r"\b(?:chang\w+|rise|rose|risen|f[ae]ll|fallen|gain\w*|los[te]|increas\w+|decreas\w+|declin\w+|gr[eo]wn?|growth|move[ds]?"
    r"|perform\w*|developed?|went|gone|up|down|higher|lower)\b",
    re.IGNORECASE,
)
ASKED = re.compile(
    r"\b(?:what(?:'s|’s)?|how (?:much|high|far|did|has)|by how|give|state|show|tell|calculate|compute|did|has|was|is)"
    r"\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class MarketQuestion:
    """What is asked for. dates: full dates in order; years: fiscal years without one; none of both: the latest day.

    change: how the price changed between two of them.
    """

    metric: Metric
    dates: tuple[date, ...] = ()
    years: tuple[int, ...] = ()
    quarter: int | None = None
    change: bool = False
    form: AskedForm = field(default_factory=AskedForm)

    def seen(self) -> dict[str, Any]:
        return {
            "metric": self.metric.key,
            "dates": [day.isoformat() for day in self.dates],
            "years": list(self.years),
            "quarter": self.quarter,
            "change": self.change,
        }


def read_market(question: str) -> MarketQuestion | None:
    """None where the question does not clearly ask for such a figure: then it goes the way of all others."""
    metric = metric_asked(question)
    if metric is None or WORDS_WANTED.search(question) or EXPECTED.search(question):
        return None
    periods = read_periods(question)
    timed = bool(periods.dates or periods.years)
    if metric.is_price and (TOLD_IN_FILINGS.search(question) or not (timed or ASKED.search(question))):
        return None
    years = () if periods.dates else periods.years
    change = metric.is_price and bool(CHANGED.search(question)) and timed
    return MarketQuestion(
        metric, periods.dates[:MOST_POINTS], years[-MOST_POINTS:], periods.quarter, change, read_form(question)
    )
