"""A set of groups from all builders that are switched on, divided by filer, frozen and counted."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path

from apps.learning.builders import checked, opinions, prose, public, readers, rows, use
from apps.learning.builders.filed import Filed, filings
from apps.learning.groups import Group, write
from apps.learning.models import DataSet

HELD_OUT = "held-out.jsonl.xz"  # beside the file of the set
USES = {"cells": use.groups, "feedback": opinions.groups}  # without consent they make nothing


@dataclass(frozen=True, slots=True)
class Plan:
    """Which builders are at work and how many groups each may make; 0 switches one off.

    a_filing: groups by rule over the prose of each filing. public: how many of each file of a folder.
    readers: a file of `readers.write`. checked: what experts graded on the page of spot-checks.
    annotated: what a model graded and no expert did (V11).
    use: names of USES, what experts verified and what askers said, where `FINRAG_LEARN_FROM_USE` is on.
    company: a filer; only its filings are learned from, and readers' questions about it are kept for measuring.
    """

    held_out: tuple[str, ...] = ()
    a_filing: int = 110
    rows: int = 1600
    public: dict[Path, int] = field(default_factory=dict)
    readers: Path | None = None
    checked: bool = False
    annotated: bool = False
    use: tuple[str, ...] = ()
    company: str = ""
    seed: int = 7

    def measures(self, one: Group) -> bool:
        if self.company:
            return one.company == self.company and one.origin == readers.ORIGIN
        return one.company in self.held_out

    def learns(self, one: Group) -> bool:
        return not self.measures(one) and self.company in {"", one.company}


def build(plan: Plan, file: Path) -> DataSet:
    """Write the set to `file` and its other half, what is measured on, beside it. The same store, the same set.

    Raises ValueError where nothing is made of the filings of `plan.company`.
    """
    rng = random.Random(plan.seed)  # noqa: S311 - examples, not secrets
    made = list(_groups(plan, rng))
    learned, kept = divided(made, plan)
    if plan.company and not learned:
        raise ValueError(f"no filing of {plan.company} is there to learn from; its name must be the register's")
    rng.shuffle(learned)
    write(learned, file)
    write(kept, file.with_name(HELD_OUT))
    return frozen(file, learned, plan.held_out)


def divided(made: Sequence[Group], plan: Plan) -> tuple[list[Group], list[Group]]:
    """What is learned from, and what is only measured on."""
    return [one for one in made if plan.learns(one)], [one for one in made if plan.measures(one)]


def frozen(file: Path, groups: Sequence[Group], held_out: Iterable[str] = ()) -> DataSet:
    """The row of a set: the same file is the same row."""
    with file.open("rb") as content:
        digest = file_digest(content, "sha256").hexdigest()
    row, _ = DataSet.objects.get_or_create(
        digest=digest,
        defaults={
            "name": file.name.removesuffix(".jsonl.xz"),
            "file": str(file.resolve()),
            "groups": len(groups),
            "counts": dict(Counter(group.origin for group in groups)),
            "held_out": list(held_out),
        },
    )
    return row


def _groups(plan: Plan, rng: random.Random) -> Iterator[Group]:
    if plan.a_filing or plan.readers or plan.checked or plan.annotated or plan.use:
        filed = [one for one in filings() if one.name and one.said]
        yield from _by_rule(filed, plan, rng)
        if plan.readers:
            yield from readers.groups(readers.read(plan.readers), {one.sha256: one for one in filed}, rng)
        if plan.checked:
            yield from checked.groups({one.sha256: one for one in filed})
        if plan.annotated:
            yield from checked.groups({one.sha256: one for one in filed}, unchecked=True)
        for name in plan.use:
            yield from USES[name]({one.sha256: one for one in filed})
    if plan.rows:
        yield from rows.groups(rows.lines(), rng, plan.rows)
    for source, most in sorted(plan.public.items()):
        yield from public.groups(source, rng, most)


def _by_rule(filed: Sequence[Filed], plan: Plan, rng: random.Random) -> Iterator[Group]:
    """Strangers are taken from the same side, so that no words of a filer held out are learned from."""
    for one in (each for each in filed if plan.company in {"", each.name}):
        out = one.name in plan.held_out
        others = [other for other in filed if other.name != one.name and (other.name in plan.held_out) == out]
        yield from prose.groups(one, others, rng, plan.a_filing)
