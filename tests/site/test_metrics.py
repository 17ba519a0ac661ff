"""`/metrics`: whom it is for, and figures that are those of the database and the queue."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from apps.answers.models import AnswerRecord
from apps.answers.run.asking import ask
from apps.audit.models import Action
from apps.audit.trail import record
from apps.documents.models import DocumentVersion, State
from apps.documents.uploads import accept
from finrag_site import metrics
from finrag_site.celery import app
from finrag_site.heartbeat import PREFIX, redis_of
from tests.documents.filings import html
from tests.people import People

TOKEN = "a token for the monitor"
Figures = dict[tuple[str, str], float]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "KEEP_SECONDS", -1.0)


@pytest.fixture
def a_worker() -> Iterator[None]:
    with redis_of(app) as redis:
        redis.delete("gpu")  # what tests before this one left
        redis.set(f"{PREFIX}one@test", "parse,gpu", ex=60)
        redis.lpush("gpu", "a message")
        yield
        redis.delete(f"{PREFIX}one@test", "gpu")


def figures(client: Client) -> Figures:
    """Each sample by its name and the value of its first label."""
    reply = client.get("/metrics")
    assert reply.status_code == 200, reply.content
    families = text_string_to_metric_families(reply.content.decode())
    return {
        (sample.name, ",".join(value for _, value in sorted(sample.labels.items(), reverse=True))): sample.value
        for family in families
        for sample in family.samples
    }


def test_figures_are_those_of_the_database_and_the_queue(client: Client, people: People, a_worker: None) -> None:
    version = accept(people.owner, "paper.htm", ContentFile(html().encode())).version
    DocumentVersion.objects.update(waiting_since=timezone.now() - timedelta(minutes=5))
    answer = ask(people.owner, "What were net sales?")
    kept = {"kept": timezone.now(), "expires": timezone.now(), "digest": "0" * 64, "size": 1, "body": b""}
    made = {"seconds": 2.5, "stages": {"gather": 0.2, "write": 2.0}, "tokens": 70, "model_names": ["m"], "cost": 2}
    AnswerRecord.objects.create(answer=answer, number=1, ending="done", trust="High", **kept, **made)
    record(Action.TRANSITION, **{"from": State.UPLOADED, "to": State.NORMALIZED, "seconds": 4.0})
    record(Action.TRANSITION, **{"from": State.UPLOADED, "to": State.ERROR, "seconds": 1.0})
    told = figures(client)
    assert told["finrag_jobs_waiting", "parse"] == 1 == told["finrag_files", "uploaded"]
    assert 280 < told["finrag_oldest_waiting_seconds", "parse"] < 400
    assert told["finrag_jobs_waiting", "answer"] == 1 and told["finrag_jobs_waiting", "gpu"] == 0
    assert told["finrag_queue_messages", "gpu"] == 1 and told["finrag_workers", "gpu"] == 1
    assert told["finrag_workers", "audit"] == 0
    assert told["finrag_answers", "High"] == 1 == told["finrag_answer_attempts_total", "done"]
    assert told["finrag_answer_stage_seconds_sum", "gather"] == 0.2
    assert told["finrag_answer_stage_seconds_bucket", "whole,1.0"] == 0
    assert told["finrag_answer_stage_seconds_bucket", "whole,3.0"] == 1
    assert told["finrag_file_step_seconds_sum", "read"] == 4.0
    assert told["finrag_model_tokens_total", "m"] == 70 and told["finrag_model_cost_dollars_total", "m"] == 2
    assert told["finrag_failures_total", "file"] == 1 and told["finrag_failures_total", "resumed"] == 0
    assert told["finrag_audit_unsealed_seconds", ""] > 0
    assert version.document.name not in client.get("/metrics").content.decode()


@pytest.mark.django_db
def test_without_a_token_it_is_for_this_machine_alone(client: Client, settings: Settings) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 404
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 404
    settings.TRUSTED_PROXIES = 1
    assert client.get("/metrics").status_code == 404


@pytest.mark.django_db
def test_with_a_token_it_is_for_whoever_has_it(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 404
    given = {"Authorization": f"Bearer {TOKEN}"}
    assert client.get("/metrics", headers=given, REMOTE_ADDR="192.0.2.7").status_code == 200
    assert client.post("/metrics", headers=given).status_code == 405
