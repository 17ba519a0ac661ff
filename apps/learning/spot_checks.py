"""Spot-checks: experts grade what a model annotated, blind to its grade; some of it twice, and what differs thrice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar, cast

import krippendorff
import numpy as np
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, F, Max, Min, Model, Q, QuerySet
from django.db.models.functions import Mod
from django.utils import timezone

from apps.accounts.models import Role, User
from apps.documents.models import Document, DocumentVersion
from apps.learning.groups import Grade
from apps.learning.models import Example, Origin

TWICE = 10  # one in so many is graded by two people
SETTLING = 3  # people who have graded what two saw differently
Checked = TypeVar("Checked", bound=Model)


class CannotGradeError(ValueError):
    """str() is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """alpha: Krippendorff's, of ordered grades; None where too little was graded twice. pairs: texts graded twice."""

    alpha: float | None
    pairs: int


def grades_for(user: User) -> bool:
    """Whether `user` may grade: experts, and administrators, who answer for the place."""
    return user.role in {Role.EXPERT, Role.ADMINISTRATOR}


def annotated_for(user: User) -> QuerySet[Example]:
    """What a model annotated in filings that `user` may see."""
    readable = DocumentVersion.objects.filter(document__in=Document.objects.visible_to(user))
    return Example.objects.filter(origin=Origin.MODEL, filing__in=readable.values("sha256"))


def queue(user: User) -> QuerySet[Example]:
    """What waits for a grade of `user`: first what two saw differently, then second looks, then what nobody graded."""
    return waiting(annotated_for(user), "gradings__grade").exclude(pk__in=_graded_by(user).values("checks"))


def waiting(rows: QuerySet[Checked], given: str) -> QuerySet[Checked]:
    """Those that want another word; given: the path to what people said of them."""
    counted = rows.annotate(given=Count(given), low=Min(given), high=Max(given), turn=Mod(F("pk"), TWICE))
    wanting = counted.filter(Q(given=0) | Q(given=1, turn=0) | Q(given=SETTLING - 1) & ~Q(low=F("high")))
    return cast("QuerySet[Checked]", wanting.order_by("-given", "id"))


def grade(annotated: Example, by: User, given: Grade) -> Example:
    """Raises PermissionDenied, and CannotGradeError for what `by` graded before."""
    if not grades_for(by):
        raise PermissionDenied("Experts grade.")
    with transaction.atomic():
        held = Example.objects.select_for_update().get(pk=annotated.pk)
        if held.gradings.filter(annotator=by).exists():
            raise CannotGradeError("You graded this one already. Undo takes your last grade back.")
        same = {name: getattr(held, name) for name in ("question", "filing", "page", "start", "end", "split")}
        return Example.objects.create(**same, grade=given, origin=Origin.READER, annotator=by, checks=held)


def undo(by: User) -> Example:
    """Takes back the newest grade of `by`; the text that waits again. Raises CannotGradeError where there is none."""
    last = _graded_by(by).order_by("-id").first()
    if last is None or last.checks is None:
        raise CannotGradeError("There is no grade of yours to undo.")
    last.delete()
    return last.checks


def graded(by: User) -> int:
    return _graded_by(by).count()


def graded_last_hour(by: User) -> int:
    return _graded_by(by).filter(created__gte=timezone.now() - timedelta(hours=1)).count()


def among_people() -> Agreement:
    """How far those agree who graded the same texts."""
    return agreement(_gradings().values_list("checks", "annotator", "grade"), list(Grade))


def with_the_model() -> Agreement:
    """How far the people's grade (the middle one of several) and the model's agree."""
    people: dict[int | None, list[int]] = {}
    model: dict[int | None, int] = {}
    for text, given, annotated in _gradings().values_list("checks", "grade", "checks__grade"):
        people.setdefault(text, []).append(given)
        model[text] = annotated
    middle = [(text, "people", settled(given)) for text, given in people.items()]
    return agreement([*middle, *((text, "model", given) for text, given in model.items())], list(Grade))


def settled(given: Sequence[int]) -> int:
    """The middle grade; of two the lower, which claims less."""
    return sorted(given)[(len(given) - 1) // 2]


def _gradings() -> QuerySet[Example]:
    return Example.objects.filter(origin=Origin.READER).exclude(checks=None)


def _graded_by(user: User) -> QuerySet[Example]:
    return _gradings().filter(annotator=user)


def agreement(gradings: Iterable[tuple[object, object, int]], values: Sequence[int]) -> Agreement:
    """Of what was graded, by whom, and how; values: all that there are, in their order."""
    rows = list(gradings)
    texts, graders = ({key: at for at, key in enumerate(dict.fromkeys(row[side] for row in rows))} for side in (0, 1))
    table = np.full((len(graders), len(texts)), np.nan)
    for text, grader, given in rows:
        table[graders[grader], texts[text]] = given
    pairs = int(((~np.isnan(table)).sum(axis=0) >= 2).sum()) if rows else 0
    return Agreement(_alpha(table, values) if pairs else None, pairs)


def _alpha(table: np.ndarray, values: Sequence[int]) -> float | None:
    """None where everybody gave one and the same grade: agreement beyond chance cannot be told then."""
    comparable = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    if len(np.unique(comparable[~np.isnan(comparable)])) < 2:
        return None
    found = krippendorff.alpha(reliability_data=table, level_of_measurement="ordinal", value_domain=list(values))
    return float(found)
