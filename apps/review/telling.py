"""A record as its page, its offline copy and its report show it: the same sections, as plain words and rows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.answers.models import StageName
from apps.retrieval.found import Path

PATHS = tuple(str(path) for path in Path)
LEFT_OUT = frozenset({"prompt", "draft"})
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A stage that was walked. offset, share: where it lies in the whole time, in percent."""

    name: str
    attempt: int
    started: str
    seconds: float | None
    offset: float
    share: float
    told: Pairs


@dataclass(frozen=True, slots=True)
class Considered:
    """A candidate. scores: for each of PATHS rank and score, None where that path did not find it."""

    rank: int
    document: str
    page: int
    score: float
    scores: tuple[dict[str, float] | None, ...]
    kept: bool
    cited: bool
    reasons: tuple[str, ...]
    passage: str  # public id


@dataclass(frozen=True, slots=True)
class Searched:
    question: str
    told: Pairs
    candidates: tuple[Considered, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A call of a model, with everything that was said."""

    stage: str
    model: str
    prompt: str
    digest: str
    messages: tuple[tuple[str, str], ...]
    replies: tuple[tuple[str, str], ...]  # each with why it was refused, "" for the one taken
    tokens: int
    seconds: float
    problem: str


@dataclass(frozen=True, slots=True)
class Told:
    """The sections of a record."""

    record: Mapping[str, Any]
    asked: Mapping[str, Any]
    result: Mapping[str, Any]
    validation: Mapping[str, Any]
    timeline: tuple[Passed, ...]
    readings: tuple[tuple[str, str], ...]  # as JSON, with the reason
    searches: tuple[Searched, ...]
    judged: tuple[Mapping[str, Any], ...]
    calls: tuple[Asked, ...]
    tools: tuple[Mapping[str, Any], ...]
    citations: tuple[Mapping[str, Any], ...]
    trees: tuple[tuple[str, str, "Node"], ...]  # the figure, its value, and how it was computed
    made_with: Pairs
    problem: Mapping[str, Any]

    @property
    def measures(self) -> Pairs:
        return pairs(self.validation.get("measures") or {})


@dataclass(frozen=True, slots=True)
class Node:
    """A step of a calculation: an operator or function over further steps, or a figure with its source."""

    text: str
    source: str = ""
    parts: tuple["Node", ...] = ()


def told_of(record: Mapping[str, Any]) -> Told:
    stages = record["stages"]
    checked = stages.get("validate") or {}
    result = checked.get("result") or {}
    cited = {row["chunk"] for row in checked.get("candidates", ()) if row["chosen"]}
    own = {row["chunk"]: row["reason"] for row in checked.get("candidates", ())}
    searches = [_search(one, record["passages"], cited, own) for one in stages.get("gather") or ()]
    readings = (stages.get("intent") or {}).get("readings", ())
    return Told(
        record=record,
        asked=record["asked"],
        result=result,
        validation=result.get("validation") or {},
        timeline=_timeline(record["timeline"]),
        readings=tuple((pretty(one["query"]), one.get("reason", "")) for one in readings),
        searches=tuple(searches),
        judged=tuple((stages.get("curate") or {}).get("judged", ())),
        calls=tuple(map(_call, record["calls"])),
        tools=tuple(record["tools"]),
        citations=tuple(record["citations"]),
        trees=tuple(_trees(stages.get("calculate") or {})),
        made_with=pairs({name: one for name, one in record["made_with"].items() if name != "settings"}),
        problem=record["problem"],
    )


def pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)


def pairs(told: Mapping[str, Any]) -> Pairs:
    """Name and value of each, on one line."""
    kept = ((name, value) for name, value in told.items() if value not in ("", [], {}, None))
    return tuple((str(name).replace("_", " "), _line(value)) for name, value in kept)


def _line(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, (str, int, float)) for one in value):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _timeline(rows: list[Mapping[str, Any]]) -> tuple[Passed, ...]:
    times = [(_time(row["started"]), _time(row["ended"]) if row["ended"] else None) for row in rows]
    if not times:
        return ()
    begun, last = times[0][0], max((ended or started) for started, ended in times)
    whole = max((last - begun).total_seconds(), 0.001)
    return tuple(_passed(row, at, begun, whole) for row, at in zip(rows, times, strict=True))


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _passed(row: Mapping[str, Any], at: tuple[datetime, Any], begun: datetime, whole: float) -> Passed:
    started, ended = at
    seconds = (ended - started).total_seconds() if ended else None
    name = StageName(row["stage"]).label if row["stage"] in StageName.values else row["stage"]
    detail = {key: value for key, value in row["detail"].items() if key not in LEFT_OUT}
    offset = 100 * (started - begun).total_seconds() / whole
    share = 100 * (seconds or 0) / whole
    begun_at = row["started"][11:23]
    return Passed(name, row["attempt"], begun_at, seconds, round(offset, 2), round(share, 2), pairs(detail))


def _search(trace: Mapping[str, Any], passages: Mapping[str, Any], cited: set[int], own: Mapping[int, str]) -> Searched:
    shown = ("terms", "filters", "relaxed", "not_held", "documents_searched", "passages_searched", "found", "judges")
    rows = enumerate(trace.get("candidates", ()), start=1)
    found = tuple(_considered(rank, row, passages, cited, own) for rank, row in rows)
    return Searched(trace.get("question", ""), pairs({name: trace.get(name) for name in shown}), found)


def _considered(
    rank: int, row: Mapping[str, Any], passages: Mapping[str, Any], cited: set[int], own: Mapping[int, str]
) -> Considered:
    key = row["chunk_id"]
    place = passages.get(str(key), ["", "", 0])
    return Considered(
        rank=rank,
        document=row.get("document_name", ""),
        page=row.get("page", 0) + 1,
        score=row.get("score", 0.0),
        scores=tuple((row.get("scores") or {}).get(path) for path in PATHS),
        kept=bool(row.get("kept")),
        cited=key in cited,
        reasons=(*row.get("reasons", ()), *([own[key]] if own.get(key) else [])),
        passage=place[0],
    )


def _call(call: Mapping[str, Any]) -> Asked:
    problems = [*call["problems"], *[""] * len(call["replies"])]
    return Asked(
        stage=call["stage"],
        model=call["model"],
        prompt=call["prompt_name"],
        digest=call["prompt_digest"],
        messages=tuple((one["role"], one["text"]) for one in call["prompt"]),
        replies=tuple(zip(call["replies"], problems, strict=False)),
        tokens=call["tokens_in"] + call["tokens_out"],
        seconds=call["seconds"],
        problem=call["problem"],
    )


def _trees(outcome: Mapping[str, Any]) -> list[tuple[str, str, Node]]:
    return [
        (_figure_name(one), (one.get("shown") or {}).get("text", ""), _node(one["tree"]))
        for one in outcome.get("figures", ())
        if one.get("tree")
    ]


def _figure_name(figure: Mapping[str, Any]) -> str:
    spans = figure.get("spans") or [{}]
    labels = dict.fromkeys((spans[0].get("label", ""), spans[-1].get("label", "")))
    return ", ".join(filter(None, (figure.get("name"), figure.get("part"), figure.get("filer"), " to ".join(labels))))


def _node(tree: Mapping[str, Any]) -> Node:
    """The kinds of `answers.compute.tree`, told apart by their fields."""
    if operand := tree.get("operand"):
        candidate = operand["candidate"]
        place = candidate.get("place") or {}
        page = f", page {place['page'] + 1}" if "page" in place else ""
        period = (operand.get("span") or {}).get("label", "")
        return Node(f"{operand.get('name', '')} {period}: {operand['value']}", f"{candidate.get('source', '')}{page}")
    if "operator" in tree:
        return Node(tree["operator"], parts=(_node(tree["left"]), _node(tree["right"])))
    if "function" in tree:
        return Node(tree["function"], parts=tuple(map(_node, tree["of"])))
    return Node(str(tree.get("value", "0")))
