"""`/healthz`: open to everybody, and says which part is not alive."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery import Celery
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from apps.answers.models import Answer
from apps.answers.run.asking import ask, stop
from apps.documents.uploads import accept
from finrag_site import health
from finrag_site.celery import app
from finrag_site.heartbeat import PREFIX, queues_served, redis_of
from tests.documents.filings import html
from tests.people import People


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """No finding is kept from one test to the next."""
    monkeypatch.setattr(health, "KEEP_SECONDS", -1.0)
    monkeypatch.setattr(health, "_migrated", False)


@pytest.fixture
def workers() -> Iterator[None]:
    """The signs of life of two workers that take from all queues."""
    with redis_of(app) as redis:
        redis.set(f"{PREFIX}one@test", "parse,gpu", ex=60)
        redis.set(f"{PREFIX}two@test", "answer,audit", ex=60)
        yield
        redis.delete(f"{PREFIX}one@test", f"{PREFIX}two@test")


@pytest.mark.django_db
def test_all_is_well(client: Client, workers: None) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"web": "ok", "database": "ok", "queue": "ok", "workers": "ok", "waiting": "ok"}


@pytest.mark.django_db
def test_missing_workers_are_named(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["workers"] == "no worker takes from: answer, audit, gpu, parse"


@pytest.mark.django_db
def test_a_queue_that_is_not_there_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "app", Celery(broker="redis+socket:///nowhere/valkey.sock", set_as_current=False))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["queue"] == "the queue does not answer"
    assert answer.json()["database"] == "ok"


@pytest.mark.django_db
def test_missing_migrations_are_named(client: Client, workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("finrag_site.tables.complete", lambda: False)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "manage.py migrate" in answer.json()["database"]


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert health.database() == "the database does not answer"


@pytest.mark.django_db
def test_a_queue_whose_oldest_waits_too_long_is_named(
    client: Client, workers: None, people: People, settings: LazySettings
) -> None:
    answer = ask(people.owner, "What were net sales?")
    version = accept(people.owner, "paper.htm", ContentFile(html().encode())).version
    assert client.get("/healthz").status_code == 200

    Answer.objects.update(waiting_since=timezone.now() - timedelta(minutes=6))
    told = client.get("/healthz")
    assert told.status_code == 503
    assert told.json()["waiting"] == "answer: the oldest waits for 6 minutes"

    stop(answer, people.owner)
    type(version).objects.update(waiting_since=timezone.now() - timedelta(minutes=11))
    assert client.get("/healthz").json()["waiting"] == "parse: files wait, and none has moved for 11 minutes"
    type(version.document).objects.update(deleted=timezone.now())
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_a_long_queue_that_moves_is_no_fault(client: Client, workers: None, people: People) -> None:
    """A bulk load waits for hours: that is said only once nothing leaves the queue and nobody works on it."""
    first = accept(people.owner, "first.htm", ContentFile(html().encode())).version
    second = accept(people.owner, "second.htm", ContentFile(html(seed=2).encode())).version
    rows, now = type(first).objects, timezone.now()
    rows.update(waiting_since=now - timedelta(hours=9))
    assert client.get("/healthz").json()["waiting"] == "parse: files wait, and none has moved for 540 minutes"
    rows.filter(pk=second.pk).update(state="ready", waiting_since=now - timedelta(minutes=9))
    assert client.get("/healthz").status_code == 200
    rows.filter(pk=second.pk).update(waiting_since=now - timedelta(minutes=12))
    assert client.get("/healthz").json()["waiting"] == "parse: files wait, and none has moved for 12 minutes"
    rows.filter(pk=first.pk).update(lease_until=now + timedelta(seconds=20))
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_only_reading(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_queues_of_all_workers_count(workers: None) -> None:
    assert queues_served(app) >= {"parse", "gpu", "answer", "audit"}


def test_findings_are_kept_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEEP_SECONDS", 60.0)
    looks: list[int] = []
    findings = health.Findings({"part": lambda: looks.append(1) or "ok"})
    assert findings.now() == findings.now() == {"part": "ok"}
    assert len(looks) == 1
