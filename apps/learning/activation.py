"""Which model is at work: the one that ships, or one trained here that passed the gate. Both ways leave a trail."""

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import Action
from apps.audit.trail import Subject, record
from apps.inference.at_work import named, point_to
from apps.learning.models import ModelKind, ModelState, TrainedModel


class NotActivated(ValueError):
    """str() says why, in one sentence for the operator."""


def activate(model: TrainedModel, by: User | None) -> None:
    """Put it to work in place of the active one. Raises NotActivated where it did not pass the gate, or is at work."""
    if not model.gate.get("passes"):
        raise NotActivated(str(model.gate.get("told") or "It was never compared with the active model."))
    with transaction.atomic():
        if TrainedModel.objects.select_for_update().get(pk=model.pk).state == ModelState.ACTIVE:
            raise NotActivated("It is at work already.")
        _retire(model.kind)
        TrainedModel.objects.filter(pk=model.pk).update(state=ModelState.ACTIVE, activated=timezone.now())
        record(Action.MODEL_ACTIVATED, actor=by, subject=_subject(model), digest=model.digest, gate=model.gate)
        transaction.on_commit(lambda: point_to(model.folder))


def roll_back(kind: str, by: User | None) -> TrainedModel | None:
    """Put the model before to work again, None: the one that ships. Raises NotActivated where none is active."""
    with transaction.atomic():
        active = TrainedModel.objects.filter(kind=kind, state=ModelState.ACTIVE).first()
        if active is None:
            raise NotActivated("No model trained here is active: the one that ships is at work.")
        earlier = TrainedModel.objects.filter(kind=kind, state=ModelState.RETIRED, activated__lt=active.activated)
        before = earlier.order_by("-activated").first()
        _retire(kind)
        if before is not None:
            TrainedModel.objects.filter(pk=before.pk).update(state=ModelState.ACTIVE)
        told = str(before) if before else "the model that ships"
        record(Action.MODEL_ROLLED_BACK, actor=by, subject=_subject(active), digest=active.digest, to=told)
        transaction.on_commit(lambda: point_to(before.folder if before else ""))
    return before


def settle() -> None:
    """Point to the model that the rows say is at work: who died after the change may not have done so.

    A pointer that no model trained here has was set by hand, and stays.
    """
    rows = TrainedModel.objects.filter(kind=ModelKind.RERANKER)
    active = rows.filter(state=ModelState.ACTIVE).values_list("folder", flat=True).first() or ""
    if named() != active and (active or rows.filter(folder=named()).exists()):
        point_to(active)


def _retire(kind: str) -> None:
    TrainedModel.objects.filter(kind=kind, state=ModelState.ACTIVE).update(state=ModelState.RETIRED)


def _subject(model: TrainedModel) -> Subject:
    return Subject("model", model.uid, str(model))
