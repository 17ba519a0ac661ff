"""Publishing does not slow down with a company's history: what is looked at is counted, not timed."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper

from apps.accounts.models import User
from apps.documents import recurring
from apps.documents.models import Chunk, Company, Document, DocumentVersion, PassageBand, Visibility
from apps.documents.recurring import NEAR, mark_recurring
from tests.people import make_person

FILINGS, PASSAGES, BANDS = 120, 6, 3
BOILERPLATE = [list(range(place * 100, place * 100 + 16)) for place in range(PASSAGES)]  # each filing says it again


def published(owner: User, company: Company, number: int) -> DocumentVersion:
    """A filing that drifts: two numbers of each signature are of its own, which still is the same passage."""
    day = date(1990, 1, 1) + timedelta(days=91 * number)
    document = Document.objects.create(
        name=f"KELP_{number}", owner=owner, company=company, period_end=day, visibility=Visibility.EVERYONE
    )
    version = DocumentVersion.objects.create(document=document, sha256=f"{number:064}", file_name="kelp.pdf", size=1)
    Document.objects.filter(pk=document.pk).update(current=version)
    Chunk.objects.bulk_create(
        Chunk(
            version=version, ordinal=ordinal, kind="text", page=0, text="", view="", hash="", tokens=40, first_token=0,
            signature=[-number - 1, *signature[1:15], -number - 1],
        )
        for ordinal, signature in enumerate(BOILERPLATE)
    )  # fmt: skip
    return version


def scanned(plan: dict[str, Any]) -> Iterator[float]:
    """Rows of parts of signatures that each node of a plan looked at, those thrown away too."""
    if plan.get("Relation Name") == PassageBand._meta.db_table:
        rows = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0) + plan.get("Rows Removed by Join Filter", 0)
        yield rows * plan["Actual Loops"]
    for below in plan.get("Plans", ()):
        yield from scanned(below)


def looked_at(cursor: CursorWrapper, statement: str, version: DocumentVersion) -> float:
    given = {"company": version.document.company_id, "version": version.pk, "alike": recurring.ALIKE, "near": NEAR}
    cursor.execute("SET LOCAL enable_seqscan = off")  # of a table this small, reading all may seem as good
    cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + statement, given)
    (row,) = cursor.fetchall()
    return sum(scanned(row[0][0]["Plan"]))


@pytest.mark.parametrize("order", [1, -1], ids=["oldest first", "newest first"])
def test_the_hundredth_filing_of_a_company_looks_at_no_more_than_the_fortieth(db: None, order: int) -> None:
    owner, company = make_person("olga"), Company.objects.create(name="Kelp Bank")
    marked, seen = {}, {}
    for count, number in enumerate(range(FILINGS)[::order]):
        version = published(owner, company, number)
        marked[count] = mark_recurring(version)
        if count in (FILINGS // 3, FILINGS - 1):
            with connection.cursor() as cursor:
                seen[count] = [looked_at(cursor, one, version) for one in (recurring.REPEATS, recurring.REPEATED)]
    assert [marked[count] for count in range(1, FILINGS)] == [PASSAGES] * (FILINGS - 1)  # each passage once, no more
    early, late = seen.values()
    assert sum(late) <= sum(early)  # a plan of a small table may look at more, none of a large one
    assert 0 < sum(late) <= PASSAGES * BANDS * (2 * NEAR + 4)
