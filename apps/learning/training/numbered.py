"""The calibration of numbers in sentences and in tables: how likely one answers, by its score and its lead (A8).

Each question whose number a reader marked is read and searched as it is when it is asked, and the likeliest number of
what is found is held against the marked one. Only questions about filers held out say how far it may be believed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from apps.accounts.models import User
from apps.answers.compute.books import Shelf
from apps.answers.compute.computing import compute
from apps.answers.judge.cells import MarkedCell, amount_of, asked_of_lines, cell_signs, marked_cells, told_of
from apps.answers.judge.numbers import Marked, asks_a_number, numbers_in, numbers_of, signs_of
from apps.answers.judge.pair_model import Calibration, tells
from apps.answers.judge.rules import judged_by_rules
from apps.answers.judge.signs import Signs
from apps.answers.run.settings import TextSettings
from apps.answers.sources.evidence import gather
from apps.answers.sources.passages import sentences
from apps.inference.pair_scoring import PairScorer
from apps.learning.builders.cells import AskedCell, tables_of
from apps.learning.builders.filed import Filed
from apps.learning.builders.numbers import AskedNumber
from apps.learning.builders.readers import COMPANY
from apps.learning.calibration import fit_all
from apps.learning.shipping.recipe import Recipe
from apps.learning.training.programs import Likeliest
from apps.questions.operations import Operation
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reading import read_for

IN_SENTENCES, IN_TABLES = ("score", "lead"), ("score", "lead", "covers")
Asked = TypeVar("Asked", AskedNumber, AskedCell)
ENOUGH = 20  # questions from which it is known how often a line is right for what is asked of it
LEAST = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5)  # probabilities that are told of


@dataclass(frozen=True, slots=True)
class Numbered:
    """The likeliest number that was found for a question about `filer`. right: it is the marked amount.

    asked: what is asked for of a line of a table, as the question is read.
    """

    filer: str
    signs: Signs
    right: bool
    asked: Operation = Operation.VALUE


def held_out(asked: Iterable[Asked], filed: Mapping[str, Filed], recipe: Recipe) -> list[Asked]:
    """Those about filers that the recipe holds out. filed: by SHA-256."""
    return [one for one in asked if one.filing in filed and recipe.holds_out(filed[one.filing].name)]


def numbered(
    of: Iterable[AskedNumber], filed: Mapping[str, Filed], viewer: User, scorer: PairScorer
) -> Iterator[list[Numbered]]:
    """Of each question that asks for a number the likeliest that `viewer` may read, if any sentence has one."""
    text = TextSettings()
    for one in of:
        filing = filed[one.filing]
        question = one.question.replace(COMPANY, filing.short)
        query = (reading := read_for(viewer, Scope(), question)).query
        marked = _marked(one, filing)
        if marked is None or not asks_a_number(query):
            yield []
            continue
        evidence = gather(reading, viewer, Scope(), SearchSettings())
        every = sentences(evidence, query, passages=text.passages, silent=True)
        verdicts = zip(every, judged_by_rules(query, every), strict=True)
        open_ = [each for each, verdict in verdicts if not verdict.refused and verdict.answers is None]
        read = [each for _, each in numbers_of([each for each in open_ if tells(query, each.candidate)])]
        best = max(zip(signs_of(scorer, question, read), read, strict=True), key=_score, default=None)
        yield [Numbered(filing.name, best[0], best[1].amount == marked.amount)] if best else []


def in_tables(
    of: Iterable[AskedCell], filed: Mapping[str, Filed], shelf: Shelf, viewer: User, scorer: PairScorer
) -> Iterator[list[Numbered]]:
    """The same of the lines of tables, for what rules do not compute; right is what is made of the same numbers."""
    by_filing: dict[str, list[AskedCell]] = defaultdict(list)
    for one in of:
        by_filing[one.filing].append(one)
    for sha256, tables in tables_of(by_filing, filed, shelf):
        for one in by_filing[sha256]:
            printed = [tables.by_place.get((one.table, *cell)) for cell in one.cells]
            question = one.question.replace(COMPANY, filed[sha256].short)
            query = (reading := read_for(viewer, Scope(), question)).query
            asked = asked_of_lines(query)
            if not all(printed) or asked is None or compute(query, Scope(), viewer).found:
                yield []
                continue
            cells = marked_cells(query, gather(reading, viewer, Scope(), SearchSettings()), shelf)
            best = max(zip(cell_signs(scorer, question, cells), cells, strict=True), key=_score, default=None)
            told = told_of(best[1], asked, query) if best else None
            if best is None or told is None:
                yield []
                continue
            used = {amount_of(operand.quantity) for operand in told.operands}
            right = asked == one.operation and used == {each.amount for each in printed if each}
            yield [Numbered(filed[sha256].name, best[0], right, asked)]


def _score(of: tuple[Signs, Marked | MarkedCell]) -> float:
    return of[0].score


def _marked(one: AskedNumber, filing: Filed) -> Marked | None:
    said = filing.by_place.get(one.sentence)
    found = list(numbers_in(said.text)) if said else []
    return Marked(found[one.number], "") if one.number < len(found) else None


def learned(of: Sequence[Numbered], names: Sequence[str] = IN_SENTENCES) -> Calibration:
    """names: of the signs that are weighed. Raises ValueError unless some are right and some are not."""
    signs = np.array([[float(getattr(one.signs, name)) for name in names] for one in of])
    usual = signs.mean(axis=0)
    *weights, shift = fit_all(signs - usual, [one.right for one in of])
    return Calibration(dict(zip(names, zip(weights, map(float, usual), strict=True), strict=True)), shift)


def crossed(of: Sequence[Numbered], names: Sequence[str] = IN_SENTENCES) -> list[Likeliest]:
    """Each by a calibration that saw no question about its filer."""
    found = []
    for filer in sorted({one.filer for one in of}):
        made = learned([one for one in of if one.filer != filer], names)
        found += [Likeliest(made.probability(one.signs), one.right) for one in of if one.filer == filer]
    return found
