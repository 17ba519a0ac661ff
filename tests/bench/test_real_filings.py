"""The main road on real filings. They are not part of the product: without the folder beside it these are left out."""

import json
import os
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from apps.documents.models import Page
from finrag_site.embedded.paths import BASE

FOLDER = Path(os.environ.get("FINRAG_BENCH", BASE.parent / "shared" / "bench")) / "financebench"
ASKED = 2

pytestmark = [
    pytest.mark.bench,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not FOLDER.is_dir(), reason=f"left out: there are no real filings in {FOLDER}"),
]


def smallest_annual_reports() -> list[dict[str, str]]:
    """The smallest 10-K of each of some companies, so that this stays quick."""
    listed = [json.loads(line) for line in (FOLDER / "documents.jsonl").read_text().splitlines()]
    annual = [entry for entry in listed if entry["doc_type"] == "10k"]
    annual.sort(key=lambda entry: path_of(entry).stat().st_size)
    firsts = {entry["company"]: entry for entry in reversed(annual)}
    return sorted(firsts.values(), key=lambda entry: path_of(entry).stat().st_size)[:ASKED]


def path_of(entry: dict[str, str]) -> Path:
    return FOLDER / "pdfs" / f"{entry['doc_name']}.pdf"


def test_a_figure_is_cited_on_the_page_that_states_it() -> None:
    for entry in smallest_annual_reports():
        call_command("ingest", str(path_of(entry)), stdout=StringIO(), stderr=StringIO())
        out = StringIO()
        question = f"What was {entry['company']}'s net income in fiscal {entry['doc_period']}?"
        call_command("ask", question, "--json", stdout=out)
        told = json.loads(out.getvalue())
        assert told["status"] == "Extracted"
        cited = told["citations"][0]
        assert cited["document"] == entry["doc_name"]
        page = Page.objects.get(version__document__name=entry["doc_name"], number=cited["page"])
        assert page.text[cited["start"] : cited["end"]] == cited["quote"]
        assert "net" in told["rows"][0]["label"].lower() and told["rows"][0]["value"] == cited["quote"]
