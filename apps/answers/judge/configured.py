"""The judge that this installation has: rules always, a trained model after them where one is set."""

import logging
import os
from functools import cache

from django.conf import settings

from apps.answers.judge.judge import Judge, Panel
from apps.answers.judge.pair_model import Calibration, PairJudge
from apps.answers.judge.rules import RuleJudge
from apps.inference.errors import ModelUnavailable
from apps.inference.pair_scoring import judge_model

logger = logging.getLogger(__name__)


def configured_judge() -> Panel:
    """Loaded once in each process. A model that cannot be loaded leaves the rules alone, and says so in the log."""
    return _configured(os.getpid(), settings.JUDGE_MODEL)


@cache
def _configured(process: int, name: str) -> Panel:
    judges: list[Judge] = [RuleJudge()]
    if name:
        try:
            calibration = Calibration(settings.JUDGE_SLOPE, settings.JUDGE_SHIFT)
            judges.append(PairJudge(judge_model(), calibration))
        except ModelUnavailable as error:
            logger.warning("no judge but the rules: %s", error)
    return Panel(tuple(judges))
