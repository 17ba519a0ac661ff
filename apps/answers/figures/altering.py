"""Words that make another figure of the one that is named, where nothing that was read accounts for them (R2).

"Monthly net sales", "half of net sales", "net sales per employee", "net sales if prices had fallen" name net sales and
ask for something else. What is computed may stand only where no such word is left over.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from apps.answers.calculator.catalogue import Shown, ratio_spans
from apps.answers.calculator.formula import items as items_of
from apps.answers.figures.asked import FigureQuestion, Relation
from apps.answers.figures.verdicts import better_when
from apps.retrieval.notions import notion
from apps.statements.mentions import mentions

Used = Callable[[FigureQuestion], bool]  # whether the reading of the question accounts for the word
NAMED = "\0"
SENTENCE = re.compile(r"(?<=[.?!:;])\s+")
OVER_TIME = frozenset({Relation.CHANGE, Relation.GROWTH, Relation.CAGR, Relation.YES_NO, Relation.COMPARISON})
RANKED = frozenset({Relation.COMPARISON, Relation.LARGEST, Relation.JUDGEMENT, Relation.YES_NO})
AMOUNTS = frozenset({Shown.MONEY, Shown.PER_SHARE, Shown.SHARES})


def _never(question: FigureQuestion) -> bool:
    return False


def _of_part(question: FigureQuestion) -> bool:
    return bool(question.quarter or question.dates)


def _related(question: FigureQuestion) -> bool:
    return question.relation in OVER_TIME


def _ranked(question: FigureQuestion) -> bool:
    return question.relation in RANKED


def _averaged(question: FigureQuestion) -> bool:
    ends = any(item.offset for wanted in question.wanted for one in wanted.formulas for item in items_of(one))
    return ends or question.relation is Relation.AVERAGE


def _summed(question: FigureQuestion) -> bool:
    return question.relation is Relation.TOTAL or any(not wanted.is_item for wanted in question.wanted)


def _no_amount(question: FigureQuestion) -> bool:
    """A count, a ratio, or a change in percent: no amount that is stated as it is."""
    plain = question.relation in {Relation.LOOKUP, Relation.LIST, Relation.TOTAL}
    return not plain or not question.wanted or question.wanted[0].shown not in AMOUNTS


def _in_days(question: FigureQuestion) -> bool:
    return bool(question.wanted) and question.wanted[0].shown is Shown.DAYS


def _of_shares(question: FigureQuestion) -> bool:
    return bool(question.wanted) and question.wanted[0].shown is not Shown.MONEY


def _asks_no_rank(question: FigureQuestion) -> bool:
    return question.relation is not Relation.COMPARISON


def _best_is_most(question: FigureQuestion) -> bool:
    return question.relation is not Relation.COMPARISON or all(better_when(one) == "U" for one in question.wanted)


def _words(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


# No table says these of its figures in other words: they keep every reader of figures from answering.
ALWAYS: Sequence[tuple[re.Pattern[str], Used]] = (
    (
        _words(
            r"\b(?:monthly|weekly|daily|hourly|fortnightly|bi-?weekly|semi-?annual(?:ly)?)\b"
            r"|\b(?:per|a|each|every|by) (?:day|week|month|hour)\b"
        ),
        _never,
    ),
    (_words(r"\bquarterly\b(?! (?:report|filing|statement|release|10))|\b(?:per|each|every|by) quarter\b"), _of_part),
    (
        _words(
            r"\b(?:one[- ])?half (?:of|the|its)\b(?! (?:fiscal|FY|year|19|20))(?<!first half of)(?<!second half of)"
            r"(?<!last half of)|\b(?:twice|thrice)\b|\b(?:double|triple)(?= \w+)"
            r"|\b(?:one|a|two|three)[- ](?:thirds?|quarters?|fifths?|tenths?) of\b"
        ),
        lambda question: question.relation is Relation.YES_NO,
    ),
    (
        _words(
            r"\bif\b(?! (?:any|applicable|available|not|so|possible|it is|this is|you|there (?:is|are) no))(?=[^.?!]*\b"
            r"(?:had|were|fell|rose|grew|increased|decreased|declined|dropped|doubled|halved|excluded?|rises?|falls?"
            r"|grows?|changes?|paid|stayed|remained|lost|sold|issued|repaid)\b)"
            r"|\bwould(?! (?:you|it be (?:fair|right)))\b|\bwere to\b|\bsuppos\w+|\bhypothetical\w*"
            r"|\bassuming\b(?![^.?]*\b(?:defined|calculated|computed|measured)\b)"
        ),
        _never,
    ),
    (
        _words(
            r"(?<!as )\bper (?!shares?\b|cent|annum|year\b|common|diluted|basic|the\b|its\b|10|ordinary|ADS|form|annual"
            r"|company)[a-z]+"
        ),
        _never,
    ),
    (_words(r"\bin a row\b|\bhow many (?:consecutive )?(?:years|quarters|months)\b"), _never),
)
# Rows of other tables may say these: they keep what is computed from the statements from answering.
OFTEN: Sequence[tuple[re.Pattern[str], Used]] = (
    (
        _words(
            r"\b(?:without|except(?:ing)?|other than|apart from|aside from|not including)\b"
            r"(?! (?:round|decimal|adjust))|\bnet of (?!\d)\w+"
            r"|\b(?:before|after) (?!\d|fiscal|FY|the (?:end|year|close)|that|it\b)(?:any |the )?[a-z]+"
        ),
        _never,
    ),
    (_words(r"\b(?:average|mean|median)\b"), _averaged),
    (_words(r"\b(?:cumulative(?:ly)?|combined|sum of|put together|added together)\b"), _summed),
    (
        _words(r"\b(?:ratio|margin|multiple|proportion|fraction)\b|\b(?:what|which) (?:share|percent\w*) of\b"),
        _no_amount,
    ),
    (_words(r"\bas an? (?:percent\w*|share|proportion|fraction|%) of\b"), _no_amount),
    (_words(r"\bhow many days\b|\bdays? (?:of|worth)\b|(?:\b[a-z]+|\0) days\b"), _in_days),
    (
        _words(
            r"\bhow many (?!millions?|billions?|thousands?|(?:US |U\.S\. )?dollars|USD|euros)[a-z]+"
            r"|\bnumber of (?!millions|dollars)[a-z]+"
        ),
        _of_shares,
    ),
    (_words(rf"\b(?:{notion('rose')}|{notion('fell')}|worsen\w*|deteriorat\w+|higher|lower)\b"), _related),
    (
        _words(r"\b(?:second|third|fourth|2nd|3rd|next)[- ](?:highest|largest|biggest|lowest|smallest|best|worst)\b"),
        _never,
    ),
    (_words(rf"\b(?:{notion('most')}|{notion('least')}|best|worst)\b(?! recent)"), _ranked),
    (_words(r"\b(?:not|never)\b|n['’]t\b"), _asks_no_rank),
    (_words(r"\b(?:best|worst)\b"), _best_is_most),
    (_words(r"\b(?:opening|beginning|start|outset)\b"), _averaged),
    (
        _words(
            r"\b(?:next|following|coming|upcoming|subsequent) (?:fiscal |calendar )?(?:year|quarter)s?\b"
            r"|\b(?:prior|preceding) (?:fiscal |calendar )?(?:year|quarter)\b|\bthe (?:year|quarter) (?:after|before)\b"
        ),
        _related,
    ),
)
CURRENCIES = {
    "EUR": r"\bin (?:units? of |millions? of |billions? of )?(?:euros?|EUR)\b",
    "GBP": r"\bin (?:units? of |millions? of |billions? of )?(?:pounds(?: sterling)?|sterling|GBP)\b",
    "JPY": r"\bin (?:millions? of |billions? of )?(?:yen|JPY)\b",
    "CHF": r"\bin (?:millions? of |billions? of )?(?:Swiss francs?|CHF)\b",
    "CNY": r"\bin (?:millions? of |billions? of )?(?:yuan|renminbi|RMB|CNY)\b",
    "USD": r"\bin (?:units? of |millions? of |billions? of )?(?:USD|U\.?S\.? dollars?|US\$)(?!\w)",
}


def altering(question: FigureQuestion, *, everywhere: bool = False) -> tuple[str, ...]:
    """The words of `question` that nothing accounts for, as they stand there.

    everywhere: only those that no table answers either. A formula that the question states says itself what is meant.
    """
    if question.wanted and question.wanted[0].stated:
        return ()
    bare = _beside_names(question.asked)
    rules = ALWAYS if everywhere else (*ALWAYS, *OFTEN)
    found = (match[0].strip() for words, used in rules if not used(question) for match in words.finditer(bare))
    return tuple(dict.fromkeys(" ".join(one.split()) for one in found))


def other_currency(question: str, currencies: Iterable[str]) -> str:
    """The words that ask for a currency other than all of `currencies`, in which the figures are stated."""
    held = set(filter(None, currencies))
    for currency, words in CURRENCIES.items():
        if held and currency not in held and (match := re.search(words, question, re.IGNORECASE)):
            return match[0]
    return ""


def unaccounted(words: Iterable[str]) -> str:
    """What to tell of them; "" without any."""
    told = ", ".join(f"“{one}”" for one in words)
    return f"What was found does not take into account: {told}." if told else ""


def left_out(question: FigureQuestion, shown: str) -> tuple[str, ...]:
    """The altering words of `question` that no table answers by itself and that `shown`, the evidence, does not say."""
    said = shown.lower()
    return tuple(one for one in altering(question, everywhere=True) if one.lower() not in said)


def _beside_names(asked: str) -> str:
    """The sentences that name a figure, without its name; all of them where none does."""
    bare = asked
    for start, end in [(one.start, one.end) for one in mentions(asked)] + ratio_spans(asked):
        bare = f"{bare[:start]}{NAMED * (end - start)}{bare[end:]}"
    naming = [sentence for sentence in SENTENCE.split(bare) if NAMED in sentence]
    return re.sub(rf"{NAMED}+", NAMED, " ".join(naming) or bare)
