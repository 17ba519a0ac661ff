"""What a question asks for, read without a model (R2, in small): topic, periods, unit, statement pointed at."""

import re
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

from apps.answers.calculator.catalogue import ratio_asked
from apps.answers.figures.asked import FigureQuestion, Relation
from apps.answers.figures.reading import read_figures
from apps.answers.wording import topic
from apps.retrieval.metrics import NAMED
from apps.retrieval.periods import read_periods
from apps.retrieval.wording import word
from apps.statements.mentions import mentions
from apps.statements.ontology import Statement
from apps.statements.values.units import SCALES

ASKED_UNIT = re.compile(r"\b(?:USD|US\$|\$|dollars?|in)\s*(thousand|million|billion)s?\b", re.IGNORECASE)
FIGURE = re.compile(r"\b(?:what(?:'s| is| was| were| are)|how (?:much|many)|state|give|show)\b", re.IGNORECASE)
PROSE = re.compile(
    r"\b(?:why|explain|describe|drove|drives?|driver|reasons?|caused?|which|who|list|how (?:did|do|does|is|are|has))\b",
    re.IGNORECASE,
)
WHY = re.compile(
    r"\b(?:why|explain|describe|discuss|drove|drives?|drivers?|reasons?|caused?|how (?:did|do|does|is|are|has))\b",
    re.IGNORECASE,
)
NO_FIGURES = FigureQuestion(Relation.TEXT)


@dataclass(frozen=True, slots=True)
class Intent:
    """What was read in a question.

    core: the question without what only says how to answer it. topic: its stems, in order. years: fiscal years, as
    written. scale: of the unit asked for. names_item: a statement item or ratio is asked for, and not why it is so.
    figures: what is to be looked up or computed.
    """

    question: str
    core: str
    topic: tuple[str, ...]
    years: tuple[int, ...]
    quarter: int | None
    statement: Statement | None
    scale: Decimal | None
    wants_figure: bool
    names_item: bool = False
    figures: FigureQuestion = NO_FIGURES

    def seen(self) -> dict[str, Any]:
        kept = {name: value for name, value in asdict(self).items() if name != "figures"}
        return kept | {"scale": str(self.scale) if self.scale else None, "figures": self.figures.seen()}


def read_question(question: str) -> Intent:
    """The intent of `question`. Never fails: what is not said stays empty."""
    periods, core = read_periods(question), without_statements(word(question).core)
    return Intent(
        question=question,
        core=core,
        topic=topic(core),
        years=periods.years,
        quarter=periods.quarter,
        statement=statement_named(question),
        scale=_scale(question),
        wants_figure=bool(FIGURE.search(question)) and not PROSE.search(question),
        figures=read_figures(question, word(question).core),
        names_item=not WHY.search(question) and bool(mentions(core) or ratio_asked(core)),
    )


def statement_named(text: str) -> Statement | None:
    """The statement that `text` names, if exactly one."""
    named = [statement for statement, pattern in NAMED.items() if pattern.search(text)]
    return named[0] if len(named) == 1 else None


def without_statements(text: str) -> str:
    """`text` without the names of statements: they say where to look, not what for."""
    for pattern in NAMED.values():
        text = pattern.sub(" ", text)
    return text


def _scale(question: str) -> Decimal | None:
    match = ASKED_UNIT.search(question)
    return SCALES[match[1].lower()] if match else None
