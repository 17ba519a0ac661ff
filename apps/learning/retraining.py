"""Training again by night: from the model at work, on what this store holds by now. It ends as a candidate; a person
activates it, and only where the gate lets it pass.
"""

import random
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from apps.inference import at_work
from apps.learning.builders.filed import filers
from apps.learning.building import HELD_OUT, USES, Plan, build
from apps.learning.candidates import Training, entered
from apps.learning.exporting import export
from apps.learning.groups import read
from apps.learning.models import TrainedModel
from apps.learning.training.settings import TrainingSettings

A_FILING = 30  # questions by rule over each
HELD = 4  # one filer of so many is only measured on, always the same ones
RATE = 3e-5  # gentle: the model knows its trade already
NAME = "finrag-pairs-nightly"


def retrain(readers: Path, day: date, tell: Callable[[str], None]) -> TrainedModel:
    """Raises ImportError without torch, ValueError where too few filers are held to measure on some of them."""
    from apps.learning.training.cross_encoder import train

    kept = held_out(filers())
    out = Path(settings.MODELS_DIR) / f"nightly-{day.isoformat()}"
    out.mkdir(parents=True, exist_ok=True)
    plan = Plan(kept, A_FILING, rows=0, readers=readers, checked=True, use=tuple(USES), seed=day.toordinal())
    data = build(plan, out / "set.jsonl.xz")
    groups = list(read(out / "set.jsonl.xz"))
    told = TrainingSettings(str(at_work.folder()), rate=RATE, minutes=float(settings.RETRAIN_MINUTES))
    run = train(groups, told, out / "checkpoint", resume=True, tell=tell)
    export(run.network, out, NAME)
    training = Training(str(at_work.folder()), {"stage": "nightly", **asdict(told)}, run.seconds, run.losses)
    return entered(out, NAME, data, list(read(out / HELD_OUT)), training)


def held_out(names: list[str]) -> tuple[str, ...]:
    """The same filers every night: chosen by their names, at least one. Raises ValueError where only one is held."""
    if len(names) < 2:
        raise ValueError("filings of at least two filers are needed: one is only measured on")
    chosen = tuple(one for one in names if int(sha256(one.encode()).hexdigest(), 16) % HELD == 0)
    if 0 < len(chosen) < len(names):
        return chosen
    return (random.Random(0).choice(names),)  # noqa: S311 - a choice, not a secret
