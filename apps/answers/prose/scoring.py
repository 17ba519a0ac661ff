"""How well each sentence of the passages found fits the question: its words, its meaning, its place, its kind."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apps.answers.gather import Passage
from apps.answers.prose.asked import Asked
from apps.answers.prose.lengths import of_another_length
from apps.answers.prose.manner import asks_for_rules, is_fragment, is_furniture, is_ruling, speaks_of_might
from apps.answers.prose.settings import ProseSettings
from apps.answers.sentences import Sentence, SentenceHit, sentences_around, split_sentences
from apps.answers.wording import stems
from apps.inference.embedding import embedder
from apps.retrieval.subjects import ASKS_MIGHT, only_might

EVENT = re.compile(r"item (?!9\.01)\d\.\d\d\b", re.IGNORECASE)  # of Form 8-K; 9.01 are the exhibits
MOST_TITLES = 2  # titles of a section's path, from the innermost


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence before its meaning is looked at. score: without the part of the cosine."""

    sentence: Sentence
    passage: Passage
    score: float
    coverage: float
    terms: frozenset[str]


def score_sentences(
    question: str,
    asked: Callable[[Passage], Asked],
    passages: Sequence[Passage],
    settings: ProseSettings,
    keep: Callable[[Passage, Sentence], bool],
) -> list[tuple[SentenceHit, Passage]]:
    """Sentences of the text `passages` that `keep` lets through, best first. question: without its frame.

    asked: what is asked of the filer of a passage. The best by their words alone have their vectors made.
    """
    texts = _read(passages, settings)
    best = max((one.found.fused for one in texts), default=0.0)
    scored = [
        _scored(question, asked(passage), passage, sentence, best, settings)
        for passage in texts
        for sentence in sentences_of(passage)
        if keep(passage, sentence) and not (is_furniture(sentence.text) or _is_title(sentence, passage))
    ]
    spoken = sorted((one for one in scored if one.coverage >= settings.least), key=lambda one: -one.score)
    return _with_cosine(question, spoken[: settings.embedded], settings)


def _read(passages: Sequence[Passage], settings: ProseSettings) -> list[Passage]:
    """The best passages of text, and what is said in words around the best tables."""
    texts = [one for one in passages if one.found.kind == "text"][: settings.passages_read]
    tables = [one for one in passages if one.found.kind == "table"][: settings.tables_heard]
    kept = {one.found.chunk_id for one in (*texts, *tables)}
    return [one for one in passages if one.found.chunk_id in kept]


def sentences_of(passage: Passage) -> list[Sentence]:
    found = passage.found
    split = sentences_around if found.kind == "table" else split_sentences
    return split(found.chunk_id, found.text, passage.spans)


def _scored(
    question: str, asked: Asked, passage: Passage, sentence: Sentence, best: float, settings: ProseSettings
) -> Scored:
    found = passage.found
    titles = found.section_path[-MOST_TITLES:]
    coverage, terms = asked.coverage(sentence.text, " ".join(titles))
    score = settings.coverage * coverage + settings.place * (found.fused / best if best else 0.0)
    score += settings.sign * asked.signs(sentence.text)
    score += settings.titled * _of_the_subject(asked, found.section_path)
    score += settings.named * asked.named(titles)
    score -= settings.cause * asked.is_the_cause(sentence.text, " ".join(titles))
    score -= settings.fragment * is_fragment(sentence.text)
    score -= settings.might * only_might(found.section_path, question)
    score -= settings.might_say * (speaks_of_might(sentence.text) and not ASKS_MIGHT.search(question))
    score -= settings.ruling * (is_ruling(sentence.text) and not asks_for_rules(question))
    score -= settings.unnamed * asked.lacks_name(sentence.text)
    score -= settings.other_length * of_another_length(question, f"{sentence.text} {_title(found.section_path)}")
    return Scored(sentence, passage, score, coverage, terms)


def _title(path: Sequence[str]) -> str:
    return path[-1] if path else ""


def _is_title(sentence: Sentence, passage: Passage) -> bool:
    """The title of a section is no sentence, though it ends with a full stop."""
    titles = " ".join(passage.found.section_path)
    return " ".join(sentence.text.split()) in " ".join(titles.split())


def _of_the_subject(asked: Asked, path: Sequence[str]) -> bool:
    """A section on the subject; or an item of a current report, whose exhibits only repeat what it reports."""
    titled = asked.titles & set(stems(" ".join(path[-MOST_TITLES:])))
    return bool(titled) or any(EVENT.match(title) for title in path)


def _with_cosine(question: str, scored: Sequence[Scored], settings: ProseSettings) -> list[tuple[SentenceHit, Passage]]:
    if not scored:
        return []
    vectors = embedder().embed([question, *(one.sentence.text for one in scored)])
    cosines = [float(cosine) for cosine in vectors[1:] @ vectors[0]]
    hits = [
        (_hit(one, one.score + settings.cosine * cosine, cosine), one.passage)
        for one, cosine in zip(scored, cosines, strict=True)
    ]
    return sorted(hits, key=lambda hit: -hit[0].score)


def _hit(one: Scored, score: float, cosine: float) -> SentenceHit:
    """A filing that fits the question less makes its sentences count less."""
    weighed = score * one.passage.found.filing_weight
    return SentenceHit(one.sentence, weighed, cosine, one.coverage, one.terms)
