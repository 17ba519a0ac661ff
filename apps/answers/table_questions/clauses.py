"""Of a sentence, what a question asks for: the amount, the date, the reason, or the clause after the verb."""

import re
from collections.abc import Sequence

from apps.answers.table_questions.moments import YEAR, mentions
from apps.answers.table_questions.parts import without_moments
from apps.answers.wording import stems
from apps.retrieval.notions import notion

AMOUNT = re.compile(
    r"(?:[$€£¥]\s?)?\(?\d[\d,]*(?:\.\d+)?\)?(?:\s?(?:%|percent\b|per cent\b|bps\b|p\b|million\b"
    r"|billion\b|thousand\b|pence\b|days?\b|weeks?\b|months?\b|years?\b))?"
    r"(?!\s*(?:" + "january|february|march|april|june|july|august|september|october|november|december" + r")\b)",
    re.IGNORECASE,
)
ASKS_AMOUNT = re.compile(
    r"^(?:how (?:much|many)|what (?:is|was|were|are) the (?:\w+[ -]){0,4}?(?:amount|value|number"
    r"|total|percentage|rate|increase|decrease|change|price"
    r"|cost|expense|income|revenue|average|balance|fair|goodwill|loss|gain|charge|provision"
    r"|benefit)s?)\b|\brespective(?:ly)?\b",
    re.IGNORECASE,
)
ASKS_DATE = re.compile(
    r"^(?:when\b|(?:on |at |in |as of )?(?:what|which) (?:date|day|year|month|period)\b)", re.IGNORECASE
)
ASKS_WHY = re.compile(
    rf"\b(?:{notion('reasons')}|led to|resulted in|contribut\w+|factors?|attributable)\b", re.IGNORECASE
)
BECAUSE = re.compile(
    r"\b(?:(?:primarily|mainly|largely|principally|partially|partly|mostly|predominantly)\s+)?"
    r"(?:due to|because(?: of)?|as a result of|driven by|attributable to|attributed to|reflect(?:s"
    r"|ing|ed)|resulting from|related to"
    r"|result of|owing to)\b",
    re.IGNORECASE,
)
VERB = re.compile(
    r"^(?:what|how|which|who|where)\s+(?:does|do|did|is|are|was|were|has|have|had|will|would"
    r"|can)\s+(?P<subject>.+?)\s+(?P<verb>[a-z]+)"
    r"(?:\s+(?:as|of|to|by|for|on|in|from|with|at|upon))?$",
    re.IGNORECASE,
)
OF_YEAR = re.compile(rf"\s*(?:of|for|in|at|as of|during)\s[^\d$€£%;]{{0,25}}(?:\d\d?,\s*)?({YEAR})\b", re.IGNORECASE)
OFTEN = re.compile(
    r"\b(?:on an? )?(?:annual|quarterly|monthly|daily|weekly|yearly)(?:ly)? basis\b"
    r"|\b(?:annual|quarter|month|week|dai|year)ly\b",
    re.IGNORECASE,
)
SYMBOL = re.compile(r"\bsymbols?\s+[“\"']?([A-Z.]{1,6})\b")
SHORTEST = 8  # characters of a clause
PASSIVE = re.compile(r"(?:ed|found|known|made|held|paid|set|built|driven|given|shown)$", re.IGNORECASE)
HOW = re.compile(r"\b(?:by|using|based on|through|on the basis of)\b", re.IGNORECASE)
WHEN = re.compile(r"\b(?:when|if|upon|once|after|annually|at the time|at the end)\b", re.IGNORECASE)
DEFINES = re.compile(
    r"\b(?:is|are|was|were|means|represents?|refers? to|is defined as|are defined as|consists? of"
    r"|includes?|comprises?)\b",
    re.IGNORECASE,
)
TAIL = re.compile(r"^\s*(?:as|by|that|to be|of|on the basis of)\s+", re.IGNORECASE)


def answer_in(question: str, sentence: str) -> tuple[str, ...]:
    """The part of `sentence` that answers `question`; the whole of it where no part can be told."""
    if ASKS_DATE.search(question) and (dates := _dates(question, sentence)):
        return dates
    if re.match("when", question, re.IGNORECASE) and (clause := WHEN.search(sentence)):
        return (sentence[clause.start() :].rstrip(" ."),)
    if ASKS_WHY.search(question) and (reason := _reason(sentence)):
        return (reason,)
    if ASKS_AMOUNT.search(question) and (amounts := _amounts(question, sentence)):
        return amounts
    return (_clause(question, sentence),)


def _dates(question: str, sentence: str) -> tuple[str, ...]:
    asked = {mention.moment for mention in mentions(question)}
    found = [sentence[one.start : one.end].strip(" ,") for one in mentions(sentence) if one.moment not in asked]
    return tuple(found[:1])


def _reason(sentence: str) -> str:
    match = BECAUSE.search(sentence) or re.search(r"\bfrom\b", sentence)
    return sentence[match.start() :].rstrip(" .") if match else ""


def _amounts(question: str, sentence: str) -> tuple[str, ...]:
    """The amounts of the sentence that are none of dates; "respectively" pairs them with the years that it names."""
    found = [match for match in AMOUNT.finditer(sentence) if not in_date(match, sentence)]
    counts = re.match("how many", question, re.IGNORECASE)
    pattern = r"^[^$€£%]+$" if counts else r"[$€£%]|million|billion|percent"
    marked = [match for match in found if re.search(pattern, match[0])] or found
    years = [mention for mention in mentions(sentence) if mention.moment.year]
    asked = [mention.moment.year for mention in mentions(question) if mention.moment.year]
    if "respectively" in sentence.lower() and len(marked) >= len(years) > 1 and asked:
        order = [one.moment.year for one in years]
        picked = [marked[order.index(year)][0] for year in asked if year in order]
        return tuple(text.strip() for text in picked)
    if "respective" in question.lower() and len(marked) > 1:
        return tuple(match[0].strip() for match in marked[:3])
    beside = [match for match in marked if (year := OF_YEAR.match(sentence, match.end())) and int(year[1]) in asked]
    nearest = _nearest(question, sentence, beside or marked)
    return (nearest,) if nearest else ()


def in_date(match: re.Match[str], sentence: str) -> bool:
    """Whether an amount found in `sentence` is a year or a part of a date."""
    inside = any(one.start <= match.start() < one.end for one in mentions(sentence))
    return inside or bool(re.fullmatch(YEAR, match[0].strip("()")))


def _nearest(question: str, sentence: str, found: Sequence[re.Match[str]]) -> str:
    """The amount beside which most words of the question stand."""
    asked = set(stems(question))

    def beside(match: re.Match[str]) -> float:
        before = stems(sentence[max(0, match.start() - 90) : match.start()])
        after = stems(sentence[match.end() : match.end() + 70])
        return sum(word in asked for word in before) + 0.9 * sum(word in asked for word in after)

    best = max(found, key=lambda match: (beside(match), -match.start()), default=None)
    return best[0].strip() if best else ""


def _clause(question: str, sentence: str) -> str:
    """What follows the verb of the question in the sentence, or the whole sentence."""
    if (often := OFTEN.search(sentence)) and re.match("how (?:often|frequently)", question, re.IGNORECASE):
        return often[0]
    if (symbol := SYMBOL.search(sentence)) and "symbol" in question.lower():
        return symbol[1]
    match = VERB.search(without_moments(question))
    if match and (PASSIVE.search(match["verb"]) or re.match(r"\w+ (?:does|do|did|can|will|would)\b", question, re.I)):
        rest = _after(match["verb"], sentence)
        if rest and not TAIL.match(rest) and re.match("how", question, re.IGNORECASE) and (way := HOW.search(rest)):
            return rest[way.start() :]
        if rest:
            asked = re.search(r"\b(?:of|to|by|for|on|in|from|with|at|upon)$", question, re.IGNORECASE)
            led = rf"{asked[0]}\s+" if asked else ""
            return re.sub(f"^{led}", "", TAIL.sub("", rest)).strip(" ,.")
    if re.match(r"^what (?:is|are|was|were|does|do)\b", question, re.IGNORECASE):
        for found in DEFINES.finditer(sentence):
            if found.start() < len(sentence) * 0.6 and len(sentence) - found.end() > SHORTEST:
                rest = sentence[found.end() :].strip(" ,.")
                figure = AMOUNT.match(rest)
                return figure[0].strip() if figure and re.search(r"[$€£%]", figure[0]) else rest
    return sentence


def _after(verb: str, sentence: str) -> str:
    stem = stems(verb)[:1]
    words = (word for word in re.finditer(r"[A-Za-z]+", sentence) if stem and stems(word[0])[:1] == stem)
    return next((rest for word in words if len(rest := sentence[word.end() :].strip(" ,.")) > SHORTEST), "")
