"""Walking the road of a recorded answer again, and where it leads elsewhere, the stage at which it does (A9).

From the record: its settings, the store as it stood, what models and tools said then. Or today: the present store and
settings, and models that are asked anew. Nothing is written but the event that it was done, which is the caller's.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection, transaction

from apps.accounts.acting import acting_as
from apps.answers.modelled.caller import Caller
from apps.answers.models import Answer, AnswerRecord, StageName
from apps.answers.run.canonical import canonical
from apps.answers.run.content import made_with, passages_of, stages_of
from apps.answers.run.recorded import Apart, recorded_caller, recorded_tools
from apps.answers.run.records import content_of, store_state, versions_of
from apps.answers.run.road import Road
from apps.answers.run.settings import PipelineSettings, recorded
from apps.answers.run.workflow import road_of, walk
from apps.documents.as_of import as_of
from apps.documents.models import Document
from apps.inference.language import another_model
from apps.memory.models import Cell

MOST = 20  # differences of a stage that are told
LONGEST = 300  # characters of a value
MADE_WITH = ("code", "lexicon", "embedder", "judges", "models", "prompts", "store", "settings", "configured", "python")
BY_CODE = {"code", "lexicon", "prompts", "python"}


class CannotReplay(ValueError):
    """There is nothing to walk again; str() says why."""


@dataclass(frozen=True, slots=True)
class Difference:
    """At `path` of a stage's content; None: it is not there."""

    path: str
    was: str | None
    now: str | None


@dataclass(frozen=True, slots=True)
class StageCompared:
    name: StageName
    same: bool
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Came:
    """What came of an answer, and what models took for it. value: with its unit, "" where it states none."""

    words: str = ""
    status: str = ""
    trust: str = ""
    value: str = ""
    tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Replay:
    """today: whether the present store and settings were taken. beside: what it was made with that is not the same now.
    then, now: what came of both. problem: why the road was not walked to its end, or "". apart: what models are asked
    otherwise than then, in sentences. sources: keys of the documents that came into question now.
    """

    record: AnswerRecord
    today: bool
    stages: tuple[StageCompared, ...]
    beside: tuple[Difference, ...]
    then: Came
    now: Came
    problem: str = ""
    apart: tuple[str, ...] = ()
    sources: frozenset[int] = frozenset()

    @property
    def otherwise(self) -> bool:
        """Whether it was made by other code, words or prompts than these: then a difference says nothing against it."""
        return any(one.path.partition(".")[0] in BY_CODE for one in self.beside)

    @property
    def was(self) -> str:
        return self.then.words

    @property
    def answer(self) -> str:
        return self.now.words

    @property
    def same(self) -> bool:
        """Bit for bit, at every stage that was recorded."""
        return all(one.same for one in self.stages)

    @property
    def first(self) -> StageCompared | None:
        """The first stage that differs."""
        return next((one for one in self.stages if not one.same), None)


@dataclass(slots=True)
class Rehearsal:
    """Does the work of each stage and leaves no rows. instead: what is done in place of a stage's own work."""

    instead: dict[StageName, Callable[[], Any]] = field(default_factory=dict)

    def stage(self, name: StageName, work: Callable[[], dict[str, Any]]) -> None:
        done: Callable[[], Any] = self.instead.get(name, work)
        done()


class _Undone(Exception):
    """Ends the transaction of a replay."""


def replay(record: AnswerRecord) -> Replay:
    """Again from the record. Raises CannotReplay, and RecordDamaged for a record that is not what its digest says."""
    told = content_of(record)
    versions = versions_of(told["made_with"]["store"])
    if versions is None or not told["stages"]:
        raise CannotReplay("This attempt ended before the question was read, so there is nothing to walk again.")
    settings = recorded(told["made_with"]["settings"])
    apart = Apart()
    caller = recorded_caller(told, settings, apart)
    walked: list[Replay] = []
    try:
        with transaction.atomic(), as_of(versions):  # on one connection: parts go one after the other
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION READ ONLY")
            walked.append(_walked(record, told, settings, caller, today=False))
            raise _Undone
    except _Undone:
        pass
    return replace(walked[0], apart=apart.told)


def today(record: AnswerRecord, settings: PipelineSettings | None = None, model: str = "") -> Replay:
    """With the present store and these settings, beside the record; None: as configured. model: one to ask instead."""
    told, settings = content_of(record), settings or PipelineSettings.configured()
    with another_model(model):
        return _walked(record, told, settings, Caller.configured(settings), today=True)


def _walked(
    record: AnswerRecord, told: dict[str, Any], settings: PipelineSettings, caller: Caller, *, today: bool
) -> Replay:
    """As then: with the eyes of who asked. Today: with those of whoever walks it, who reads what comes of it."""
    with nullcontext() if today else acting_as(record.answer.asker):
        return _walked_by_present(record, told, settings, caller, today=today)


def _walked_by_present(
    record: AnswerRecord, told: dict[str, Any], settings: PipelineSettings, caller: Caller, *, today: bool
) -> Replay:
    given = Answer.objects.select_related("asker", "follows").get(pk=record.answer_id)
    given.query, given.trace = told["asked"]["chosen"], {}
    problem, road, begun = "", None, time.monotonic()
    try:
        road = road_of(given, settings, caller)
        walk(Rehearsal({} if today else _as_then(road, told)), road)
    except Exception as error:  # noqa: BLE001 - an attempt that failed then may fail again: that is the finding
        problem = f"{type(error).__name__}: {error}"[:LONGEST]
    stages = stages_of(road).value if road else {}
    beside = tuple(_beside(told["made_with"], made_with(settings, _store(road, told, today))))
    then = _came(told["stages"], told["calls"], told["seconds"])
    now = _came(stages, caller.as_json(), round(time.monotonic() - begun, 3))
    sources = frozenset(one.key for one in passages_of(road).values()) if road else frozenset[int]()
    return Replay(record, today, _compared(told["stages"], stages), beside, then, now, problem, sources=sources)


def _as_then(road: Road, told: dict[str, Any]) -> dict[StageName, Callable[[], Any]]:
    """What tools gave then; and the memory bank as it was, of which no cell answered where none is recorded."""
    road.calls = recorded_tools(told)
    seen = told["stages"]["intent"]
    if seen.get("remembered"):
        return {}
    near = {str(cell.uid): cell for cell in Cell.objects.filter(uid__in=seen.get("near", ()))}
    kept = tuple(near[uid] for uid in seen.get("near", ()) if uid in near)
    return {StageName.INTENT: lambda: setattr(road, "near", kept)}


def _store(road: Road | None, told: dict[str, Any], today: bool) -> str:
    """Of the present store where it is taken; else of what is left of the one then."""
    if today and road:
        return store_state(road.asker)
    if road is None:
        return ""
    left = set(Document.objects.visible_to(road.asker).exclude(current=None).values_list("current", flat=True))
    then = str(told["made_with"]["store"])
    return then if left == set(versions_of(then) or ()) else f"{len(left)} versions of it are left"


def _came(stages: dict[str, Any], calls: Iterable[dict[str, Any]], seconds: float) -> Came:
    checked = stages.get("validate") or {}
    result = checked.get("result") or {}
    value = f"{result['value']} {result.get('unit') or ''}".strip() if result.get("value") else ""
    trust = str((result.get("validation") or {}).get("trust") or "")
    tokens = sum(call["tokens_in"] + call["tokens_out"] for call in calls)
    return Came(str(result.get("answer", "")), str(checked.get("status", "")), trust, value, tokens, seconds)


def _compared(was: dict[str, Any], now: dict[str, Any]) -> tuple[StageCompared, ...]:
    """Each stage that was recorded, in order."""
    told = []
    for name in StageName:
        if was.get(name.value) is None:
            continue
        same = canonical(was[name.value]) == canonical(now.get(name.value))
        found = () if same else tuple(_few(differences(was[name.value], now.get(name.value))))
        told.append(StageCompared(name, same, found))
    return tuple(told)


def _beside(was: dict[str, Any], now: dict[str, Any]) -> Iterator[Difference]:
    """Python objects that are plain already, but for tuples."""
    now = json.loads(canonical(now))
    for name in MADE_WITH:
        yield from _few(differences(was.get(name), now.get(name), name))


def _few(found: Iterator[Difference]) -> Iterator[Difference]:
    for number, one in enumerate(found):
        if number == MOST:
            return
        yield one


def differences(was: Any, now: Any, path: str = "") -> Iterator[Difference]:
    """Where two pieces of JSON differ, outermost first."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name in sorted({*was, *now}):
            yield from differences(was.get(name), now.get(name), f"{path}.{name}" if path else name)
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for place, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from differences(one, other, f"{path}[{place}]")
    elif was != now:
        yield Difference(path, _short(was), _short(now))


def _short(value: Any) -> str | None:
    if value is None:
        return None
    return (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))[:LONGEST]
