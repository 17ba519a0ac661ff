"""The figures of an installation, read from the database and the queue when somebody asks.

No process counts for itself, so that they are the same whichever process tells them, and none is lost with one.
Counters begin at midnight UTC: a monitor sees that as a restart, and the database looks through one day at most.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from celery import Celery
from django.conf import settings
from django.db import connection
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from apps.accounts.acting import serving
from finrag_site.heartbeat import redis_of, workers_seen

QUEUES = ("parse", "gpu", "answer", "audit")
BUCKETS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
STEPS = {"normalized": "read", "analyzed": "analyze", "indexed": "index", "ready": "publish"}
WAITING = """
    SELECT CASE WHEN state IN ('uploaded', 'normalized') THEN 'parse' ELSE 'gpu' END,
        count(*), count(*) FILTER (WHERE lease_until > now()),
        coalesce(extract(epoch FROM clock_timestamp() - min(waiting_since) FILTER (WHERE lease_until IS NULL)), 0)
    FROM documents_documentversion WHERE state IN ('uploaded', 'normalized', 'analyzed', 'indexed')
        AND document_id IN (SELECT id FROM documents_document WHERE deleted IS NULL) GROUP BY 1
    UNION ALL
    SELECT 'answer', count(*), count(*) FILTER (WHERE lease_until > now()),
        coalesce(extract(epoch FROM clock_timestamp() - min(waiting_since) FILTER (WHERE lease_until IS NULL)), 0)
    FROM answers_answer WHERE state IN ('queued', 'working')"""
DOCUMENTS = """
    SELECT version.state, count(*) FROM documents_documentversion AS version
    JOIN documents_document AS document ON document.id = version.document_id AND document.deleted IS NULL
    GROUP BY 1"""
TRUST = "SELECT CASE WHEN trust = '' THEN 'none' ELSE trust END, count(*) FROM answers_answerrecord GROUP BY 1"
ENDINGS = "SELECT ending, count(*) FROM answers_answerrecord WHERE kept >= %s GROUP BY 1"
MODELS = """
    SELECT array_to_string(model_names, ','), sum(tokens), sum(cost) FROM answers_answerrecord
    WHERE kept >= %s AND tokens > 0 GROUP BY 1"""
FAILED = "SELECT count(*) FROM audit_auditevent WHERE at >= %s AND action = 'transition' AND detail->>'to' = 'error'"
RESUMED = "SELECT count(*) FROM audit_auditevent WHERE at >= %s AND action = 'resumed'"
COUNTED = ", ".join(f"count(*) FILTER (WHERE seconds <= {bound})" for bound in BUCKETS)
STAGES = f"""
    SELECT stage, count(*), sum(seconds), {COUNTED} FROM (
        SELECT key AS stage, value::float AS seconds FROM answers_answerrecord, jsonb_each_text(stages)
        WHERE kept >= %s
        UNION ALL SELECT 'whole', seconds FROM answers_answerrecord WHERE kept >= %s
    ) AS taken GROUP BY stage"""  # noqa: S608 - numbers of this file
INGEST = f"""
    SELECT step, count(*), sum(seconds), {COUNTED} FROM (
        SELECT detail->>'to' AS step, (detail->>'seconds')::float AS seconds FROM audit_auditevent
        WHERE at >= %s AND action = 'transition'
    ) AS taken WHERE step = ANY(%s) GROUP BY step"""  # noqa: S608 - the same
UNSEALED = """
    SELECT coalesce(extract(epoch FROM clock_timestamp() - min(event.at)), 0) FROM audit_auditevent AS event
    WHERE event.id > (SELECT coalesce(max(number), 0) FROM audit_sealedevent)"""
REFUSED = "SELECT count(*) FROM audit_sealingstate WHERE refusal <> ''"


@dataclass(frozen=True, slots=True)
class Figures(Collector):
    """A collector of prometheus-client's: asks the database and the queue anew at each collection."""

    app: Celery

    @serving()
    def _collected(self) -> list[Metric]:
        midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
        parts = (partial(_answers, midnight), partial(_stages, midnight), _documents, _trail, _disk)
        return [*_waiting(), *_queue(self.app), *(metric for part in parts for metric in part())]

    def collect(self) -> Iterator[Metric]:
        yield from self._collected()


def exposition(app: Celery) -> bytes:
    """The figures in Prometheus' text format. Raises DatabaseError, RedisError or kombu's OperationalError."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures(app))
    return generate_latest(registry)


def _rows(statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters or None)
        return list(cursor.fetchall())


def _gauge(name: str, told: str, label: str, rows: dict[str, float]) -> Metric:
    metric = GaugeMetricFamily(f"finrag_{name}", told, labels=[label])
    for key, value in sorted(rows.items()):
        metric.add_metric([key], float(value))
    return metric


def _counter(name: str, told: str, label: str, rows: dict[str, float]) -> Metric:
    metric = CounterMetricFamily(f"finrag_{name}", f"{told}, since midnight UTC", labels=[label])
    for key, value in sorted(rows.items()):
        metric.add_metric([key], float(value))
    return metric


def _single(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"finrag_{name}", told, value=float(value))


def _waiting() -> Iterator[Metric]:
    found: dict[str, tuple[float, ...]] = dict.fromkeys(("parse", "gpu", "answer"), (0, 0, 0))
    found |= {queue: tuple(map(float, rest)) for queue, *rest in _rows(WAITING)}
    waiting = {queue: there - working for queue, (there, working, _) in found.items()}
    yield _gauge("jobs_waiting", "Files and questions that nobody works on yet", "queue", waiting)
    yield _gauge("jobs_working", "Files and questions in work", "queue", {key: row[1] for key, row in found.items()})
    oldest = {queue: age for queue, (_, _, age) in found.items()}
    yield _gauge("oldest_waiting_seconds", "How long the oldest of them has waited", "queue", oldest)


def _queue(app: Celery) -> Iterator[Metric]:
    with redis_of(app) as redis:
        depth = {queue: float(redis.llen(queue)) for queue in QUEUES}
    yield _gauge("queue_messages", "Messages in the queue that no worker has taken", "queue", depth)
    seen = workers_seen(app)
    serving_it = {queue: float(sum(queue in taken for taken in seen.values())) for queue in QUEUES}
    yield _gauge("workers", "Workers alive that take from the queue", "queue", serving_it)


def _documents() -> Iterator[Metric]:
    states = dict.fromkeys(("uploaded", "normalized", "analyzed", "indexed", "ready", "error"), 0.0)
    yield _gauge("files", "Files by state", "state", states | dict(_rows(DOCUMENTS)))


def _answers(midnight: datetime) -> Iterator[Metric]:
    yield _gauge("answers", "Kept attempts at answers by trust", "trust", dict(_rows(TRUST)))
    endings = dict.fromkeys(("done", "failed", "abandoned"), 0.0) | dict(_rows(ENDINGS, midnight))
    yield _counter("answer_attempts", "Attempts at answers by how they ended", "ending", endings)
    models = _rows(MODELS, midnight)
    tokens, cost = ({name: float(row[at]) for name, *row in models} for at in (0, 1))
    yield _counter("model_tokens", "Tokens of language models for answers", "models", tokens)
    yield _counter("model_cost_dollars", "Cost of language models for answers", "models", cost)


def _stages(midnight: datetime) -> Iterator[Metric]:
    told = "Seconds of each stage of an answer, and of the whole"
    yield _histogram("answer_stage_seconds", told, "stage", _rows(STAGES, midnight, midnight))
    steps = [(STEPS[to], *rest) for to, *rest in _rows(INGEST, midnight, list(STEPS))]
    yield _histogram("file_step_seconds", "Seconds of each step of a file", "step", steps)
    failures = {"file": float(_rows(FAILED, midnight)[0][0]), "resumed": float(_rows(RESUMED, midnight)[0][0])}
    yield _counter("failures", "Files that ended in Error; work taken up again after a worker died", "kind", failures)


def _histogram(name: str, told: str, label: str, rows: list[tuple[Any, ...]]) -> Metric:
    metric = HistogramMetricFamily(f"finrag_{name}", f"{told}, since midnight UTC", labels=[label])
    for key, count, total, *within in sorted(rows):
        buckets = [(str(bound), float(number)) for bound, number in zip(BUCKETS, within, strict=True)]
        metric.add_metric([key], [*buckets, ("+Inf", float(count))], sum_value=float(total or 0))
    return metric


def _trail() -> Iterator[Metric]:
    yield _single("audit_unsealed_seconds", "Age of the oldest event that is not sealed", _rows(UNSEALED)[0][0])
    yield _single("audit_sealing_refused", "1 while sealing is refused: somebody must look", _rows(REFUSED)[0][0])


def _disk() -> Iterator[Metric]:
    yield _single("disk_free_bytes", "Free space where data are kept", shutil.disk_usage(settings.VAR_DIR).free)
