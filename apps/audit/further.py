"""What apps above add to `manage.py audit`, kinds and checks: this app knows no answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandParser

from apps.audit.verification import Report

Line = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Further:
    """arguments: adds those of the kind. run: does it, telling lines; raises Refused with a sentence."""

    help: str
    arguments: Callable[[CommandParser], None]
    run: Callable[[dict[str, Any], Line], None]


class Refused(ValueError):
    """It was not done, or found something wrong; str() is one sentence."""


KINDS: dict[str, Further] = {}
CHECKS: list[Callable[[Report], str]] = []  # of what events vouch for: adds findings, says what it compared


def adds(kind: str, further: Further) -> None:
    """From now on `manage.py audit KIND` does that."""
    KINDS[kind] = further
