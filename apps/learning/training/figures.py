"""Training what judges figures that the rules computed (A8): is what they come to what was asked?

Each question with a written answer is read, computed and walked to its programs over the store as it is when it is
asked. Its figures are right where one of them comes to the answer. Trees learn that from the signs of
`answers/judge/figures`, cross-validated by filer: how the programs stand to the figures is told by an order of them
that was learned without the filer.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from apps.accounts.models import User
from apps.answers.compute.books import shelf
from apps.answers.compute.computing import compute
from apps.answers.compute.figures import Figure
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.choice import agreement
from apps.answers.compute.programs.trees import Trees
from apps.answers.compute.programs.trying import tries_of
from apps.answers.judge.figures import RATES, SURE, agrees, is_judged, own_signs, told
from apps.answers.sources.evidence import gather
from apps.learning.builders.filed import filers_by_filing
from apps.learning.training.boosting import TreeSettings, deciding
from apps.learning.training.programs import Likeliest, Standing, Walked, Written, parts, walked
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reading import read_for

SETTINGS = TreeSettings(rounds=200, leaves=7, least=20, rate=0.03, signs=0.4, decay=5.0)
NO_PROGRAMS = agreement(np.empty(0), (), ())


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about `filer`. own: signs of the figures that the rules found, none where they found none; right:
    whether those answer. walked: its programs, where there are some.
    """

    filer: str
    own: tuple[float, ...]
    right: bool
    walked: Walked | None


@dataclass(frozen=True, slots=True)
class Seen:
    """signs: of the figures that a question about `filer` comes to; right: whether they answer it."""

    filer: str
    signs: tuple[float, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class Given:
    """What a figure may be compared with: plain numbers, and parts of one."""

    values: tuple[float, ...]
    rates: tuple[float, ...]


def asked(questions: Iterable[Written], viewer: User) -> Iterator[Asked]:
    """Each question about a filing that the store holds, through all that `viewer` may read."""
    held = shelf(viewer, Scope())
    filers = filers_by_filing()
    for one in questions:
        if one.filing not in filers:
            continue
        filer, reading = filers[one.filing], read_for(viewer, Scope(), one.question)
        outcome = compute(reading.query, Scope(), viewer)
        found = gather(reading, viewer, Scope(), SearchSettings(rerank=()))
        tries = tries_of(reading.query, found, held)
        own = tuple(own_signs(outcome, found.passages)) if is_judged(outcome) else ()
        every = walked(one, filer, reading.query, tries, partial(agrees, outcome)) if tries and tries.every else None
        yield Asked(filer, own, answers(one, outcome), every)


def seen(of: Iterable[Asked], stand: Standing) -> list[Seen]:
    """Those with figures. stand: of those that were walked, in the same order."""
    standings = iter(zip(stand.near, stand.sums, strict=True))
    found = []
    for one in of:
        beside = NO_PROGRAMS
        if one.walked:
            near, sums = next(standings)
            beside = agreement(sums, near.told, near.agrees.tolist())
        found += [Seen(one.filer, (*one.own, *beside), one.right)] if one.own else []
    return found


def answers(one: Written, outcome: Outcome) -> bool:
    """Whether a figure comes to the written answer; of a ranking the first."""
    return any(one.is_met(_given(figure)) for figure in told(outcome))


def _given(figure: Figure) -> Given:
    value, unit = float(figure.amount.value), figure.shown.unit
    rate = unit.startswith(RATES)
    return Given(() if rate else (value,), (value,) if rate or unit == "ratio" else ())


def learned(of: Sequence[Seen], settings: TreeSettings = SETTINGS) -> Trees:
    """Raises ImportError where LightGBM is not installed, ValueError where there is nothing to learn."""
    if len({one.right for one in of}) < 2:
        raise ValueError("no figures are right, or none are wrong: is the store filled?")
    rows = np.array([one.signs for one in of], dtype=np.float32)
    return deciding(rows, np.array([one.right for one in of]), settings)


def crossed(of: Sequence[Seen], settings: TreeSettings = SETTINGS, folds: int = 5) -> list[Likeliest]:
    """How likely each is right, by what saw no question about its filer."""
    found: list[Likeliest] = []
    for out in parts({one.filer for one in of}, folds):
        made = learned([one for one in of if one.filer not in out], settings)
        held = [one for one in of if one.filer in out]
        sums = made.sums(np.array([one.signs for one in held], dtype=np.float32))
        chances = 1 / (1 + np.exp(-sums))
        found += [Likeliest(float(chance), one.right) for chance, one in zip(chances, held, strict=True)]
    return found


def write(made: Trees, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **made.arrays(SURE))  # type: ignore[arg-type]
