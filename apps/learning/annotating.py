"""Automatic annotation (V11): the first candidates of a question, each sentence with the grade a model gives it.

A person checks them on the page of spot-checks. Only filings that everybody may read are annotated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.accounts.models import User
from apps.answers.judge.pair_model import PairJudge, worded
from apps.documents.models import Chunk, ChunkKind, Kind, Visibility
from apps.learning.graders import ByJudge, Grader
from apps.learning.groups import Grade
from apps.learning.models import Example, Origin
from apps.retrieval.search import search_text
from apps.retrieval.sentences import Sentence, split_sentences

PASSAGES = 12  # of a question, best first


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


def annotate(question: str, viewer: User, judge: PairJudge, most: int, grader: Grader | None = None) -> list[Example]:
    """The `most` likeliest sentences by the judge, with the grader's grade, or the judge's where there is none.

    Those known for this question stay as they are; what the grader cannot tell is not kept.
    """
    candidates = list(_candidates(question, viewer))
    scores = judge.scorer.score(question, [one.wording for one in candidates])
    likely = sorted(zip(scores, candidates, strict=True), key=lambda one: -one[0])[:most]
    grades = (grader or ByJudge(judge)).grades(question, [one.wording for _, one in likely])
    graded = zip(grades, likely, strict=True)
    return [_kept(question, candidate, grade) for grade, (_, candidate) in graded if grade is not None]


def _candidates(question: str, viewer: User) -> Iterator[Candidate]:
    found = search_text(question, viewer=viewer).candidates[:PASSAGES]
    seen: set[str] = set()
    for chunk in open_passages([one.chunk_id for one in found]):
        for sentence in split_sentences(chunk.pk, chunk.text, chunk.spans):
            if sentence.text not in seen:  # passages overlap
                seen.add(sentence.text)
                yield Candidate(sentence, chunk)


def open_passages(keys: Sequence[int]) -> list[Chunk]:
    """Those of prose in filings that everybody may read, in the order of the keys."""
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
