"""Formulas that a question states itself: "DPO is defined as: 365 * ... / ...", "define X as A less B" (H4)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from apps.answers.calculator.catalogue import Shown, ratios
from apps.answers.calculator.formula import Formula, FormulaError, Item
from apps.answers.calculator.reading import bare_name, read_formula
from apps.answers.figures.equations import equations

SHARE = r"\s+(?:an?\s+|the\s+)?(?:%|percent|share\b|proportion\b|fraction\b|part\b|multiple\b)"  # of what follows
COMPUTES = r"(?=[^?;]{0,80}(?:[/÷×*]|\b(?:divided by|over|less|minus|plus|times|multiplied by)\b))"
DEFINES = re.compile(
    r"(?:(?:^|(?<=[.?!:;,(])\s*|(?<=[.?!:;,]\s))(?P<name>[^.:;?!]{2,90}?)\s+(?:is|are)\s+(?:here\s+)?"
    r"(?:defined|calculated|computed|measured|given)\s+(?:as|by|to be)\b"
    r"|,?\s*\bwith\s+(?P<with>[^.,:;?!]{2,60}?)\s+(?:being\s+)?"
    r"(?:defined|calculated|computed|measured|taken) (?:as|to be)\b"
    r"|(?<!\w)(?P<asked>(?:(?!\bwith\b)[^.:;?!]){2,120}?),?\s+\(?(?:here |which is |where it is )?"
    r"(?:defined|calculated|computed) as\b"
    rf"|(?<!\w)(?P<so>(?:(?!\bwith\b)[^.:;?!]){{2,120}}?)(?:,?\s+\(?(?:i\.e\.,?|that is,?|meaning|taking|using"
    rf"|taken as|measured as)|\?\s+(?:please\s+)?(?:use|take)\b(?! (?:the )?(?:formula|definition)\b))\s{COMPUTES}"
    rf"|\b(?:define|calculate|compute|treat|take|measure)\s+(?:the\s+)?(?P<other>[^.:;?!]{{2,90}}?)\s+(?:here\s+)?(?:as\b(?!{SHARE})|=))"
    r"\s*:?\s*(?P<body>[^?;]{1,400}?)(?=\.(?:\s+[A-Z“\"]|\s*$)|\s*$|[?;]|,\s+(?:what|how|find|give|state)\b)",
    re.IGNORECASE,
)
SUPPOSED = re.compile(r"^\s*(?:assum(?:e|ing)|suppos(?:e|ing)|if|where|given)\s+(?:that\s+)?", re.IGNORECASE)
PLAIN: dict[str, Formula] = {"equity": Item("total_equity")}  # words that name an item only in a formula
BEFORE_NAME = re.compile(r"^.*(?:['’]s?|\b(?:the|is|was|FY\s?\d+|(?:19|20)\d\d))\s+(?=\S)", re.IGNORECASE | re.DOTALL)
OVER = re.compile(r"\bratio (?:of|between) (?P<first>.+?) (?:to|and|over) (?P<second>.+)$", re.IGNORECASE)
DIVIDES = re.compile(
    r"^(?P<first>[^()]+?) over (?!the (?:year|period|past|last|same)|time\b|FY|\d)(?P<second>[^()]+)$", re.IGNORECASE
)
ADDS = re.compile(r"[-+–−](?=\s)|\b(?:plus|minus|less)\b", re.IGNORECASE)
STATEMENT = (
    r"(?:cash flow|income|p&l|balance|consolidated|statement)[\w &]*?(?:statements?|sheets?|income|flows?|position)"
)
SAID_TOO = re.compile(
    r"[(\[](?:from|in|per|as (?:shown|stated|reported)|i\.e\.|using)\b[^()\[\]]*[)\]]"
    rf"|\b(?:from|in|on|within) the {STATEMENT}(?=[\s).,]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Definitions:
    """formulas by `bare_name`, the one asked for first; rest: the question without them; refused: why some are none.

    alternatives: the formulas for every way in which the catalogue computes what they speak of ("total debt").
    """

    formulas: Mapping[str, Formula]
    texts: Mapping[str, str]
    rest: str
    refused: tuple[str, ...] = ()
    alternatives: tuple[Mapping[str, Formula], ...] = ()


def read_definitions(question: str) -> Definitions:
    """Every formula that `question` states and that can be read; sub-definitions are put into those that use them."""
    equated, text = equations(question)
    bodies = {bare_name(name): _as_formula(body) for name, body in equated.items()}
    bodies |= {name: body for match in DEFINES.finditer(text) for name, body in _named(match)}
    ways = [_resolved(bodies, known) for known in _known_in(bodies.values())]
    formulas, refused = ways[0]
    used = {name for name in bodies for other, body in bodies.items() if other != name and _speaks_of(body, name)}
    order = sorted(formulas, key=lambda name: name in used)
    rest = DEFINES.sub(" ", text) if formulas else question
    every = tuple({name: found[name] for name in order} for found, _ in ways)
    return Definitions(every[0], bodies, rest, tuple(refused), every)


def _known_in(bodies: Iterable[str]) -> list[dict[str, Formula]]:
    """What the catalogue computes of the amounts that the bodies speak of, by `bare_name`; first the preferred way."""
    named = {
        bare_name(match[0]): ratio.formulas
        for body in bodies
        for ratio in ratios().values()
        if ratio.shown is Shown.MONEY
        for words in ratio.asked
        for match in words.finditer(body)
    }
    ways = range(max((len(formulas) for formulas in named.values()), default=1))
    return [PLAIN | {name: formulas[min(way, len(formulas) - 1)] for name, formulas in named.items()} for way in ways]


def _named(match: re.Match[str]) -> list[tuple[str, str]]:
    """The definition under its name, or nothing for one without."""
    if asked := match["asked"] or match["so"]:
        return [(name, _as_formula(match["body"]))] if (name := _in_question(asked)) else []
    name = bare_name(SUPPOSED.sub("", (match["name"] or match["with"] or match["other"]).split(":")[-1]))
    return [(name, _as_formula(match["body"]))] if name else []


def _in_question(asked: str) -> str:
    """The name in "what is the filer's FY2021 leverage ratio at year end": behind filer and year, before "at"."""
    asked = re.sub(r"\([^()]*\)?", " ", asked).strip()
    name = re.split(r"\s+(?:of|for|in|at|as of)\s+", BEFORE_NAME.sub("", asked))[0]
    return bare_name(name)


def _as_formula(body: str) -> str:
    body = SAID_TOO.sub(" ", " ".join(body.split())).strip(" .,")
    if body.count(")") > body.count("("):  # the definition itself stands in brackets
        body = body.rsplit(")", 1)[0]
    ratio = OVER.search(body) or (None if ADDS.search(body) else DIVIDES.search(body))
    return f"({ratio['first']}) / ({ratio['second']})" if ratio else body


def _resolved(bodies: Mapping[str, str], known: Mapping[str, Formula]) -> tuple[dict[str, Formula], list[str]]:
    """Those that use no other first, so that names are known where they are used."""
    formulas: dict[str, Formula] = {}
    refused: dict[str, str] = {}
    for _ in bodies:
        for name, body in bodies.items():
            waits = any(_speaks_of(body, other) for other in bodies if other != name and other not in formulas)
            if name not in formulas and not waits:
                try:
                    formulas[name] = read_formula(body, {**known, **formulas})
                except FormulaError as error:
                    refused[name] = str(error)
    return formulas, list(refused.values())


def _speaks_of(body: str, name: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", body.lower()))
