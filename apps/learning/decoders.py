"""A decoder's adapter that was trained, entered as a candidate: measured on filers held out, before and after.

It is read as the product reads it. Names and years are those of the filings, whatever was learned from.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.conf import settings

from apps.inference.decoder import Decoder
from apps.learning import measuring
from apps.learning.candidates import Made, Training, row
from apps.learning.gate import compare
from apps.learning.groups import Group
from apps.learning.models import DataSet, ModelKind, TrainedModel

if TYPE_CHECKING:
    from apps.learning.training.decoder import Adapter


def ranks(base: str, adapter: str, held: Sequence[Group]) -> list[float]:
    """The reciprocal rank of the answering text of each group that has one. Raises ModelUnavailable."""
    model = Decoder.load(base, adapter=adapter, batch=settings.PAIR_BATCH)
    return measuring.ranks(measuring.scored(model, held))


def entered(
    made: "Adapter", name: str, data: DataSet, held: Sequence[Group], before: Sequence[float], training: Training
) -> TrainedModel:
    """The row of the adapter in `made.folder`. before: `ranks` of what the training started from, over `held`."""
    after = ranks(training.base, str(made.folder), held)
    adapter = Made(name, ModelKind.DECODER, made.folder, made.digest)
    figures = {"questions": len(after), "group": {"mrr": measuring.both(before, after)}}
    return row(adapter, data, training, figures, compare(before, after))
