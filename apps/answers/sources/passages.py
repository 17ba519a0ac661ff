"""Sentences of the passages found as candidates, those first that speak of most of what is asked."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, log

from apps.answers.check.instructions import speaks_to_models
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Span
from apps.answers.sources.evidence import Evidence, Filing, Passage
from apps.documents.models import Page
from apps.questions.query import Query, Role
from apps.retrieval.reranking.judges import Judge
from apps.retrieval.sentences import Run, Sentence, goes_on, run_around, sentences_around, split_sentences
from apps.retrieval.stems import stems
from apps.retrieval.wording import in_its_frame

MOST_FURTHER, FARTHEST = 3, 1200  # sentences that an offered passage goes on for, and characters
SAYING = frozenset({Role.MEASURE, Role.PART, Role.TOPIC, Role.UNREAD, Role.COMPARATOR})


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence as a candidate, or several that stand together.

    chunk: the passage that it stands in; score: by which it comes first or later.

    covers: the share of the question's words, the rarer the heavier, that it and its headings say. passage: the
    re-ranking model's score of its passage, None where it gave none. run: it with the sentences right before and after.
    core: of what is shown with more around it, the words that were found.
    """

    candidate: Candidate
    chunk: int
    score: float
    covers: float = 1.0
    passage: float | None = None
    run: Run | None = None
    core: str = ""

    def wider(self, allowed: Callable[[Candidate], bool], reach: int = 1) -> "Told":
        """With so many neighbors on either side in one quotation, as far as they are allowed."""
        if self.run is None or self.candidate.place is None:
            return self
        start = self.candidate.place.spans[0][0]
        quoted = self.run.around(start, lambda text: allowed(replace(self.candidate, text=text)), reach)
        place = replace(self.candidate.place, spans=((quoted.start, quoted.end),))
        return replace(self, candidate=replace(self.candidate, text=quoted.text, place=place))


def continued(told: Sequence[Told]) -> tuple[Told, ...]:
    """Each with the sentences that follow it on its page in the same paragraph: passages end where they are full.

    What another one shows is not shown again. One query.
    """
    versions = {one.candidate.place.version for one in told if one.candidate.place}
    numbers = {one.candidate.place.page for one in told if one.candidate.place}
    rows = Page.objects.filter(version__in=versions, number__in=numbers).values_list("version", "number", "text")
    texts = {(version, number): text for version, number, text in rows}
    found = list(told)
    for at, one in enumerate(told):
        longer = _continued(one, texts)
        if not any(overlap(longer, other) for other in (*found[:at], *found[at + 1 :])):
            found[at] = longer
    return tuple(found)


def _continued(one: Told, texts: Mapping[tuple[int, int], str]) -> Told:
    place = one.candidate.place
    page = texts.get((place.version, place.page), "") if place else ""
    if place is None or not page:
        return one
    start, end = place.spans[0][0], place.spans[-1][1]
    further = end + goes_on(page[end:], MOST_FURTHER, FARTHEST)
    if speaks_to_models(page[start:further]):
        return one
    candidate = replace(one.candidate, text=page[start:further], place=replace(place, spans=((start, further),)))
    return replace(one, candidate=candidate)


def overlap(one: Told, other: Told) -> bool:
    """Whether they share words of a page."""
    own, its = one.candidate.place, other.candidate.place
    if own is None or its is None or (own.version, own.page) != (its.version, its.page):
        return False
    return own.spans[0][0] < its.spans[-1][1] and its.spans[0][0] < own.spans[-1][1]


def sentences(evidence: Evidence, query: Query, *, passages: int, silent: bool = False) -> list[Told]:
    """The sentences of the first `passages` passages, best first; none that speaks to a model.

    silent: those, too, that say no word of the question.
    """
    read = evidence.passages[:passages]
    weights = _weights(query, read)
    told = [
        replace(_told(sentence, passage, filing, weights), run=run_around(split, at, passage.found.text, passage.spans))
        for passage in read
        if (filing := evidence.filing(passage.found.version_id))
        for split in [[one for one in _sentences(passage) if not speaks_to_models(one.text)]]
        for at, sentence in enumerate(split)
    ]
    return _once(sorted((one for one in told if silent or one.score > 0), key=lambda one: -one.score))


def _sentences(passage: Passage) -> list[Sentence]:
    found = passage.found
    split = sentences_around if found.kind == "table" else split_sentences
    return split(found.chunk_id, found.text, passage.spans)


def _weights(query: Query, read: Sequence[Passage]) -> dict[str, float]:
    """Of each stem of the question, the rarer among the passages read the heavier; they sum to 1."""
    saying = SAYING | {Role.FRAME} if in_its_frame(query) else SAYING
    said = {stem for token in query.tokens if token.role in saying for stem in stems(token.text)}
    said |= {stem for term in query.about.terms for stem in stems(term.text)}
    held = Counter(stem for passage in read for stem in stems(passage.found.text) & said)
    weights = {stem: log(1 + (len(read) + 1) / (1 + held[stem])) for stem in said}
    whole = fsum(weights.values()) or 1.0
    return {stem: weight / whole for stem, weight in weights.items()}


def _told(sentence: Sentence, passage: Passage, filing: Filing, weights: dict[str, float]) -> Told:
    """The passage's rank adds to what the sentence says."""
    covers = _covers(sentence, passage, weights)
    score = covers * (1 + 1 / (1 + passage.found.rank))
    judged = passage.found.judged
    scored = judged.scores.get(Judge.CROSS_ENCODER) if judged else None
    return Told(_candidate(sentence, passage, filing), passage.found.chunk_id, score, covers, scored)


def _covers(sentence: Sentence, passage: Passage, weights: dict[str, float]) -> float:
    """What share of the question's words the sentence says, its headings at half; none if they alone say any."""
    own = stems(sentence.text) & weights.keys()
    above = (stems(" ".join(passage.found.section_path[-2:])) & weights.keys()) - own
    said = fsum(weights[stem] for stem in own)  # in any order the same: replays compare to the last bit
    return said + fsum(weights[stem] for stem in above) / 2 if said else 0.0


def _once(told: Iterable[Told]) -> list[Told]:
    """Filings say the same again in other places."""
    seen: set[str] = set()
    kept = []
    for one in told:
        key = "".join(one.candidate.text.split()).lower()
        if key not in seen:
            seen.add(key)
            kept.append(one)
    return kept


def _candidate(sentence: Sentence, passage: Passage, filing: Filing) -> Candidate:
    found = passage.found
    return Candidate(
        kind=CandidateKind.SENTENCE,
        text=sentence.text,
        above=found.section_path,
        period=Span(None, None, filing.fiscal_year, f"{filing.period} {filing.fiscal_year or ''}".strip()),
        filer=filing.filer,
        place=Place(found.document_uid, found.version_id, sentence.page, ((sentence.start, sentence.end),)),
        source=filing.name,
    )
