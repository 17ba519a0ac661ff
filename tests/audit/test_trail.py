"""What an event keeps."""

import uuid
from typing import Any, cast

import pytest

from apps.audit.models import Action, AuditEvent
from apps.audit.trail import Subject, record
from tests.people import People

pytestmark = pytest.mark.django_db


def test_actor_subject_and_detail_by_value(people: People) -> None:
    uid = uuid.uuid4()
    made = record(
        Action.UPLOADED, actor=people.owner, subject=Subject("document", uid, "Report"), address="10.0.0.7", size=3
    )
    event = AuditEvent.objects.get(pk=made.pk)
    assert (event.actor_uid, event.actor_name) == (people.owner.uid, "olga.owner")
    assert (event.subject_type, event.subject_uid, event.subject_name) == ("document", uid, "Report")
    assert (event.address, event.detail) == ("10.0.0.7", {"size": 3})


def test_the_system_and_anonymous_callers() -> None:
    assert record(Action.RESUMED).actor_name == "system"
    assert record(Action.LOGIN_FAILED, anonymous=True).actor_name == "anonymous"


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(ValueError, match="made-up"):
        record(cast(Action, "made-up"))
    assert not AuditEvent.objects.exists()


def test_a_long_or_hostile_name_does_not_lose_the_event() -> None:
    detail: dict[str, Any] = {"names": ["a\0b", {"x\0": 1}]}
    event = record(Action.UPLOAD_REFUSED, subject=Subject("document", None, "\0" + "n" * 400), **detail)
    event.refresh_from_db()
    assert len(event.subject_name) == 300
    assert "\0" not in str(event.detail)
