"""The trained judge that this installation has after the rules, where one is set."""

import logging
import os
from functools import cache
from pathlib import Path

from django.conf import settings

from apps.answers.judge.judge import RULES
from apps.answers.judge.pair_model import Calibration, PairJudge
from apps.inference import at_work
from apps.inference.errors import ModelUnavailable
from apps.inference.packed_pairs import PackedPairs
from apps.inference.pair_scoring import PairScorer, judge_model, wanted
from apps.inference.queued import QueuedPairs

logger = logging.getLogger(__name__)


def configured_judge() -> PairJudge | None:
    """Loaded once in each process. A model that cannot be loaded leaves the rules alone, and the log says so."""
    return _configured(os.getpid(), settings.JUDGE_MODEL, at_work.folder())


@cache
def _configured(process: int, name: str, folder: Path) -> PairJudge | None:
    """folder: of the model at work, where the setting does not name another."""
    if not wanted(name):
        return None
    try:
        return trained_judge()
    except ModelUnavailable as error:
        logger.warning("no judge but the rules: %s", error)
        return None


def judges() -> list[str]:
    """The names of all that judge, in their order."""
    model = configured_judge()
    return [RULES, model.name] if model else [RULES]


def trained_judge() -> PairJudge:
    """The model at work with its calibration. Raises ModelUnavailable."""
    model = judge_model()
    return PairJudge(model, _calibration(model), _of_numbers(model))


def _of_numbers(model: PairScorer) -> Calibration | None:
    if isinstance(model, PackedPairs | QueuedPairs) and model.card and model.card.numbers:
        return Calibration(model.card.numbers, model.card.numbers_shift)
    return None


def _calibration(model: PairScorer) -> Calibration:
    """A model of ours brings its own, in which only its own scores of passages count."""
    if isinstance(model, PackedPairs | QueuedPairs) and model.card:
        own = settings.CROSS_ENCODER == settings.JUDGE_MODEL
        weights = {name: one for name, one in model.card.weights.items() if own or not name.startswith("passage")}
        return Calibration(weights, model.card.shift)
    return Calibration({"score": (settings.JUDGE_SLOPE, 0.0)}, settings.JUDGE_SHIFT)
