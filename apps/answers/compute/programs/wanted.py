"""The words of a question that lines of tables may say, each with how much it tells them apart."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from apps.answers.compute.programs.series import Series, Tabled
from apps.questions.expressions import Item, walk
from apps.questions.labels import called, stem, words
from apps.questions.query import Query, Role

NEVER = frozenset({Role.FILER, Role.PERIOD, Role.FUNCTION, Role.FORM})
LITTLE = {Role.FRAME: 0.2, Role.OPERATOR: 0.3, Role.COMPARATOR: 0.3, Role.ORDER: 0.3}
MOST_TELLING, UNSAID = 4.0, 2.0  # weight of a word that one line says, and of one that none does


@dataclass(frozen=True, slots=True)
class Wanted:
    """weights: by stem; ways: of each item of the query, as stems, how it is called. shares: those told before."""

    weights: Mapping[str, float]
    ways: tuple[frozenset[frozenset[str]], ...] = ()
    shares: dict[frozenset[str], float] = field(default_factory=dict)

    @property
    def whole(self) -> float:
        return sum(self.weights.values()) or 1.0

    def share(self, said: frozenset[str]) -> float:
        """What part of the question these words are."""
        if said not in self.shares:
            self.shares[said] = sum(self.weights[word] for word in sorted(said & self.weights.keys())) / self.whole
        return self.shares[said]

    def said_by(self, series: Series, title: frozenset[str]) -> frozenset[str]:
        """Words of the question that its line says, an item under another name included."""
        line = series.said
        said = line & self.weights.keys()
        for ways in self.ways:
            if any(way and way <= line | title and way & series.own for way in ways):
                said |= frozenset[str]().union(*(way for way in ways if way <= self.weights.keys()))
        return frozenset(said)


def wanted(query: Query, tables: Sequence[Tabled]) -> Wanted:
    """The fewer lines say a word, the more it weighs."""
    roles = _roles(query)
    lines = {(one.table.table.pk, one.line.index, one.name): one for each in tables for one in each.series}
    held = Counter(word for one in lines.values() for word in one.said)
    weights = {
        word: kind * (min(log((len(lines) + 1) / (held[word] + 0.5)), MOST_TELLING) + 0.5 if held[word] else UNSAID)
        for word, kind in roles.items()
    }
    items = (node for measure in query.measures for node in walk(measure) if isinstance(node, Item))
    return Wanted(weights, tuple(called(one.concept) for one in items))


def _roles(query: Query) -> dict[str, float]:
    roles: dict[str, float] = {}
    for token in query.tokens:
        if token.role not in NEVER:
            for word in words(token.text):
                roles[stem(word)] = max(roles.get(stem(word), 0.0), LITTLE.get(token.role, 1.0))
    return roles
