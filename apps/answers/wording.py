"""Words as they are compared: stems without the words that carry no meaning, and other names of the same line item."""

import re
from functools import cache, lru_cache

import Stemmer

WORD = re.compile(r"[A-Za-z][A-Za-z&'’]*|\d[\d,.]*\d|\d")
STOP = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before being below
    between both but by can could did do does doing down during each few for from further had has have having he
    her here him his how i if in into is it its itself just let like me more most much my no nor not now of off
    on once only or our out over own please same shall she should so some such than that the their them then
    there these they this those through to too under until up upon us very was we were what when where which
    while who whom whose why will with would you your s t many company
    """.split()  # noqa: SIM905 - a word list reads better as prose
)
FRAMING = frozenset(
    """
    according amount answer ask asked asking assume basing based calculate clearly compute conclusion
    conclusions consider considering data decimal derive detail details determine display displayed document
    draw drawing extract figure figures filing find fy fiscal give given identify indicated inferred information
    item items line list located mainly mention mentioned million millions billion billions thousand thousands
    outlined perspective place places plainly present presented primarily primary provide provided question
    quarter quarterly refer rely relying report reported reports respond response round rounded see show shown
    shows solution solve state stated tell term terms unit units usd us dollar dollars using utilize utilizing
    value within year years yearly annual annually end ended ending total statement statements sheet
    consolidated first second third fourth half month months period base bases judgment judgments judgement
    judgements defined computing used use derived calculated computed clear basis
    """.split()  # noqa: SIM905 - a word list reads better as prose
)
NEUTRAL = frozenset({"total", "year", "period", "end", "consolid"})  # stems that labels have or have not
# What filers call the same line; the first words of a line are those of most filings.
SAME = (
    ("revenue", "net revenue", "net sales", "sales", "total revenue", "total net revenue", "net revenues"),
    ("net income", "net earnings", "net profit", "net income loss", "net loss", "profit for the period"),
    ("operating income", "income from operations", "operating profit", "earnings from operations", "operating loss"),
    ("cost of goods sold", "cogs", "cost of sales", "cost of revenue", "cost of products sold"),
    (
        "capital expenditures",
        "capex",
        "capital expenditure",
        "purchases of property plant and equipment",
        "purchases of property and equipment",
        "additions to property plant and equipment",
    ),
    ("property plant and equipment", "ppe", "pp&e", "ppne", "property and equipment", "fixed assets"),
    (
        "net cash provided by operating activities",
        "cash from operations",
        "operating cash flow",
        "cash flow from operating activities",
        "cash flows from operating activities",
        "net cash from operating activities",
        "net cash used in operating activities",
    ),
    ("accounts receivable", "receivables", "trade receivables", "trade receivables net"),
    ("inventories", "inventory", "merchandise inventories"),
    ("stockholders equity", "shareholders equity", "shareowners equity", "total equity"),
    ("research and development", "r&d"),
    ("selling general and administrative", "sg&a"),
    ("diluted earnings per share", "diluted eps", "diluted net income per share", "earnings per share diluted"),
    ("basic earnings per share", "basic eps", "basic net income per share", "earnings per share basic"),
    ("provision for income taxes", "income tax expense", "income taxes", "provision for taxes"),
    ("dividends paid", "cash dividends paid", "payment of dividends", "payments of dividends", "cash dividends"),
    ("depreciation and amortization", "d&a", "depreciation amortization"),
)


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=100_000)
def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of `text`, stop words left out, in order and with repeats. Numbers stay as they are."""
    words = [word.replace("’", "'").removesuffix("'s").strip("'") for word in WORD.findall(text.lower())]
    return tuple(_stemmer().stemWords([word for word in words if word and word not in STOP]))


@cache
def framing_stems() -> frozenset[str]:
    return frozenset(_stemmer().stemWords(list(FRAMING)))


def topic(text: str) -> tuple[str, ...]:
    """What `text` is about: its stems without repeats, numbers, and the words that only frame a question."""
    kept = (stem for stem in stems(text) if stem not in framing_stems() and not stem[0].isdigit())
    return tuple(dict.fromkeys(kept))


def label_topic(label: str) -> frozenset[str]:
    """The words of a row's label that tell it from others: "used to compute" frames a question, but not a label."""
    return frozenset(stem for stem in stems(label) if stem not in NEUTRAL and not stem[0].isdigit())


def ways_to_say(text: str) -> tuple[frozenset[str], ...]:
    """The topic of `text`, first as it stands, then with each line item that it names said in its other ways."""
    words = topic(text)
    said = [frozenset(words)]
    for group in _groups():
        named = max((phrase for phrase in group if _contains(words, phrase)), key=len, default=None)
        if named:
            rest = frozenset(words) - set(named)
            said += [rest | set(phrase) for phrase in group if phrase != named]
    return tuple(dict.fromkeys(said))


@cache
def _groups() -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(tuple(dict.fromkeys(topic(phrase) for phrase in group)) for group in SAME)


def _contains(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    width = len(phrase)
    return any(words[at : at + width] == phrase for at in range(len(words) - width + 1))
