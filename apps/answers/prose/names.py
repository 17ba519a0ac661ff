"""Questions that ask for a name (who, which company, which firm): only a sentence that holds one answers them."""

import re
from collections.abc import Iterable

from apps.answers.wording import stems

ASKS_NAME = re.compile(
    r"(?:^\W*|[,;:?]\s*|\b(?:and|with|by|to|from|of)\s+)who(?:m\b|(?:['’]s)?\b(?! (?:are|were)\b))"
    r"|\b(?:which|what) (?:(?:\w+ ){0,2}?)(?:compan(?:y|ies)|firms?|customers?|suppliers?|vendors?|airlines?|banks?"
    r"|lenders?|business(?:es)?|brands?|retailers?|partners?|competitors?|auditors?|subsidiar(?:y|ies)|acquisitions?"
    r"|agenc(?:y|ies)|executives?|directors?|officers?)\b",
    re.IGNORECASE,
)
OF_KIND = re.compile(r"\b(?:kinds?|types?|sorts?|lines?) of\b", re.IGNORECASE)
BIGGEST_CUSTOMER = re.compile(
    r"\b(?:largest|biggest|main|major|single|most important|principal|top)\b(?: \w+){0,2} customers?\b", re.IGNORECASE
)
WHOLE = r"(?:of (?=net |total |sales|revenue)|our |consolidated |total |the company['’]s )"
SAME = r"(?:[^.;]|\.(?=\d))"  # within a sentence
OF_WHOLE = re.compile(
    rf"\d\s?(?:%|percent\b){SAME}{{0,60}}?\b{WHOLE}{SAME}{{0,60}}?\b(?:sales|revenues?)\b"
    rf"|\b{WHOLE}{SAME}{{0,40}}?\b(?:sales|revenues?)\b[^;]{{0,80}}?\d\s?(?:%|percent\b)",
    re.IGNORECASE,
)  # a share of the sales of all, not of a segment's own
NO_CUSTOMER = re.compile(r"\b(?:segments?|programs?|products?|services|countr(?:y|ies))\b[^.]*\d\s?(?:%|percent)", re.I)
CAPITAL = re.compile(r"(?<![.!?•] )(?<=[a-z,;:(—–“\"0-9’)-] )(?:the )?[A-Z][\w&.’'-]*|(?<=[(“\"])[A-Z][\w&.’'-]+")
FIRST = re.compile(r"^(?P<name>[A-Z][\w&.’'-]+)(?= (?:is|was|accounted|represented|became|Inc|Corp|LLC|Ltd)\b)")
MARK = re.compile(r"^\W*(?:\(?\w{1,4}[.)]\s+)+\w+")  # of a point in a list, and the first word behind it
NO_NAMES = frozenset(
    stems(
        """
        january february march april may june july august september october november december company corporation board
        directors director committee note notes item form section part annual report consolidated financial statements
        statement securities exchange act commission sec chief executive officer president vice chairman chair senior
        common stock class agreement plan gaap non-gaap fiscal fy year quarter i ii iii iv a b c united states it we
        our this that these those they there he she services sales revenue business segment segments group division
        credit term loan see all other no each any most such its his her ebitda eps management
        """
    )
)


def asks_name(core: str) -> bool:
    """Whether the name of one, or of some, is asked for: a sentence on the subject that names none is no answer."""
    return bool(ASKS_NAME.search(core)) and not OF_KIND.search(core)


def asks_customer(core: str) -> bool:
    """Whether it is asked which customer the most is sold to."""
    return bool(BIGGEST_CUSTOMER.search(core))


def has_name(text: str, known: Iterable[str]) -> bool:
    """Whether `text` holds a name other than those made of the stems `known` (of the filer and of the question)."""
    said = MARK.sub("", text)
    held = [one.removeprefix("the ") for one in CAPITAL.findall(said)]
    first = FIRST.match(said)
    told = [*held, *([first["name"]] if first else [])]
    left = NO_NAMES.union(known)
    return any(words and not set(words) <= left for words in map(stems, told))


def shares_whole(text: str) -> bool:
    """Whether `text` gives a share of the sales of the whole company, not of what is sold."""
    return bool(OF_WHOLE.search(text)) and not NO_CUSTOMER.search(text)
