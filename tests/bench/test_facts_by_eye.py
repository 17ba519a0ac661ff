"""Facts drawn at random and compared with the page images by eye: the verdicts, and that the reader still reads them.

`facts_by_eye.jsonl`: a line a fact, as `manage.py bench reading --sample` wrote it (pages from 1, values at full
scale), with the verdict on it and, where it was wrong or doubtful, a remark.
"""

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from apps.documents.metadata import extract
from apps.documents.statement_rows import read_statements
from apps.reading.media import MediaType
from apps.reading.reader import read
from finrag_site.embedded.paths import BASE

SAMPLE = Path(__file__).with_name("facts_by_eye.jsonl")
FILINGS = Path(os.environ.get("FINRAG_BENCH", BASE.parent / "shared" / "bench")) / "financebench" / "pdfs"
SIZE, LEAST_RIGHT = 200, 0.99
READ_AGAIN = 3  # filings, those with most facts in the sample, so that this stays quick


@cache
def sampled() -> list[dict[str, Any]]:
    return [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]


def test_nearly_all_facts_were_right() -> None:
    rows = sampled()
    assert len({(row["filing"], row["page"], tuple(row["box"])) for row in rows}) == len(rows) == SIZE
    assert all(row["remark"] for row in rows if not row["right"])
    assert sum(row["right"] for row in rows) >= LEAST_RIGHT * SIZE


def most_sampled() -> list[str]:
    return [name for name, _ in Counter(row["filing"] for row in sampled()).most_common(READ_AGAIN)]


@pytest.mark.bench
@pytest.mark.skipif(not FILINGS.is_dir(), reason=f"left out: there are no real filings in {FILINGS}")
@pytest.mark.parametrize("number", range(READ_AGAIN))
def test_what_was_right_is_still_read(number: int) -> None:
    name = most_sampled()[number]
    stated = facts_read(name)
    for row in sampled():
        if row["filing"] == name and row["right"]:
            assert as_compared(row) in stated


def facts_read(name: str) -> set[tuple[Any, ...]]:
    pages = read(FILINGS / f"{name}.pdf", MediaType.PDF, lambda done, total: None).pages
    metadata = extract(pages, f"{name}.pdf")
    year, end, period = metadata.fiscal_year, metadata.period_end, metadata.fiscal_period
    assert year and end
    statements = read_statements(pages, year.value, end.value, period.value if period else "")
    return {
        (
            fact.page + 1,
            str(fact.statement),
            fact.concept,
            fact.period.end.isoformat() if fact.period.end else None,
            fact.period.months,
            f"{fact.value:f}",
            str(fact.unit),
        )
        for fact in statements.facts
    }


def as_compared(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[key] for key in ("page", "statement", "concept", "period_end", "months", "value", "unit"))
