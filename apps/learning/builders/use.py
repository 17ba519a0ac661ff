"""What experts verified in the memory bank, as groups: the sentence behind a cell, and others that speak of the same.

Only where the operator has consented (`FINRAG_LEARN_FROM_USE`). Only cells of everybody, whose question everybody may
see, over filings that everybody may read: nothing of a note, or of what somebody keeps to himself, is learned from.
"""

from collections.abc import Iterator, Mapping

from django.conf import settings
from django.db.models import Q

from apps.learning.builders.filed import Filed, Said, alike
from apps.learning.groups import Grade, Group
from apps.memory.circles import ALL
from apps.memory.models import Cell, CellStatus, Evidence, Side

ORIGIN = "verified"
NEGATIVES = 5


def groups(filed: Mapping[str, Filed]) -> Iterator[Group]:
    """filed: by SHA-256, filings that everybody may read. Nothing without consent.

    A figure computed of several cells is no example: none of its places answers alone.
    """
    if not settings.LEARN_FROM_USE:
        return
    told = Q(question__owner=None) | Q(question__shared=True)
    cells = Cell.objects.filter(told, status=CellStatus.VERIFIED, circle=ALL, formula="")
    cells = cells.select_related("question", "company").prefetch_related("evidence__version")
    for cell in cells.order_by("pk").iterator(chunk_size=500):
        for place in cell.evidence.all():
            filing = filed.get(place.version.sha256)
            if place.side == Side.FOR and filing and (said := _said(filing, place)):
                yield _group(cell, filing, said)


def _said(filing: Filed, place: Evidence) -> Said | None:
    """The sentence in which the place begins."""
    on_page = (said for said in filing.said if said.place[0] == place.page)
    return next((said for said in on_page if said.place[1] <= place.start < said.place[2]), None)


def _group(cell: Cell, filing: Filed, said: Said) -> Group:
    question = f"{cell.question.wording.rstrip(' ?')} ({cell.of})?" if cell.of else cell.question.wording
    near = filing.nearest(cell.question.wording, 4 * NEGATIVES)
    wrong = [one for one in near if one != said and not alike(one.stems, said.stems)][:NEGATIVES]
    texts = tuple(filing.worded(one) for one in (said, *wrong))
    return Group(question, texts, (Grade.ANSWERS, *[Grade.OFF_TOPIC] * len(wrong)), ORIGIN, filing.name)
