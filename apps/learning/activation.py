"""Which model is at work: the one that ships, or one trained here that passed the gate. Both ways leave a trail."""

from collections.abc import Callable

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import Action
from apps.audit.trail import Subject, record
from apps.documents import embedders
from apps.documents.reembedding import NoOtherModelError, reembed
from apps.inference.at_work import named, point_to
from apps.inference.embedding import Identity, identity_of
from apps.inference.errors import ModelUnavailable
from apps.learning.embedders import BACKEND
from apps.learning.models import ModelKind, ModelState, TrainedModel

Say = Callable[[str], object]


class NotActivated(ValueError):
    """str() says why, in one sentence for the operator."""


def activate(model: TrainedModel, by: User | None, say: Say | None = None) -> None:
    """Put it to work in place of the active one.

    say: is told how far it is while an embedder embeds the store anew, which takes long; None where nobody can wait.
    Raises NotActivated where it did not pass the gate, is at work, or goes to work in another way.
    """
    if not model.gate.get("passes"):
        raise NotActivated(str(model.gate.get("told") or "It was never compared with the active model."))
    if model.state == ModelState.ACTIVE:
        raise NotActivated("It is at work already.")
    if model.kind == ModelKind.DECODER:
        named = f"FINRAG_DECODER_RERANKER={model.base} and FINRAG_DECODER_ADAPTER={model.folder}"
        raise NotActivated(f"It passed the gate; settings put a decoder to work: {named}")
    if model.kind == ModelKind.EMBEDDER:
        _embed_with(BACKEND, model.folder, say, f"models activate {model.digest[:8]}")
    with transaction.atomic():
        if TrainedModel.objects.select_for_update().get(pk=model.pk).state == ModelState.ACTIVE:
            raise NotActivated("It is at work already.")
        _retire(model.kind)
        TrainedModel.objects.filter(pk=model.pk).update(state=ModelState.ACTIVE, activated=timezone.now())
        record(Action.MODEL_ACTIVATED, actor=by, subject=_subject(model), digest=model.digest, gate=model.gate)
        _point(model.kind, model.folder)


def roll_back(kind: str, by: User | None, say: Say | None = None) -> TrainedModel | None:
    """Put the model before to work again, None: the one that ships, or the embedder that the settings name.

    say: as of `activate`. Raises NotActivated where none is active.
    """
    active = TrainedModel.objects.filter(kind=kind, state=ModelState.ACTIVE).first()
    if active is None:
        raise NotActivated("No model trained here is active: the one that ships is at work.")
    earlier = TrainedModel.objects.filter(kind=kind, state=ModelState.RETIRED, activated__lt=active.activated)
    before = earlier.order_by("-activated").first()
    if kind == ModelKind.EMBEDDER:
        place = (BACKEND, before.folder) if before else (settings.EMBED_BACKEND, settings.EMBED_MODEL)
        _embed_with(*place, say, f"models roll-back --kind {kind}")
    with transaction.atomic():
        if not TrainedModel.objects.select_for_update().filter(pk=active.pk, state=ModelState.ACTIVE).exists():
            raise NotActivated("Another model was put to work meanwhile.")
        _retire(kind)
        if before is not None:
            TrainedModel.objects.filter(pk=before.pk).update(state=ModelState.ACTIVE)
        told = str(before) if before else "the model that ships"
        record(Action.MODEL_ROLLED_BACK, actor=by, subject=_subject(active), digest=active.digest, to=told)
        _point(kind, before.folder if before else "")
    return before


def _point(kind: str, folder: str) -> None:
    """The pointer is the re-ranker's; which embedder is at work the store says."""
    if kind == ModelKind.RERANKER:
        transaction.on_commit(lambda: point_to(folder))


def _embed_with(backend: str, place: str, say: Say | None, command: str) -> None:
    """Make it the store's embedder, unless it is. Raises NotActivated."""
    if say is None:
        raise NotActivated(f"Every passage is embedded anew first, which takes long: manage.py {command}")
    try:
        serving = embedders.serving()
        if serving is None or Identity(
            serving.name, serving.digest, serving.dimensions, serving.precision
        ) != identity_of(backend, place):
            reembed(backend, place, say)
    except (ModelUnavailable, NoOtherModelError) as error:
        raise NotActivated(str(error)) from error


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
