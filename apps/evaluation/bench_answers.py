"""What must hold of every answer, over many questions: citations resolve, figures have a place."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from apps.accounts.models import User
from apps.answers.check.evidence import filers_visible
from apps.answers.models import Answer
from apps.evaluation.asked import answered_here
from apps.evaluation.invariants import inspect
from apps.evaluation.mutated import outcomes, summed
from apps.retrieval.found import Scope


def run(
    asked: Iterable[tuple[str, Scope]], user: User, tell: Callable[[str], object], *, mutate: bool = False
) -> dict[str, Any]:
    """Figures over all questions, asked in this process; `rows`: each. A breach is a fault of the program.

    mutate: also how many wrong sentences over these answers are caught.
    """
    rows, told, companies = [], [], sorted(filers_visible(user))
    for question, scope in asked:
        answer = answered_here(question, user, scope)
        row = _row(answer)
        rows.append(row)
        told += outcomes(answer, user, companies) if mutate else []
        tell(f"{len(rows)} {row['status']}, {row['trust']}: {len(row['breaches'])} breaches")
    return _summed(rows) | ({"mutations": summed(told)} if mutate else {}) | {"rows": rows}


def _row(answer: Answer) -> dict[str, Any]:
    seen, validation = inspect(answer), answer.result["validation"]
    return {
        "question": answer.question,
        "status": answer.status,
        "answer": answer.result["answer"],
        "trust": validation["trust"],
        "reasons": [{"rule": one["rule"], "text": one["text"]} for one in validation["reasons"]],
        "citations": seen.citations,
        "figures": seen.figures,
        "marked": seen.marked,
        "breaches": [f"{one.where}: {one.why}" for one in seen.breaches],
    }


def _summed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "answers": len(rows),
        "statuses": dict(Counter(row["status"] for row in rows)),
        "trust": dict(Counter(str(row["trust"]) for row in rows)),
        "rules": dict(Counter(reason["rule"] for row in rows for reason in row["reasons"])),
        "citations": sum(row["citations"] for row in rows),
        "figures": sum(row["figures"] for row in rows),
        "figures_marked": sum(row["marked"] for row in rows),
        "breaches": sum(len(row["breaches"]) for row in rows),
    }


def as_text(figures: dict[str, Any]) -> str:
    """One line a figure, then the breaches."""
    mutations = figures.get("mutations", {})
    told = [f"{name}: {value}" for name, value in figures.items() if name not in {"rows", "mutations"}]
    told += [f"{name}: {value}" for name, value in mutations.items() if name not in {"missed", "marked"}]
    return "\n".join([*told, *(f"breach: {one}" for row in figures["rows"] for one in row["breaches"])])
