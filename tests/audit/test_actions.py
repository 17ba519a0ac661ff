"""The actions are a closed set: each is recorded somewhere, and has its icon and its words."""

import re
from pathlib import Path

import pytest

from apps.audit.models import Action, AuditEvent
from apps.audit.presentation import ICONS, details, icon
from finrag_site.embedded.paths import BASE

MAPPED = {"models.py", "presentation.py"}


def recorded() -> set[str]:
    """The names of the actions that the code mentions, outside of where they are defined and mapped."""
    files = [*(BASE / "apps").rglob("*.py"), *(BASE / "finrag_site").rglob("*.py")]
    sources = [path for path in files if not (path.parent.name == "audit" and path.name in MAPPED)]
    return {name for path in sources for name in re.findall(r"\bAction\.([A-Z_]+)\b", path.read_text())}


def test_each_action_is_recorded_somewhere() -> None:
    assert {action.name for action in Action} - recorded() == set()


def test_nothing_records_an_action_that_does_not_exist() -> None:
    assert recorded() - {action.name for action in Action} == set()


@pytest.mark.parametrize("action", Action)
def test_each_has_an_icon_that_is_served_and_words(action: Action) -> None:
    sprite = (Path(BASE) / "static" / "vendor" / "icons.svg").read_text()
    assert f'<symbol id="{ICONS[action]}"' in sprite
    assert action.label and action.label != action.value.upper()


def test_details_are_one_line_each() -> None:
    event = AuditEvent(action="long-gone", detail={"from_state": "uploaded", "counts": {"pages": 3}, "nothing": None})
    assert details(event) == [("from state", "uploaded"), ("counts", '{"pages": 3}'), ("nothing", "null")]
    assert icon(event) == "help"
