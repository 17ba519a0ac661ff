"""A trial: a list of questions over one road, each with its answer, what it took, and a recording to walk again.

The endpoint may be a person who reads each prompt: what has been asked already is left alone, so a trial can be broken
off and gone on with, and several can run side by side over parts of one list.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord
from apps.answers.run.asking import ask
from apps.answers.run.canonical import canonical
from apps.answers.run.recorded import Apart, recorded_caller
from apps.answers.run.records import content_of
from apps.answers.run.replay import Rehearsal
from apps.answers.run.result_object import result_of
from apps.answers.run.settings import PipelineSettings, RoadKind, load
from apps.answers.run.workflow import answer, road_of, walk
from apps.retrieval.found import Scope

ROWS, RECORDINGS = "rows.jsonl", "recordings"
Tell = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Question:
    """Of a line of the list nothing else is read: what would be right stands beside it."""

    ident: str
    text: str


def questions(file: Path, part: int, parts: int) -> list[Question]:
    """Every `parts`-th question from the `part`-th on, both from 1. Raises ValueError for a list that is none."""
    if not 1 <= part <= parts:
        raise ValueError(f"There is no part {part} of {parts}.")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    found = [Question(str(row["id"]), str(row["question"])) for row in rows]
    return found[part - 1 :: parts]


def run(asked: Iterable[Question], way: RoadKind, user: User, out: Path, tell: Tell) -> list[dict[str, Any]]:
    """The rows of this run; they are kept in `out` as they come, with a recording each."""
    (out / RECORDINGS).mkdir(parents=True, exist_ok=True)
    settings, done, rows = PipelineSettings.configured().on(way), set(_done(out, way)), []
    for one in asked:
        if one.ident in done:
            continue
        tell(f"{one.ident}: {one.text}")
        row = _asked(one, way, settings, user, out)
        with (out / ROWS).open("a", encoding="utf-8") as file:
            print(json.dumps(row, ensure_ascii=False), file=file)
        rows.append(row)
        tell(f"  {row['status']}, {row['calls']} calls, {row['tokens_in']}+{row['tokens_out']} tokens")
    return rows


def _done(out: Path, way: RoadKind) -> Iterator[str]:
    if (out / ROWS).exists():
        rows = map(json.loads, (out / ROWS).read_text(encoding="utf-8").splitlines())
        yield from (row["id"] for row in rows if row["road"] == way)


def _asked(one: Question, way: RoadKind, settings: PipelineSettings, user: User, out: Path) -> dict[str, Any]:
    given = ask(user, one.text, Scope(), way=way)
    answer(given.pk, settings)
    given.refresh_from_db()
    record = AnswerRecord.objects.filter(answer=given).latest("number")
    told = content_of(record)
    (out / RECORDINGS / f"{one.ident}-{way}.json").write_bytes(canonical(told))
    return {"id": one.ident, "question": one.text, "road": way.value, "record": record.digest, **_row(given, told)}


def _row(given: Answer, told: Mapping[str, Any]) -> dict[str, Any]:
    """calls: requests that a model answered, those that were sent back included."""
    result, calls = given.result or {}, told["calls"]
    checked = result.get("validation") or {}
    return {
        "status": given.status or given.state,
        "answer": result.get("answer", given.error),
        "value": result.get("value"),
        "unit": result.get("unit"),
        "read_as": result.get("read_as", ""),
        "trust": checked.get("trust"),
        "reasons": [one["text"] for one in checked.get("reasons", [])],
        "pages": result.get("pages", [])[:8],
        "calls": sum(len(call["replies"]) for call in calls),
        "tokens_in": sum(call["tokens_in"] for call in calls),
        "tokens_out": sum(call["tokens_out"] for call in calls),
        "seconds": told["seconds"],
        "problems": [call["problem"] for call in calls if call["problem"]],
        "steps": (told["stages"].get("loop") or {}).get("steps", []),
    }


@dataclass(frozen=True, slots=True)
class Walked:
    """A recording that was walked again: the words then and now; how many calls are not those of the record, which."""

    ident: str
    was: str
    now: str
    strangers: int
    told: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        return self.was == self.now and not self.strangers


def replayed(file: Path, user: User) -> Walked:
    """The question of a recording asked again of the models in it; nobody else is asked, and no answer is kept."""
    told = json.loads(file.read_bytes())
    settings = load(told["made_with"]["settings"])
    apart = Apart()
    caller = recorded_caller(told, settings, apart)
    given = Answer(asker=user, question=told["asked"]["question"], scope=told["asked"]["scope"], way=settings.road)
    road = road_of(given, settings, caller)
    walk(Rehearsal(), road)
    was = (told["stages"].get("validate") or {}).get("result", {}).get("answer", "")
    return Walked(file.stem, was, result_of(road, 0.0)["answer"], len(apart.reworded) + len(apart.strange), apart.told)


def summed(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Of each road: questions, and the median of calls and of tokens in."""
    found = list(rows)
    roads = sorted({str(row["road"]) for row in found})
    return {road: _medians([row for row in found if row["road"] == road]) for road in roads}


def _medians(rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    names = ("calls", "tokens_in", "tokens_out", "seconds")
    return {"questions": len(rows), **{name: sorted(row[name] for row in rows)[len(rows) // 2] for name in names}}
