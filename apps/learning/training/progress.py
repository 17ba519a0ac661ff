"""How far a run of transformers' Trainer is: told, kept in its checkpoints, and ended by time. Needs transformers."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from transformers import PrinterCallback, TrainerCallback
from transformers.trainer_utils import get_last_checkpoint

TOLD = 10  # steps between two words on progress


class Progress(TrainerCallback):  # type: ignore[misc]  # the package has no types here
    """Of one run. tell: is told how far it is. minutes: where it ends at the latest, 0 for never."""

    def __init__(self, tell: Callable[[str], None], minutes: float = 0.0) -> None:
        self._tell, self._limit = tell, minutes * 60
        self._begun, self._before, self._steps = time.monotonic(), 0.0, 0

    @property
    def seconds(self) -> float:
        """Of all that was trained, before a break too."""
        return self._before + time.monotonic() - self._begun

    def done(self, step: int) -> float:
        """How much of the run is behind it, by steps or by time, whichever is further."""
        by_time = self.seconds / self._limit if self._limit else 0.0
        return max(step / self._steps if self._steps else 0.0, by_time)

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        self._before = next((one["seconds"] for one in reversed(state.log_history) if "seconds" in one), 0.0)
        self._begun, self._steps = time.monotonic(), state.max_steps

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        if self.done(state.global_step) >= 1:
            control.should_training_stop = True

    def on_log(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        told, step = state.log_history[-1], state.global_step
        told["seconds"] = self.seconds
        if "loss" in told:
            done = self.done(step)
            left = self.seconds * (1 - done) / max(done, 1e-9)
            self._tell(f"step {step} of {self._steps}, loss {told['loss']:.4f}, {left / 60:.0f} minutes left")


def watched(trainer: Any, progress: Progress) -> None:
    """Let `progress` speak for the trainer."""
    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(progress)


def last(out: Path, resume: bool) -> str | None:
    """The checkpoint to go on from, None for a run from the beginning."""
    return str(found) if resume and out.is_dir() and (found := get_last_checkpoint(str(out))) else None


def curve(trainer: Any) -> list[tuple[int, float]]:
    """Mean loss of each TOLD steps, with the step."""
    return [(int(one["step"]), float(one["loss"])) for one in trainer.state.log_history if "loss" in one]
