"""The groups of each stage of a recipe: of the store, readers' questions and public files, without filers held out."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from apps.answers.compute.books import Shelf
from apps.learning.builders import cells, numbers, prose, public, public_numbers, quotations, readers, rows
from apps.learning.builders.filed import Filed
from apps.learning.builders.readers import Written
from apps.learning.groups import Group
from apps.learning.shipping.recipe import Recipe, Stage

Tell = Callable[[str], None]
PLACED = (readers.ORIGIN, quotations.ORIGIN, numbers.ORIGIN, cells.ORIGIN)  # made anew for each stage


@dataclass(frozen=True, slots=True)
class Sources:
    """filed: the filings of the store. public: the folder of public files, None where there is none.

    shelf: the filings as somebody reads their tables; without them no questions for cells are learned from.
    """

    filed: Sequence[Filed]
    written: Sequence[Written]
    public: Path | None = None
    graded: Sequence[quotations.Graded] = ()
    asked: Sequence[numbers.AskedNumber] = ()
    in_tables: Sequence[cells.AskedCell] = ()
    shelf: Shelf | None = None

    def without(self, recipe: Recipe) -> "Sources":
        """What may be learned from."""
        return replace(self, filed=[one for one in self.filed if not recipe.holds_out(one.name)])

    def held(self, recipe: Recipe) -> list[Group]:
        """The readers' questions about the filers held out, each once."""
        out = {one.sha256: one for one in self.filed if recipe.holds_out(one.name)}
        return list(readers.groups(self.written, out, random.Random(recipe.seed)))  # noqa: S311


def of_stage(stage: Stage, recipe: Recipe, sources: Sources, before: Sequence[Group], tell: Tell) -> list[Group]:
    """What the stage learns from, shuffled. before: the groups of the stage before. The same store, the same groups."""
    rng = random.Random(f"{recipe.seed} {stage.name}")  # noqa: S311 - examples, not secrets
    made = list(_made(stage, recipe, sources.without(recipe), rng, tell))
    rng.shuffle(made)
    kept = [one for one in before if one.origin not in PLACED]
    rng.shuffle(kept)
    groups = [_cut(one, stage) for one in [*_at_most(made, stage), *kept[: stage.earlier]]]
    rng.shuffle(groups)
    return groups


def _made(stage: Stage, recipe: Recipe, sources: Sources, rng: random.Random, tell: Tell) -> Iterator[Group]:
    for one in sources.filed:
        others = [other for other in sources.filed if other.name != one.name]
        yield from prose.groups(one, others, rng, stage.a_filing)
        yield from prose.of_kinds(one, others, rng, stage.kinds)
    if stage.rows:
        learned = [line for line in rows.lines() if not recipe.holds_out(line.company)]
        yield from rows.groups(learned, rng, stage.rows)
    by_filing = {one.sha256: one for one in sources.filed}
    for _ in range(stage.readers):
        yield from readers.groups(sources.written, by_filing, rng, quoted=stage.quoted, passages=stage.passages)
    for _ in range(stage.numbers):
        yield from numbers.groups(sources.asked, by_filing, rng)
    for _ in range(stage.cells):
        if sources.shelf is None:
            tell(f"{stage.name}: learned without cells of tables, for nobody reads them")
        else:
            yield from cells.groups(sources.in_tables, by_filing, sources.shelf, rng)
    drawn = rng.sample(sources.graded, int(len(sources.graded) * stage.quotations))
    yield from quotations.groups(drawn, by_filing)
    yield from _public(stage, sources.public, rng, tell)


def _public(stage: Stage, folder: Path | None, rng: random.Random, tell: Tell) -> Iterator[Group]:
    for groups, files in ((public.groups, stage.public), (public_numbers.groups, stage.marked)):
        for name, most in files.items():
            file = (folder or Path()) / f"{name}.jsonl.xz"
            if folder and file.exists():
                yield from groups(file, rng, most)
            else:
                tell(f"{stage.name}: learned without {name}, which is not there")


def _at_most(groups: Sequence[Group], stage: Stage) -> Iterator[Group]:
    had: Counter[str] = Counter()
    for one in groups:
        short = not stage.longest or max(map(len, one.texts), default=0) <= stage.longest
        if short and had[one.origin] < stage.most.get(one.origin, len(groups)):
            had[one.origin] += 1
            yield one


def _cut(group: Group, stage: Stage) -> Group:
    return replace(group, texts=group.texts[: stage.texts], grades=group.grades[: stage.texts])
