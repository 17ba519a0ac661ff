"""The settings that this installation runs with: each with its value, where it comes from, and no secret."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from apps.answers.run import settings as pipeline
from finrag_site import environment

# What other processes of ours read: the supervisor, the embedded database.
ELSEWHERE = {
    "PORT": "8000",
    "FINRAG_HOST": "127.0.0.1",
    "FINRAG_ANSWER_PROCESSES": "2",
    "FINRAG_SHARED_BUFFERS": "512MB",
    "FINRAG_STATEMENT_SECONDS": "300",
}
HIDDEN, EMPTY = "hidden", "not set"


@dataclass(frozen=True, slots=True)
class InForce:
    """source: "default", "environment", "file", or "TOML" (the file of FINRAG_PIPELINE)."""

    name: str
    value: str
    source: str

    @property
    def changed(self) -> bool:
        return self.source != "default"


def settings_in_force() -> list[InForce]:
    """By name. A secret is only said to be set."""
    for name, default in ELSEWHERE.items():
        environment.text(name, default)
    read = sorted(environment.READ.values(), key=lambda one: one.name)
    return [InForce(one.name, _shown(one), one.source) for one in read]


def _shown(one: environment.Setting) -> str:
    if not one.value:
        return EMPTY
    return HIDDEN if one.secret else ", ".join(_bare(part) for part in one.value.split(","))


def _bare(text: str) -> str:
    """An address without what lets somebody in: name and password before the host, and its query."""
    if "://" not in text:
        return text
    parts = urlsplit(text.strip())
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def pipeline_in_force() -> list[InForce]:
    """Every switch and threshold of the road of a question. Raises pipeline.SettingsError."""
    given = pipeline.sources()
    flat = _flat(asdict(pipeline.PipelineSettings.configured()))
    return [InForce(name, str(value), given.get(name, "default")) for name, value in flat]


def _flat(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value
