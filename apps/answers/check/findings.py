"""What is found of a sentence that was held against its sources (A8)."""

from dataclasses import dataclass
from enum import StrEnum

from apps.answers.check.figures import Match
from apps.answers.check.sources import Sentence
from apps.answers.sources.tokens import Token


class Finding(StrEnum):
    """What is wrong with a sentence."""

    UNCITED = "uncited"
    FIGURE = "figure"
    TOKEN = "token"  # noqa: S105 - a date, a year or a code, not a secret
    PERIOD = "period"
    FILER = "filer"
    SIGN = "sign"
    LINE = "line"
    WORDS = "words"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, at which words of the sentence (empty: at all of it), and why as a sentence."""

    finding: Finding
    at: str
    why: str


@dataclass(frozen=True, slots=True)
class TokenHit:
    token: Token
    match: Match


@dataclass(frozen=True, slots=True)
class Grounded:
    """A sentence that was checked. `supported` is whether its sources bear it out in every critical token."""

    sentence: Sentence
    hits: tuple[TokenHit, ...]
    found: tuple[Found, ...]

    @property
    def supported(self) -> bool:
        return not self.found
