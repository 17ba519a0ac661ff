"""Questions of two cells that are asked for one by one: a total without a part, a segment's margin, by how much one
item is above another (H4). Each half is the question of one cell, in the words of the whole question.
"""

import re
from dataclasses import dataclass

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.formula import Operator
from apps.answers.table_questions.naming import asked_words, measures, named
from apps.answers.table_questions.parts import without_moments
from apps.answers.wording import stems

EXCLUDING = re.compile(
    r",?\s*\b(?:excluding|exclusive of|leaving out|leaving aside|setting aside|not counting|apart from|without)\b\s+"
    r"(?P<part>[^,?]+?)(?=,|\?|$|\s+(?:in|for|during)\s+(?:the |fiscal |FY)*(?:19|20)\d\d)",
    re.IGNORECASE,
)
MARGIN = re.compile(
    r"\b(?:(?:reportable )?segment )?"
    r"(?P<of>adjusted ebitda|adjusted ebit|adjusted operating|ebitda|ebit|operating|gross)"
    r"(?: (?:profit|income|earnings))? margins?(?: (?:percentage|percent|rate|%))?",
    re.IGNORECASE,
)
ABOVE = re.compile(
    r"\bhow much (?:larger|bigger|higher|greater|more|lower|smaller|less) (?:was|were|is|are|did|does)\s+"
    r"(?P<what>.+?)\s+(?P<link>of|in|from|at|for)\s+(?P<one>.+?)\s+than\s+"
    r"(?:(?:those|that|the (?:one|ones)|it|they)\s+)?"
    r"(?:(?:of|in|from|at|for|was|were)\s+)?(?P<other>.+)$",
    re.IGNORECASE,
)
NUMERATORS = {
    "operating": "operating profit",
    "gross": "gross profit",
    "adjusted operating": "adjusted operating income",
}
# Of these it is not told by subtraction what they are without something: its tax would have to be left out, too.
RESULTS = frozenset(stems("income profit earnings loss margin ebitda ebit equity")) | {
    "=net income",
    "=operating income",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """`first` and `second` are questions of one figure each. one_table: whether both have to stand in the same one.

    within: whether the second is a part of the first and may not be larger.
    """

    first: str
    second: str
    operator: Operator
    word: str
    shown: Shown
    one_table: bool = False
    within: bool = False


def pair_asked(text: str) -> Pair | None:
    """text: the question without the filer's names and without what it says of its form."""
    return _excluding(text) or _margin(text) or _above(text)


def _excluding(text: str) -> Pair | None:
    match = EXCLUDING.search(text)
    if match is None:
        return None
    whole = f"{text[: match.start()]} {text[match.end() :]}".strip(" ,")
    asked, part = asked_words(without_moments(whole)), asked_words(without_moments(match["part"]))
    if named(whole) & RESULTS or not part or not measures(asked) or not measures(part) <= measures(asked):
        return None
    second = f"What was {match['part']} {'' if measures(part) else _measure(whole)}".strip()
    return Pair(whole, second, Operator.SUBTRACT, "without", Shown.MONEY, one_table=True, within=True)


def _measure(text: str) -> str:
    """The words of the question that say what is measured, for a part that does not repeat them."""
    return " ".join(word for word in re.findall(r"[\w&-]+", text) if measures(named(word))) or text


def _margin(text: str) -> Pair | None:
    """Of a segment, an item, or the whole filer where no statement of it was read."""
    match = MARGIN.search(text)
    if match is None:
        return None
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    if "adjusted" in match["of"].lower() and not asked_words(without_moments(rest)):
        return None  # of what it is a part is up to whoever adjusts
    above = NUMERATORS.get(match["of"].lower(), match["of"])
    first, second = (f"{text[: match.start()]}{said}{text[match.end() :]}" for said in (above, "net sales"))
    return Pair(first, second, Operator.DIVIDE, "to", Shown.PERCENT)


def _above(text: str) -> Pair | None:
    match = ABOVE.search(text.rstrip(" ?."))
    if match is None or measures(asked_words(match["other"])):
        return None
    first, second = (f"What was {match['what']} {match['link']} {match[name]}" for name in ("one", "other"))
    return Pair(first, second, Operator.SUBTRACT, "less", Shown.MONEY)
