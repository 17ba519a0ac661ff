"""A batch of replays, as the command reports it."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Fact
from tests.people import People
from tests.review.asked import MARGIN, answered

pytestmark = pytest.mark.django_db


def replay(*arguments: str | Path) -> str:
    told = StringIO()
    call_command("audit", "replay", *map(str, arguments), stdout=told)
    return told.getvalue()


def test_a_change_of_settings_is_reported_for_a_batch(people: People, tmp_path: Path) -> None:
    answered(people)
    read, whole = tmp_path / "report.md", tmp_path / "report.json"
    assert "1 of 1 the same" in replay("--last", "1", "--report", read)
    assert "# Replay of 1 answers from the record" in read.read_text() and f"## {MARGIN}" not in read.read_text()

    Fact.objects.filter(concept="operating_income", label_year=2023).update(value=215_000_000)
    replay("--last", "1", "--today", "--set", "text.accept=0.9", "--report", read)
    told = read.read_text()
    assert "again today, text.accept 0.9" in told and f"## {MARGIN}" in told and "| another figure | 1 |" in told
    assert "| Calculated |" in told

    replay("--last", "1", "--way", "rules", "--report", whole)
    (one,) = json.loads(whole.read_text())
    assert one["today"] and one["then"]["status"] == "Calculated" and one["came"]["words"] == one["now"]
    with pytest.raises(CommandError, match=r"There is no setting text\.wrong"):
        replay("--last", "1", "--set", "text.wrong=1")
