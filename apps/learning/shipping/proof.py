"""What a new model is worth on whole roads of questions about filers held out; its calibration is fitted there, too."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from apps.accounts.models import User
from apps.answers.judge.pair_model import Calibration
from apps.inference.packed_pairs import Card
from apps.inference.pair_scoring import PairScorer
from apps.learning import judging, roads
from apps.learning.exporting import write_card
from apps.learning.judging import Seen
from apps.learning.roads import Road
from apps.learning.shipping.recipe import Recipe
from apps.learning.shipping.sets import Sources

ROADS = "roads.jsonl.xz"
THRESHOLDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


def walked(recipe: Recipe, sources: Sources, viewer: User, file: Path) -> list[Road]:
    """The roads of the readers' questions about the filers held out; those of `file`, where it is there."""
    if not file.exists():
        held = {one.sha256: one for one in sources.filed if recipe.holds_out(one.name)}
        roads.write(roads.walked(sources.written, held, viewer), file)
    return list(roads.read(file))


def proved(of: Sequence[Road], model: PairScorer, folder: Path) -> Iterator[str]:
    """Write the calibration into the model's card, and tell how far up pages come and what the judge would accept."""
    scores = [judging.scored(road, model) for road in of]
    without, verdict = judging.pages(of, list(map(judging.ordered, of, scores)))
    yield f"page MRR@10 without {without:.3f}, with {without + verdict.difference:.3f}. {verdict.told()}"
    seen = [one for road, own in zip(of, scores, strict=True) for one in judging.seen(road, own, model)]
    try:
        calibrate(folder, judging.fitted(seen))
        yield from _judged(seen)
    except ValueError:
        yield "Too few questions of too few filers to try the judge on."


def calibrate(folder: Path, fitted: Calibration) -> None:
    card = replace(Card.of(folder), shift=round(fitted.shift, 3), weights=_rounded(fitted))
    write_card(card, folder)


def calibrate_numbers(folder: Path, fitted: Calibration) -> None:
    """From then on the model reads numbers."""
    card = replace(Card.of(folder), numbers_shift=round(fitted.shift, 3), numbers=_rounded(fitted))
    write_card(card, folder)


def _rounded(fitted: Calibration) -> dict[str, list[float]]:
    return {name: [round(one, 3) for one in weight] for name, weight in fitted.weights.items()}


def _judged(seen: Sequence[Seen]) -> Iterator[str]:
    """Fitted on the other filers each. Right is only what a reader wrote down: others may answer, too."""
    said = judging.crossed(seen)
    for least in THRESHOLDS:
        yield judging.accepted(said, least).told()
