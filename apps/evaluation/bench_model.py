"""The workflow with a model over questions: is its JSON valid, does anything invented pass, what does it take."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

from django.db import connection

from apps.accounts.acting import carried
from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.presentation import as_json
from apps.answers.run.settings import PipelineSettings, Way
from apps.documents.modelled.verbatim import figures
from apps.documents.models import Chunk
from apps.evaluation.asked import answered_here
from apps.retrieval.found import Scope

ALWAYS = PipelineSettings(planner=Way.MODEL, curator=Way.MODEL, writer=Way.MODEL)


def run(
    asked: Iterable[tuple[str, Scope]], user: User, tell: Callable[[str], object], at_once: int = 1
) -> dict[str, Any]:
    """Figures over all questions, asked in this process, with a model in each stage that may have one; `rows`: each.

    at_once: questions side by side, for a server that answers several; their seconds then count each other's waiting.
    """

    def row_of(one: tuple[str, Scope]) -> dict[str, Any]:
        row = _answered(*one, user)
        tell(f"{row['status']} {row['seconds']} s {row['tokens_in']}+{row['tokens_out']} tokens: {one[0][:60]}")
        if threading.current_thread() is not threading.main_thread():
            connection.close()
        return row

    if at_once == 1:
        rows = [row_of(one) for one in asked]
    else:
        with ThreadPoolExecutor(max_workers=at_once) as pool:
            rows = list(pool.map(carried(row_of), asked))
    return _summed(rows) | {"rows": rows}


def _answered(question: str, scope: Scope, user: User) -> dict[str, Any]:
    row = answered_here(question, user, scope, ALWAYS)
    shown = as_json(row, user)
    sentences = (shown["validation"] or {}).get("sentences", [])
    return {
        "question": question,
        "status": shown["status"] or shown["state"],
        "trust": (shown["validation"] or {}).get("trust"),
        "calls": [_call(call) for call in row.trace.get("calls", [])],
        "sentences": len(sentences),
        "marked": sum(1 for sentence in sentences if not sentence["supported"]),
        "invented_passed": invented(row, sentences),
        **{name: shown[name] for name in ("seconds", "tokens_in", "tokens_out", "answer")},
    }


def _call(call: dict[str, Any]) -> dict[str, Any]:
    return {name: call[name] for name in ("stage", "repairs", "tokens_in", "tokens_out", "seconds", "cost", "problem")}


def invented(answer: Answer, sentences: Iterable[dict[str, Any]]) -> list[str]:
    """Figures of sentences that passed the checks, which stand neither in a passage that the answer cites, nor in its
    sheet, nor in its question. Counted apart from the checks, digit by digit; what is flagged as rounded is left out.
    """
    chunks = Chunk.objects.filter(pk__in=answer.citations.values("chunk")).select_related("version__document")
    told = [f"{chunk.text} {chunk.view} {chunk.version.document.title}" for chunk in chunks]
    known = figures(" ".join([answer.question, str(answer.result.get("sheet") or ""), *told]))
    passed = (sentence for sentence in sentences if sentence["supported"] and 0 not in sentence["citations"])
    return [
        figure
        for sentence in passed
        for figure in sorted(figures(sentence["text"]) - known - figures(" ".join(sentence["rounded"])))
    ]


def _summed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    calls = [call for row in rows for call in row["calls"]]
    valid = [call for call in calls if not call["problem"]]
    return {
        "questions": len(rows),
        "statuses": dict(Counter(row["status"] for row in rows)),
        "trust": dict(Counter(str(row["trust"]) for row in rows)),
        "calls": len(calls),
        "calls_valid_after_repairs": len(valid),
        "repairs": sum(call["repairs"] for call in calls),
        "sentences": sum(row["sentences"] for row in rows),
        "sentences_marked": sum(row["marked"] for row in rows),
        "invented_numbers_passed": sum(len(row["invented_passed"]) for row in rows),
        "tokens_in": sum(row["tokens_in"] for row in rows),
        "tokens_out": sum(row["tokens_out"] for row in rows),
        "seconds": round(sum(row["seconds"] or 0 for row in rows), 3),
        "cost": str(sum((Decimal(call["cost"]) for call in calls), Decimal(0))),
        "stages": {stage: _stage(stage, calls) for stage in dict.fromkeys(call["stage"] for call in calls)},
    }


def _stage(stage: str, calls: list[dict[str, Any]]) -> dict[str, Any]:
    own = [call for call in calls if call["stage"] == stage]
    counts = {name: sum(call[name] for call in own) for name in ("repairs", "tokens_in", "tokens_out")}
    return {"calls": len(own), **counts, "seconds": round(sum(call["seconds"] for call in own), 3)}


def as_text(figures_of_run: dict[str, Any]) -> str:
    """One line a figure."""
    return "\n".join(f"{name}: {value}" for name, value in figures_of_run.items() if name != "rows")
