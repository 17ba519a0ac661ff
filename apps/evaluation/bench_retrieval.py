"""`manage.py bench retrieval`: one row a path and stage, peers beside them, and many users at once."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.accounts.models import User
from apps.evaluation.ablation import AS_IT_IS, changes
from apps.evaluation.financebench import Setting, missing
from apps.evaluation.gold import Gold, filings, gold
from apps.evaluation.late import NAME, late_interaction
from apps.evaluation.peers import Kind, peers
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the command. peer: None for no peers, [] for all kinds."""

    setting: Setting = Setting.SHARED
    ablate: bool = False
    peer: list[Kind] | None = None
    users: int = 0
    held: bool = False
    late: bool = False
    limit: int = 0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--setting", type=Setting, choices=list(Setting), default=Setting.SHARED)
    parser.add_argument("--ablate", action="store_true", help="a row for each path alone, without it, and each stage")
    parser.add_argument(
        "--peer",
        nargs="*",
        type=Kind,
        choices=list(Kind),
        help="bm25s + dense, fused, over the same passages; all kinds",
    )
    parser.add_argument(
        "--held",
        action="store_true",
        help="only questions about filings that are in the store: says little of the whole",
    )
    parser.add_argument(
        "--late", action="store_true", help="a row re-ranked by late interaction: makes vectors as asked"
    )
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="only the first N questions")
    parser.add_argument("--users", type=int, default=0, metavar="N", help="then N processes asking at once")


def run(data: Path, user: User, wanted: Wanted, say: Say) -> dict[str, Any]:
    """The figures as they are written. Raises OSError, ModelUnavailable, and ValueError when filings are missing."""
    asked, whose = _askable(gold(data), user, held=wanted.held)[: wanted.limit or None], filings(data)
    absent = missing(user, list(whose))
    if not wanted.held:
        _check_held(asked, absent, wanted.setting)
    finders = {change.name: searcher(change, wanted.setting, user, asked) for change in changes(ablate=wanted.ablate)}
    if wanted.late:
        finders[NAME] = late_interaction(wanted.setting, user, asked)
    if wanted.peer is not None:
        kept = Path(settings.VAR_DIR) / "bench" / "bare-passages"
        finders |= peers(user, wanted.setting, asked, wanted.peer or list(Kind), kept, say)
    rows = []
    for name, find in finders.items():
        rows.append(measured(name, find, asked, whose))
        say(f"{name}: {json.dumps(rows[-1].figures)}")
    figures: dict[str, Any] = {"setting": str(wanted.setting), "questions": len(asked)}
    figures |= {
        "filings_held": len(whose) - len(absent),
        "rows": [row.as_json() for row in rows],
        "gains": _gains(rows),
    }
    if wanted.users:
        figures["throughput"] = throughput([question.text for question in asked], user, wanted.users).as_json()
    return figures


def _askable(asked: Sequence[Gold], user: User, *, held: bool) -> list[Gold]:
    """All questions, or those whose filings are there. Raises ValueError when that is none."""
    absent = set(missing(user, [name for question in asked for name in question.documents])) if held else set()
    kept = [question for question in asked if not absent & question.documents]
    if not kept:
        raise ValueError("There is no question with gold pages about a filing in the store.")
    return kept


def _check_held(asked: Sequence[Gold], absent: Sequence[str], setting: Setting) -> None:
    needed = {question.document for question in asked}
    if lacking := [name for name in absent if setting is Setting.SHARED or name in needed]:
        raise ValueError(f"{len(lacking)} filings are not in the store: run bench financebench first.")


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
