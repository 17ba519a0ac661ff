"""What a new model is worth on whole roads of questions about filers held out; its calibration is fitted there, too."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from apps.accounts.models import User
from apps.answers.judge.pair_model import Calibration
from apps.answers.run.settings import TextSettings
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
    orders = [judging.orders(road, model) for road in of]
    without, verdict = judging.pages(of, orders)
    yield f"page MRR@10 without {without:.3f}, with {without + verdict.difference:.3f}. {verdict.told()}"
    seen = [one for road, order in zip(of, orders, strict=True) for one in judging.seen(road, order, model)]
    calibrate(folder, judging.fitted(seen))
    yield from _judged(seen)


def calibrate(folder: Path, fitted: Calibration) -> None:
    card = replace(Card.of(folder), slope=fitted.slope, shift=fitted.shift, lead=fitted.lead)
    write_card(card, folder)


def _judged(seen: Sequence[Seen]) -> Iterator[str]:
    """Fitted on the other filers each. Right is only what a reader wrote down: others may answer, too."""
    said = judging.crossed(seen)
    for least in THRESHOLDS:
        yield judging.accepted(seen, said, least, TextSettings().covers).told()
