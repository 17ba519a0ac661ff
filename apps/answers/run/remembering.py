"""Verified cells of the memory bank answer before anything is searched (V6).

A cell that answers is drafted like any answer: its evidence is cited and checked again. Where the calculator gives the
same from the filings behind it, its sheet is shown too; where an expert said otherwise, his value stands.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from apps.answers.compose.draft import Anchor, Claim, Draft
from apps.answers.compose.figures import computed
from apps.answers.compute.books import books_of, shelf
from apps.answers.compute.computing import compute
from apps.answers.compute.fiscal import spans_of
from apps.answers.compute.missing import MissingError
from apps.answers.compute.outcome import Outcome
from apps.answers.models import Status
from apps.answers.run.road import Remembered, Road
from apps.memory.lookup import LookedUp, look_up
from apps.memory.models import Cell, Evidence, Kind, Side
from apps.memory.proposals import storable
from apps.memory.slots import PeriodSlot, Slots, slots_of
from apps.questions.query import Intent, Query
from apps.questions.slots import Filer
from apps.retrieval.found import Scope

ASKED = frozenset({Intent.FIGURE, Intent.TEXT})


def recall(road: Road) -> dict[str, Any]:
    """Look the question up; what is found stands on the road. Tells what was seen."""
    found = looked_up(road) if road.settings.memory else LookedUp()
    road.near = tuple(found.near)
    if found.match is None:
        return {"memory": f"{len(found.near)} near" if found.near else ""}
    road.remembered = remembered(found.match, road)
    return {"memory": f"verified cell, by {found.by}" if road.remembered else ""}


def looked_up(road: Road) -> LookedUp:
    query, scope = road.query, road.scope
    narrowed = scope.years or scope.report_types or scope.kinds
    if query.intent not in ASKED or query.also or road.reading.unclear or narrowed:
        return LookedUp()
    slots = slots_of(query) or _by_calendar(query, road)
    if slots is None or (scope.companies and slots.company not in scope.companies):
        return LookedUp()
    found = look_up(query, slots, road.asker)
    match = found.match if found.match and _within(scope, found.match) else None
    return LookedUp(match, found.by, tuple(cell for cell in found.near if _within(scope, cell)))


def _by_calendar(query: Query, road: Road) -> Slots | None:
    """What the filer's calendar tells of the period: "latest", a day, a calendar year."""
    if len(query.filers) != 1 or not isinstance(query.filers[0], Filer) or len(query.periods.listed) > 1:
        return None
    books, _ = books_of(query, shelf(road.asker, Scope(companies=(query.filers[0].uid,))))
    try:
        spans = spans_of(query.periods, books[0]).spans if books else ()
    except MissingError:
        return None
    if len(spans) != 1 or spans[0].year is None or not spans[0].label.startswith("FY"):
        return None
    return Slots(query.filers[0].uid, PeriodSlot("year", spans[0].year))


def _within(scope: Scope, cell: Cell) -> bool:
    behind = {one.document.uid for one in cell.evidence.all() if one.side == Side.FOR}
    return not scope.documents or behind <= set(scope.documents)


def remembered(cell: Cell, road: Road) -> Remembered | None:
    """None where its evidence can be cited no longer."""
    told = verified_words(cell)
    outcome = _again(cell, road) if cell.question.kind == Kind.FIGURE else None
    if outcome and (draft := computed(outcome)):
        return Remembered(cell, replace(draft, notes=(*draft.notes, told)), outcome)
    claims = [claim for one in cell.evidence.all() if one.side == Side.FOR and (claim := _claim(one))]
    if not claims:
        return None
    words = f"{cell.question.name} of {cell.of}: {cell.text}." if cell.question.kind == Kind.FIGURE else ""
    draft = Draft(
        status=Status.EXTRACTED,
        claims=tuple(claims),
        words=words,
        value=cell.value,
        unit=cell.unit or None,
        notes=(told,),
        judged=1.0 if words else None,  # an expert found that the figure answers
    )
    return Remembered(cell, draft, None)


def verified_words(cell: Cell) -> str:
    """By whom, on which day and from which filings it was verified, in a sentence."""
    who = cell.verified_by.get_username() if cell.verified_by else "an expert"
    when = f"{cell.verified:%B} {cell.verified.day}, {cell.verified.year}" if cell.verified else ""
    sources = dict.fromkeys(str(one.document) for one in cell.evidence.all() if one.side == Side.FOR)
    return f"Verified by {who} on {when}, from {', '.join(sources)}."


def _again(cell: Cell, road: Road) -> Outcome | None:
    """What the calculator makes of the filings behind the cell, if that is what was verified."""
    behind = tuple(dict.fromkeys(one.document.uid for one in cell.evidence.all() if one.side == Side.FOR))
    outcome = compute(road.query, Scope(documents=behind), road.asker)
    same = len(outcome.figures) == 1 and cell.value == storable(outcome.figures[0].shown.value)
    return outcome if same else None


def _claim(one: Evidence) -> Claim | None:
    if one.chunk_id is None:
        return None
    anchor = Anchor(one.version_id, one.chunk_id, one.page, one.start, one.end)
    text = ": ".join(filter(None, (", ".join(filter(None, (one.label, one.period))), one.quote)))
    return Claim(text, anchor, verbatim=one.quote)


def backing(road: Road) -> dict[int, str]:
    """The filings behind a cell that answers, by the keys of their versions."""
    held = road.remembered.cell.evidence.all() if road.remembered else ()
    return {one.version_id: one.document.name for one in held}


def shown(road: Road) -> dict[str, Any] | None:
    """What the answer says of the memory bank: who verified it, or which cells are like it."""
    if road.remembered:
        cell = road.remembered.cell
        return {"cell": str(cell.uid), "verified": verified_words(cell), "near": []}
    return {"cell": "", "verified": "", "near": _offered(road.near)} if road.near else None


def _offered(cells: Sequence[Cell]) -> list[dict[str, str]]:
    return [{"cell": str(cell.uid), "name": cell.question.name, "of": cell.of, "text": cell.text} for cell in cells]
