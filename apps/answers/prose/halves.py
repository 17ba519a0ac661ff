"""Questions of two parts ("who ..., and when does ...?"): each part is answered by a sentence of its own (M5)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from apps.answers.gather import Passage
from apps.answers.intent import Intent
from apps.answers.prose.asked import Asked, Kind
from apps.answers.prose.choosing import Chosen, Hit
from apps.answers.prose.figure_wanted import PERCENTAGE
from apps.answers.prose.names import asks_name
from apps.answers.wording import stems

# ", and what was her role before?"; "and why" is one question with what goes before it.
SECOND = re.compile(
    r",? and (?=(?:when|who|how (?:many|much|long|large)|for how|at what|in (?:what|which)|by (?:what|how)|until when"
    r"|what|which|where)\b)",
    re.IGNORECASE,
)
SHARE = re.compile(r"\b(?:what|which) (?:percent\w*|share|proportion|portion)\b", re.IGNORECASE)
MONTHS = frozenset(stems("january february march april june july august september october november december"))
TOLD = frozenset({Kind.WHEN, Kind.WHO, Kind.COUNT})  # kinds whose answers are known by what they hold
END_OF = re.compile(
    r"\b(?:through|until|to|by|in|on|expir\w+|ends?|terminat\w+|matur\w+)\b[^.;]{0,30}\b(?:19|20)\d\d\b", re.IGNORECASE
)


def second_half(core: str) -> str:
    """The second question of `core`, or ""."""
    found = SECOND.search(core)
    return core[found.end() :] if found and found.start() else ""


def tells_first(intent: Intent, asked: Asked, text: str) -> bool:
    """Whether `text` speaks of all of a first part that asks for a name, its month too; True where there is none.

    What the acquisition of someone cost in fees is not what was paid for the one acquired in that month.
    """
    found = SECOND.search(intent.core)
    first = intent.core[: found.start()] if found else ""
    if not asks_name(first):
        return True
    own, said = set(stems(first)), set(stems(text))
    told = [term for term in asked.terms if term.stem in own and (term.weight == 1.0 or term.stem in MONTHS)]
    return all({term.stem, *term.kindred} & said for term in told)


def with_second(
    intent: Intent,
    chosen: Chosen,
    scored: Sequence[Hit],
    read: Callable[[Intent, Passage], Asked],
) -> Chosen:
    """`chosen`, and right behind its lead the sentence that answers the second part of the question, where one does.

    read: what an intent asks of a passage's filer.
    """
    half = second_half(intent.core)
    if not half or not chosen.first:
        return chosen
    part = replace(intent, core=half)
    fitting = [(read(part, hit[1]), hit) for hit in scored]
    told = [(_worth(asked, hit), hit) for asked, hit in fitting if asked.kind in TOLD and _tells(half, asked, hit)]
    if not told:
        return chosen
    best = max(told, key=lambda one: one[0])[1]
    lead, *rest = chosen.first
    if best[0].sentence == lead[0].sentence:
        return chosen
    others = tuple(one for one in chosen.others if one[0].sentence != best[0].sentence)
    return Chosen((lead, best, *(one for one in rest if one[0].sentence != best[0].sentence)), others)


def _tells(half: str, asked: Asked, hit: Hit) -> bool:
    text = hit[0].sentence.text
    if asked.kind is Kind.COUNT and SHARE.search(half):
        return bool(PERCENTAGE.search(text))
    return asked.signs(text) or (asked.kind is Kind.WHEN and bool(END_OF.search(text)))


def _worth(asked: Asked, hit: Hit) -> float:
    """By the part's own words first, then by how well the sentence fits the whole question."""
    return asked.coverage(hit[0].sentence.text)[0] + hit[0].score
