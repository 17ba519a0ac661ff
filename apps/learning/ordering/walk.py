"""From question sets to the weights that order passages, and what it is worth. A second run reads what was asked."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from apps.accounts.models import User
from apps.learning.builders import readers
from apps.learning.ordering import examples, proof
from apps.learning.ordering.examples import Example
from apps.learning.ordering.fitting import fit
from apps.learning.ordering.questions import Asked, by_rule, held, of_file, of_readers
from apps.learning.shipping.recipe import Recipe
from apps.retrieval.found import SearchSettings
from apps.retrieval.ordering.weights import order_named, write

WALKED, LEARNED = "examples.npz", "learned.json"
TOLD_EVERY = 200  # questions


@dataclass(frozen=True, slots=True)
class Sets:
    """What is learned from. file: None for none; by_rule: questions of each filer and kind."""

    readers: Path
    file: Path | None
    by_rule: int

    def asked(self, recipe: Recipe) -> list[Asked]:
        rng, filings = random.Random(recipe.seed), held()  # noqa: S311 - examples, not secrets
        asked = list(of_readers(readers.read(self.readers), filings, rng))
        asked += of_file(self.file, filings) if self.file else ()
        return [*asked, *by_rule(filings, rng, self.by_rule)]


def walk(sets: Sets, recipe: Recipe, viewer: User, out: Path) -> Iterator[str]:
    """Writes the candidates of all questions and the weights to `out`, and tells what it is worth.

    Raises ValueError where a kind of question has no page that answers among its candidates.
    """
    out.mkdir(parents=True, exist_ok=True)
    if not (file := out / WALKED).exists():
        yield from _walked(sets.asked(recipe), viewer, file)
    known = examples.read(file)
    learned = [one for one in known if not any(map(recipe.holds_out, one.asked.filers))]
    kept = [one for one in known if all(map(recipe.holds_out, one.asked.filers))]
    yield f"learned from {len(learned)} questions, {len(kept)} kept for measuring"
    made = fit(learned)
    yield f"sha256 {write(made, out / LEARNED)}"
    tried, crossed = proof.crossed(learned)
    yield from _told("each filer by the others, against reciprocal ranks", tried, proof.as_they_come(tried), crossed)
    yield from _told("held out, against reciprocal ranks", kept, proof.as_they_come(kept), proof.scored(made, kept))
    yield from _against_active(kept, proof.scored(made, kept))


def _walked(asked: list[Asked], viewer: User, file: Path) -> Iterator[str]:
    """Asks every question what the paths bring for it, and tells how far it is."""
    made, began = list[Example](), time.monotonic()
    for number, one in enumerate(asked, start=1):
        made += examples.walked([one], viewer)
        if number % TOLD_EVERY == 0:
            left = (time.monotonic() - began) / number * (len(asked) - number)
            yield f"{number:,} of {len(asked):,} questions, about {round(left / 60)} min left"
    examples.write(made, file)


def _told(title: str, of: list[Example], before: list[proof.Scores], after: list[proof.Scores]) -> Iterator[str]:
    yield f"{title}:"
    yield from (f"  {one.told()}" for one in proof.proofs(of, before, after))


def _against_active(kept: list[Example], scores: list[proof.Scores]) -> Iterator[str]:
    """Against the weights that ship, as far as it reads the same features."""
    active = order_named(SearchSettings().order)
    if kept and active.names == kept[0].names:
        proofs = list(proof.proofs(kept, proof.scored(active, kept), scores))
        yield "held out, against those that ship:"
        yield from (f"  {one.told()}" for one in proofs)
        yield (
            "They may replace those that ship."
            if proof.holds(proofs)
            else "Not shown to be better: leave those that ship."
        )
