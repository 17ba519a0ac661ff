"""What the answers of a run cost, stage by stage: seconds, and what models took (V13)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from apps.answers.models import Answer, Stage, StageName
from apps.evaluation.models import Run

WHOLE = "Whole answer"


@dataclass(frozen=True, slots=True)
class Cost:
    """answers: how many came through the stage. median, late: seconds of half of them, and of 95 in 100."""

    stage: str
    answers: int
    median: float
    late: float
    calls: int = 0
    tokens: int = 0
    dollars: Decimal = Decimal(0)


def costs(run: Run) -> list[Cost]:
    """The stages in their order, then the whole, from the question on: waiting for a worker is in it."""
    stages = Stage.objects.filter(answer__in=run.answers.values("answer"), ended__isnull=False).defer("calls")
    by_name: dict[str, list[Stage]] = {name: [] for name in StageName.values}
    for stage in stages:
        by_name[stage.name].append(stage)
    told = [_cost(StageName(name).label, rows) for name, rows in by_name.items() if rows]
    return [*told, _whole(run, told)] if told else []


def _cost(stage: str, rows: Sequence[Stage]) -> Cost:
    models = [row.detail["model"] for row in rows if row.detail.get("model")]
    return Cost(
        stage,
        len({row.answer_id for row in rows}),
        *_seconds((row.ended - row.started).total_seconds() for row in rows if row.ended),
        sum(one["calls"] for one in models),
        sum(one["tokens_in"] + one["tokens_out"] for one in models),
        sum((Decimal(str(one["cost"])) for one in models), Decimal(0)),
    )


def _whole(run: Run, told: Sequence[Cost]) -> Cost:
    answers = Answer.objects.filter(pk__in=run.answers.values("answer"), finished__isnull=False)
    times = [finished - created for created, finished in answers.values_list("created", "finished") if finished]
    sums = (sum(one.calls for one in told), sum(one.tokens for one in told), sum(one.dollars for one in told))
    return Cost(WHOLE, len(times), *_seconds(one.total_seconds() for one in times), *sums[:2], Decimal(sums[2]))


def _seconds(of: Iterable[float]) -> tuple[float, float]:
    median, late = np.quantile(list(of) or [0.0], [0.5, 0.95])
    return float(median), float(late)
