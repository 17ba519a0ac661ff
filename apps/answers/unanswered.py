"""What of a question its answer leaves out, as sentences: parts that were asked besides, splits, a figure, a predicate.

Whatever is found here keeps the answer from high trust. General rules over the words of the question and the evidence.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from apps.answers.calculator.formula import items as items_of
from apps.answers.figures.altering import left_out, unaccounted
from apps.answers.figures.asked import FigureQuestion, Relation
from apps.answers.figures.lines import Calculation
from apps.answers.intent import Intent
from apps.answers.prose.asked import Kind, kind_of, read_asked
from apps.answers.prose.figure_wanted import FIGURE, NO_FIGURE, PERCENTAGE
from apps.retrieval.notions import notion
from apps.statements.mentions import mentions

BY = re.compile(
    r"\bby (?:(?:\w+ ){0,2}(?:segments?|regions?|geograph\w*|countr(?:y|ies)|products?(?: lines?)?|divisions?"
    r"|categor\w+|customers?|quarters?|brands?|channels?|business(?:es)?(?: units?)?|types?|maturit\w+))\b",
    re.IGNORECASE,
)
PART = re.compile(
    r"(?:,|;)?\s\band (?P<joined>(?:why|how|what|which|who|where|when|by how)\b[^?.]*)"
    r"|\?\s+(?:and )?(?P<next>(?:why|how|what|which|who|where|when)\b[^?.]*)\?",
    re.IGNORECASE,
)
NO_FIGURES = re.compile(r"^(?:why|which|who|where|when|how (?:did|do|does|is|are|was|were))\b", re.IGNORECASE)
SHARE = re.compile(r"\b(?:percent\w*|share|proportion|portion|fraction)\b|%", re.IGNORECASE)
QUANTIFIED = re.compile(
    r"(?<!\d)\d[\d,.]*+\s?(?:%|percent\b|million|billion|basis)|[$€£]\s?\d|\b(?:doubl|halv|tripl)\w+", re.IGNORECASE
)
OF_ONE_KIND = frozenset({Relation.LOOKUP, Relation.RATIO, Relation.LIST, Relation.STATED_FORMULA})
MULTIPLIED = re.compile(r"\b(?:doubl|halv|tripl)\w+", re.IGNORECASE)
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
DENIED = re.compile(r"\b(?:not|never|neither|false|untrue|incorrect)\b|n['’]t\b", re.IGNORECASE)
TURNED = re.compile(rf"\b(?:{notion('rose')}|{notion('fell')}|higher|lower|more|less|chang\w+)\b", re.IGNORECASE)
FEWEST_SPLIT = 2  # figures that a split has at least
MOST_OF_PREDICATE = 0.5  # of the weight of a yes or no question's words that one sentence must speak of


def unanswered(intent: Intent, names: Iterable[str], said: Sequence[str], rows: int, *, sure: bool) -> tuple[str, ...]:
    """Of an answer by rows and sentences. names: of the filers; said: its sentences and rows; rows: how many of them.

    sure: it is taken for an answer so far; what only comes closest is not looked at again.
    """
    if not sure:
        return ()
    text = " ".join(said)
    told = [_altered(intent, text), _split(intent.core, rows), *_parts(intent, tuple(names), said)]
    if kind_of(intent.core) is Kind.YES_NO and not rows:
        told.append(_predicate(intent, tuple(names), said))
    return tuple(dict.fromkeys(filter(None, told)))


def left_by_figures(calculation: Calculation, quotes: Sequence[str] = ()) -> tuple[str, ...]:
    """Of an answer that was computed: the parts that ask for words or for other items, and what should be split."""
    question, lines = calculation.question, calculation.lines
    asked = question.asked
    shown = {(line.wanted.name, line.company) for line in lines}
    told = [_split(asked, len(shown))] if question.relation is not Relation.LARGEST else []
    used = {item.concept for wanted in question.wanted for one in wanted.formulas for item in items_of(one)}
    used |= {one.concept for line in lines for one in mentions(line.wanted.name)}
    besides = _asked_besides(asked)
    lead = PART.split(asked, maxsplit=1)[0] if besides else ""
    if lead and mentions(lead) and not used & {one.concept for one in mentions(lead)}:
        told.append(_not_answered(lead.strip(" ?,.")))
    for part in besides:
        other = [one for one in mentions(part) if one.concept not in used]
        share = SHARE.search(part) and all(line.wanted.is_item and not line.over for line in lines)
        words = NO_FIGURES.search(part) and not quotes and question.relation in OF_ONE_KIND
        if words or other or share:
            told.append(_not_answered(part))
    return tuple(dict.fromkeys(filter(None, told)))


def _altered(intent: Intent, text: str) -> str:
    """Only of figures: in other questions such words are what is asked about."""
    if not (intent.names_item and (intent.wants_figure or kind_of(intent.core) is Kind.YES_NO)):
        return ""
    return unaccounted(left_out(FigureQuestion(Relation.LOOKUP, asked=intent.core), text))


def _split(asked: str, figures: int) -> str:
    match = BY.search(asked)
    return unaccounted([match[0]]) if match and figures < FEWEST_SPLIT else ""


def _asked_besides(asked: str) -> list[str]:
    return [(match["joined"] or match["next"]).strip(" ?.,") for match in PART.finditer(asked)]


def _parts(intent: Intent, names: tuple[str, ...], said: Sequence[str]) -> list[str]:
    """The parts asked besides of which no sentence reads like an answer."""
    return [_not_answered(part) for part in _asked_besides(intent.core) if not _told(intent, names, part, said)]


def _told(intent: Intent, names: tuple[str, ...], part: str, said: Sequence[str]) -> bool:
    asked = read_asked(replace(intent, core=part), names)
    if SHARE.search(part):
        return any(PERCENTAGE.search(one) for one in said)
    if asked.kind is Kind.COUNT:
        return any(FIGURE.search(NO_FIGURE.sub(" ", one)) for one in said)
    speaks = [one for one in said if not asked.terms or asked.coverage(one)[1]]
    if asked.kind is Kind.WHY:
        return any(asked.signs(one) and TURNED.search(one) for one in speaks)
    if asked.kind is Kind.WHEN:
        return any(YEAR.search(one) for one in speaks)
    return any(asked.signs(one) for one in speaks) if asked.kind is Kind.WHO else bool(speaks)


def _predicate(intent: Intent, names: tuple[str, ...], said: Sequence[str]) -> str:
    """A sentence says yes or no where it speaks of what is supposed, with a figure where a size is supposed."""
    asked = read_asked(intent, names)
    best = max((asked.part(asked.coverage(one)[1]) for one in said), default=0.0)
    sized = QUANTIFIED.search(intent.core) and not any(FIGURE.search(NO_FIGURE.sub(" ", one)) for one in said)
    denied = DENIED.search(intent.core) or (MULTIPLIED.search(intent.core) and not MULTIPLIED.search(" ".join(said)))
    return "" if best >= MOST_OF_PREDICATE and not sized and not denied else "No sentence found says yes or no to it."


def _not_answered(part: str) -> str:
    return f"Not answered: “{part}”."
