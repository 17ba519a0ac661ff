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
from apps.learning.gate import Verdict, compare
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
    verdict = compare(active, measuring.ranks(candidate))
    made = Made(name, ModelKind.RERANKER, out, card.layers)
    return row(made, data, training, measuring.figures(candidate[1::2], fitted), verdict)


@dataclass(frozen=True, slots=True)
class Made:
    """What came out of a training. digest: of its weights."""

    name: str
    kind: ModelKind
    folder: Path
    digest: str


def row(made: Made, data: DataSet, training: Training, figures: dict[str, Any], verdict: Verdict) -> TrainedModel:
    """Enter it as a candidate, with what was measured and what the gate says."""
    entered: TrainedModel = TrainedModel.objects.create(
        name=made.name,
        kind=made.kind,
        base=training.base,
        data=data,
        settings=training.told,
        folder=str(made.folder.resolve()),
        digest=made.digest,
        figures=figures,
        gate=verdict.as_json(),
        curve=list(training.curve),
        seconds=round(training.seconds),
        machine=f"{platform.machine()}, {platform.processor() or platform.system()}",
    )
    return entered


def loaded(folder: Path) -> PackedPairs:
    """Raises ModelUnavailable."""
    return PackedPairs.load(folder, threads=settings.EMBED_THREADS, precision=settings.EMBED_PRECISION)
