"""Questions for a figure that sentences answer: which want one, and which sentence states it (H4).

A sentence states the figure when it names every word of what was asked, and holds a figure that is no date, no number
of a note and, unless a share or a change is asked for, no percentage. One that only speaks of the subject is no answer.
"""

import re
from collections.abc import Iterable
from itertools import chain

from apps.answers.gather import Filing
from apps.answers.intent import Intent
from apps.answers.prose.asked import Asked, Kind, Term, is_having
from apps.answers.prose.counting import counts
from apps.answers.table_reading import TableReading
from apps.answers.wording import stems
from apps.statements.mentions import mentions

OFTEN = re.compile(r"\bhow often\b", re.IGNORECASE)
MEASURED = re.compile(
    r"\bwhat(?:'s| is| was| were| are)\b.{0,40}?\b(?:averages?|totals?|numbers?|amounts?|balances?|counts?)\b",
    re.IGNORECASE,
)
# "What was the gain on the sale": what is asked for is the last word before what tells of which, where and when.
SUBJECT = re.compile(
    r"^\W*(?:(?:in|for|during|at|as of)\b[^,?]*, )?(?:and )?what(?:'s|’s| is| was| were| are)\s+(?P<subject>[^,?.;(]+)",
    re.I,
)
TELLS_WHICH = re.compile(
    r"\b(?:of|for|in|at|on|from|during|as|with|by|per|under|to|that|related|recorded|reported|due|between|over|within"
    r"|before|after|attributable|outstanding|through)\b|\b(?:FY ?)?(?:19|20)\d\d\b",
    re.IGNORECASE,
)
HEADS = frozenset(
    stems(
        """
        gain loss cost expense revenue sale income earning profit margin ratio rate percentage price value balance total
        debt receivable payable inventory provision charge impairment depreciation amortization dividend expenditure
        spending asset liability equity obligation contribution growth yield backlog headcount allowance reserve tax eps
        ebitda capex proceeds payment fee premium deposit borrowing payout turnover cash goodwill
        """
    )
)
SHARE_ASKED = re.compile(
    r"\b(?:percent\w*|shares? of|proportion|portion|rates?|margins?|growth|gr[eo]w|yield|ratio|chang\w+|increas\w+"
    r"|decreas\w+)\b|%",
    re.IGNORECASE,
)
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
NO_FIGURE = re.compile(
    rf"\b(?:{MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.? \d{{1,2}}\b(?:,? \d{{4}})?"
    rf"|\b\d{{1,2}} (?:{MONTHS})\b|\b(?:19|20)\d\d\b|\b(?:FY|Q)\s?\d{{1,4}}\b"
    r"|\b(?:Note|Item|Form|Section|Part|Exhibit|Rule|Topic|page|Level|Tier)s? \d[\w.-]*|\b10-[KQ]\b|\(\w\)"
    r"|\b\d{1,2}:\d\d\b",
    re.IGNORECASE,
)
PERCENTAGE = re.compile(
    r"(?<![\d,.])[,.]*+\d[\d,.]*+\s?(?:%|percent\b|percentage points?\b|basis points?\b)", re.IGNORECASE
)
HOW_MANY = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
MONEY = re.compile(
    r"(?:[$€£¥]|\bUSD|\bEUR|\bGBP)\s?\d[\d,.]*|(?<![\d,.])\d[\d,.]*+(?: [mb]illion)? (?:dollars|euros|pounds)\b",
    re.IGNORECASE,
)
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|hundred|thousand|no|none)\b"
    r"|\bone\b(?! (?:of|or|another))",
    re.IGNORECASE,
)
SHARE_OF = re.compile(
    r"\b(?:what|which|how (?:much|large|big|high))\b[^?]{0,20}?"
    r"\b(?:percentage|percent|%|share|proportion|portion|fraction)\s+of\b(?! (?:profit|loss|stock|common))",
    re.IGNORECASE,
)
PART_SAID = re.compile(
    rf"{PERCENTAGE.pattern}|\b(?:half|(?:one|two)[- ]thirds?|three[- ]quarters|one[- ]fifth)\b", re.I
)
MOST_OF_MEASURE = 0.6  # of the weight of the terms
SHORTEST_STEM, LABEL_WORDS, LABEL_PART = 5, 2, 0.5


def wants_figure(intent: Intent, asked: Asked, tables: Iterable[TableReading]) -> bool:
    """Whether a figure is asked for: by counting or measuring, or by the label of a row of one of the `tables`."""
    if OFTEN.search(intent.core):
        return False
    if asked.kind is Kind.COUNT or SHARE_OF.search(intent.core):
        return True
    if not intent.wants_figure:
        return False
    rows = chain.from_iterable(table.rows for table in tables)
    return (
        bool(MEASURED.search(intent.core))
        or names_measure(intent.core)
        or any(_named(row.label, asked) for row in rows)
    )


def names_measure(core: str) -> bool:
    """Whether what is asked for is an amount by its own name: "the gain on the sale", "operating lease costs"."""
    words = _subject(core)
    return bool(words) and words[-1] in HEADS


def _subject(core: str) -> tuple[str, ...]:
    """The stems of what is asked for, up to the word that begins to tell which, where or when."""
    subject = SUBJECT.search(core)
    if subject is None:
        return ()
    first = TELLS_WHICH.search(subject["subject"], 1)
    return stems(subject["subject"][: first.start()] if first else subject["subject"])


def _measured(intent: Intent, asked: Asked, said: frozenset[str]) -> bool:
    """Whether an amount asked for by its own name is called by it, beside most of what else was asked."""
    own = {term.stem for term in asked.terms}
    words = {stem for stem in _subject(intent.core) if stem in own or stem in HEADS}
    spoken = frozenset(term.stem for term in asked.terms if _says(term, said))
    return names_measure(intent.core) and words <= said and asked.part(spoken) >= MOST_OF_MEASURE


def _named(label: str, asked: Asked) -> bool:
    words, terms = frozenset(stems(label)), {term.stem for term in asked.terms}
    return len(words) >= LABEL_WORDS and words <= terms and asked.part(words) >= LABEL_PART


def states_figure(intent: Intent, asked: Asked, filing: Filing, text: str) -> bool:
    """Whether the sentence `text` of `filing` states the figure asked for, of the period asked for."""
    said = frozenset(stems(text))
    strong = [term for term in asked.terms if term.weight == 1.0 and not is_having(term.stem)]
    named = all(_says(term, said) for term in strong) or _measured(intent, asked, said)
    if not (named and _of_items(intent, text) and _of_period(intent, filing, text)):
        return False
    return holds_figure(intent, text) and counts(intent.core, asked.terms, NO_FIGURE.sub(" ", text))


def _of_items(intent: Intent, text: str) -> bool:
    """A statement item that is asked for is named, and not another one by the same word: "cash from operations"."""
    asked = {one.concept for one in mentions(intent.core)}
    named = mentions(text)
    if asked:
        return bool(asked & {one.concept for one in named})
    head, rest = _subject(intent.core)[-1:], text
    for one in reversed(named):
        if one.concept.split("_")[0] not in head:
            rest = f"{rest[: one.start]} {rest[one.end :]}"
    return not set(head) <= set(stems(text)) or set(head) <= set(stems(rest))


def _says(term: Term, said: frozenset[str]) -> bool:
    """By the word, one of its meaning, or one of its family: what is delivered are deliveries."""
    if term.stem in said or term.kindred & said:
        return True
    return len(term.stem) >= SHORTEST_STEM and any(_kin(term.stem, word) for word in said)


def _kin(stem: str, word: str) -> bool:
    return len(word) >= SHORTEST_STEM and (word.startswith(stem) or stem.startswith(word))


def _of_period(intent: Intent, filing: Filing, text: str) -> bool:
    """A sentence that names years names one asked for, or one by which the filing's own goes."""
    years = {int(year) for year in YEAR.findall(text)}
    own = filing.years if filing.years & set(intent.years) else frozenset[int]()
    return not intent.years or not years or bool(years & (own | set(intent.years)))


def holds_figure(intent: Intent, text: str) -> bool:
    """Whether `text` holds a figure of the sort asked for."""
    if SHARE_OF.search(intent.core):
        return bool(PART_SAID.search(text))
    rest = NO_FIGURE.sub(" ", text)
    rest = rest if SHARE_ASKED.search(intent.core) else PERCENTAGE.sub(" ", rest)
    return bool(FIGURE.search(MONEY.sub(" ", rest) if HOW_MANY.search(intent.core) else rest))
