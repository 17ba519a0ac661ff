"""Who decides in the tournament (R3): by rules here; a model behind the same signature comes from the caller."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from apps.retrieval.found import SearchSettings
from apps.retrieval.reranking.contenders import Contender

Pair = tuple[Contender, Contender]


class Referee(Protocol):
    """Three judgements on passages for a question. Each raises ModelUnavailable when it cannot be given."""

    @property
    def name(self) -> str: ...

    def pick(self, question: str, batches: Sequence[Sequence[Contender]], most: int) -> list[list[int]]:
        """Of each batch the places (from 0) of at most `most` that answer best, best first."""
        ...

    def order(self, question: str, listed: Sequence[Contender]) -> list[int]:
        """The places of all of them, best first."""
        ...

    def compare(self, question: str, pairs: Sequence[Pair]) -> list[float]:
        """For each pair 1 where the first answers better, 0 where the second does, between where it is close."""
        ...


@dataclass(frozen=True, slots=True)
class RuleReferee:
    """Judges by where passages stood, what the models asked so far said, and how their cards meet the intent."""

    settings: SearchSettings
    name: str = "rules"

    def pick(self, question: str, batches: Sequence[Sequence[Contender]], most: int) -> list[list[int]]:
        return [self.order(question, batch)[:most] for batch in batches]

    def order(self, question: str, listed: Sequence[Contender]) -> list[int]:
        criteria = [self._criteria(contender) for contender in listed]
        if not criteria:
            return []
        columns = [_spread([row[name][0] for row in criteria], criteria[0][name][1]) for name in criteria[0]]
        strength = [sum(column[place] for column in columns) for place in range(len(listed))]
        return sorted(range(len(listed)), key=lambda place: (-strength[place], listed[place].before))

    def compare(self, question: str, pairs: Sequence[Pair]) -> list[float]:
        return [self._votes(first, second) for first, second in pairs]

    def _criteria(self, contender: Contender) -> dict[str, tuple[float, float]]:
        """Every criterion by name, with its value and its weight. The same names for all that are judged together."""
        alignment, weight = contender.alignment, self.settings.tournament_alignment
        parts = (alignment.entities, alignment.metrics, alignment.period, alignment.numeric)
        names = ("entities", "metrics", "period", "numeric")
        fields = {
            name: (part, weight * share)
            for name, part, share in zip(names, parts, self.settings.alignment_parts, strict=True)
        }
        models = {name: (score, 1.0) for name, score in contender.scores.items()}
        return {"standing": (contender.standing, 1.0)} | models | fields

    def _votes(self, first: Contender, second: Contender) -> float:
        """The share of the weight that the first wins; half of what is equal."""
        ours, theirs = self._criteria(first), self._criteria(second)
        shared = [name for name in ours if name in theirs]
        whole = sum(ours[name][1] for name in shared)
        won = sum(ours[name][1] * _win(ours[name][0], theirs[name][0]) for name in shared)
        return won / whole if whole else 0.5


def _win(first: float, second: float) -> float:
    return 0.5 if first == second else float(first > second)


def _spread(values: Sequence[float], weight: float) -> list[float]:
    """From 0 for the least to `weight` for the most; 0 where all are equal."""
    least, most = min(values), max(values)
    return [weight * (value - least) / (most - least) if most > least else 0.0 for value in values]
