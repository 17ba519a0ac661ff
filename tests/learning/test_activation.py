"""A model is put to work behind the gate, and taken out again; both leave a trail."""

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from pytest_django import DjangoCaptureOnCommitCallbacks

from apps.audit.models import Action, AuditEvent
from apps.inference import at_work
from apps.inference.packed_pairs import SHIPPED
from apps.learning.activation import NotActivated, activate, roll_back
from apps.learning.models import ModelKind, ModelState, TrainedModel

PASSED = {"passes": True, "told": "Better than the active model: +0.10."}


@pytest.fixture
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.MODELS_DIR = tmp_path
    return tmp_path


def trained(digest: str, gate: dict[str, object]) -> TrainedModel:
    return TrainedModel.objects.create(
        name="pairs", kind=ModelKind.RERANKER, base="small", folder=f"/models/{digest}", digest=digest * 8, gate=gate
    )


@pytest.mark.django_db
def test_what_did_not_pass_the_gate_is_not_put_to_work(folder: Path) -> None:
    failed = trained("a", {"passes": False, "told": "Not shown to be better: it lacks 0.020."})
    with pytest.raises(NotActivated, match=r"lacks 0\.020"):
        activate(failed, None)
    with pytest.raises(NotActivated, match="never compared"):
        activate(trained("b", {}), None)
    assert at_work.folder() == SHIPPED and not AuditEvent.objects.filter(action=Action.MODEL_ACTIVATED).exists()


@pytest.mark.django_db
def test_activation_and_rolling_back_move_the_pointer_and_leave_a_trail(
    folder: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    first, second = trained("a", PASSED), trained("b", PASSED)
    for model in (first, second):
        with django_capture_on_commit_callbacks(execute=True):
            activate(model, None)
    assert at_work.folder() == Path("/models/b")
    assert TrainedModel.objects.get(state=ModelState.ACTIVE) == second

    with django_capture_on_commit_callbacks(execute=True):
        assert roll_back(ModelKind.RERANKER, None) == first
    assert at_work.folder() == Path("/models/a")
    with django_capture_on_commit_callbacks(execute=True):
        assert roll_back(ModelKind.RERANKER, None) is None
    assert at_work.folder() == SHIPPED
    with pytest.raises(NotActivated, match="the one that ships is at work"):
        roll_back(ModelKind.RERANKER, None)
    trail = AuditEvent.objects.order_by("id").values_list("action", flat=True)
    assert list(trail) == [*[Action.MODEL_ACTIVATED] * 2, *[Action.MODEL_ROLLED_BACK] * 2]


@pytest.mark.django_db
def test_the_command_takes_one_model_by_its_digest(folder: Path) -> None:
    trained("a", {"passes": False, "told": "Not shown to be better."})
    with pytest.raises(CommandError, match="Name one model"):
        call_command("models", "activate")
    with pytest.raises(CommandError, match="Not shown to be better"):
        call_command("models", "activate", "aaaa")
