"""A model that was trained, entered as a candidate: calibrated and measured on filers held out, and set to the gate."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.inference import at_work
from apps.inference.packed_pairs import Card, PackedPairs
from apps.learning import measuring
from apps.learning.exporting import write_card
from apps.learning.gate import compare
from apps.learning.groups import Group
from apps.learning.models import DataSet, ModelKind, TrainedModel


@dataclass(frozen=True, slots=True)
class Training:
    """How a model was made; empty where one that was there is only measured. told: stage, settings."""

    base: str = "all-MiniLM-L6-v2"
    told: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    curve: Sequence[tuple[int, float]] = ()


def entered(out: Path, name: str, data: DataSet, held: Sequence[Group], training: Training) -> TrainedModel:
    """The row of the packed model in `out`: calibrated on one half of `held`, measured on the other, and compared.

    Raises ValueError where `held` has nothing to calibrate on, ModelUnavailable where the folder holds no model.
    """
    candidate = measuring.scored(loaded(out), held)
    fitted = measuring.calibrated(candidate[::2])
    card = replace(Card.of(out), shift=fitted.shift, weights={"score": [fitted.slope, 0.0]})
    write_card(card, out)
    active = measuring.ranks(measuring.scored(loaded(at_work.folder()), held))
    row: TrainedModel = TrainedModel.objects.create(
        name=name,
        kind=ModelKind.RERANKER,
        base=training.base,
        data=data,
        settings=training.told,
        folder=str(out.resolve()),
        digest=card.layers,
        figures=measuring.figures(candidate[1::2], fitted),
        gate=compare(active, measuring.ranks(candidate)).as_json(),
        curve=list(training.curve),
        seconds=round(training.seconds),
        machine=f"{platform.machine()}, {platform.processor() or platform.system()}",
    )
    return row


def loaded(folder: Path) -> PackedPairs:
    """Raises ModelUnavailable."""
    return PackedPairs.load(
        folder, batch=settings.PAIR_BATCH, threads=settings.EMBED_THREADS, precision=settings.EMBED_PRECISION
    )
