"""Judgements that questions ask for ("capital-intensive"), as the ratios that decide them and the convention."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from apps.answers.calculator.catalogue import ratios

SOURCE = Path(__file__).parent / "judgements.toml"


@dataclass(frozen=True, slots=True)
class Judgement:
    """ratios: keys of the catalogue; says: the convention, for the reader to judge by."""

    asked: tuple[re.Pattern[str], ...]
    ratios: tuple[str, ...]
    says: str


@lru_cache(maxsize=1)
def judgements() -> tuple[Judgement, ...]:
    """All of them. Raises KeyError for a ratio that the catalogue does not have."""
    found = []
    for entry in tomllib.loads(SOURCE.read_text(encoding="utf-8")).values():
        keys = tuple(entry["ratios"])
        asked = tuple(re.compile(words, re.IGNORECASE) for words in entry["asked"])
        found.append(Judgement(asked, tuple(ratios()[key].key for key in keys), entry["says"]))
    return tuple(found)


def judgement_asked(question: str) -> tuple[Judgement, tuple[int, int]] | None:
    """The first judgement that `question` asks for, and where it does."""
    for judgement in judgements():
        for words in judgement.asked:
            if match := words.search(question):
                return judgement, match.span()
    return None
