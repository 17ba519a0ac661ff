"""Settings that a question brings itself: a few of the pipeline's, otherwise than this installation is set up.

Who brings them is a user and no operator, so no number may be far above its default: an answer stays an answer, and is
not a way to keep the workers busy.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from json import dumps, loads
from typing import Any

from apps.answers.run.settings import PipelineSettings, SettingsError, flat

MOST = 10  # settings of one question
TIMES, LEAST_ROOM = 5, 1.0  # a number may be so many times its default; and where that is less, at most so much
LONGEST = 200  # characters of a text


def from_toml(text: str) -> dict[str, Any]:
    """By dotted name: [text] accept = 0.9 is "text.accept". Raises SettingsError."""
    try:
        return dict(flat(tomllib.loads(text)))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"This is no TOML: {error}") from None


def of_text(value: str) -> Any:
    """What somebody typed as one value, as TOML has it; what is none is text."""
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return value


def as_set_up() -> dict[str, Any]:
    """Every setting by its dotted name, as plain JSON."""
    return _plain(PipelineSettings.configured())


def own(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes as they are kept, in plain JSON and without those that change nothing. Raises SettingsError."""
    changed = _plain(PipelineSettings.configured().changed(changes))
    kept = {name: value for name, value in changed.items() if value != as_set_up()[name]}
    if len(kept) > MOST:
        raise SettingsError(f"At most {MOST} settings can be changed at once; these are {len(kept)}.")
    defaults = _plain(PipelineSettings())
    for name, value in kept.items():
        _refuse_large(name, value, defaults[name])
    return kept


def told(changes: Mapping[str, Any]) -> str:
    """On one line."""
    return ", ".join(f"{name} {shown(value)}" for name, value in sorted(changes.items()))


def shown(value: Any) -> str:
    """As TOML has it, but that text stands bare."""
    return value or '""' if isinstance(value, str) else dumps(value, ensure_ascii=False)


def _plain(settings: PipelineSettings) -> dict[str, Any]:
    return {name: loads(dumps(value)) for name, value in flat(asdict(settings))}


def _refuse_large(name: str, value: Any, default: Any) -> None:
    """Raises SettingsError."""
    if isinstance(value, str) and len(value) > LONGEST:
        raise SettingsError(f"{name} can have at most {LONGEST} characters.")
    most = max(LEAST_ROOM, TIMES * max(map(abs, _numbers(default)), default=0.0))
    if any(not 0 <= number <= most for number in _numbers(value)):  # what is no number at all is not within either
        raise SettingsError(f"{name} can be from 0 to {most:g} here.")


def _numbers(value: Any) -> list[float]:
    held = value if isinstance(value, list) else [value]
    return [one for one in held if isinstance(one, (int, float)) and not isinstance(one, bool)]
