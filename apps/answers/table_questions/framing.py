"""What a question says of its answer's form and of where to look, which no table prints beside its figures."""

import re

from apps.answers.table_questions.moments import mentions
from apps.answers.wording import stems

SENTENCE = re.compile(r"(?<=[.?!;])\s+")
ASIDE = re.compile(r"\(([^()]*)\)")
LEADING = re.compile(
    r"^\s*(?:looking|taking|using|judging|going|working|relying|based|considering|according|focusing)\b[^,?]*,\s*",
    re.IGNORECASE,
)
COUNTS = (
    r"(?:two|three|four|five|six|seven|nine|ten|twelve|thirteen|twenty|twenty[- ]six|thirty[- ]nine|fifty[- ]two"
    r"|\d{1,2})"
)
# Lengths of the period that is asked for. "Due in less than three months" is a name, and stays.
SPAN = re.compile(
    r"(?<!than )(?<!within )(?<!due in )(?<!next )\b(?:(?:first|last|past|full) )*"
    rf"{COUNTS}[- ](?:months?|weeks?|quarters?)\b"
    rf"|\b{COUNTS}[- ]years?\b(?=[ -](?:average|mean|period|total|sum|compound|cagr|cumulative|growth))",
    re.IGNORECASE,
)
FORM = frozenset(
    stems(
        """
        answer give given state stated report round rounded express expressed show number figure percent percentage
        ratio decimal decimals place places point points digit digits one two three zero nearest whole integer tenth
        hundredth thousand thousands million millions billion billions usd us dollar dollars dollar-terms currency unit
        units please only approximately response sign
        """
    )
)
PLACE = frozenset(
    stems(
        """
        looking look taking take using use used judging judge going work working relying rely based base considering
        consider according focusing alone only solely just purely figures figure data numbers reported filing filings
        report annual quarterly statement statements financial information income balance sheet cash flow flows
        consolidated note notes table tables form k q
        """
    )
)


def plain_question(text: str) -> str:
    """`text` without sentences and asides on the form of the answer, and without where it says to look.

    "Looking only at the 2022 income statement, what were net sales of X? One decimal." asks for net sales of X.
    """
    first, *others = SENTENCE.split(text.strip())
    kept = " ".join([first, *(one for one in others if not _all(one, FORM))])
    kept = ASIDE.sub(lambda aside: " " if _all(aside[1], FORM) else aside[0], kept)
    if (leading := LEADING.match(kept)) and _all(leading[0], PLACE):
        kept = kept[leading.end() :]
    return " ".join(SPAN.sub(" ", kept).split())


def _all(text: str, words: frozenset[str]) -> bool:
    """Whether `text` says nothing besides moments and these words."""
    for mention in reversed(mentions(text)):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    return all(stem in words or stem[0].isdigit() or len(stem) == 1 for stem in stems(text))
