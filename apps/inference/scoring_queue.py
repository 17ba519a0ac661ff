"""Scoring on workers: several askers' requests wait in one list and are read by the model together.

The list lies in the queue's Redis; a task on the queue `gpu` is only the hint that something waits there, and a worker
that indexes looks between two batches. Nobody depends on it: where the list is full, where no worker takes from `gpu`
or none answers in time, the asker scores in its own process, and does not ask again for a while.
"""

import json
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from apps.inference.errors import ModelUnavailable
from finrag_site.heartbeat import queues_served, redis_of

logger = logging.getLogger(__name__)

ON, HERE = "queue", "here"  # values of FINRAG_SCORING
QUEUE, TASK = "gpu", "apps.documents.tasks.score"
WAITING, REPLY = "finrag:scoring:waiting", "finrag:scoring:reply:"
TOGETHER = 32  # requests that one pass answers
REST_SECONDS = 15.0  # after a request that nobody answered
KEPT_SECONDS = 30  # of a reply that nobody fetched

Result = list[Any]


@dataclass(frozen=True, slots=True)
class Request:
    """kind: what is to be done; model: the name of the one that must do it; pairs: texts, a question with each or "".

    until: the asker's clock, in seconds of the epoch, when it has given up.
    """

    kind: str
    model: str
    pairs: list[list[str]]
    until: float
    reply: str


Model = Callable[[], tuple[str, Callable[[list[tuple[str, str]]], Result]]]  # its name, and what it makes of pairs
_rests_until = 0.0


def scored(kind: str, model: str, pairs: Sequence[tuple[str, str]]) -> Result | None:
    """What a worker makes of the pairs, in their order; None where the caller had better do it itself."""
    if settings.SCORING != ON or time.monotonic() < _rests_until or not pairs:
        return None
    until = time.time() + settings.SCORING_SECONDS
    request = Request(kind, model, [list(pair) for pair in pairs], until, f"{REPLY}{uuid.uuid4()}")
    try:
        return _ask(request)
    except (OperationalError, RedisError, OSError) as error:
        logger.warning("the queue does not answer, so scores are made here: %s", error)
    rest()
    return None


def rest(seconds: float = REST_SECONDS) -> None:
    """Ask no worker for so long; 0 to ask again now."""
    global _rests_until
    _rests_until = time.monotonic() + seconds


def _ask(request: Request) -> Result | None:
    if QUEUE not in queues_served(current_app):
        rest()
        return None
    with redis_of(current_app) as redis:
        if redis.llen(WAITING) >= settings.SCORING_WAITING:
            return None  # those before us take the worker's time; ours is free
        redis.rpush(WAITING, json.dumps(asdict(request)))
        current_app.send_task(TASK, queue=QUEUE, retry=False, expires=settings.SCORING_SECONDS)
        replied: Any = redis.blpop([request.reply], timeout=settings.SCORING_SECONDS)
    if replied is None:
        logger.warning("no worker answered within %s s, so scores are made here", settings.SCORING_SECONDS)
        rest()
        return None
    told = json.loads(replied[1])
    if "error" in told:
        logger.warning("a worker could not score, so scores are made here: %s", told["error"])
        rest()
        return None
    return list(told["result"])


def serve(models: dict[str, Model]) -> int:
    """Answer what waits, as far as the models can, many requests in a pass; how many requests were taken.

    Requests whose asker has given up are dropped. Leaves quietly where the queue does not answer.
    """
    taken = 0
    try:
        with redis_of(current_app) as redis:
            while requests := _waiting(redis):
                taken += len(requests)
                alive = [request for request in requests if request.until > time.time()]
                for kind in dict.fromkeys(request.kind for request in alive):
                    _answer(redis, [request for request in alive if request.kind == kind], models.get(kind))
    except (OperationalError, RedisError, OSError) as error:
        logger.warning("the queue of scores does not answer: %s", error)
    return taken


def _waiting(redis: "Redis") -> list[Request]:
    found: Any = redis.lpop(WAITING, TOGETHER)
    return [Request(**json.loads(one)) for one in found or ()]


def _answer(redis: "Redis", requests: list[Request], model: Model | None) -> None:
    """All of one kind in one pass; those that want another model than ours are told so."""
    try:
        name, score = model() if model else _none()
        wrong = [request for request in requests if request.model != name]
        fit = [request for request in requests if request.model == name]
        made = score([(question, text) for request in fit for question, text in request.pairs]) if fit else []
    except ModelUnavailable as error:
        wrong, fit, made, name = requests, [], [], str(error)
    for request in wrong:
        _reply(redis, request, {"error": f"{request.model} is asked for, here is {name}"})
    start = 0
    for request in fit:
        _reply(redis, request, {"result": made[start : start + len(request.pairs)]})
        start += len(request.pairs)


def _none() -> tuple[str, Callable[[list[tuple[str, str]]], Result]]:
    raise ModelUnavailable("no model of that kind")


def _reply(redis: "Redis", request: Request, told: dict[str, Any]) -> None:
    with redis.pipeline() as steps:
        steps.rpush(request.reply, json.dumps(told))
        steps.expire(request.reply, KEPT_SECONDS)
        steps.execute()
