"""What processes log: a JSON object a line, or lines for people on a terminal, and nothing of what people wrote.

A line says when, who and what, and by `request`, `task`, `answer`, `version` whose work it was. The words of an
exception may hold a question, a page or a note (a database tells the row that it refused): they are left out unless
they come from the system or are sentences of ours. Diagnostics with all words lie beside their row, and go
with it when it is erased.
"""

import logging
import sys
import traceback
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError
from structlog.types import EventDict, Processor

from finrag_site import environment
from finrag_site.embedded.paths import BASE

FORMATS = ("auto", "json", "text")
LEVELS = ("INFO", "DEBUG", "WARNING", "ERROR")
TRUSTED = (OSError, OperationalError, InterfaceError, BrokerError, RedisError)  # their words are the system's
OURS = ("finrag_site.", "apps.audit.", "apps.documents.leases", "apps.inference.errors")  # no words of users in theirs
FRAMES = 30  # the last ones, of each exception
CHAIN = 5
SHORTEST_SECRET = 8
QUIET = ("httpx2", "httpcore2", "openai", "celery.beat", "celery.worker.strategy", "axes")  # not every request or tick
NOTHING = ("0", "None")  # what a sweep gives back that found nothing to do


def configuration(form: str, level: str, periodic: Collection[str] = ()) -> dict[str, Any]:
    """Django's LOGGING. uvicorn's own log of requests, which has their queries, is switched off: ours has none.

    periodic: names of the tasks that the clock sends.
    """
    formatter = {"()": Discreet, "foreign_pre_chain": BEFORE, "processors": [*_last(form)]}
    silent = {"handlers": [], "propagate": False, "level": "CRITICAL"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"eventful": {"()": Eventful, "periodic": frozenset(periodic)}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level.upper()},
        "loggers": {name: {"level": "WARNING"} for name in QUIET}
        | {name: {"handlers": [], "propagate": True} for name in ("uvicorn", "uvicorn.error", "django")}
        | {"celery.app.trace": {"filters": ["eventful"]}}
        | {"uvicorn.access": silent, "django.server": silent},
    }


class Eventful(logging.Filter):
    """Leaves out sweeps that ended well and found nothing to do: they run every few seconds, day and night."""

    def __init__(self, periodic: Collection[str]) -> None:
        super().__init__()
        self.periodic = periodic

    def filter(self, record: logging.LogRecord) -> bool:
        told = record.args if isinstance(record.args, Mapping) else {}
        idle = told.get("name") in self.periodic and told.get("return_value") in NOTHING
        return record.levelno > logging.INFO or not idle


class Discreet(structlog.stdlib.ProcessorFormatter):
    """Formats a record whose exceptions, among its arguments or its own, say no more than they may."""

    def format(self, record: logging.LogRecord) -> str:
        told = logging.makeLogRecord(record.__dict__)
        told.args = _discreet(record)
        if record.name == "asyncio":  # which writes the exception of a task into further lines
            told.msg, told.args = record.getMessage().partition("\n")[0], None
        if record.exc_info and record.exc_info[1]:
            told.exc_info, told.exc_text = None, None
            told.withheld = described(record.exc_info[1])
        return super().format(told)


def _discreet(record: logging.LogRecord) -> Any:
    if isinstance(record.args, Mapping):  # a task of Celery's that failed: it brings the words as text
        error = record.exc_info[1] if record.exc_info else None
        named = {"exc": words_of(error), "traceback": ""} if error else {}
        return {name: _arg(value) for name, value in record.args.items()} | named
    return tuple(map(_arg, record.args)) if isinstance(record.args, tuple) else record.args


def _arg(value: object) -> object:
    return words_of(value) if isinstance(value, BaseException) else value


def words_of(error: BaseException) -> str:
    """The first line of what an exception says, where that is the system's or ours; else its kind alone."""
    name = type(error).__name__
    known = isinstance(error, TRUSTED) or type(error).__module__.startswith(OURS)
    first = (str(error).splitlines() or [""])[0] if known else ""
    return f"{name}: {first}" if first else name


def described(error: BaseException) -> list[dict[str, Any]]:
    """An exception and what it came from: words that may be told, and where it was raised."""
    found: list[dict[str, Any]] = []
    following: BaseException | None = error
    while following is not None and len(found) < CHAIN:
        found.append({"what": words_of(following), "where": [*_where(following)]})
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return found


def _where(error: BaseException) -> Iterable[str]:
    for frame in traceback.extract_tb(error.__traceback__)[-FRAMES:]:
        path = Path(frame.filename)
        place = path.relative_to(BASE) if path.is_relative_to(BASE) else Path(*path.parts[-3:])
        yield f"{place}:{frame.lineno} {frame.name}"


def _add_exception(_: Any, __: str, event: EventDict) -> EventDict:
    record = event.get("_record")
    if withheld := getattr(record, "withheld", None):
        event["exception"] = withheld
    return event


def _mask(_: Any, __: str, event: EventDict) -> EventDict:
    """No secret of the environment is told, whoever put it into a sentence."""
    said = str(event.get("event", ""))
    for secret in environment.secrets_read():
        if len(secret) >= SHORTEST_SECRET and secret in said:
            said = said.replace(secret, "(secret)")
    event["event"] = said
    return event


def _for_people(_: Any, __: str, event: EventDict) -> EventDict:
    """A terminal shows where an exception was raised below its line."""
    for one in event.pop("exception", ()):
        event["event"] += "\n  " + "\n    ".join([one["what"], *one["where"]])
    return event


BEFORE: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
    _add_exception,
    _mask,
)


def _last(form: str) -> Iterable[Processor]:
    people = form == "text" or (form == "auto" and sys.stderr.isatty())
    if people:
        yield _for_people
    yield structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if people:
        yield structlog.dev.ConsoleRenderer(timestamp_key="time")
    else:
        yield structlog.processors.JSONRenderer(default=str)
