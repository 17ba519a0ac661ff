"""The administrators' pages on jobs and on the settings in force."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState
from apps.answers.run.asking import ask
from apps.audit.models import Action, AuditEvent
from apps.documents.models import DocumentVersion, State, Visibility
from apps.documents.uploads import accept
from finrag_site import environment
from finrag_site.operations.in_force import settings_in_force
from finrag_site.operations.pages import PER_PAGE
from tests.documents.filings import html
from tests.people import People

Browser = Callable[[User], Client]
QUESTION = "Did the zeppelin land on time?"


@pytest.fixture
def browser(people: People, client_for: Browser) -> Client:
    return client_for(people.administrator)


@pytest.fixture
def failed(people: People) -> DocumentVersion:
    """A private file of an analyst's that could not be read."""
    version = accept(people.owner, "secret-plan.htm", ContentFile(html().encode())).version
    DocumentVersion.objects.update(
        state=State.ERROR, failed_in=State.UPLOADED, error="Reading this file took too long."
    )
    return version


def words(page: object) -> str:
    return " ".join(page.content.decode().split())  # type: ignore[attr-defined]


def test_jobs_are_told_by_phase_and_queue_without_their_words(
    people: People, browser: Client, failed: DocumentVersion
) -> None:
    answer = ask(people.owner, QUESTION)
    shared = accept(people.expert, "shared.htm", ContentFile(html(seed=2).encode()), visibility=Visibility.EVERYONE)
    rows = DocumentVersion.objects.filter(pk=shared.version.pk)
    rows.update(
        state=State.ANALYZED, lease_until=timezone.now() + timedelta(seconds=20), progress_done=3, progress_total=9
    )
    page = browser.get("/operations/jobs/")
    told = [(job.kind, job.queue, job.phase, job.owner) for job in page.context["jobs"]]
    assert told == [
        ("file", "gpu", "working", "elena.expert"),
        ("question", "answer", "waiting", "olga.owner"),
        ("file", "parse", "failed", "olga.owner"),
    ]
    counts = {one.name: (one.working, one.waiting, one.failed) for one in page.context["queues"]}
    assert counts == {"parse": (0, 0, 1), "gpu": (1, 0, 0), "answer": (0, 1, 0), "audit": (0, 0, 0)}
    assert "shared" in words(page) and str(answer.uid)[:8] in words(page)
    assert "secret-plan" not in words(page) and "zeppelin" not in words(page)
    assert "No worker takes from it" in words(page)
    only = browser.get("/operations/jobs/?phase=failed&queue=parse", headers={"HX-Request-Type": "partial"})
    assert [job.uid for job in only.context["jobs"]] == [failed.uid] and b"<html" not in only.content


def test_what_failed_is_tried_again_as_the_administrators_act(
    people: People, browser: Client, failed: DocumentVersion
) -> None:
    page = browser.post("/operations/jobs/retry", {"kind": "file", "uid": str(failed.uid)}, follow=True)
    assert "The file is tried again." in words(page)
    failed.refresh_from_db()
    assert failed.state == State.UPLOADED
    answer = ask(people.owner, QUESTION)
    Answer.objects.update(state=AnswerState.FAILED)
    browser.post("/operations/jobs/retry", {"kind": "question", "uid": str(answer.uid)})
    answer.refresh_from_db()
    assert answer.state == AnswerState.QUEUED
    recorded = AuditEvent.objects.filter(action=Action.RETRIED).values_list("actor_name", "subject_type").order_by("id")
    assert list(recorded) == [("ada.admin", "document"), ("ada.admin", "answer")]


@pytest.mark.parametrize("kind", ["file", "question", "grid"])
def test_a_job_that_is_gone_is_said(browser: Client, kind: str) -> None:
    page = browser.post("/operations/jobs/retry", {"kind": kind, "uid": str(uuid.uuid4())}, follow=True)
    assert "It is not there any more." in words(page)


def test_what_is_no_job_is_refused(browser: Client, failed: DocumentVersion) -> None:
    assert browser.post("/operations/jobs/retry", {"kind": "spell", "uid": str(failed.uid)}).status_code == 400
    browser.post("/operations/jobs/retry", {"kind": "file", "uid": str(failed.uid)})
    page = browser.post("/operations/jobs/retry", {"kind": "file", "uid": str(failed.uid)}, follow=True)
    assert "Only a file that failed can be retried." in words(page)


def test_many_jobs_have_pages(people: People, browser: Client) -> None:
    answers = [Answer(asker=people.owner, question=QUESTION) for _ in range(PER_PAGE + 1)]
    Answer.objects.bulk_create(answers)
    first, second = browser.get("/operations/jobs/"), browser.get("/operations/jobs/?page=2")
    seen = [{job.uid for job in page.context["jobs"]} for page in (first, second)]
    assert [len(one) for one in seen] == [PER_PAGE, 1] and not seen[0] & seen[1]
    assert 'rel="next"' in words(first) and 'rel="next"' not in words(second)
    assert "There are fewer pages now." in words(browser.get("/operations/jobs/?page=99"))


def test_nothing_to_do_is_said(browser: Client) -> None:
    assert "Nothing to do" in words(browser.get("/operations/jobs/"))


def test_settings_are_told_with_their_source_and_no_secret(
    browser: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings
) -> None:
    monkeypatch.setattr(environment, "READ", {})
    (tmp_path / "key").write_text("sk-hidden-key")
    monkeypatch.setenv("FINRAG_LLM_KEY_FILE", str(tmp_path / "key"))
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hidden-word@db:5432/finrag?sslkey=x")
    monkeypatch.setenv("FINRAG_PIPELINE__SEARCH__RRF_K", "30")
    for name in ("FINRAG_LLM_KEY", "DATABASE_URL", "FINRAG_MAIL_PASSWORD", "FINRAG_LLM_BUDGET_TOKENS"):
        environment.text(name)
    environment.text("CELERY_BROKER_URL", "redis+socket:///run/valkey.sock")
    settings.PIPELINE_FILE = str(tmp_path / "road.toml")
    (tmp_path / "road.toml").write_text("memory = false\n[text]\naccept = 0.9\n")
    found = {one.name: (one.value, one.source) for one in settings_in_force()}
    assert found["FINRAG_LLM_KEY"] == ("hidden", "file")
    assert found["DATABASE_URL"] == ("postgresql://db:5432/finrag", "environment")
    assert found["CELERY_BROKER_URL"] == ("redis+socket:///run/valkey.sock", "default")
    assert found["FINRAG_MAIL_PASSWORD"] == ("not set", "default")
    assert found["FINRAG_LLM_BUDGET_TOKENS"] == ("not set", "default")
    page = browser.get("/operations/settings/")
    road = {one.name: (one.value, one.source) for one in page.context["road"]}
    assert road["search.rrf_k"] == ("30", "environment")
    assert road["text.accept"] == ("0.9", "TOML") and road["memory"] == ("False", "TOML")
    assert road["text.quoted"] == ("2", "default")
    assert page.context["digest"] in words(page) and len(page.context["digest"]) == 64
    assert "hidden-word" not in words(page) and "sk-hidden-key" not in words(page)
    narrowed = browser.get("/operations/settings/?changed=1&q=rrf")
    changed = narrowed.context
    assert f"1 of {changed['all']}." in words(narrowed)
    assert [one.name for one in (*changed["settings"], *changed["road"])] == ["search.rrf_k"]


def test_a_pipeline_that_cannot_be_is_said(browser: Client, settings: Settings) -> None:
    settings.PIPELINE_FILE = "/nowhere/road.toml"
    page = browser.get("/operations/settings/?q=zzz")
    assert page.status_code == 200 and "cannot be read" in words(page)


def test_looks_are_recorded(people: People, browser: Client) -> None:
    browser.get("/operations/settings/?q=port")
    browser.get("/operations/jobs/", headers={"HX-Request-Type": "partial"})  # what the page asks for by itself
    looks = AuditEvent.objects.filter(action=Action.ADMIN_VIEWED).values_list("detail__page", "detail__query")
    assert list(looks) == [("/operations/settings/", "q=port")]
