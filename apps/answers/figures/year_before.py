""" "Compared with the prior year period" written as the year that it means, so that both years are asked for (R2)."""

import re

YEAR = re.compile(r"\b(?:19|20)\d\d\b")
BEFORE = r"(?:prior|previous|preceding|last|earlier)"
STRETCH = r"(?:comparable |same )?(?:period|quarter|half|months)"
YEAR_BEFORE = re.compile(
    rf"""\b(?P<joins>compared\s(?:with|to)|versus|vs\.?|against|relative\sto|and|as\swell\sas|from)\s
    (?:that\sof\s|those\sof\s|in\s)?(?:the\s)?(?:same\s|comparable\s|corresponding\s)?
    (?:{BEFORE}[-\s](?:fiscal\s)?year(?:['’]s)?(?:\s{STRETCH})?
    |{STRETCH}\s(?:of|in)\s(?:the\s)?{BEFORE}\s(?:fiscal\s)?year
    |(?:a\s|one\s)?year\s(?:before|earlier|ago)|(?:the\s)?year\sbefore)(?=\W|$)""",
    re.IGNORECASE | re.VERBOSE,
)


def with_year_before(question: str) -> str:
    """ "2024 compared with the prior year period" as "2024 and 2023"; as it is where no single year stands before."""
    match = YEAR_BEFORE.search(question)
    named = set(YEAR.findall(question))
    if match is None or len(named) != 1 or not YEAR.search(question, 0, match.start()):
        return question
    (year,) = named
    return f"{question[: match.start()]}and {int(year) - 1}{question[match.end() :]}"
