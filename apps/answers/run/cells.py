"""Filling cells of the memory bank: facts first, by the calculator; words by the road of a question.

The memory bank knows nothing of how answers are made: it hands out a cell under a lease and takes a proposal.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from django.db import InterfaceError, OperationalError, transaction
from django.db.models.functions import Now

from apps.accounts.models import User
from apps.answers.check.citations import Checked, validate
from apps.answers.compose.figures import computed, unit_of
from apps.answers.compute.computing import compute
from apps.answers.compute.figures import Figure
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.tree import Leaf, written
from apps.answers.models import Answer, AnswerState, Status, Trust
from apps.answers.run import remarks, workflow
from apps.answers.run.scopes import scope_to_json
from apps.answers.run.settings import PipelineSettings, Way
from apps.answers.sources.anchors import Anchors
from apps.answers.sources.candidate import Candidate, CandidateKind, Place
from apps.documents.leases import Lease, LeaseLostError, claim, held
from apps.documents.models import Document, DocumentVersion, Fact
from apps.documents.notes_companies import find_notes_of
from apps.documents.printed_figures import text, units_of
from apps.memory import disputes, radar, work
from apps.memory.circles import documents_of
from apps.memory.models import Cell, FilingCheck, Grid, Kind
from apps.memory.proposals import Check, Proposal, Stated, put
from apps.memory.slots import filled
from apps.questions.query import Query, as_json, from_json
from apps.retrieval.found import Scope

logger = logging.getLogger(__name__)

TURN_SECONDS = 5.0  # of one grid, before others have theirs
NO_FILING = "No filing of it is held."
OTHER_PERIOD = "The filings that are held count that period otherwise."
ANSWERED = frozenset({Status.CALCULATED, Status.EXTRACTED, Status.WRITTEN})


def fill_grid(grid_id: int, seconds: float = TURN_SECONDS) -> bool:
    """Fill cells of a grid for some seconds; whether some are left."""
    until = time.monotonic() + seconds
    while lease := work.claim_next(grid_id):
        with held(lease):
            _attempt(lease)
        if time.monotonic() > until:
            return Cell.objects.filter(work.waiting(), grid=grid_id).exists()
    return False


def _attempt(lease: Lease) -> None:
    try:
        if work.gave_up(lease):
            return
        cell = Cell.objects.select_related("question", "company", "document", "grid__owner").get(pk=lease.pk)
        if cell.grid is None:
            return
        proposal = proposal_for(cell, cell.grid)
        put(lease, proposal, cell.grid.owner)
        work.spent(cell.grid, proposal.tokens)
    except LeaseLostError as lost:
        logger.info("cell %s: %s", lease.pk, lost)
    except (OperationalError, InterfaceError):
        raise  # the database, not the cell: the lease runs out and the sweeper sends the grid again
    except Exception as error:
        logger.exception("cell %s could not be filled", lease.pk)
        work.failed(lease, f"Filling it failed ({type(error).__name__}).")


def check_filing(check_id: int) -> bool:
    """Compare a new filing with the bank and with what was filed before; False where somebody else does."""
    lease = claim(FilingCheck.objects.filter(pk=check_id, done=None))
    if lease is None:
        return False
    with held(lease):
        check = FilingCheck.objects.select_related("version__document__company").get(pk=check_id)
        if company := check.version.document.company:
            find_notes_of(company)
        radar.compare(check)
        remarks.compare(check)
        for cell in disputes.affected(check.version):
            _compare(cell, check.version)
        disputes.follow(check.version)
        lease.update(done=Now(), lease=None, lease_until=None)
    return True


def _compare(cell: Cell, version: DocumentVersion) -> None:
    """What cannot be computed with the new filing disputes nothing."""
    asker = cell.grid.owner if cell.grid else cell.verified_by or cell.proposed_by
    if asker is None:
        return
    found = figure_of(filled(from_json(cell.question.query), cell), _documents(cell), asker, cell)
    if found.text:
        disputes.mark(cell, found, version)


def proposal_for(cell: Cell, grid: Grid) -> Proposal:
    """Facts alone where they answer; the whole road for words, and for figures that no statement states."""
    query = filled(from_json(cell.question.query), cell)
    documents = _documents(cell)
    if not documents:
        return Proposal(reason=NO_FILING)
    if cell.question.kind == Kind.FIGURE:
        found = figure_of(query, documents, grid.owner, cell)
        if found.text or cell.document_id is None:
            return found
    return words_of(query, documents, cell, grid)


def _documents(cell: Cell) -> list[Document]:
    """Those that everybody in the cell's circle sees; for fewer a figure might be made of what some may not see."""
    rows = documents_of(cell.circle)
    rows = rows.filter(pk=cell.document_id) if cell.document_id else rows.filter(company=cell.company_id)
    return list(rows.select_related("company"))


def figure_of(query: Query, documents: Sequence[Document], asker: User, cell: Cell) -> Proposal:
    """By the calculator, from these filings alone; with what later ones state otherwise."""
    outcome = compute(query, _scope(documents), asker)
    if len(outcome.figures) != 1:
        return Proposal(reason=" ".join((*outcome.missing, *outcome.ambiguous)))
    figure = outcome.figures[0]
    if cell.year and figure.spans[-1].year != cell.year:
        return Proposal(reason=OTHER_PERIOD)
    draft = computed(outcome)
    if draft is None:
        return Proposal(reason="A cell of it lies in no passage that could be cited.")
    checked = validate(draft, asker)
    if not checked.cited:
        return Proposal(reason=checked.draft.words)
    against = tuple(_later(figure, documents))
    return Proposal(
        value=figure.shown.value,
        unit=figure.shown.unit,
        text=figure.shown.text,
        formula="" if isinstance(figure.tree, Leaf) else written(figure.tree, _named),
        notes=outcome.notes,
        checks=(*_checks(outcome, checked), Check("No later filing states it otherwise", not against)),
        evidence=tuple(_stated(figure, documents)),
        against=against,
        reason=" ".join(f"{one.told}." for one in against),
        trust=checked.validation["trust"] or "",
        period_end=figure.spans[-1].end,
    )


def _scope(documents: Iterable[Document]) -> Scope:
    return Scope(documents=tuple(document.uid for document in documents))


def _named(operand: Operand) -> str:
    return f"{operand.name} {operand.span.label}"


def _checks(outcome: Outcome, checked: Checked) -> list[Check]:
    """What an expert would look at first. The trust of an answer is made of further rules; its reasons stand below."""
    unsure = [one.candidate.label for one in outcome.operands if one.candidate.confidence < 1]
    told = [str(reason["text"]) for reason in checked.validation["reasons"]]
    return [
        Check("Its statement adds up", not unsure, ", ".join(dict.fromkeys(unsure))),
        Check("Read from lines of that name", not _chosen(outcome), " ".join(_chosen(outcome))),
        Check("Passes the checks of an answer", checked.validation["trust"] == Trust.HIGH, " ".join(told)),
    ]


def _chosen(outcome: Outcome) -> list[str]:
    """What the calculator tells of a choice: a line that stands in for another, a period made of others."""
    return [note for note in outcome.notes if note]


def _stated(figure: Figure, documents: Sequence[Document]) -> Iterable[Stated]:
    """The cells behind a figure, each once."""
    keys = {document.uid: document.pk for document in documents}
    anchors = Anchors([operand.candidate for operand in figure.operands])
    for operand in figure.operands:
        place, anchor = operand.candidate.place, anchors.anchor(operand.candidate.place)
        if place is None or anchor is None:
            continue
        yield Stated(
            document=keys[place.document],
            version=place.version,
            chunk=anchor.chunk_id,
            page=place.page,
            start=anchor.start,
            end=anchor.end,
            quote=anchors.printed(place),
            label=operand.candidate.label,
            period=operand.span.label,
            value=operand.quantity.value,
            unit=unit_of(operand),
        )


def _later(figure: Figure, documents: Sequence[Document]) -> Iterable[Stated]:
    """The cells of later filings that state an operand otherwise."""
    held = {document.name: document for document in documents}
    for operand in figure.operands:
        for other in operand.restated:
            document = held.get(other.source)
            fact = _cell_of(operand, other.value, document) if document and other.newer else None
            if document and fact and not _prints(operand, document):
                yield stated_fact(fact, document, operand.span.label)


def _cell_of(operand: Operand, value: Decimal, document: Document) -> Fact | None:
    """Where a filing states that value for the operand's item and period."""
    own = operand.candidate
    rows = Fact.objects.filter(version=document.current, concept=own.concept, dimension="", value__in=(value, -value))
    rows = rows.filter(months=own.period.months) if own.period else rows
    return rows.select_related("version").first()


def _prints(operand: Operand, document: Document) -> bool:
    """Whether the filing has the operand's own value of that period too, on whatever line: then it restates nothing."""
    value, span = operand.quantity.value, operand.span
    rows = Fact.objects.filter(version=document.current, dimension="", value__in=(value, -value), months=span.months)
    return rows.filter(label_year=span.year).exists()


def stated_fact(fact: Fact, document: Document, period: str) -> Stated:
    """What a filing states, as the other side of a dispute."""
    unit = units_of([fact])
    told = f"{document} states {text(fact, unit)} {unit.of(fact.unit)}".rstrip() + f" for {fact.label}, {period}"
    place = Place(document.uid, fact.version_id, fact.page, ((fact.start, fact.end),), (), fact.table_id)
    anchors = Anchors([Candidate(CandidateKind.FACT, "", place=place)])
    anchor = anchors.anchor(place)
    return Stated(
        document=document.pk,
        version=fact.version_id,
        chunk=anchor.chunk_id if anchor else None,
        page=fact.page,
        start=fact.start,
        end=fact.end,
        quote=anchors.printed(place),
        label=fact.label,
        period=period,
        value=fact.value,
        unit=fact.currency or fact.unit,
        told=told,
    )


def words_of(query: Query, documents: Sequence[Document], cell: Cell, grid: Grid) -> Proposal:
    """What the road of a question gives, as an answer of the grid's owner; the same answer if a worker died over it."""
    answer = _answer(query, documents, cell, grid.owner)
    settings = PipelineSettings.configured()
    if not grid.token_limit:
        settings = replace(settings, planner=Way.RULES, curator=Way.RULES, writer=Way.RULES)
    workflow.answer(answer.pk, replace(settings, memory=False))
    answer.refresh_from_db()
    if answer.state != AnswerState.DONE:
        raise UnansweredError(f"the answer behind it is {answer.state}")
    return _told(answer)


class UnansweredError(RuntimeError):
    """The road did not come to its end."""


def _answer(query: Query, documents: Sequence[Document], cell: Cell, asker: User) -> Answer:
    """The row is kept with the cell before it is worked on, so that nothing is asked twice."""
    if cell.answer and (held := Answer.objects.filter(uid=cell.answer).exclude(state=AnswerState.FAILED).first()):
        return held
    asked = f"{cell.question.wording} ({cell.of})" if cell.of else cell.question.wording
    with transaction.atomic():
        kept = scope_to_json(_scope(documents))
        answer = Answer.objects.create(asker=asker, question=asked, scope=kept, query=as_json(query))
        Cell.objects.filter(pk=cell.pk).update(answer=answer.uid)
    return answer


def _told(answer: Answer) -> Proposal:
    result = answer.result
    tokens = result["tokens_in"] + result["tokens_out"]
    if answer.status not in ANSWERED and answer.status != Status.CLOSEST:
        return Proposal(reason=result["answer"][:500], tokens=tokens)
    trust = result["validation"]["trust"]
    says = " ".join(str(reason["text"]) for reason in result["validation"]["reasons"])
    found = answer.status in ANSWERED
    return Proposal(
        text=result["answer"],
        value=Decimal(result["value"]) if result["value"] else None,
        unit=result["unit"] or "",
        checks=(
            Check("States what was asked", found, "" if found else "These are the closest passages."),
            Check("Passes the checks of an answer", trust == Trust.HIGH, says),
        ),
        evidence=tuple(_cited(answer)),
        trust=trust,
        tokens=tokens,
    )


def _cited(answer: Answer) -> Iterable[Stated]:
    for one in answer.citations.select_related("version"):
        yield Stated(
            document=one.version.document_id,
            version=one.version_id,
            chunk=one.chunk_id,
            page=one.page,
            start=one.start,
            end=one.end,
            quote=one.quote,
        )
