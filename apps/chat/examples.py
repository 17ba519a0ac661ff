"""Example questions that the library can answer: each is made of a line that really stands in a filing held."""

import uuid
from collections.abc import Iterable
from functools import lru_cache

from django.contrib.postgres.aggregates import BoolOr
from django.db.models import Q

from apps.accounts.models import User
from apps.documents.models import Chunk, ChunkKind, Document

# Lines that most filers report, and how an analyst asks for them.
LINES = (
    ("operating income", "What was the operating income of {company} in fiscal {year}?"),
    ("total assets", "What were the total assets of {company} at the end of fiscal {year}?"),
    ("operating activities", "How much net cash did {company} provide by operating activities in fiscal {year}?"),
    ("net income", "What was the net income of {company} in fiscal {year}?"),
    ("research and development", "How much did {company} spend on research and development in fiscal {year}?"),
)
SHOWN = 4


def example_questions(user: User) -> list[str]:
    """At most four questions about filings that `user` may see, of different filers where there are several."""
    annual = Document.objects.visible_to(user).filter(fiscal_period="FY")
    filings = annual.exclude(current=None).exclude(company=None).exclude(fiscal_year=None)
    by_company = filings.select_related("company", "current").order_by("company_id", "-fiscal_year")
    needed = by_company.only("name", "fiscal_year", "company__name", "current__uid")
    newest = list(needed.distinct("company_id")[:SHOWN])
    asked = [
        question.format(company=_plain(document), year=document.fiscal_year)
        for place in range(len(LINES))
        for document in newest
        if document.current
        for question in _turned(_questions_of(document.current.uid), place)
    ]
    return list(dict.fromkeys(asked))[:SHOWN]


@lru_cache(maxsize=1024)
def _questions_of(version: uuid.UUID) -> tuple[str, ...]:
    """Those whose lines the tables of this version have; what is current does not change any more."""
    tables = Chunk.objects.filter(version__uid=version, kind=ChunkKind.TABLE)
    held = tables.aggregate(
        **{f"line{place}": BoolOr(Q(text__icontains=line)) for place, (line, _) in enumerate(LINES)}
    )
    return tuple(question for place, (_, question) in enumerate(LINES) if held[f"line{place}"])


def _turned(questions: tuple[str, ...], place: int) -> Iterable[str]:
    """The question at `place`, if there are so many: filers take turns."""
    return questions[place : place + 1]


def _plain(document: Document) -> str:
    return document.company.name if document.company else document.name
