"""Follow-up questions read in their conversation (M8): what is left out comes from the questions before. No model.

A question that names its filer and its subject stands by itself. Of any other the filer, the item and the period that
it does not say are those of the question before; a change is one between the periods that were last spoken of. The
reader is told how it was read, and where that stays open, what is open.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from apps.accounts.models import User
from apps.answers.leaning import (
    Unclear,
    as_share,
    changed,
    each_end,
    explained,
    in_another_form,
    neighbouring,
    of_another_item,
)
from apps.answers.models import Answer, AnswerState
from apps.answers.said import (
    ANY_FILER,
    ASKS,
    LEAD,
    PERIOD,
    POSSESSIVE,
    PRONOUN,
    Said,
    before_mark,
    placed,
    said,
    without_period,
)
from apps.retrieval.filings import filings, register
from apps.retrieval.found import Scope
from apps.retrieval.periods import QUARTER, read_periods

COURTESY = re.compile(r"^\W*(?:thanks?|thank you|ok(?:ay)?|great|good|perfect|fine)\b[^?]{0,40}$", re.IGNORECASE)
REMEMBERED = 8  # questions of a conversation that a follow-up may reach back to


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is answered. read_as: the same where it is not what was typed, else "". unclear: why it cannot
    be answered, a sentence; "" where it can."""

    question: str
    read_as: str = ""
    unclear: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of the conversation as it was answered. told: the years of its figures."""

    question: str
    told: tuple[int, ...] = ()


def earlier_of(answer: Answer) -> Answer | None:
    """The answer that it follows, when it is the same asker's and is finished."""
    before = answer.follows
    usable = before and before.asker_id == answer.asker_id and before.state == AnswerState.DONE
    return before if usable else None


def in_conversation(answer: Answer, scope: Scope) -> Asked:
    """The question of `answer`, completed by those that it follows, whatever became of them."""
    before = list(islice(_before(answer), REMEMBERED))
    return resolved(answer.question, before, answer.asker, scope) if before else Asked(answer.question)


def _before(answer: Answer) -> Iterator[Turn]:
    """The last one first; as far as they are the same asker's, without those that said nothing that could be read."""
    at = answer.follows
    while at is not None and at.asker_id == answer.asker_id:
        if not (at.result.get("unclear") or COURTESY.match(at.question)):
            yield Turn(str(at.result.get("read_as") or at.question), _years_told(at.result))
        at = at.follows


def _years_told(result: dict[str, Any]) -> tuple[int, ...]:
    """Of figures that are an answer, not of passages that come close."""
    rows = result.get("rows") or [] if result.get("value") is not None else []
    return read_periods(" ".join(str(row["period"]) for row in rows)).years


def resolved(question: str, before: Sequence[Turn], asker: User, scope: Scope) -> Asked:
    """`question` by itself, or completed from those before it, the last one first; each of these stands by itself."""
    known = register(asker, scope)
    then, *others = (said(turn.question, known, turn.told) for turn in before)
    now = said(question, known, leans=True)
    leaning = _leaning(now, then, others)
    if isinstance(leaning, Unclear):
        return Asked(question, unclear=leaning.why)
    if not leaning:
        named = now.company or now.intent.companies or now.intent.unheld or ANY_FILER.search(question)
        elsewhere = bool(then.company) and not then.intent.companies  # of a filer that is not held
        lone = not elsewhere and len({filing.company for filing in filings(asker, scope)}) == 1
        refers = bool(PRONOUN.search(question) or POSSESSIVE.search(question))
        if now.about and (named or (lone and not refers)):
            return Asked(question)
        leaning = _of_the_same(now, then) if now.about else _with_another(now, then)
    return Asked(leaning, leaning) if leaning and leaning != question else Asked(question)


def _leaning(now: Said, then: Said, others: Sequence[Said]) -> str | Unclear:
    """What only says what to do with the figure before."""
    if now.company:
        return ""
    return (
        in_another_form(now, then)
        or explained(now, then)
        or as_share(now, then)
        or neighbouring(now, then)
        or changed(now, then, others)
        or of_another_item(now, then)
    )


def _with_another(now: Said, then: Said) -> str:
    """ "And in 2021?", "And Oakfield?": the question before, of another period or another filer."""
    whole = then.text
    if now.company and then.several:
        whole = f"What was {then.item}{now.of_company}{then.period}?" if then.item else ""
    elif now.company and then.company:
        whole = whole.replace(then.company, now.company)
    elif now.company:
        whole = before_mark(whole, now.of_company)
    if not now.dated:
        return whole if now.company else ""
    text = LEAD.sub("", now.text)
    period = " ".join(filter(None, (match[0].strip() for match in PERIOD.finditer(text)))) or ""
    if not period:
        quarter = QUARTER.search(text)
        year = f" {then.years[-1]}" if then.years else ""
        period = f"{quarter[0]}{year}" if quarter else text.strip(" ?.")
    return before_mark(without_period(whole), f" {placed(period)}")


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
    text = before_mark(text, f" of {company}" if company else "")
    period = each_end(then.period) if text.startswith("What was") else then.period
    return text if now.dated or not period else before_mark(text, period)
