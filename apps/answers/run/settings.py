"""Every method switch and every threshold of the road, in one object; its digest stands in every answer.

From three places, the later winning: the defaults here, the TOML file that FINRAG_PIPELINE names, and variables
FINRAG_PIPELINE__SECTION__NAME (FINRAG_PIPELINE__SEARCH__RRF_K=30).
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from functools import cache
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Any

from django.conf import settings
from pydantic import TypeAdapter, ValidationError

from apps.answers.check.trust import Thresholds
from apps.answers.run.versions import code_digest, lexicon_digest
from apps.retrieval.found import SearchSettings

VARIABLE = "FINRAG_PIPELINE__"


NEVER = 2.0  # no probability


class SettingsError(ValueError):
    """Settings that make no sense; str() says which, for the operator."""


class Way(StrEnum):
    """How a stage is done. Model: by the model wherever one is configured. Auto: so only where the rules leave
    something to it: what the calculator answers they answer alone.
    """

    RULES = "rules"
    MODEL = "model"
    AUTO = "auto"


class RoadKind(StrEnum):
    """Rules alone; a workflow with a model at its stations; or a model's loop over tools, where the rules decline."""

    RULES = "rules"
    WORKFLOW = "workflow"
    LOOP = "loop"


@dataclass(frozen=True, slots=True)
class TextSettings:
    """How sentences are chosen (H3, M5).

    passages: of those found, how many are read sentence by sentence. judged: quotations that the judge sees, one of
    each of the first passages. accept: the probability from which one counts as an answer; fixed on questions held out.
    number: that from which a sentence counts as one because of a number in it, and any quotation of a question for
    figures; above 1 no number counts.
    quoted: most quotations of an answer. closest: sentences shown where none is accepted; closest_weight, closest_k: of
    their vote on the order of pages, against 1 for the passages, and of both votes' reciprocal ranks; closest_votes:
    how many of them vote. tables: of a question for figures that nothing answers, how many of those that come closest
    are shown; table_share, table_words: how likely each must be the one among the tables found, and which part of the
    question's words it must say (H4).
    """

    passages: int = 20
    judged: int = 12
    accept: float = 0.7
    number: float = 0.85
    quoted: int = 2
    closest: int = 5
    closest_weight: float = 0.25
    closest_k: int = 5
    closest_votes: int = 3
    tables: int = 3
    table_share: float = 0.08
    table_words: float = 0.1

    def least(self, *, figures: bool) -> float:
        """From which probability a quotation answers: what only speaks of a figure is read more easily than words."""
        return max(self.accept, self.number) if figures and self.number <= 1 else self.accept


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """The ways and thresholds of the road.

    planner, curator, writer: the way of each stage that a model can do. road: who leads where a model is configured.
    loop_calls: most calls of a model in a loop. subquestions: most of them besides the question itself (V7).
    curation_rounds, relevant_most: of the curation (H3). curator_passages, curator_characters: how many passages it
    sees at once, and of each how much; curator_least: of those that say less of what is asked. writer_characters: of
    each passage that the writer sees. writer_beside: of all neighbours of passages together (V9). memory: verified
    cells answer at once (V6). figures: the probability from which figures that the rules computed are told; 0 for
    always (A8). parsed: the probability from which a question that the grammar leaves words of is read by the trained
    parser, where no language model plans; above 1 for never.
    trust: what the degrees of trust ask for.
    """

    search: SearchSettings = field(default_factory=SearchSettings)
    text: TextSettings = field(default_factory=TextSettings)
    trust: Thresholds = field(default_factory=Thresholds)
    road: RoadKind = RoadKind.WORKFLOW
    loop_calls: int = 12
    planner: Way = Way.AUTO
    curator: Way = Way.AUTO
    writer: Way = Way.AUTO
    subquestions: int = 6
    curation_rounds: int = 3
    relevant_most: int = 10
    curator_passages: int = 20
    curator_characters: int = 900
    curator_least: int = 200
    writer_characters: int = 2000
    writer_beside: int = 1600
    memory: bool = True
    figures: float = 0.3
    parsed: float = 0.3

    @classmethod
    def configured(cls) -> "PipelineSettings":
        """As this installation is set up. Raises SettingsError."""
        return _configured(settings.ANSWERING, settings.PIPELINE_FILE, _variables(os.environ))

    def on(self, way: str) -> "PipelineSettings":
        """The same on the road that an asker chose; "" leaves it as it is."""
        if not way:
            return self
        own = Way.RULES if way == RoadKind.RULES else Way.AUTO if self.writer is Way.RULES else self.writer
        return replace(self, road=RoadKind(way), planner=own, curator=own, writer=own)

    def changed(self, changes: Mapping[str, Any]) -> "PipelineSettings":
        """The same but for these, by name ("text.accept": "0.9"). Raises SettingsError."""
        raw: dict[str, Any] = asdict(self)
        for name, value in changes.items():
            raw = _merged(raw, _nested(name.split("."), value))
        return load(raw)

    def digest(self) -> str:
        """Of the settings, the words of the reader and the code: the same digest answers the same."""
        parts = {"settings": asdict(self), "lexicon": lexicon_digest(), "code": code_digest()}
        return sha256(dumps(parts, sort_keys=True, default=str).encode()).hexdigest()


def load(raw: Mapping[str, Any]) -> PipelineSettings:
    """From plain data; what is not named keeps its default. Raises SettingsError for names that are none."""
    default = asdict(PipelineSettings())
    if unknown := sorted(_unknown(raw, default)):
        raise SettingsError(f"There is no setting {', '.join(unknown)} of the pipeline.")
    try:
        return TypeAdapter(PipelineSettings).validate_python(_merged(default, raw))
    except ValidationError as error:
        first = error.errors()[0]
        raise SettingsError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def recorded(raw: Mapping[str, Any]) -> PipelineSettings:
    """Those of a record: what is gone since is left out; tables, parser and numbers that it did not know are off.

    Raises SettingsError.
    """
    known = _known(raw, asdict(PipelineSettings()))
    text = known.get("text", {})
    off: dict[str, Any] = {"tables": 0} if "table_words" not in text else {}  # tables were none, or chosen otherwise
    off |= {} if "number" in text else {"number": NEVER}
    return load({"parsed": NEVER} | known | {"text": text | off})


def _known(raw: Mapping[str, Any], default: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _known(value, default[name]) if isinstance(value, Mapping) else value
        for name, value in raw.items()
        if name in default
    }


def sources() -> dict[str, str]:
    """Of each setting that is given, by its dotted name, where the value in force comes from. Raises SettingsError."""
    found = (
        dict.fromkeys(("planner", "curator", "writer", "road"), "environment") if settings.ANSWERING != Way.AUTO else {}
    )
    if settings.PIPELINE_FILE:
        found |= dict.fromkeys(dict(flat(_read(Path(settings.PIPELINE_FILE)))), "TOML")
    return found | {name.replace("__", "."): "environment" for name, _ in _variables(os.environ)}


def flat(raw: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted names with what stands below them."""
    for name, value in raw.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


@cache
def _configured(way: str, file: str, variables: tuple[tuple[str, str], ...]) -> PipelineSettings:
    loop = way == RoadKind.LOOP
    raw: dict[str, Any] = dict.fromkeys(("planner", "curator", "writer"), Way.AUTO if loop else way)
    raw["road"] = RoadKind.LOOP if loop else RoadKind.RULES if way == Way.RULES else RoadKind.WORKFLOW
    raw = _merged(raw, _read(Path(file))) if file else raw
    for name, value in variables:
        raw = _merged(raw, _nested(name.split("__"), value))
    return load(raw)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"FINRAG_PIPELINE names {file}, which cannot be read: {error}") from None


def _variables(environment: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    found = {
        name.removeprefix(VARIABLE).lower(): value for name, value in environment.items() if name.startswith(VARIABLE)
    }
    return tuple(sorted(found.items()))


def _nested(path: list[str], value: Any) -> dict[str, Any]:
    return {path[0]: _nested(path[1:], value) if path[1:] else value}


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(one)
    for name, value in other.items():
        own = both.get(name)
        both[name] = _merged(own, value) if isinstance(own, dict) and isinstance(value, Mapping) else value
    return both


def _unknown(raw: Mapping[str, Any], known: Mapping[str, Any], above: str = "") -> set[str]:
    """Also a table without names, and a name with a dot in it: neither says where it belongs."""
    found = {f"{above}{name}" for name in raw.keys() - known.keys()}
    for name in raw.keys() & known.keys():
        if isinstance(known[name], dict) and isinstance(raw[name], Mapping):
            found |= _unknown(raw[name], known[name], f"{above}{name}.")
    return found
