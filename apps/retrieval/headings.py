"""The section path: passages of the sections whose titles and lead sentences are about the question (V4, V8).

A filing of one form has the same parts as any other; what treats a subject says so in its title.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt

from apps.documents.models import Chunk, Section
from apps.retrieval.intents import Intent
from apps.retrieval.ranked import Ranked, ranked
from apps.retrieval.stems import stems

TITLE, ABOVE, SUMMARY = 1.0, 0.4, 0.3  # what a word counts in the title, in those above it, in the lead sentences
SUBJECT = 0.6  # of words that treat the subject but were not said
SECTIONS = 15
EACH = 2  # passages of a section


@dataclass(frozen=True, slots=True)
class Heading:
    """The stems of a section's title, of the titles above it and of its lead sentences."""

    pk: int
    title: frozenset[str]
    above: frozenset[str]
    summary: frozenset[str]


def section_passages(versions: Sequence[int], intent: Intent, near: Iterable[Sequence[Ranked]]) -> list[Ranked]:
    """Passages of the best sections of these versions. near: rankings by which a section's own passages are ordered."""
    wanted = dict.fromkeys(stems(" ".join(intent.titles)), SUBJECT) | dict.fromkeys(stems(intent.wording.words), 1.0)
    if not wanted or not versions:
        return []
    rows = Section.objects.filter(version__in=versions).values_list("pk", "path", "summary")
    best = _best([row for row in rows if row[1]], wanted)
    return ranked(passages_of(best, near)) if best else []


def _best(rows: Sequence[tuple[int, list[str], str]], wanted: dict[str, float]) -> dict[int, float]:
    """The best sections with their scores: idf over titles, shared out over the words of a title."""
    titled = [(pk, path, summary, stems(path[-1])) for pk, path, summary in rows]
    held = Counter(stem for *_, title in titled for stem in title & wanted.keys())
    idf = {stem: weight * log(1 + len(rows) / (1 + held[stem])) for stem, weight in wanted.items()}
    about = [
        Heading(pk, title, stems(" ".join(path[:-1])), stems(summary))
        for pk, path, summary, title in titled
        if title & wanted.keys()
    ]
    scores = {heading.pk: _score(heading, idf) for heading in about}
    order = sorted(scores, key=lambda pk: (-scores[pk], pk))[:SECTIONS]
    return {pk: scores[pk] for pk in order}


def _score(heading: Heading, idf: dict[str, float]) -> float:
    """Summed exactly: the order of a set differs from process to process, and a score must not."""
    title = fsum(idf[stem] for stem in heading.title & idf.keys())
    above = fsum(idf[stem] for stem in (heading.above - heading.title) & idf.keys())
    summary = fsum(idf[stem] for stem in (heading.summary - heading.title - heading.above) & idf.keys())
    return (TITLE * title + ABOVE * above + SUMMARY * summary) / sqrt(3 + len(heading.title))


def passages_of(best: dict[int, float], near: Iterable[Sequence[Ranked]]) -> list[tuple[int, float]]:
    """Of each of these sections, in their order, the first passages by `near`, with the section's score."""
    places: dict[int, int] = {}
    for ranking in near:
        for place in ranking:
            places[place.chunk] = min(place.rank, places.get(place.chunk, place.rank))
    of: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    rows = Chunk.objects.filter(section__in=best, duplicate_of=None).values_list("pk", "section_id", "ordinal")
    for pk, section, ordinal in rows:
        of[section].append((places.get(pk, 1000), ordinal, pk))
    return [(pk, score) for section, score in best.items() for _, _, pk in sorted(of[section])[:EACH]]
