"""Answers in the paragraphs: the sentence that fits best, and of it the amount, the date, the reason or the clause."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.answers.sentences import END
from apps.answers.table_questions.moments import YEAR, mentions
from apps.answers.table_questions.parts import without_moments
from apps.answers.wording import stems

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
    r"\bwhy\b|\b(?:reasons?|caused?|drove|drivers?|led to|resulted in|contribut\w+|factors?|due to|attributable)\b",
    re.IGNORECASE,
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
WHAT_IS = re.compile(r"^what (?:is|are) (?:the )?(?P<thing>[A-Za-z][A-Za-z -]+)$", re.IGNORECASE)
TURNED = re.compile(
    r"\b(?:increas\w*|decreas\w*|grew|grown|declin\w*|rose|fell|higher|lower|improv\w*|reduc\w*|dropp?\w*|up|down)\b",
    re.IGNORECASE,
)
PERCENT_ASKED = re.compile(r"\bpercent|%", re.IGNORECASE)
OF_YEAR = re.compile(rf"\s*(?:of|for|in|at|as of|during)\s[^\d$€£%;]{{0,25}}(?:\d\d?,\s*)?({YEAR})\b", re.IGNORECASE)
OFTEN = re.compile(
    r"\b(?:on an? )?(?:annual|quarterly|monthly|daily|weekly|yearly)(?:ly)? basis\b|\b(?:annual|quarter|month|week|dai|year)ly\b",
    re.IGNORECASE,
)
SYMBOL = re.compile(r"\bsymbols?\s+[“\"']?([A-Z.]{1,6})\b")
SHORTEST = 8  # characters of a clause
TELLS = 0.6  # the part of a question that a sentence must cover to tell its change
PASSIVE = re.compile(r"(?:ed|found|known|made|held|paid|set|built|driven|given|shown)$", re.IGNORECASE)
HOW = re.compile(r"\b(?:by|using|based on|through|on the basis of)\b", re.IGNORECASE)
WHEN = re.compile(r"\b(?:when|if|upon|once|after|annually|at the time|at the end)\b", re.IGNORECASE)
DEFINES = re.compile(
    r"\b(?:is|are|was|were|means|represents?|refers? to|is defined as|are defined as|consists? of"
    r"|includes?|comprises?)\b",
    re.IGNORECASE,
)
TAIL = re.compile(r"^\s*(?:as|by|that|to be|of|on the basis of)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span:
    """texts: the answer's parts; score: how well its sentence fits, from 0 to 1."""

    texts: tuple[str, ...]
    sentence: str
    score: float


@lru_cache(maxsize=2_000)
def sentences(paragraphs: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences of the paragraphs, with white space folded."""
    return tuple(
        sentence
        for paragraph in paragraphs
        for part in END.split(" ".join(paragraph.split()))
        if (sentence := part.strip()) and len(sentence) > 12
    )


def find_span(question: str, paragraphs: Sequence[str]) -> Span | None:
    """The answer to `question` in the paragraphs; None when no sentence shares a word with it."""
    pool = sentences(tuple(paragraphs))
    ranked = rank(question, pool)
    if not ranked or not ranked[0][0]:
        return None
    score, best = ranked[0]
    return Span(_answer(question.rstrip(" ?."), best, [one for _, one in ranked[:3]]), best, score)


def rank(question: str, pool: Sequence[str]) -> list[tuple[float, str]]:
    """Sentences by the share of the question's words that they hold, rare ones counting more; best first."""
    weights = weigh(question, tuple(pool))
    scored = [(covered(weights, sentence), -len(sentence), sentence) for sentence in pool]
    best = sorted(scored, key=lambda one: (round(one[0], 3), one[1] / 400 if one[0] else 0), reverse=True)
    return [(score, sentence) for score, _, sentence in best]


@lru_cache(maxsize=200)
def weigh(question: str, pool: tuple[str, ...]) -> dict[str, float]:
    """How much each word of the question tells of a sentence: more where few of `pool` have it."""
    counted = Counter(word for sentence in pool for word in frozenset(stems(sentence)))
    return {word: math.log(1 + len(pool) / (counted[word] or 1)) for word in frozenset(stems(question))}


def covered(weights: dict[str, float], text: str) -> float:
    """The part of the question's weight whose words `text` has."""
    words = frozenset(stems(text))
    return sum(weight for word, weight in weights.items() if word in words) / (sum(weights.values()) or 1.0)


def find_turn(question: str, paragraphs: Sequence[str]) -> Span | None:
    """The change that the text tells of: "increased by $16.9 million"; None where no fitting sentence tells one."""
    for score, sentence in rank(question, sentences(tuple(paragraphs)))[:3]:
        match = TURNED.search(sentence)
        percent = bool(PERCENT_ASKED.search(question))
        found = (
            [one for one in AMOUNT.finditer(sentence, match.end()) if _is_turn(one, sentence, percent)] if match else []
        )
        if found and score >= TELLS:
            return Span((found[0][0].strip(" ,"),), sentence, score)
    return None


def _is_turn(match: re.Match[str], sentence: str, percent: bool) -> bool:
    marked = re.search(r"%|percent", match[0]) if percent else re.search(r"[$€£]|million|billion", match[0])
    return bool(marked) and not _in_date(match, sentence)


def defines(question: str, paragraphs: Sequence[str]) -> bool:
    """Whether the question is what a thing is, and a sentence begins with that thing and says so."""
    match = WHAT_IS.match(question.rstrip(" ?."))
    if not match:
        return False
    begins = re.compile(
        rf"^(?:the |our )?{re.escape(match['thing'])}\s+(?:is|are|represents?|means?|refers?|consists?|includes?)\b",
        re.I,
    )
    return any(begins.match(sentence) for sentence in sentences(tuple(paragraphs)))


def _answer(question: str, sentence: str, others: Sequence[str]) -> tuple[str, ...]:
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
    found = [match for match in AMOUNT.finditer(sentence) if not _in_date(match, sentence)]
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


def _in_date(match: re.Match[str], sentence: str) -> bool:
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
