"""The steps of a review: each is a row, and an event of the trail."""

import secrets
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.audit.models import Action
from apps.audit.trail import record
from apps.review.access import subject_of
from apps.review.models import Kind, Review, ReviewNote, Standing
from apps.review.outlines import AnswerOutline


class CannotReview(ValueError):
    """This step makes no sense now; str() is one sentence for the reviewer."""


@dataclass(frozen=True, slots=True)
class Step:
    """due, second: taken where the step is a due date, or opens a review."""

    kind: Kind
    text: str = ""
    due: date | None = None
    second: bool = False


def take(answer: AnswerOutline | Answer, reviewer: User, step: Step, address: str | None = None) -> Review:
    """Take one step. Raises CannotReview."""
    with transaction.atomic():
        review, _ = Review.objects.get_or_create(answer_id=answer.pk)
        review = Review.objects.select_for_update().get(pk=review.pk)
        STEPS[step.kind](review, reviewer, step)
        review.save()
        ReviewNote.objects.create(review=review, author=reviewer, kind=step.kind, text=step.text)
        told: dict[str, Any] = {"change": step.kind.value, "text": step.text, "state": review.standing}
        told["second"] = review.second
        told |= {"due": review.due.isoformat()} if review.due else {}
        record(Action.REVIEWED, actor=reviewer, subject=subject_of(answer), address=address, **told)
    return review


def _taken(review: Review, reviewer: User, step: Step) -> None:
    review.due, review.second = step.due or review.due, step.second or review.second


def _flag(review: Review, reviewer: User, step: Step) -> None:
    _say_why(step)
    _still_open(review)
    review.standing = Standing.FLAGGED


def _comment(review: Review, reviewer: User, step: Step) -> None:
    _say_why(step)


def _sign(review: Review, reviewer: User, step: Step) -> None:
    _still_open(review)
    _not_own(review, reviewer)
    review.standing, review.signed_by = Standing.SIGNED, reviewer


def _confirm(review: Review, reviewer: User, step: Step) -> None:
    if review.standing != Standing.SIGNED:
        raise CannotReview("A second sign-off needs a first one.")
    if review.signed_by_id == reviewer.pk:
        raise CannotReview("The second reviewer must be somebody else than the first.")
    _not_own(review, reviewer)
    review.standing = Standing.CONFIRMED


def _reopen(review: Review, reviewer: User, step: Step) -> None:
    _say_why(step)
    if review.standing == Standing.OPEN:
        raise CannotReview("This review is open.")
    review.standing, review.signed_by = Standing.OPEN, None


def _due(review: Review, reviewer: User, step: Step) -> None:
    review.due, review.second = step.due, step.second


def _say_why(step: Step) -> None:
    if not step.text.strip():
        raise CannotReview("Say why in a few words.")


def _still_open(review: Review) -> None:
    if review.standing in {Standing.SIGNED, Standing.CONFIRMED}:
        raise CannotReview("This review is signed off; open it again first.")


def _not_own(review: Review, reviewer: User) -> None:
    if Answer.objects.filter(pk=review.answer_id, asker=reviewer).exists():
        raise CannotReview("Nobody signs off an answer to his own question.")


STEPS = {
    Kind.TAKEN: _taken,
    Kind.FLAG: _flag,
    Kind.COMMENT: _comment,
    Kind.SIGN: _sign,
    Kind.CONFIRM: _confirm,
    Kind.REOPEN: _reopen,
    Kind.DUE: _due,
}
if unmapped := set(Kind) - set(STEPS):
    raise LookupError(f"These steps of a review do nothing: {sorted(unmapped)}")


WORDS = {
    Kind.COMMENT: "Comment",
    Kind.FLAG: "Flag",
    Kind.SIGN: "Sign off",
    Kind.CONFIRM: "Sign off as second reviewer",
    Kind.REOPEN: "Open again",
    Kind.DUE: "Set the day when it is due",
}


def possible(answer: AnswerOutline, review: Review | None, reviewer: User) -> list[tuple[Kind, str]]:
    """The steps that this reviewer can take now, with their words."""
    standing, own = review.standing if review else Standing.OPEN, answer.asker_id == reviewer.pk
    signed = standing in {Standing.SIGNED, Standing.CONFIRMED}
    second = standing == Standing.SIGNED and not own and bool(review and review.signed_by_id != reviewer.pk)
    left_out = {Kind.FLAG, Kind.SIGN} if signed else {Kind.SIGN} if own else set()
    left_out |= set() if second else {Kind.CONFIRM}
    left_out |= {Kind.REOPEN} if standing == Standing.OPEN else set()
    return [(kind, words) for kind, words in WORDS.items() if kind not in left_out]


def sample(
    found: Any, size: int, reviewer: User, step: Step, address: str | None, told: dict[str, str]
) -> list[AnswerOutline]:
    """Draw `size` of these answers at random and put them up for review, those under review left out."""
    reviewed = Review.objects.order_by().values("answer")
    keys = list(found.exclude(pk__in=reviewed).order_by().values_list("pk", flat=True))
    drawn = secrets.SystemRandom().sample(keys, min(size, len(keys)))
    answers = list(AnswerOutline.objects.filter(pk__in=drawn))
    with transaction.atomic():
        for answer in answers:
            take(answer, reviewer, step, address)
        counts: dict[str, Any] = {"drawn": len(answers), "of": len(keys), "filters": told}
        record(Action.SAMPLED, actor=reviewer, address=address, **counts)
    return answers
