"""Automatic annotation (V11): the first candidates of a question, each sentence with the grade a model gives it.

A person checks them on the page of spot-checks. Only filings that everybody may read are annotated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.accounts.models import User
from apps.answers.judge.pair_model import PairJudge, worded
from apps.answers.sources.sentences import Sentence, split_sentences
from apps.documents.models import Chunk, ChunkKind, Kind, Visibility
from apps.learning.groups import Grade
from apps.learning.models import Example, Origin
from apps.retrieval.search import search_text

PASSAGES = 12  # of a question, best first
STEPS = ((0.6, Grade.ANSWERS), (0.4, Grade.SUPPORTS), (0.2, Grade.TOPIC))  # least probability of each grade


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence of a passage that the search found."""

    sentence: Sentence
    chunk: Chunk

    @property
    def wording(self) -> str:
        """As the judge reads it."""
        document = self.chunk.version.document
        filer = document.company.name if document.company else ""
        period = f"{document.fiscal_period} {document.fiscal_year or ''}".strip()
        path = self.chunk.section.path if self.chunk.section else []
        return worded(filer, period, path[-1] if path else "", self.sentence.text)


def annotate(question: str, viewer: User, judge: PairJudge, most: int) -> list[Example]:
    """The `most` likeliest sentences, kept with the model's grade; those known for this question stay as they are."""
    candidates = list(_candidates(question, viewer))
    scores = judge.scorer.score(question, [one.wording for one in candidates])
    likely = sorted(zip(map(judge.calibration.probability, scores), candidates, strict=True), key=lambda one: -one[0])
    return [_kept(question, candidate, grade_of(probability)) for probability, candidate in likely[:most]]


def grade_of(probability: float) -> Grade:
    """What a probability of answering comes to."""
    return next((grade for least, grade in STEPS if probability >= least), Grade.OFF_TOPIC)


def _candidates(question: str, viewer: User) -> Iterator[Candidate]:
    found = search_text(question, viewer=viewer).candidates[:PASSAGES]
    seen: set[str] = set()
    for chunk in _open_passages([one.chunk_id for one in found]):
        for sentence in split_sentences(chunk.pk, chunk.text, chunk.spans):
            if sentence.text not in seen:  # passages overlap
                seen.add(sentence.text)
                yield Candidate(sentence, chunk)


def _open_passages(keys: Sequence[int]) -> list[Chunk]:
    chunks = Chunk.objects.filter(
        pk__in=keys,
        kind=ChunkKind.TEXT,
        version__document__kind=Kind.FILING,
        version__document__visibility=Visibility.EVERYONE,
    )
    held = {one.pk: one for one in chunks.select_related("section", "version__document__company")}
    return [held[key] for key in keys if key in held]


def _kept(question: str, candidate: Candidate, grade: Grade) -> Example:
    sentence, version = candidate.sentence, candidate.chunk.version
    company = version.document.company
    example, _ = Example.objects.get_or_create(
        question=question,
        filing=version.sha256,
        page=sentence.page,
        start=sentence.start,
        end=sentence.end,
        origin=Origin.MODEL,
        annotator=None,
        defaults={"grade": grade, "split": company.name if company else ""},
    )
    return example
