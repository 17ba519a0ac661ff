"""Formulas that a question states with a sign of equality, or as what something is (H4).

"Where debt = A + B and equity = C", "Free cash flow is A less B."
"""

import re

CLAUSE = r"[.?!:;,(]|\b(?:where|with|and|if|let|using|taking|assuming|define|compute|calculate|that)\b"
NAME = re.compile(rf"^(?:.*(?:{CLAUSE}))?\s*(?P<name>[^\d\W][^=]{{0,60}}?)\s*$", re.IGNORECASE | re.DOTALL)
ENDS = re.compile(
    r"[?;]|\.(?=\s+[A-Z“\"]|\s*$)|,?\s+(?:round|express|state|give|report)\b|,\s+(?:what|how|find|give|state|then|in|as)\b",
    re.IGNORECASE,
)
LINK = re.compile(r"(?<![\s,;(])(?:[\s,;(]|\b(?:where|with|and|if|let|using|taking|assuming|that)\b)+$", re.IGNORECASE)
SIGNS = re.compile(r"[+/×÷*]|\s[-−–]\s|\b(?:divided by|times|plus|minus|less)\b", re.IGNORECASE)
# "Free cash flow is cash from operations less capital expenditures": a sentence of its own that adds up or takes off.
IS = re.compile(
    r"(?:(?<=[.?!;]\s)|(?<=,\s)where\s+|^)(?P<name>[A-Z\d\W][\w&' -]{2,50}?|[a-z][\w&' -]{2,50}?)\s+"
    r"(?:is|are|means|equals)\s+"
    r"(?!(?:here\s+)?(?:defined|calculated|computed|measured|given|taken|to be)\b)(?P<body>[^.?!;]+)(?=[.?!;]|$)"
)
ASKS = re.compile(r"\b(?:what|which|how|who|when|why)\b", re.IGNORECASE)
OF_REVENUE = re.compile(
    r"[;,.]\s*(?:and\s+)?(?:the |its )?margins? (?:is|are) (?:taken |measured |expressed |stated )?"
    r"(?:relative to|against|over|on|divided by|(?:as )?(?:an?|the) (?:percent\w*|share|fraction|%) of)"
    r" (?:total |net )*(?:revenues?|sales)\b",
    re.IGNORECASE,
)


def equations(question: str) -> tuple[dict[str, str], str]:
    """Bodies by name as they are written, and the question without them. Both as given where nothing is equated."""
    found, rest = _equated(question) if "=" in question else ({}, question)
    said, rest = _said(rest)
    return {**found, **said}, OF_REVENUE.sub("", rest) if found or said else question


def _equated(question: str) -> tuple[dict[str, str], str]:
    """Each sign of equality has its name before it, and its body up to where the next name begins."""
    places = [match.start() for match in re.finditer(r"(?<![=<>!])=(?!=)", question)]
    found: dict[str, str] = {}
    rest, done = "", 0
    for place, after in zip(places, [*places[1:], len(question)], strict=True):
        match = NAME.match(question[done:place])
        if match is None:
            return {}, question
        rest += LINK.sub(" ", question[done : done + match.start("name")])
        done = _end(question, place + 1, after)
        found[match["name"]] = LINK.sub("", question[place + 1 : done]).strip(" .,")
    return found, f"{rest}{question[done:]}"


def _end(question: str, start: int, after: int) -> int:
    """Where a body ends: with its clause, or before the name of the equation that follows."""
    if (match := ENDS.search(question, start, after)) is not None:
        return match.start()
    if after == len(question):
        return after
    name = NAME.match(question[start:after])
    return start + name.start("name") if name else after


def _said(question: str) -> tuple[dict[str, str], str]:
    found = {
        match["name"].strip(): match["body"].strip(" ,")
        for match in IS.finditer(question)
        if SIGNS.search(match["body"]) and not ASKS.search(match[0])
    }
    rest = IS.sub(lambda match: "" if match["name"].strip() in found else match[0], question) if found else question
    return found, rest
