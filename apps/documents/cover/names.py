"""Who files: the name on the cover, the ticker, and the numbers that outlive a change of name."""

import re
from collections import Counter
from collections.abc import Sequence

from apps.documents.cover.front import Front, Known

EXACT_NAME = re.compile(
    r"(?:\(\s*+|(?<![\s(])\s*+)exact\s+name\s+of\s+(?:each\s+)?(?:the\s+)?(?:registrant|company|issuer)", re.IGNORECASE
)
BEFORE_NAME = 220  # characters before "(Exact name ...)" in which the name stands
NO_NAME = re.compile(
    r"(?m:^).*(?:\b\d{1,3}-\d{3,6}(?:-\d+)?\b|_{2,}|-{3,}|\*{3,}|\b(?:number|no)\b\s*[.:]*|\bfile\b|\b(?:19|20)\d\d\b"
    r"|\btransition period from\b|(?-i:\bto\b)|☐|☒|¨|\b(?:reported|event)\b\s*\)?:?)",
    re.IGNORECASE,
)
NOT_IN_NAMES = re.compile(
    r"commission|washington|securities|exchange act|pursuant|report|form 10|mark one", re.IGNORECASE
)
LEGAL = (
    r"(?:Inc|INC|Incorporated|INCORPORATED|Corp|CORP|Corporation|CORPORATION|Company|COMPANY|Co|plc|PLC|Ltd|LTD|Limited"
    r"|LLC|N\.V|S\.A|AG|SE|LP|L\.P|Group|Holdings|International)"
)
FULL_NAME = re.compile(rf"\b((?:[A-Z][\w&'’.-]*,?\s+(?:(?:of|and|&|the)\s+)?){{1,6}}{LEGAL}\b\.?)")
COMPANY_LINE = re.compile(rf"[\w&'’.,/ -]{{2,70}}\b{LEGAL}\b\.?")
LINES_BELOW = 4
ITSELF = re.compile(rf"(?:the|our|this|each|such|parent)\s+{LEGAL}\.?", re.IGNORECASE)  # names no company
LISTED = re.compile(
    r"(?<!\w)((?:[A-Z][\w&'’.-]{0,60}+,?\s++(?:(?:of|and|&|the)\s++)?){0,6}[A-Z][\w&'’.-]{0,60}+)\s*+"
    r"[(\[]\s*(?:the\s+)?(?:NYSE|NASDAQ|Nasdaq|New York Stock Exchange|LSE|TSX|ASX|AMEX)"
    r"(?:\s*[:;]|\s+Global\s+Select\s+Market\s*:)\s*([A-Z][A-Z.]{0,5})\b"
)
TICKER_ROW = re.compile(
    r"(?:common|ordinary|class\s+a|capital)\s+(?:[\w.,$/()-]+\s+){0,14}?([A-Z]{1,5})\s+(?:the\s+)?"
    r"(?:new\s+york\s+stock|nasdaq|nyse|chicago|cboe)",
    re.IGNORECASE,
)
NO_TICKER = frozenset({"STOCK", "SHARE", "VALUE", "PAR", "THE", "EACH", "CLASS", "NONE", "TITLE", "A", "ON"})
REPORTING = re.compile(r"^(.{2,60}?)\s{1,9}(?:reports|announces|reported|announced|delivers)\b", re.IGNORECASE)
EMPLOYER = re.compile(r"(?<![\d-])(\d{2}-\d{7})(?![\d-])")
COMMISSION_FILE = re.compile(
    r"commission\s+file\s+(?:number|no)s?\b.{0,30}?(?<![\d-])(\d{1,3}-\d{4,6}(?:-\d{2})?)(?![\d-])", re.IGNORECASE
)
KEY = re.compile(r"\b(?:central\s+index\s+key|CIK)\b[^\d]{0,30}(\d{4,10})\b", re.IGNORECASE)
NUMBERS_CHARACTERS = 6000


def company(front: Front) -> Known[str] | None:
    """The filer's name: above "(Exact name of registrant ...)", below the file number, else as the text tells."""
    for rule in (_exact, _below_file_number, _listed, _spelt_like_file, _headline, _most_frequent, _reporting):
        if found := rule(front):
            return found
    return None


def _exact(front: Front) -> Known[str] | None:
    mark = EXACT_NAME.search(front.cover)
    if not mark:
        return None
    before = front.cover[max(0, mark.start() - BEFORE_NAME) : mark.start()]
    kept = _trimmed(NO_NAME.sub("", before))
    line = _line_before(front)
    name = line if line and kept.endswith(line) else kept
    if not _is_name(name):
        return None
    return Known(_as_written(name.rstrip(" ,"), front.text), 0.98, "cover")


def _below_file_number(front: Front) -> Known[str] | None:
    """A cover without that mark: the first line below the commission's file number that looks like a name."""
    place = next((at for at, line in enumerate(front.lines) if COMMISSION_FILE.search(line)), None)
    if place is None:
        return None
    below = (_trimmed(line) for line in front.lines[place + 1 : place + 1 + LINES_BELOW])
    name = next((line for line in below if COMPANY_LINE.fullmatch(line) and _is_name(line)), None)
    return Known(_as_written(name, front.text), 0.9, "cover") if name else None


def _trimmed(name: str) -> str:
    """Without marks at both ends; the point of "Inc." stays."""
    return name.lstrip(" .:;,|()[]-–—").rstrip(" :;,|([-–—")


def _line_before(front: Front) -> str:
    """The line above the mark, where the name has one of its own."""
    for before, line in zip(front.lines, front.lines[1:], strict=False):
        if EXACT_NAME.match(line):
            return _trimmed(before) if " " in before else ""
    return ""


def _is_name(name: str) -> bool:
    letters = sum(character.isalpha() for character in name)
    return letters >= 2 and len(name) <= 90 and not NOT_IN_NAMES.search(name)


def _as_written(name: str, text: str) -> str:
    """A name in capitals as the text writes it elsewhere, else with capital initials.

    Small capitals come apart ("Q UILLMARK"): the letters decide, not the spaces between them.
    """
    if not name.isupper():
        return name
    pattern = re.compile(r"\b" + r"\s*".join(map(re.escape, "".join(name.split()))), re.IGNORECASE)
    spellings = Counter(" ".join(match.group().split()) for match in pattern.finditer(text))
    mixed = [spelling for spelling, _ in spellings.most_common() if not spelling.isupper() and not spelling.islower()]
    if mixed:
        return mixed[0]
    return " ".join(
        word if len(word) <= 3 and word.isalpha() and word not in SHORT else word.capitalize() for word in name.split()
    )


OF_MANY = ("Group", "Holdings", "International")
SHORT = frozenset({"INC", "CO", "THE", "OF", "AND", "LTD"})


def _listed(front: Front) -> Known[str] | None:
    """ "Example, Inc. (NYSE: EX)" in a release."""
    found = LISTED.search(front.text)
    if not found:
        return None
    return Known(_after_dateline(found[1]), 0.9, "text")


def _after_dateline(name: str) -> str:
    return re.split(r"[–—]|--|\)\s", name)[-1].strip(" ,")


def _spelt_like_file(front: Front) -> Known[str] | None:
    """A name in the text whose letters are those of the file name's first word; not so for a common one ("file")."""
    token = re.sub(r"[^A-Za-z0-9]", "", front.words_of_name[0]) if front.words_of_name else ""
    if len(token) < 3 or token.isdigit() or re.fullmatch(LEGAL, token, re.IGNORECASE):
        return None
    spellings = _spellings(r"[\s.,&'’-]{0,3}".join(token), front.text)
    proper = [spelling for spelling in spellings if spelling[0].isupper() and not spelling.isupper()]
    common = sum(count for spelling, count in spellings.items() if spelling.islower())
    if not proper or common > sum(spellings.values()) / 2:
        return None
    return Known(_fullest(proper), 0.75, "file name")


def _headline(front: Front) -> Known[str] | None:
    """The name in a release's headline, with its legal form where the text writes it with one."""
    if not front.headline or not _is_name(front.headline):
        return None
    letters = r"\s+".join(map(re.escape, front.headline.split()))
    proper = [spelling for spelling in _spellings(letters, front.text) if not spelling.isupper()]
    return Known(_fullest(proper or [front.headline]), 0.7, "text")


def _spellings(pattern: str, text: str) -> Counter[str]:
    """How a name is written in the text, with its legal form where it has one there; the most frequent first."""
    whole = re.compile(rf"\b{pattern}(?!\w)(?:,?\s+{LEGAL}\b\.?)?", re.IGNORECASE)
    found = Counter(" ".join(match.group().split()) for match in whole.finditer(text))
    return Counter(dict(found.most_common()))


def _fullest(spellings: Sequence[str]) -> str:
    """The first with a legal form, a group only where nothing else is; without any the first."""
    whole = [spelling for spelling in spellings if re.search(rf"\s{LEGAL}\.?$", spelling)]
    return next((spelling for spelling in whole if not spelling.endswith(OF_MANY)), (whole or spellings)[0])


def _most_frequent(front: Front) -> Known[str] | None:
    names = Counter(match[1].strip(" ,") for match in FULL_NAME.finditer(front.text))
    likely = [
        name for name, count in names.most_common(5) if count > 1 and _is_name(name) and not ITSELF.fullmatch(name)
    ]
    return Known(likely[0], 0.5, "text") if likely else None


def _reporting(front: Front) -> Known[str] | None:
    found = REPORTING.match(front.lines[0]) if front.lines else None
    return Known(found[1].strip(" ,"), 0.5, "text") if found else None


def ticker(front: Front) -> Known[str] | None:
    """The trading symbol on the cover or behind the name in a release."""
    for match in TICKER_ROW.finditer(front.cover):
        if match[1].isupper() and match[1] not in NO_TICKER:
            return Known(match[1], 0.9, "cover")
    found = LISTED.search(front.text)
    return Known(found[2].rstrip("."), 0.9, "text") if found else None


def numbers(front: Front) -> list[str]:
    """Filer numbers on the cover, the first of each kind: "irs:12-3456789", "sec:1-2345", "cik:1234"."""
    head = front.cover[:NUMBERS_CHARACTERS]
    if not (EXACT_NAME.search(head) or COMMISSION_FILE.search(head)):
        return []
    found = []
    if employer := EMPLOYER.search(head):
        found.append(f"irs:{employer[1]}")
    if file_number := COMMISSION_FILE.search(head):
        found.append(f"sec:{file_number[1].lstrip('0')}")
    if key := KEY.search(head):
        found.append(f"cik:{key[1].lstrip('0')}")
    return found
