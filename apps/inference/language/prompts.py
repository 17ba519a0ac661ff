"""Prompts: files in a folder of each app, known by the digest of their content."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from apps.inference.language.data import DATA_RULE


@dataclass(frozen=True, slots=True)
class Prompt:
    """text: what the model is told to do, the rule on quoted data included. digest: goes beside what it produced."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        return sha256(self.text.encode()).hexdigest()[:16]

    @classmethod
    def load(cls, folder: Path, name: str) -> "Prompt":
        """The prompt in `folder`/`name`.txt."""
        return _load(folder, name)


@cache
def _load(folder: Path, name: str) -> Prompt:
    return Prompt(name, f"{(folder / f'{name}.txt').read_text().strip()}\n\n{DATA_RULE}")
