"""The draft of an answer that was computed: what leads it, and a claim for each figure behind it."""

import re
from decimal import Decimal

from apps.answers.claims import Claim, Draft, Line, Place, chunks_of_tables, holds
from apps.answers.figures.asked import Direction, Interim, Relation
from apps.answers.figures.ledger import Operand
from apps.answers.figures.lines import Calculation
from apps.answers.figures.sheet import period_text, units_text
from apps.answers.figures.telling import headline, reservations, undecided
from apps.answers.models import Status
from apps.answers.unanswered import left_by_figures
from apps.documents.models import Page
from apps.statements.ontology import Unit

BY_HOW_MUCH = re.compile(r"\bby how (?:much|many)\b", re.IGNORECASE)


def computed(figures: Calculation) -> Draft | None:
    """The answer of a calculation; None when a cell of it lies in no passage and so could not be cited."""
    claims = operand_claims(figures)
    if claims is None:
        return None
    single = [line for line in figures.lines if line.over] or [line for line in figures.lines if not line.own]
    decides = len(single) == 1 and figures.question.relation is not Relation.YES_NO
    only = single[0].stated if decides else None
    status = Status.EXTRACTED if all(line.verbatim for line in figures.lines) else Status.CALCULATED
    left = (*filter(None, [undecided(figures)]), *left_by_figures(figures))
    words = " ".join(filter(None, [headline(figures), *left, reservations(figures), *figures.missing]))
    value = _as_asked(only.value, figures) if only else None
    return Draft(status, claims, words, value, only.unit if only else None, figures, open=left)


def _as_asked(value: Decimal, figures: Calculation) -> Decimal:
    """ "By how much did it fall?" is answered by how much: the sentence says that it fell."""
    question = figures.question
    falls = question.direction is Direction.DOWN and BY_HOW_MUCH.search(question.asked)
    return -value if falls and question.relation in {Relation.CHANGE, Relation.GROWTH} and value < 0 else value


def operand_claims(figures: Calculation) -> tuple[Claim, ...] | None:
    """A claim for each operand, in their order. Two queries."""
    pages = _page_texts(figures)
    chunks = chunks_of_tables(one.fact.table_id for one in figures.operands)
    claims = []
    for operand in figures.operands:
        fact = operand.fact
        holders = (one for one in chunks.get(fact.table_id, ()) if holds(one, fact.page, fact.start, fact.end))
        if (chunk := next(holders, None)) is None:
            return None
        printed = pages[fact.version_id, fact.page][fact.start : fact.end]
        place = Place(fact.version_id, chunk.pk, fact.page, fact.start, fact.end)
        claims.append(_operand_claim(operand, printed, place, figures.question.quarter))
    return tuple(claims)


def _page_texts(figures: Calculation) -> dict[tuple[int, int], str]:
    facts = [operand.fact for operand in figures.operands]
    versions, numbers = {fact.version_id for fact in facts}, {fact.page for fact in facts}
    rows = Page.objects.filter(version__in=versions, number__in=numbers).values_list("version", "number", "text")
    return {(version, number): text for version, number, text in rows}


def _operand_claim(operand: Operand, printed: str, place: Place, quarter: Interim | None) -> Claim:
    fact, period = operand.fact, period_text((operand.item.year or 0,), quarter)
    units = units_text(operand)
    unit = fact.unit if fact.unit == Unit.SHARES else operand.currency
    line = Line(fact.label, period, printed, units, fact.value, unit)
    text = f"{fact.label}, {period}: {printed}{f' ({units})' if units else ''}"
    return Claim(text, place, (printed,), lines=(line,), operand=operand)
