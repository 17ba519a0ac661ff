"""Contenders without a store, and referees that say what a test wrote down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from apps.inference.errors import ModelUnavailable
from apps.retrieval.found import Alignment
from apps.retrieval.reranking.contenders import Contender
from apps.retrieval.reranking.referee import Pair


def contender(chunk: int, *, standing: float | None = None, section: object = None, **alignment: float) -> Contender:
    """The one that stood at `chunk`, from 1."""
    return Contender(
        chunk=chunk,
        before=chunk,
        standing=1 / chunk if standing is None else standing,
        document="F",
        page=chunk,
        view=f"passage {chunk}",
        alignment=Alignment(**alignment),
        met=(),
        scores={},
        section=section or chunk,
    )


def contenders(count: int) -> list[Contender]:
    return [contender(number) for number in range(1, count + 1)]


@dataclass
class WrittenReferee:
    """Prefers what `worth` gives more to; remembers what it was asked."""

    worth: Callable[[Contender], float]
    name: str = "written"
    batches: list[list[int]] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)

    def pick(self, question: str, batches: Sequence[Sequence[Contender]], most: int) -> list[list[int]]:
        self.batches += [[one.chunk for one in batch] for batch in batches]
        return [self._best(batch)[:most] for batch in batches]

    def order(self, question: str, listed: Sequence[Contender]) -> list[int]:
        self.listed += [one.chunk for one in listed]
        return self._best(listed)

    def compare(self, question: str, pairs: Sequence[Pair]) -> list[float]:
        self.pairs += [(first.chunk, second.chunk) for first, second in pairs]
        return [float(self.worth(first) > self.worth(second)) for first, second in pairs]

    def _best(self, batch: Sequence[Contender]) -> list[int]:
        return sorted(range(len(batch)), key=lambda place: -self.worth(batch[place]))


class AbsentReferee(WrittenReferee):
    """A model that is down."""

    def compare(self, question: str, pairs: Sequence[Pair]) -> list[float]:
        raise ModelUnavailable("The judge's model does not answer.")
