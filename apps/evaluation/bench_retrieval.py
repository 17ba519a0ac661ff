"""`manage.py bench retrieval`: one row a path and stage, peers beside them, and many users at once."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.accounts.models import User
from apps.evaluation.ablation import AS_IT_IS, changes
from apps.evaluation.financebench import Setting, missing
from apps.evaluation.gold import Gold, filings, gold
from apps.evaluation.peers import peers
from apps.evaluation.retrieval import Row, gains, measured, searcher
from apps.evaluation.tables import table
from apps.evaluation.throughput import throughput

SHOWN = {
    "doc_hit@1": "doc@1",
    "doc_hit@5": "doc@5",
    "page_recall@5": "R@5",
    "page_recall@10": "R@10",
    "page_recall@20": "R@20",
    "page_precision@5": "P@5",
    "page_mrr@10": "MRR@10",
    "inside_ndcg@5": "in nDCG@5",
    "inside_map@5": "in MAP@5",
    "inside_mrr@5": "in MRR@5",
    "wrong_company@1": "other co.",
    "wrong_year@1": "other yr.",
    "seconds_p50": "p50 ms",
    "seconds_p95": "p95 ms",
}
Say = Callable[[str], object]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--setting", type=Setting, choices=list(Setting), default=Setting.SHARED)
    parser.add_argument("--ablate", action="store_true", help="a row for each path alone, without it, and each stage")
    parser.add_argument("--peer", action="store_true", help="bm25s + dense, fused, over the same passages")
    parser.add_argument("--users", type=int, default=0, metavar="N", help="then N processes asking at once")


def run(data: Path, user: User, *, setting: Setting, ablate: bool, peer: bool, users: int, say: Say) -> dict[str, Any]:
    """The figures as they are written. Raises OSError, ModelUnavailable, and ValueError when filings are missing."""
    asked, whose = gold(data), filings(data)
    _check_held(user, asked, list(whose) if setting is Setting.SHARED else [])
    finders = {change.name: searcher(change, setting, user, asked) for change in changes(ablate=ablate)}
    if peer:
        finders |= peers(user, setting, asked, Path(settings.VAR_DIR) / "bench" / "bare-passages", say)
    rows = []
    for name, find in finders.items():
        rows.append(measured(name, find, asked, whose))
        say(f"{name}: {json.dumps(rows[-1].figures)}")
    figures = {"setting": str(setting), "rows": [row.as_json() for row in rows], "gains": _gains(rows)}
    if users:
        figures["throughput"] = throughput([question.text for question in asked], user, users).as_json()
    return figures


def _check_held(user: User, asked: Sequence[Gold], names: list[str]) -> None:
    needed = sorted({*names, *(question.document for question in asked)})
    if not asked:
        raise ValueError("The folder has no questions with gold pages.")
    if absent := missing(user, needed):
        raise ValueError(f"{len(absent)} of {len(needed)} filings are not in the store: run bench financebench first.")


def _gains(rows: Sequence[Row]) -> dict[str, dict[str, float | None]]:
    """Of the search as it is over each peer."""
    own = next(row for row in rows if row.name == AS_IT_IS.name)
    return {row.name: gains(own, row) for row in rows if row.name.startswith("peer")}


def as_text(figures: dict[str, Any]) -> str:
    """The figures of `run` for a terminal."""
    shown = [table(["", *SHOWN.values()], [[row["name"], *_cells(row)] for row in figures["rows"]])]
    names = [name for name in SHOWN if any(name in gain for gain in figures["gains"].values())]
    if names:
        ratios = [[f"times {peer}", *(_ratio(gain[name]) for name in names)] for peer, gain in figures["gains"].items()]
        shown.append(table(["", *(SHOWN[name] for name in names)], ratios))
    if many := figures.get("throughput"):
        shown.append(table(["at once", "value"], [[name.replace("_", " "), value] for name, value in many.items()]))
    return "\n\n".join(shown)


def _cells(row: dict[str, Any]) -> list[str]:
    return [f"{row[name] * 1000:.0f}" if name.startswith("seconds") else f"{row[name]:.2f}" for name in SHOWN]


def _ratio(gain: float | None) -> str:
    return "-" if gain is None else f"{gain:.2f}"
