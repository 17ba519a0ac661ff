"""What judges said of an answer goes with its words: their reasons quote it."""

from collections.abc import Sequence

from apps.answers.erasing import forgets_answers
from apps.answers.models import Answer
from apps.evaluation.models import RunAnswer


@forgets_answers
def forget(answers: Sequence[Answer]) -> None:
    RunAnswer.objects.filter(answer__in=answers).update(judges=[])
