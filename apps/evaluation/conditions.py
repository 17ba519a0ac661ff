"""Under which settings, code and models a run was answered, and what of it another run had otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.answers.models import Answer
from apps.evaluation.models import Run

Conditions = Mapping[str, str]
SHOWN = 12  # characters of a digest
MIXED = "changed while it ran"


@dataclass(frozen=True, slots=True)
class Changed:
    """A setting, or a version of code, words or a model, that two runs do not share; "" where it was not known yet."""

    name: str
    before: str
    after: str


def conditions(run: Run) -> dict[str, str]:
    """By name, as the answers' traces keep them; empty before the first answer."""
    told: dict[str, set[str]] = {}
    answers = Answer.objects.filter(pk__in=run.answers.values("answer")).exclude(settings_hash="")
    for pipeline, versions in (
        answers.order_by("settings_hash").distinct("settings_hash").values_list("trace__pipeline", "trace__versions")
    ):
        for name, value in (*_flat(pipeline or {}), *_flat(versions or {})):
            told.setdefault(name, set()).add(value)
    return {name: values.pop() if len(values) == 1 else MIXED for name, values in told.items()}


def changed(before: Conditions, after: Conditions) -> list[Changed]:
    """Nothing where either run has no answer yet."""
    names = sorted({*before, *after}) if before and after else []
    pairs = (Changed(name, before.get(name, ""), after.get(name, "")) for name in names)
    return [one for one in pairs if one.before != one.after]


def _flat(told: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in told.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", _shown(value)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return value[:SHOWN] if isinstance(value, str) and len(value) == 64 and value.isalnum() else str(value)
