"""The walk through a recipe: sets, then one training after the other, then the network in 8 bits. It can be broken off:
what is there already is not made again, and a training goes on from its last checkpoint.
"""

import json
import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apps.learning.building import HELD_OUT
from apps.learning.exporting import export
from apps.learning.groups import Group, read, write
from apps.learning.shipping.recipe import Recipe, Stage
from apps.learning.shipping.sets import Sources, of_stage
from apps.learning.training.settings import TrainingSettings

WINDOW = 40  # steps whose groups are sorted by length together
DONE = "config.json"  # written with the network, after the last step
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Walked:
    """seconds: of all trainings. peak: most memory of this process, in GB. data: the last stage's set."""

    seconds: float
    peak: float
    steps: int
    curve: list[tuple[int, float]]
    data: Path

    def told(self) -> str:
        return f"{self.steps} steps in {self.seconds / 3600:.2f} hours, {self.peak:.1f} GB at most"


def walk(recipe: Recipe, sources: Callable[[], Sources], base: str, out: Path, tell: Tell) -> Walked:
    """Train all stages into folders below `out` and write the packed model to `out`. sources: asked for if needed."""
    from apps.learning.training.cross_encoder import loaded

    out.mkdir(parents=True, exist_ok=True)
    sets = built(recipe, sources, out, tell)
    run = None
    for number, stage in enumerate(recipe.stages):
        folder = out / stage.name
        if not (folder / DONE).exists():
            tell(f"stage {stage.name}:")
            run = _trained(recipe, stage, list(read(sets[number])), base, folder, tell)
        base = str(folder)
    export(run.network if run else loaded(base), out, recipe.name)
    return _walked(recipe, out, sets[-1])


def built(recipe: Recipe, sources: Callable[[], Sources], out: Path, tell: Tell) -> list[Path]:
    """The files of the stages' sets; beside them the questions about the filers held out."""
    files = [out / f"{stage.name}.jsonl.xz" for stage in recipe.stages]
    if all(file.exists() for file in [*files, out / HELD_OUT]):
        return files
    found, before = sources(), list[Group]()
    write(found.held(recipe), out / HELD_OUT)
    for stage, file in zip(recipe.stages, files, strict=True):
        before = _kept(file) or of_stage(stage, recipe, found, before, tell)
        write(before, file)
        tell(f"{file.name}: {len(before)} groups")
    return files


def _kept(file: Path) -> list[Group]:
    return list(read(file)) if file.exists() else []


def _trained(recipe: Recipe, stage: Stage, groups: Sequence[Group], base: str, folder: Path, tell: Tell) -> Any:
    from apps.learning.training.cross_encoder import train

    settings = TrainingSettings(
        base,
        length=recipe.length,
        rate=stage.rate,
        steps=stage.steps,
        epochs=0,
        seed=recipe.seed,
        questions=stage.questions,
        dropout=stage.dropout,
        window=WINDOW * stage.questions,
    )
    return train(groups, settings, folder, resume=True, tell=tell)


def _walked(recipe: Recipe, out: Path, data: Path) -> Walked:
    curves = [json.loads((out / stage.name / "curve.json").read_text(encoding="utf-8")) for stage in recipe.stages]
    return Walked(
        seconds=sum(one["seconds"] for one in curves),
        peak=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2,
        steps=sum(stage.steps for stage in recipe.stages),
        curve=[tuple(point) for one in curves for point in one["losses"]],
        data=data,
    )
