"""Re-ranking in words, for the trace (R4)."""

from collections.abc import Iterator

from apps.retrieval.found import Judged


def told(judged: Judged | None, place: int) -> list[str]:
    """What the card of a candidate that now stands at `place` meets, and how the judges moved it."""
    return [] if judged is None else [*_met(judged), *_moved(judged, place)]


def _met(judged: Judged) -> Iterator[str]:
    if judged.met:
        yield "its card meets " + ", ".join(f"{met.field} ({', '.join(met.met)})" for met in judged.met)


def _moved(judged: Judged, place: int) -> Iterator[str]:
    if judged.scores:
        said = ", ".join(f"{judge} {score:.3f}" for judge, score in judged.scores.items())
        yield f"re-ranked from {judged.before} to {place}: {said}" if judged.before != place else f"stays: {said}"
