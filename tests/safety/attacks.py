"""Reading the attacks: what a filing says to a model, and what an obedient model would write of it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Attack:
    """planted: the words in the filing. obeyed: the sentence of a model that does as it is told."""

    name: str
    planted: str
    obeyed: str


LONG = {"{long}": "A" * 20_000, "{digits}": "9" * 500}  # what the file only names


def _long(text: str) -> str:
    for name, words in LONG.items():
        text = text.replace(name, words)
    return text


WRITTEN = tomllib.loads((Path(__file__).parent / "attacks.toml").read_text())["attack"]
ATTACKS = [Attack(one["name"], _long(one["planted"]), _long(one["obeyed"])) for one in WRITTEN]
