"""Which precision and how many streams suit this processor: a trial of a few seconds, once for each machine.

Processors differ: one computes bf16 three times as fast as f32, the next a little faster, and short texts gain more
from several of them side by side than from several threads for each. What was found is kept in the folder of data,
with the processor that it was found on.
"""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from time import perf_counter

from django.conf import settings

logger = logging.getLogger(__name__)

FILE = "embedding-trial.json"
ROUNDS = 3  # of which the fastest counts: other work only ever slows one down
TEXT = "Net sales of the {n}th segment rose on higher volumes of kelp, offset in part by freight and by currency. "
TEXTS = [TEXT.format(n=n) * (4 + n % 7) for n in range(32)]  # 85 to 210 tokens, as passages have


@dataclass(frozen=True, slots=True)
class Choice:
    """precision: bf16 or f32. streams: texts computed side by side, each by its share of the threads."""

    precision: str
    streams: int


Embed = Callable[[list[str]], object]


def chosen() -> Choice | None:
    """What a trial on this processor found; None where there was none."""
    try:
        kept = json.loads(_path().read_text(encoding="utf-8"))
        return Choice(**kept["choice"]) if kept["processor"] == processor() else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def choose(load: Callable[[Choice], Embed]) -> Choice:
    """The fastest of the choices that this processor has, measured now and kept. load: the model, ready for one."""
    figures = {choice: _passages_a_second(load(choice)) for choice in choices()}
    best = max(figures, key=lambda choice: figures[choice])
    told = [asdict(choice) | {"passages_a_second": round(speed, 1)} for choice, speed in figures.items()]
    _keep({"processor": processor(), "choice": asdict(best), "figures": told})
    logger.info("embedding in %s, %s at once: %.0f passages a second", best.precision, best.streams, figures[best])
    return best


def choices() -> Iterator[Choice]:
    import openvino

    able = openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    for precision in (["bf16"] if "BF16" in able else []) + ["f32"]:
        for streams in sorted({1, max(1, settings.EMBED_THREADS)}):
            yield Choice(precision, streams)


def processor() -> str:
    """A digest of the processor, of how many threads there are, of the runtime, and of what is tried."""
    import openvino

    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    named = sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))})
    tried = [str(settings.EMBED_THREADS), str(settings.EMBED_TOKENS), openvino.__version__, *TEXTS]
    return sha256("\n".join([*named, *tried]).encode()).hexdigest()


def _passages_a_second(embed: Embed) -> float:
    embed(TEXTS)  # shapes are prepared once
    return len(TEXTS) / min(_seconds(embed) for _ in range(ROUNDS))


def _seconds(embed: Embed) -> float:
    began = perf_counter()
    embed(TEXTS)
    return perf_counter() - began


def _path() -> Path:
    return Path(settings.MODELS_DIR) / FILE


def _keep(found: dict[str, object]) -> None:
    try:
        _path().parent.mkdir(parents=True, exist_ok=True)
        fresh = _path().with_suffix(".new")
        fresh.write_text(json.dumps(found, indent=1), encoding="utf-8")
        fresh.replace(_path())
    except OSError as error:
        logger.warning("the trial is not kept and will be made again: %s", error)
