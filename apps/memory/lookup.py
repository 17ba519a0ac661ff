"""Looking a question up in the bank (V6): slots exactly, the query itself exactly, its wording by three matchers.

A match answers at once. What is only like it is offered and answers nothing. No cell of another company or period is
ever looked at.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from django.db.models import Q

from apps.accounts.acting import carried
from apps.accounts.models import User
from apps.documents.embedders import embedder
from apps.inference.errors import ModelUnavailable
from apps.memory.index import Entry, Index, index, vectors
from apps.memory.matching import Scores, Thresholds, Vectors, content, dense, passes, plain_text, sequence
from apps.memory.models import Cell, CellStatus, Side
from apps.memory.slots import Slots
from apps.questions.query import Query, Role, Shown

MOST_NEAR = 3
TAU = Thresholds()
_beside = ThreadPoolExecutor(max_workers=2, thread_name_prefix="memory-embedding")


@dataclass(frozen=True, slots=True)
class LookedUp:
    """match: a verified cell that answers, with its evidence loaded; by: the matcher that carried it. near: offered."""

    match: Cell | None = None
    by: str = ""
    near: tuple[Cell, ...] = ()


def look_up(query: Query, slots: Slots, viewer: User, tau: Thresholds = TAU) -> LookedUp:
    """What the bank holds for a question of one company and period, of what `viewer` may see."""
    held = index()
    asked = content(query)
    embedding = _beside.submit(carried(embedded), plain_text(query))
    seen = [entry for entry in held.entries if entry.seen_by(viewer)]
    same = [] if query.unread or _names_a_line(query) else [entry for entry in held.like(query) if entry in seen]
    cells = _by_question(same, query, slots, viewer)
    if found := matched(asked, [entry for entry in same if entry.pk in cells], held, embedding, tau):
        entry, by = found
        return LookedUp(cells[entry.pk], by)
    near = _near(asked, seen, held, embedding, tau)
    cells = _by_question(near, query, slots, viewer)
    return LookedUp(near=tuple(cells[entry.pk] for entry in near if entry.pk in cells)[:MOST_NEAR])


def _names_a_line(query: Query) -> bool:
    """Whether it asks in words of a line that it only names: other words of it tell which question it is."""
    return not query.measures and any(token.role is Role.MEASURE for token in query.tokens)


def _by_question(entries: Sequence[Entry], query: Query, slots: Slots, viewer: User) -> dict[int, Cell]:
    """The cell that stands for each of these questions, where there is one; others' cells are not read."""
    cells = _cells(slots, viewer, [entry.pk for entry in entries]) if entries else ()
    return {cell.question_id: cell for cell in cells if _as_asked(cell, query)}


def embedded(text: str) -> Vectors | None:
    try:
        vector: Vectors = embedder().embed([text])[0]
        return vector
    except ModelUnavailable:
        return None


def _cells(slots: Slots, viewer: User, questions: Sequence[int]) -> Iterable[Cell]:
    """Verified cells of these questions and exactly these slots; own circles before wider ones, and the
    bank's before those of one filing.
    """
    when = Q(period_kind=slots.period.kind, year=slots.period.year, number=slots.period.number)
    cells = Cell.objects.visible_to(viewer).filter(when, company__uid=slots.company, question__in=questions)
    cells = (
        cells.filter(status=CellStatus.VERIFIED)
        .select_related("question", "company", "verified_by")
        .prefetch_related("evidence__document")
    )
    return [cell for cell in cells.order_by("-document", "circle") if not cell.outdated and _backed(cell)]


def _as_asked(cell: Cell, query: Query) -> bool:
    """Whether it rests on the reports that the question names alone ("according to the 10-K"), and is in percent."""
    behind = {one.document.report_type for one in cell.evidence.all() if one.side == Side.FOR}
    in_form = query.form.shown is not Shown.PERCENT or cell.unit == "%"
    return in_form and (not query.reports or behind <= set(query.reports))


def _backed(cell: Cell) -> bool:
    return any(one.side == Side.FOR for one in cell.evidence.all())


Found = tuple[Entry, str]


def matched(
    asked: Sequence[str],
    entries: Sequence[Entry],
    held: Index,
    embedding: "Future[Vectors | None]",
    tau: Thresholds,
) -> Found | None:
    """Of questions whose query is the same, the one whose wording any matcher finds; of words None where two are."""
    found: list[Found] = []
    for entry in [one for one in entries if not _says_more(asked, one)]:
        scores = _by_words(asked, entry, held)
        by = passes(scores, tau, words=entry.words) or passes(
            _by_vectors(scores, entry, held, embedding), tau, words=entry.words
        )
        if by:
            found.append((entry, by))
    return found[0] if len(found) == 1 or (found and not found[0][0].words) else None


def _says_more(asked: Sequence[str], entry: Entry) -> bool:
    """Of words nothing but the wording is compared, and there a word more narrows or denies ("not pending")."""
    return entry.words and all(len(asked) > len(wording.content) for wording in entry.wordings)


def _by_words(asked: Sequence[str], entry: Entry, held: Index) -> Scores:
    pairs = [(sequence(asked, one.content), held.lexical.score(asked, one.content)) for one in entry.wordings]
    return Scores(max(pair[0] for pair in pairs), max(pair[1] for pair in pairs))


def _by_vectors(scores: Scores, entry: Entry, held: Index, embedding: "Future[Vectors | None]") -> Scores:
    vector, table = embedding.result(), vectors(held)
    if vector is None or table is None:
        return scores
    return Scores(scores.sequence, scores.lexical, max(dense(vector, table[list(entry.places)])))


def _near(
    asked: Sequence[str], entries: Sequence[Entry], held: Index, embedding: "Future[Vectors | None]", tau: Thresholds
) -> list[Entry]:
    """What reads like it, the likest first; whether a cell stands for it is not asked here."""
    vector, table = embedding.result(), vectors(held)
    scored = []
    for entry in entries:
        words = max(held.lexical.score(asked, one.content) for one in entry.wordings)
        cosine = max(dense(vector, table[list(entry.places)])) if vector is not None and table is not None else 0.0
        scored.append((max(words, cosine), entry))
    scored.sort(key=lambda one: -one[0])
    return [entry for score, entry in scored if score >= tau.near]
