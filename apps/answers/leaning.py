"""Follow-ups that say only what shall be done with the figure asked for before: shown in another form, compared, put in
relation, explained, or looked up for a neighbouring period (M8). No model.

Each function gives the whole question, or "" where the follow-up is none of its kind.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.answers.said import LEAD, POSSESSIVE, PRONOUN, Said, before_mark, placed, without_period
from apps.answers.wording import topic

UNITS = frozenset(
    """
    thousand thousands million millions billion billions percent percents percentage % usd eur gbp dollars euros pounds
    decimals decimal bps basis nearest rounded whole
    """.split()  # noqa: SIM905 - a word list reads better as prose
)
BESIDE_UNITS = frozenset(
    """
    in as to with of the a an us u.s. $ points point units unit places place please that it this them show give me state
    express round figure figures answer result same and instead zero no one two three four terms now can you dollar euro
    hundredth tenth integer only
    """.split()  # noqa: SIM905 - a word list reads better as prose
)
TOLD_FORM = re.compile(
    r",?\s*\b(?:(?:stated |expressed )?in (?:(?:USD|U\.?S\.?|EUR|GBP|dollars?|euros?)\s*)*"
    r"(?:thousand|million|billion)s?(?: of)?(?: (?:USD|U\.?S\.? dollars|dollars|euros))?"
    r"|rounded to [\w -]+?(?:places?|decimals?)|in percent)\b",
    re.IGNORECASE,
)
FORM_STARTS = re.compile(r"\b(?:in|as|to|with|rounded)\b", re.IGNORECASE)
TURNED = re.compile(
    r"\b(?:chang\w*|gr[eo]w\w*|growth|ris\w+|rose|f[ae]ll\w*|increas\w*|decreas\w*|declin\w*|drop\w*|improv\w*|worsen\w*"
    r"|go(?:es|ne)?|went|up|down|mov\w+|develop\w*|evolv\w*|differ\w*|compar\w*|higher|lower|larger|smaller|bigger|more"
    r"|less|percent\w*|%|two|terms|happen\w*|by how much|how much)(?!\w)",
    re.IGNORECASE,
)
ASKS_CHANGE = re.compile(
    r"\b(?:by how much|how much|how (?:did|has|have|do|does) (?:it|this|that|they|those|these|the (?:two|figures?))"
    r"|(?:what(?:['’]s| is| was)|and|about) the (?:chang|differen|increas|decreas|growth|declin)\w*"
    r"|^(?:the )?(?:change|difference|growth)|did (?:it|this|that|they)|ha(?:s|ve) (?:it|this|that|they)"
    r"|compare (?:them|the two|those|these)|(?:is|was) (?:it|this|that) (?:up|down|higher|lower|more|less))\b",
    re.IGNORECASE,
)
VERB = re.compile(
    r"\b(?:did|has|have) (?:it|this|that|they)\s+"
    r"(?P<verb>grow|rise|fall|increase|decrease|decline|drop|improve|worsen)\b",
    re.IGNORECASE,
)
YES_NO = re.compile(r"^(?:did|has|have|is|was)\b", re.IGNORECASE)
IN_PERCENT = re.compile(r"percent|%", re.IGNORECASE)
WHY = re.compile(
    r"^(?:why|how come|for what reasons?|what(?: was|['’]s| is)? (?:the )?"
    r"(?:drove|driv\w+|caus\w+|explain\w*|reasons?|led to|behind|made))\b",
    re.IGNORECASE,
)
WHY_WORDS = re.compile(
    r"\b(?:why|how come|reasons?|drove|driv\w+|caus\w+|explain\w*|led|behind|made|so)\b", re.IGNORECASE
)
WAY = re.compile(
    r"\b(?P<verb>grow|rise|fall|increase|decrease|decline|drop|improve|worsen|go up|go down|change)\b", re.IGNORECASE
)
SHARE = re.compile(
    r"^(?:what (?:is|was) (?:it|this|that) )?(?:as |in )?(?:an? |what )?"
    r"(?:%|percent(?:age)?|share|proportion|fraction|part)(?: of| to) (?P<whole>.+?)[\s?.!]*$",
    re.IGNORECASE,
)
SAYS = re.compile(r"\b(?:was|were|is|are|did|do|does|went|goes|came|comes|has|have)\b", re.IGNORECASE)
OF_FIRST = re.compile(r"\s+(?:as|in|to)?\s*(?:an? )?(?:%|percent|share|proportion|fraction|ratio).*$", re.IGNORECASE)
CHANGE_ASKED = re.compile(r"(?:How|By what percentage|By how much) did ", re.IGNORECASE)
STRETCH = re.compile(r"\b(?:from|between)\b.*\b(?:to|and)\b", re.IGNORECASE)
NEIGHBOUR = re.compile(
    r"\b(?:in |for |of )?(?:the |a )?(?:"
    r"(?P<same>same quarter (?:of |in )?(?:the |a )?"
    r"(?:last|previous|prior|preceding)? ?year(?: (?:before|earlier|ago))?|prior[- ]year quarter)"
    r"|(?P<full>(?:full|whole|entire) (?:fiscal |financial )?year)"
    r"|(?P<quarter_before>quarter (?:before|earlier|prior)(?: that)?|(?:previous|prior|preceding|last) quarter)"
    r"|(?P<quarter_after>quarter (?:after|later)(?: that)?|(?:next|following|subsequent) quarter)"
    r"|(?P<before>(?:fiscal )?year (?:before|earlier|prior|ago)(?: that)?"
    r"|(?:previous|prior|preceding|last) (?:fiscal |financial )?year)"
    r"|(?P<after>(?:fiscal )?year (?:after|later)(?: that)?"
    r"|(?:next|following|subsequent) (?:fiscal |financial )?year))\b",
    re.IGNORECASE,
)
QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Unclear:
    """A follow-up that cannot be completed; why, as a sentence."""

    why: str


def in_another_form(now: Said, then: Said) -> str:
    """ "In thousands?", "rounded to one decimal": the question before, in that form."""
    words = re.findall(r"[\w$%.]+|\$", LEAD.sub("", now.text).lower().rstrip(" ?.!"))
    if not set(words) & UNITS or not all(word in UNITS | BESIDE_UNITS or word.isdigit() for word in words):
        return ""
    bare = LEAD.sub("", now.text).rstrip(" ?.!")
    start = FORM_STARTS.search(bare)
    form = bare[start.start() :] if start else f"in {bare}"
    return before_mark(TOLD_FORM.sub("", then.text), f" {form}")


def changed(now: Said, then: Said, before: Sequence[Said]) -> str | Unclear:
    """ "How did that change?", "by how much?": between the two periods, or the two filers, that were last spoken of.

    before: the questions before `then`, the last one first. With a single period spoken of, from the year before it.
    """
    text = LEAD.sub("", now.text)
    if WHY.match(text) or not ASKS_CHANGE.search(text) or _says_more(now, TURNED) or not then.item:
        return ""
    if STRETCH.search(then.period):
        return _change_of(text, then, then.period.strip())
    of_same = [one for one in before if _same_figure(one, then)]
    other = next((one for one in of_same if one.company == then.company and _when(one) != _when(then)), None)
    peer = next((one for one in of_same if one.company != then.company and _when(one) == _when(then)), None)
    if len(now.years) == 1 and now.years != then.years and len(then.years) == 1:
        return _change_of(
            text, then, _between((now.years[0], then.intent.quarter), (then.years[0], then.intent.quarter))
        )
    if peer and (other is None or before.index(peer) < before.index(other)):
        return f"How does {then.item} of {peer.company} and {then.company} compare{then.period}?"
    if other is None:
        return _change_of(text, then, then.period.strip())
    return _compared(text, then, other)


def _compared(text: str, then: Said, other: Said) -> str | Unclear:
    if len(then.years) != 1 or len(other.years) != 1:
        return _change_of(text, then, then.period.strip())
    if then.intent.quarter != other.intent.quarter:
        first, last = sorted((one.years[0], one.intent.quarter or QUARTERS + 1) for one in (other, then))
        told = " and ".join(_named(year, quarter if quarter <= QUARTERS else None) for year, quarter in (first, last))
        return Unclear(f"Between {told} no change is computed: these are different quarters or lengths. Ask for each.")
    return _change_of(text, then, _between(*((one.years[0], one.intent.quarter) for one in (other, then))))


def _change_of(text: str, then: Said, period: str) -> str:
    verb = match["verb"].lower() if (match := VERB.search(text)) else "change"
    lead = f"Did {then.item}" if YES_NO.match(text) and match else f"How did {then.item}"
    if IN_PERCENT.search(text):
        lead, verb = f"By what percentage did {then.item}", verb
    return f"{lead}{then.of_company} {verb}{' ' if period else ''}{period}?"


def _between(one: tuple[int, int | None], other: tuple[int, int | None]) -> str:
    """From the earlier to the later."""
    first, last = sorted([one, other])
    return f"from {_named(*first)} to {_named(*last)}"


def _named(year: int, quarter: int | None) -> str:
    return f"Q{quarter} {year}" if quarter else f"FY{year}"


def _when(one: Said) -> tuple[tuple[int, ...], int | None]:
    return one.years, one.intent.quarter


def _same_figure(one: Said, other: Said) -> bool:
    if one.intent.metrics and other.intent.metrics:
        return one.intent.metrics == other.intent.metrics
    return one.item.lower() == other.item.lower()


def explained(now: Said, then: Said) -> str:
    """ "Why?", "what drove that?": the reasons for the change of the figure before."""
    text = LEAD.sub("", now.text)
    if not WHY.match(text) or now.dated or not then.item or _says_more(now, TURNED, WHY_WORDS):
        return ""
    if WHY.match(LEAD.sub("", then.text)):
        return then.text
    way = WAY.search(text) or WAY.search(then.text)
    return f"Why did {then.item}{then.of_company} {way['verb'].lower() if way else 'change'}{then.period}?"


def as_share(now: Said, then: Said) -> str:
    """ "And as a percentage of revenue?": the figure before in relation to another."""
    match = SHARE.match(LEAD.sub("", now.text))
    if match is None or not then.item or not now.item or SAYS.search(match["whole"]):
        return ""
    part, period = OF_FIRST.sub("", then.item), now.period or then.period
    return f"What was {part} as a percentage of {without_period(match['whole'])}{then.of_company}{each_end(period)}?"


def each_end(period: str) -> str:
    """Of a stretch both its ends, for what is no change over it."""
    return re.sub(r" (?:from|between) (.+?) (?:to|and) ", r" in \1 and ", period)


def of_another_item(now: Said, then: Said) -> str:
    """ "And net income?" after a question for a change: the same change of the other item."""
    text = LEAD.sub("", now.text).strip(" ?.!")
    if (
        not (now.item and then.item and CHANGE_ASKED.match(then.text))
        or now.dated
        or topic(text.replace(now.item, " "))
    ):
        return ""
    return then.text.replace(then.item, text)


def neighbouring(now: Said, then: Said) -> str | Unclear:
    """ "And the quarter before?", "a year earlier", "for the full year?": the question before, of that period."""
    text = LEAD.sub("", now.text)
    match = NEIGHBOUR.search(text)
    if match is None or _says_more(now, NEIGHBOUR):
        return ""
    if not then.years:
        return Unclear("Which period is meant is not clear: the question before names no year. Name the year.")
    first, last, quarter = then.years[0], then.years[-1], then.intent.quarter
    if match["full"]:
        period = f"FY{last}"
    elif match["quarter_before"] or match["quarter_after"]:
        if not quarter:
            return Unclear(
                "Which quarter is meant is not clear: the question before is of a whole year. Name the quarter."
            )
        period = _quarter_beside(last, quarter, -1 if match["quarter_before"] else 1)
    else:
        period = _named(last + 1 if match["after"] else first - 1, quarter)
    return before_mark(without_period(then.text), f" {placed(period)}")


def _quarter_beside(year: int, quarter: int, step: int) -> str:
    years, place = divmod(quarter - 1 + step, QUARTERS)
    return _named(year + years, place + 1)


def _says_more(now: Said, *patterns: re.Pattern[str]) -> bool:
    """Whether a question says more than what these patterns account for."""
    rest = LEAD.sub("", now.text)
    for pattern in (*patterns, PRONOUN, POSSESSIVE):
        rest = pattern.sub(" ", rest)
    return bool(now.company or topic(without_period(rest)))
