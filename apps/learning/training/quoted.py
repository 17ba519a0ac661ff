"""The calibration of the judge on quotations that readers graded: how likely one answers, by its signs (A8).

Each graded question is read and searched as it is when it is asked, and its first passages are quoted for the judge.
Only questions that the model did not learn from say how far its scores may be believed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from apps.accounts.models import User
from apps.answers.judge.configured import trained_judge
from apps.answers.judge.pair_model import Calibration
from apps.answers.judge.quotations import quotations
from apps.answers.judge.rules import judged_by_rules
from apps.answers.judge.signs import Signs
from apps.answers.run.settings import TextSettings
from apps.answers.sources.evidence import Evidence, gather
from apps.answers.sources.passages import Told, sentences
from apps.learning.builders.quotations import Graded, Place
from apps.learning.groups import Grade
from apps.learning.judging import calibrated
from apps.learning.roads import files_of, place_of
from apps.learning.shipping.recipe import Recipe
from apps.learning.training.programs import Likeliest
from apps.questions.query import Query
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reading import read_for

LEAST = (0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5)  # probabilities that are told of
ALIKE = 0.9  # part of two places from which they are one quotation


@dataclass(frozen=True, slots=True)
class Quoted:
    """A graded quotation of a question about `filer`."""

    filer: str
    question: str
    signs: Signs
    answers: bool


def unlearned(graded: Iterable[Graded], filers: Mapping[str, str], recipe: Recipe) -> list[Graded]:
    """Those graded after the model had learned, or about filers that it holds out. filers: by filing."""
    return [one for one in graded if one.filing in filers and (one.later or recipe.holds_out(filers[one.filing]))]


def quoted(of: Iterable[Graded], filers: Mapping[str, str], viewer: User) -> Iterator[list[Quoted]]:
    """Of each question those that were graded of what the judge sees, through all that `viewer` may read."""
    text, judge = TextSettings(), trained_judge()
    for one in of:
        reading = read_for(viewer, Scope(), one.question)
        evidence = gather(reading, viewer, Scope(), SearchSettings())
        told = _told(reading.query, evidence, text)
        signs, files = judge.signs(one.question, told), files_of(evidence)
        grades = [_grade(one, place_of(each.candidate, files)) for each in told]
        yield [
            Quoted(filers[one.filing], one.question, its, grade is Grade.ANSWERS)
            for its, grade in zip(signs, grades, strict=True)
            if grade is not None
        ]


def _told(query: Query, evidence: Evidence, text: TextSettings) -> list[Told]:
    """What the judge is shown, as the rules leave it."""
    every = sentences(evidence, query, passages=text.passages, silent=True)
    verdicts = judged_by_rules(query, every)
    open_ = [one for one, verdict in zip(every, verdicts, strict=True) if not verdict.refused]
    return quotations(query, open_, [one.found.chunk_id for one in evidence.passages[: text.passages]], text.judged)


def _grade(of: Graded, place: Place) -> Grade | None:
    """Of the quotation that was graded there."""
    file, page, start, end = place
    return next((one.grade for one in of.found if one.place[:2] == (file, page) and _same(one.place, start, end)), None)


def _same(graded: Place, start: int, end: int) -> bool:
    """Whether nearly all of both is the same."""
    common = min(end, graded[3]) - max(start, graded[2])
    return common >= ALIKE * (max(end, graded[3]) - min(start, graded[2]))


def learned(of: Sequence[Quoted]) -> Calibration:
    """Raises ValueError unless some answer and some do not."""
    return calibrated([one.signs for one in of], [one.answers for one in of])


def crossed(of: Sequence[Quoted]) -> list[Likeliest]:
    """Of each question the likeliest quotation, by a calibration that saw no question about its filer."""
    best: dict[str, Likeliest] = {}
    for filer in sorted({one.filer for one in of}):
        made = learned([one for one in of if one.filer != filer])
        for one in (each for each in of if each.filer == filer):
            chance = made.probability(one.signs)
            if one.question not in best or best[one.question].probability < chance:
                best[one.question] = Likeliest(chance, one.answers)
    return list(best.values())
