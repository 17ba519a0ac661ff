"""What the checks find in sentences that a model wrote, in words for the model: each may be mended once (A8)."""

from collections.abc import Iterable

from apps.accounts.models import User
from apps.answers.check.citations import validate
from apps.answers.compose.draft import Draft

MOST_FAULTS = 8
SHOWN = 160  # characters of a sentence


def faults_of(draft: Draft, asker: User) -> list[str]:
    """Every mark that the checks set on the written sentences of `draft`."""
    texts = {one.text for one in draft.written}
    marked = [one for one in validate(draft, asker).validation["sentences"] if one["text"] in texts]
    return at_once(f"{mark['why']} In: {one['text'][:SHOWN]}" for one in marked for mark in one["marks"])


def at_once(told: Iterable[str]) -> list[str]:
    """Each once, and not more than can be mended: a reply that goes back costs a whole call."""
    return list(dict.fromkeys(told))[:MOST_FAULTS]
