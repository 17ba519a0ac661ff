"""What use tells: opinions on answers, and readings that their askers changed.

Conversations stand on a floor above, so they tell it here (`tells_opinions`, `tells_corrections`). Nothing is asked for
without consent (`FINRAG_LEARN_FROM_USE`), and of conversations that nobody shares only with FINRAG_LEARN_FROM_PRIVATE.
Whatever they tell, an answer that looked at a document which not everybody may read is left out here.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.conf import settings

from apps.answers.models import Answer, AnswerSource
from apps.learning.builders.filed import open_filings
from apps.learning.groups import Grade


@dataclass(frozen=True, slots=True)
class Opinion:
    """grade: how far by its asker what the answer quotes goes towards what was asked."""

    answer: Answer
    grade: Grade


@dataclass(frozen=True, slots=True)
class Correction:
    """The same question twice: as it was read first, and in the reading that its asker chose or wrote instead."""

    before: Answer
    after: Answer


Opinions = Callable[[bool], Iterable[Opinion]]
Corrections = Callable[[bool], Iterable[Correction]]
OPINIONS: list[Opinions] = []
CORRECTIONS: list[Corrections] = []


def tells_opinions(tell: Opinions) -> Opinions:
    """From now on `tell` is asked for opinions; given True, for those of conversations that nobody shares, too."""
    OPINIONS.append(tell)
    return tell


def tells_corrections(tell: Corrections) -> Corrections:
    """The same for readings that were changed."""
    CORRECTIONS.append(tell)
    return tell


def opinions() -> Iterator[Opinion]:
    """Those that may be learned from."""
    told = [one for tell in OPINIONS for one in tell(settings.LEARN_FROM_PRIVATE)] if settings.LEARN_FROM_USE else []
    closed = _closed(one.answer for one in told)
    yield from (one for one in told if one.answer.pk not in closed)


def corrections() -> Iterator[Correction]:
    """Those that may be learned from."""
    told = [one for tell in CORRECTIONS for one in tell(settings.LEARN_FROM_PRIVATE)] if settings.LEARN_FROM_USE else []
    closed = _closed(answer for one in told for answer in (one.before, one.after))
    yield from (one for one in told if not {one.before.pk, one.after.pk} & closed)


def _closed(answers: Iterable[Answer]) -> set[int]:
    """Keys of those that looked at a note, or at a filing that not everybody may read, or quoted one that is gone."""
    held = list(answers)
    sources = AnswerSource.objects.filter(answer__in=[one.pk for one in held]).exclude(document__in=open_filings())
    return {*sources.values_list("answer", flat=True), *(one.pk for one in held if one.result.get("erased"))}
