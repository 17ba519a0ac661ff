"""Follow-up questions read in their conversation (M8): what is left out comes from the question before. No model.

A question that names its filer and its subject stands by itself. Of any other the filer, the item and the period that
it does not say are those of the question before; the reader is told how it was read.
"""

import re
from dataclasses import dataclass

from apps.accounts.models import User
from apps.answers.calculator.catalogue import ratio_spans
from apps.answers.models import Answer, AnswerState
from apps.answers.wording import topic
from apps.documents.statements.mentions import mentions
from apps.retrieval.filers import WORD, Register
from apps.retrieval.filings import filings, register
from apps.retrieval.found import Scope
from apps.retrieval.intents import Intent, read
from apps.retrieval.periods import FULL_YEAR, QUARTER, SHORT_YEAR

LEAD = re.compile(
    r"^\W*(?:(?:and|so|ok(?:ay)?|then|also|but|now|please|what about|how about|what of"
    r"|(?:the )?same (?:\w+ )?(?:for|in))\b[\s,:]*)+",
    re.IGNORECASE,
)
PRONOUN = re.compile(
    r"\b(?:it|this|that|they|the company|the firm|the filer)\b(?! (?:is|are|was|were)\b)", re.IGNORECASE
)
POSSESSIVE = re.compile(r"\b(?:its|their|the company['’]s)\b", re.IGNORECASE)
ANY_FILER = re.compile(
    r"\b(?:which|what|any|all|every|each|other|most) (?:of the )?(?:compan(?:y|ies)|filers?|issuers?|peers?|filings?)\b"
    r"|\bwho\b",
    re.IGNORECASE,
)
ASKS = re.compile(
    r"^(?:what|why|how|when|where|who|which|did|does|do|is|are|was|were|has|have|by|in|list)\b", re.IGNORECASE
)
PERIOD = re.compile(
    r"(?:\b(?:in|for|of|during|from|to|between|and|since|at the end of)\s+)?"
    r"(?:\bQ[1-4]\b|\b(?:first|second|third|fourth)[- ]quarter\b)?(?:\s+of)?\s*"
    r"(?:\b(?:the\s+)?(?:fiscal|financial|calendar)?\s*(?:year\s*)?(?:ended\s+)?(?:FY|CY)?)?"
    rf"(?:{FULL_YEAR.pattern}|{SHORT_YEAR.pattern})",
    re.IGNORECASE,
)


RELATIVE = re.compile(
    r"\b(?:in |for )?(?:the )?(?:(?P<before>(?:fiscal )?year (?:before|earlier|prior)(?: that)?)"
    r"|(?P<prior>(?:previous|prior|preceding|last) (?:fiscal |financial )?year)"
    r"|(?P<after>(?:fiscal )?year (?:after|later)(?: that)?"
    r"|(?:next|following|subsequent) (?:fiscal |financial )?year))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is answered. read_as: the same where it is not what was typed, else ""."""

    question: str
    read_as: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What a question says. company: the words that name its only filer; item: those that name its item or ratio."""

    text: str
    intent: Intent
    company: str
    item: str

    @property
    def dated(self) -> bool:
        return bool(self.intent.years or self.intent.dates or self.intent.quarter or self.intent.last)

    @property
    def about(self) -> bool:
        """Whether it says what is asked for, besides filer, period and how to answer."""
        return bool(self.item or topic(LEAD.sub("", POSSESSIVE.sub(" ", PRONOUN.sub(" ", self.bare)))))

    @property
    def bare(self) -> str:
        """Without its filer and its period."""
        return without_period(self.text.replace(self.company, " ") if self.company else self.text)


def earlier_of(answer: Answer) -> Answer | None:
    """The answer that it follows, when it is the same asker's and is finished."""
    before = answer.follows
    usable = before and before.asker_id == answer.asker_id and before.state == AnswerState.DONE
    return before if usable else None


def in_conversation(answer: Answer, scope: Scope) -> Asked:
    """The question of `answer`, completed by the one that it follows, whatever became of that."""
    before = answer.follows if answer.follows and answer.follows.asker_id == answer.asker_id else None
    if before is None:
        return Asked(answer.question)
    earlier = str(before.result.get("read_as") or before.question)
    return resolved(answer.question, earlier, answer.asker, scope)


def resolved(question: str, earlier: str, asker: User, scope: Scope) -> Asked:
    """`question` by itself, or completed from `earlier`, a question that stands by itself."""
    known = register(asker, scope)
    then = said(earlier, known)
    now = said(_with_year(question, then), known)
    named = now.company or now.intent.companies or now.intent.unheld or ANY_FILER.search(question)
    lone = len({filing.company for filing in filings(asker, scope)}) == 1
    refers = bool(PRONOUN.search(question) or POSSESSIVE.search(question))
    if now.about and (named or (lone and not refers)):
        return Asked(question)
    whole = _of_the_same(now, then) if now.about else _with_another(now, then)
    return Asked(whole, whole) if whole and whole != question else Asked(question)


def _with_year(question: str, then: Said) -> str:
    """ "And the year before?": the year that is meant, where nothing else is said; "change from the prior year" is."""
    match, years = RELATIVE.search(question), then.intent.years
    rest = RELATIVE.sub(" ", PRONOUN.sub(" ", LEAD.sub("", question)))
    if match is None or not years or topic(rest):
        return question
    return RELATIVE.sub(f"in FY{years[-1] + 1 if match['after'] else years[0] - 1}", question)


def said(text: str, known: Register) -> Said:
    places = [(one.start, one.end) for one in mentions(text)] + ratio_spans(text)
    first, last = max(places, key=lambda place: place[1] - place[0], default=(0, 0))
    return Said(text, read(text, known), _company(text, known), text[first:last])


def _company(text: str, known: Register) -> str:
    """Nothing where several are named."""
    found = known.mentions(text)
    if len(found) != 1:
        return ""
    words = list(WORD.finditer(text))
    name = text[words[found[0].start].start() : words[found[0].end - 1].end()]
    return re.sub(r"['’]s?$", "", name)


def _with_another(now: Said, then: Said) -> str:
    """ "And in 2021?", "And Oakfield?": the question before, of another period or another filer."""
    whole = then.text
    if now.company and then.company:
        whole = whole.replace(then.company, now.company)
    elif now.company:
        whole = _before_mark(whole, f" of {now.company}")
    if not now.dated:
        return whole if now.company else ""
    period = " ".join(filter(None, (match[0].strip() for match in PERIOD.finditer(now.text)))) or ""
    if not period:
        quarter = QUARTER.search(now.text)
        year = f" {then.intent.years[-1]}" if then.intent.years else ""
        period = f"{quarter[0]}{year}" if quarter else LEAD.sub("", now.text).strip(" ?.")
    return _before_mark(without_period(whole), f" {_placed(period)}")


def _of_the_same(now: Said, then: Said) -> str:
    """ "And net income?", "Why did it grow?": the same filer and period, the item where a pronoun stands for it."""
    company = "" if now.company else then.company
    text = LEAD.sub("", now.text).strip()
    if POSSESSIVE.search(text) and company:
        text, company = POSSESSIVE.sub(f"{company}'s", text, count=1), ""
    elif PRONOUN.search(text) and company:
        item = f"{then.item} of {company}" if then.item and not now.item else company
        text, company = PRONOUN.sub(item, text, count=1), ""
    if not ASKS.match(text):
        if not now.item:
            return ""
        text = f"What was {text}"
    text = _before_mark(text, f" of {company}" if company else "")
    periods = [match[0].strip() for match in PERIOD.finditer(then.text)]
    return text if now.dated or not periods else _before_mark(text, f" {_placed(' and '.join(periods))}")


def _placed(period: str) -> str:
    """With the word before it that says it is a period."""
    first = period.split(" ", 1)[0].lower()
    return (
        period if first in {"in", "for", "of", "during", "at", "over", "between", "since", "from"} else f"in {period}"
    )


def without_period(text: str) -> str:
    return " ".join(PERIOD.sub(" ", text).split()).replace(" ?", "?").replace(" ,", ",")


def _before_mark(text: str, more: str) -> str:
    """`text` with `more` before the mark that ends it."""
    bare = text.rstrip(" ?.!")
    return f"{bare}{more}?"
