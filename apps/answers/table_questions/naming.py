"""What words name: labels and questions in the same words, so that one can be told to name the other completely."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from apps.answers.table_questions.parts import without_moments
from apps.answers.wording import SAME, framing_stems, stems

ALIKE = (
    *SAME,
    ("stock-based compensation", "share-based compensation", "equity-based compensation"),
    ("stock-based compensation expense", "share-based compensation expense", "share-based payment expense"),
    ("work in process", "work in progress"),
    (
        "selling general and administrative",
        "selling general and administrative expense",
        "selling general and administrative expenses",
        "sg&a expense",
        "sg&a expenses",
    ),
    (
        "research and development",
        "research and development expense",
        "research and development expenses",
        "research development",
        "research development expense",
    ),
    ("members", "membership", "memberships"),
    ("revenue per available room", "revpar"),
    ("average daily rate", "adr"),
    ("gross payment volume", "gpv"),
    ("deliveries", "delivered", "deliver"),
)
SPELLED = tuple(
    (re.compile(pattern, re.IGNORECASE), said)
    for pattern, said in (
        (r"\bUnited States(?: of America)?\b|\bU\.\s?S\.(?:\s?A\.)?|\bUSA?\b(?!\$)", "unitedstates"),
        (r"\bU\.\s?K\.|\bUK\b", "united kingdom"),
        (r"\bRSUs?\b", "restricted stock units"),
        (r"\bPSUs?\b", "performance stock units"),
        (r"\bR\s?&\s?D\b", "research development"),
        (r"\bprojected benefit obligations?\b|\bPBO\b", "benefit obligation"),
        (r"\bABO\b", "accumulated benefit obligation"),
        (r"\bcomparable\b(?:[ -]stores?\b)?|\bsame[ -]stores?\b|\blike[ -]for[ -]like\b", "likeforlike"),
        (r"(?<=\w)-(?=\w)|[‐‑–—/]", " "),
    )
)
# Words that are too common to search for, and yet tell one line from another: "Other", "before tax", "not yet vested".
TELLING = re.compile(r"\b(other|before|after|not|no|more|under|over|without)\b", re.IGNORECASE)
LOOSE = frozenset({"xno", "xmore", "xunder", "xover"})  # of these, those that a question may say for other reasons
ASIDE = re.compile(r"\([^()]*\)|,\s*net\b(?! of)", re.IGNORECASE)
# Of which length a period is tells its moment, as the year does.
LENGTH = re.compile(
    r"\b(?:three|six|nine|twelve|thirteen|twenty[- ]six|thirty[- ]nine|fifty[- ](?:two|three)|\d{1,2})"
    r"[- ](?:months?|weeks?)\b",
    re.IGNORECASE,
)
# Words that labels have or have not: they tell no line from another.
BARE = frozenset(
    stems("dollars worldwide total year period end ended months consolidated number amount amounts million thousand")
)
# Words of a question that say what kind of thing a name is, or that a figure is wanted, and are seldom printed.
KINDS = frozenset(
    stems(
        """
        segment segments business businesses division divisions unit units reportable operating-segment region regions
        geographic geography area areas country countries market markets category categories product products line lines
        company companies corporation group came come comes coming derive derived generate generated earn earned record
        recorded recognize recognized report reported incur incurred spend spent book booked make made have had hold
        held contribute contributed account accounted represent represented much many overall whole entire worldwide
        global globally due own owned include included includes including level balance figure figures number
        attributable according based per percentage percent share portion proportion fraction result results
        serve serves served stand stood amounted exactly respectively fiscal calendar quarter
        """
    )
)
# Words that say what a figure measures: a figure of one is none of another.
MEASURES = frozenset(
    stems(
        """
        profit income loss earnings margin ebitda ebit assets liabilities depreciation amortization expense expenses
        cost costs expenditures additions goodwill backlog orders debt cash inventories receivables equity employees
        customers volume growth impairment carrying fair principal
        """
    )
)
TURNS = frozenset(
    stems(
        """
        change changed grow grew grown growth increase increased decrease decreased decline declined rise rose risen
        fall fell fallen drop dropped improve improved higher lower larger smaller bigger greater highest lowest
        largest smallest biggest greatest least average mean sum combined difference variance reduction reduced compared
        fast quickly fastest slowest strongest weakest
        """
    )
)
# Words that change what a figure is: where they stand beside it and not in the question, it is another figure.
NARROW = frozenset(
    stems(
        """
        adjusted pro forma organic constant-currency excluding excluded exclude non-gaap discontinued intersegment
        eliminations elimination previously restated budget target guidance projected estimated parent
        reclassified cumulative hypothetical
        """
    )
)


def plain(text: str) -> str:
    """`text` with what is short for something said in full, words with hyphens apart, and telling words marked."""
    for pattern, said in SPELLED:
        text = pattern.sub(said, text)
    return " ".join(TELLING.sub(lambda match: f"x{match[1].lower()}", text).split())


@lru_cache(maxsize=50_000)
def named(text: str) -> frozenset[str]:
    """The words of `text` as stems; a line item that goes by several names is one word, whichever name is used."""
    return frozenset(_joined(stems(plain(text))))


@lru_cache(maxsize=50_000)
def label_words(label: str) -> frozenset[str]:
    """The words by which a label tells its line from others, without what it says in brackets."""
    bare = frozenset(_joined(stems(plain(ASIDE.sub(" ", label))))) - BARE
    return bare or named(label) - BARE


@lru_cache(maxsize=50_000)
def header_words(header: str) -> frozenset[str]:
    """The words of a header besides the moment that it names and the units that it declares."""
    timeless = without_moments(LENGTH.sub(" ", ASIDE.sub(" ", header)))
    return frozenset(word for word in named(timeless) - BARE - _times() if not word.isdigit())


def is_printed(word: str) -> bool:
    """Whether a stem begins a word as filings print it, and does not stand for several."""
    return not word.startswith(("=", "x", "unitedst", "unitedk", "likeforlik"))


def measures(words: frozenset[str]) -> frozenset[str]:
    """Those of `words` that say what is measured."""
    return frozenset(word for word in words if word in MEASURES or word.startswith("="))


def asked_words(text: str) -> frozenset[str]:
    """The words of a question that a table must say somewhere."""
    return named(text) - framing_stems() - KINDS - BARE - LOOSE - _times()


def _joined(words: Sequence[str]) -> list[str]:
    """Each name of a line item replaced by one word for all its names, longest names first."""
    found, place = [], 0
    while place < len(words):
        width, token = next(
            ((len(name), token) for name, token in _names() if tuple(words[place : place + len(name)]) == name),
            (1, words[place]),
        )
        found.append(token)
        place += width
    return found


@cache
def _names() -> tuple[tuple[tuple[str, ...], str], ...]:
    found = {stems(plain(name)): f"={group[0]}" for group in ALIKE for name in group}
    return tuple(sorted(((name, token) for name, token in found.items() if name), key=lambda one: -len(one[0])))


@cache
def _times() -> frozenset[str]:
    return frozenset(stems("year years month months quarter ended ending as of at date january december twelve"))
