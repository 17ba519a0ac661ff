"""Kinds of `manage.py audit` that apps above add: this app knows no answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandParser

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


def adds(kind: str, further: Further) -> None:
    """From now on `manage.py audit KIND` does that."""
    KINDS[kind] = further
