"""The reviewers' pages: what is open, what is closed until a reason is given, reviews, samples, exports."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.answers.models import AnswerRecord
from apps.audit.log.sealing import Sealer
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Visibility
from apps.evaluation.mutated import Outcome
from apps.review import error_rate
from apps.review.completeness import counted
from apps.review.models import ErrorRate, Review, Standing
from tests.people import People
from tests.review.asked import MARGIN, answered

pytestmark = pytest.mark.django_db
REASON = "The annual audit of this desk"


@pytest.fixture
def reviewer(people: People, client: Client) -> Client:
    client.force_login(people.reviewer)
    return client


def test_an_answer_over_open_filings_is_read_and_found(people: People, reviewer: Client) -> None:
    answer = answered(people)
    listed = reviewer.get("/review/answers/").text
    assert MARGIN in listed and people.owner.username in listed
    assert MARGIN in reviewer.get("/review/answers/", {"words": "operating margin", "filing": "quillmark"}).text
    for narrowed in (
        {"words": "lighthouses"},
        {"who": "nobody"},
        {"status": "Not found"},
        {"model": "none", "state": "failed"},
    ):
        assert MARGIN not in reviewer.get("/review/answers/", narrowed).text
    page = reviewer.get(f"/review/answers/{answer.uid}/").text
    for part in (
        "Every candidate with its scores",
        "Calculation",
        "Evidence",
        "Made with",
        "Prompts and replies",
        "Searching",
    ):
        assert part in page
    assert MARGIN in reviewer.get("/audit/").text  # its events are told too


def test_what_is_private_is_closed_until_a_reason_is_given(people: People, reviewer: Client, log: Sealer) -> None:
    answer = answered(people, visibility=Visibility.PRIVATE)
    path = f"/review/answers/{answer.uid}/"
    for shown in ("/review/answers/", path, "/review/", f"/review/people/{people.owner.uid}/", "/audit/"):
        assert "Quillmark" not in reviewer.get(shown).text
    assert "Quillmark" not in reviewer.get("/review/answers/export.csv").text
    assert reviewer.get(f"{path}dossier.zip").status_code == reviewer.post(f"{path}replay").status_code == 404
    assert MARGIN not in reviewer.get("/review/answers/", {"words": "operating margin"}).text
    reviewer.post(f"{path}open", {"reason": "short"})
    assert not AuditEvent.objects.filter(action=Action.OPENED).exists()

    reviewer.post(f"{path}open", {"reason": REASON})
    page = reviewer.get(path).text
    assert MARGIN in page and "Made with" not in page and "sources" in page
    reviewer.post(f"{path}open", {"reason": REASON})
    assert "Made with" in reviewer.get(path).text
    opened = AuditEvent.objects.filter(action=Action.OPENED)
    assert {one.detail["owner"] for one in opened} == {str(people.owner.uid)} and opened.count() == 2
    assert reviewer.get(f"{path}dossier.zip").headers["Content-Type"] == "application/zip"
    owner = Client()
    owner.force_login(people.owner)
    assert REASON in owner.get("/accounts/profile/").text


def test_a_record_that_was_changed_is_not_shown(people: People, reviewer: Client) -> None:
    answer = answered(people)
    row = AnswerRecord.objects.get(answer=answer)
    told: dict[str, Any] = {"answer": answer, "ending": "done", "kept": row.kept, "expires": row.expires, "seconds": 1}
    AnswerRecord.objects.create(number=2, digest="0" * 64, size=row.size, body=bytes(row.body), **told)
    assert "is not what its digest says" in reviewer.get(f"/review/answers/{answer.uid}/").text


def step(client: Client, uid: object, kind: str, **more: str) -> str:
    client.post(f"/review/answers/{uid}/note", {"kind": kind, **more})
    return str(Review.objects.get(answer__uid=uid).standing)


def test_a_review_is_flagged_signed_and_confirmed_by_another(people: People, reviewer: Client) -> None:
    answer = answered(people)
    assert step(reviewer, answer.uid, "due", due="2020-01-31", second="on") == Standing.OPEN
    assert step(reviewer, answer.uid, "flag") == Standing.OPEN  # it needs words
    assert step(reviewer, answer.uid, "flag", text="The wrong year?") == Standing.FLAGGED
    assert "overdue" in reviewer.get("/review/due/").text
    assert step(reviewer, answer.uid, "sign", text="It is right.") == Standing.SIGNED
    assert step(reviewer, answer.uid, "confirm") == Standing.SIGNED  # by the same person
    second = Client()
    second.force_login(User.objects.create_user("rolf.reviewer", role=Role.REVIEWER))
    pages = [one.get(f"/review/answers/{answer.uid}/").text for one in (reviewer, second)]
    assert ["Sign off as second reviewer" in page for page in pages] == [
        False,
        True,
    ]
    assert step(second, answer.uid, "confirm") == Standing.CONFIRMED
    assert MARGIN not in second.get("/review/due/").text
    kinds = [
        one["change"] for one in AuditEvent.objects.filter(action=Action.REVIEWED).values_list("detail", flat=True)
    ]
    assert sorted(kinds) == ["confirm", "due", "flag", "sign"]
    assert "The wrong year?" in reviewer.get(f"/review/answers/{answer.uid}/").text


def test_samples_views_exports_and_replays_are_in_the_trail(people: People, reviewer: Client) -> None:
    answer = answered(people)
    with patch("apps.review.selection.timezone.now", return_value=timezone.now() + timedelta(days=1)):
        week = reviewer.get("/review/answers/").context["last_week"]
    assert (MARGIN in reviewer.get(f"/review/answers/?{week}").text) is (answer.records.get().trust != "High")
    narrowed = "?trust=below-high"
    reviewer.post(f"/review/answers/sample{narrowed}", {"size": "5"})
    drawn = AuditEvent.objects.get(action=Action.SAMPLED).detail
    assert drawn["drawn"] == Review.objects.count() == (0 if answer.records.get().trust == "High" else 1)
    kept = reviewer.post("/review/views/", {"name": "Mine", "query": "trust=High"})
    assert kept.headers["Location"] == "/review/answers/?trust=High"
    assert "trust=High" in reviewer.get("/review/answers/").text
    for ending in ("csv", "xlsx"):
        assert reviewer.get(f"/review/answers/export.{ending}").status_code == 200
    assert reviewer.get("/review/answers/export.csv", {"since": "never"}).status_code == 404
    page = reviewer.post(f"/review/answers/{answer.uid}/replay").text
    assert "bit for bit" in page
    assert "Side by side" in reviewer.post(f"/review/answers/{answer.uid}/replay", {"today": "1"}).text
    other = {"today": "1", "way": "rules", "model": "another-model"}
    assert "model another-model, road rules" in reviewer.post(f"/review/answers/{answer.uid}/replay", other).text
    assert reviewer.post(f"/review/answers/{answer.uid}/replay", {"today": "1", "way": "shortcut"}).status_code == 302
    told = AuditEvent.objects.filter(action=Action.EXPORTED).values_list("detail", flat=True)
    assert {one["what"] for one in told} == {"answers as CSV", "answers as XLSX"}
    replays = AuditEvent.objects.filter(action=Action.REPLAYED).order_by("-id")
    assert replays.count() == 3 and replays[0].detail["with"] == "model another-model, road rules"


def test_charts_lead_to_their_rows(people: People, reviewer: Client) -> None:
    answer, today = answered(people), timezone.now().date()
    ErrorRate.objects.create(
        day=today, answers=1, planted=4, caught=3, true_sentences=1, true_marked=0, by_kind={"year": [3, 4]}
    )
    spent = {"write": {"tokens": 900, "cost": "0.25"}, "plan": {"tokens": 40, "cost": "0.01"}}
    times = {"kept": timezone.now(), "expires": timezone.now(), "seconds": 1}
    AnswerRecord.objects.create(answer=answer, number=2, ending="failed", spent=spent, size=0, body=b"", **times)
    page = reviewer.get("/review/").text
    for said in ("Writing: 900 tokens", "Planning: 40 tokens", "Writing: 0.25 dollars", "Planning: 0.01 dollars"):
        assert said in page
    assert f"&amp;until={today}&amp;stage=write" in page
    for stage, found in (("write", True), ("loop", False)):
        listed = reviewer.get("/review/answers/", {"since": today, "until": today, "stage": stage}).text
        assert (MARGIN in listed) is found
    link = f"/review/answers/?since={today}&amp;until={today}&amp;status=Calculated"
    assert link in page and "year: 75 % of planted" in page
    assert MARGIN in reviewer.get(link.replace("&amp;", "&")).text


def test_planted_errors_are_counted_for_the_day(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(people)
    row = error_rate.measure(timezone.now().date())
    assert row and row.answers == 1 and row.planted > 5 and row.share and row.share > 0.5
    assert set(row.by_kind) >= {"year", "digit"}
    monkeypatch.setattr(error_rate, "outcomes", lambda *_: [Outcome("year before", "wrong", True)])
    again = error_rate.measure(timezone.now().date())
    assert again and (again.caught, again.planted, ErrorRate.objects.count()) == (0, 1, 1)
    assert error_rate.measure(timezone.now().date() - timedelta(days=3)) is None


def test_what_must_be_on_record_is_counted(people: People) -> None:
    answer = answered(people)
    found = counted(10)
    assert found.lines[0] == "records complete: 1 of 1" and "citations resolved: 2 of 2" in found.lines
    AnswerRecord.objects.create(
        answer=answer, number=2, ending="done", kept=timezone.now(), expires=timezone.now(), digest="0", size=1,
        body=b"", seconds=1,
    )  # fmt: skip
    assert any("cannot be unpacked" in one for one in _damaged())


def _damaged() -> list[str]:
    from apps.answers.run.records import RecordDamaged

    try:
        return list(counted(10).problems)
    except RecordDamaged as error:
        return [str(error)]
