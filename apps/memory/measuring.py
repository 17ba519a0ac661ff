"""How long a look-up takes in a large bank: cells made for it in a transaction that is rolled back.

Run as the owner of the tables, who alone may count them for the planner; the look-ups are the application's, and again
the owner's, whom no policy binds: the difference is what row-level security costs.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from django.db import connection, transaction
from django.utils import timezone
from psycopg import sql

from apps.accounts.acting import acting_as
from apps.accounts.models import User
from apps.documents.models import Company, Document, DocumentVersion, Page
from apps.memory.circles import ALL
from apps.memory.lookup import look_up
from apps.memory.models import CanonicalQuestion, Cell, CellStatus, Evidence
from apps.memory.slots import PeriodSlot, Slots
from apps.questions.names import Mention
from apps.questions.reader import read
from apps.questions.slots import Filer
from finrag_site.database import application_role

YEARS = tuple(range(2014, 2024))


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of each look-up of a question that was read already; found: how many were answered."""

    cells: int
    seconds: tuple[float, ...]
    found: int

    def at(self, share: float) -> float:
        """The quantile in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Nameless:
    def __init__(self, filer: Filer) -> None:
        self.filer = filer

    def mentions(self, text: str) -> Sequence[Mention]:
        at = text.find(self.filer.name)
        return [Mention(at, at + len(self.filer.name), self.filer.name, (self.filer,))] if at >= 0 else []


def measure(viewer: User, cells: int = 100_000, asked: int = 300) -> list[Measured]:
    """Look `asked` questions up among so many verified cells, a third of them without an answer: bound by policies,
    and bound by none. One measurement where one role does everything.
    """
    with transaction.atomic():
        companies = _fill(viewer, cells)
        with connection.cursor() as cursor:
            cursor.execute("analyze memory_cell, memory_evidence, documents_document, documents_documentversion")
        measured = [_look(viewer, companies, asked, role) for role in dict.fromkeys((application_role(), ""))]
        transaction.set_rollback(True)
    return measured


def _fill(viewer: User, count: int) -> list[Company]:
    questions = list(CanonicalQuestion.objects.exclude(key=None))
    each = len(questions) * len(YEARS)
    companies = Company.objects.bulk_create(Company(name=f"Measured {n}") for n in range(-(-count // each)))
    now = timezone.now()
    for company in companies:
        document = Document.objects.create(name=company.name, company=company, owner=viewer, visibility="everyone")
        version = DocumentVersion.objects.create(document=document, sha256="0" * 64, file_name="none", size=0)
        Page.objects.create(version=version, number=0)
        slots = [(question, year) for question in questions for year in YEARS]
        held = Cell.objects.bulk_create(
            Cell(
                question=question,
                company=company,
                period_kind="year",
                year=year,
                circle=ALL,
                status=CellStatus.VERIFIED,
                value=1,
                text="1",
                verified_by=viewer,
                verified=now,
            )
            for question, year in slots
        )
        Evidence.objects.bulk_create(
            Evidence(cell=cell, document=document, version=version, page=0, start=0, end=1) for cell in held
        )
    return companies


def _look(viewer: User, companies: Sequence[Company], asked: int, role: str) -> Measured:
    """role: who asks the database; "" for the owner."""
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(role)) if role else "SET LOCAL ROLE NONE")
    draw, seconds, found = Random(3), [], 0  # noqa: S311 - the same questions each time
    questions = list(CanonicalQuestion.objects.exclude(key=None))
    for number in range(asked + 20):
        company, question = draw.choice(companies), draw.choice(questions)
        words = draw.choice(question.wordings).rstrip("?") if number % 3 else "What was deferred revenue"
        filer = Filer(company.uid, company.name)
        query = read(f"{words} of {company.name} in fiscal {draw.choice(YEARS)}?", Nameless(filer)).query
        slots = Slots(company.uid, PeriodSlot("year", draw.choice(YEARS)))
        started = time.perf_counter()
        with acting_as(viewer):
            match = look_up(query, slots, viewer).match
        if number >= 20:  # the first ones load the model and the questions
            seconds.append(time.perf_counter() - started)
            found += match is not None
    return Measured(Cell.objects.count(), tuple(seconds), found)
