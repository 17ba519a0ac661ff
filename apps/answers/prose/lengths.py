"""Whether a sentence is on a longer or a shorter part of the year than the question (a quarter, or months up to it)."""

import re

from apps.retrieval.periods import read_periods

TO_DATE = re.compile(
    r"\b(?:six|nine|twelve) months\b|\bfirst half\b|\bhalf[- ]year\b|\byear[- ]to[- ]date\b"
    r"|\b(?:twenty[- ]six|thirty[- ]nine|fifty[- ](?:two|three)|26|39|52|53)[- ]weeks?\b|\bfull[- ]year\b",
    re.IGNORECASE,
)
QUARTER = re.compile(
    r"\bthree[- ](?:and (?:six|nine)[- ])?months?\b|\bquarters?\b|\b(?:thirteen|fourteen|13|14)[- ]weeks?\b|\bQ[1-4]\b",
    re.IGNORECASE,
)


def of_another_length(question: str, text: str) -> bool:
    """`text`: a sentence with its heading. What names both lengths, or none, is of the one asked for."""
    periods = read_periods(question)
    if periods.quarter is None:
        return False
    to_date, quarter = bool(TO_DATE.search(text)), bool(QUARTER.search(text))
    asked_to_date = periods.months in {6, 9}
    return (quarter and not to_date) if asked_to_date else (to_date and not quarter)
