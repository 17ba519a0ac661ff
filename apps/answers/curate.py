"""The curate stage: of all that was gathered, the rows and sentences that answer; or what is missing (H3, M5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.answers.closest import closest_lines
from apps.answers.figures.lines import Calculation
from apps.answers.gather import Evidence, Filing, Passage, with_tables
from apps.answers.intent import Intent
from apps.answers.pipeline import PipelineSettings
from apps.answers.rows import Question, RowHit, question_for, rank_rows
from apps.answers.sentences import Sentence, SentenceHit, blend, overlap, split_sentences
from apps.inference.embedding import embedder

STATED_BEFORE = 2  # years before its own that a filing states
CLOSE_ROWS, CLOSE_SENTENCES = 2, 2  # how many of the kind that was not asked for are shown


@dataclass(frozen=True, slots=True)
class Selection:
    """Passages chosen for a writer, best first (H3). evidence: all that was gathered, what the rounds added included.

    rounds: of each what was shown and chosen, what was missing, and the complementary question.
    """

    passages: tuple[Passage, ...]
    evidence: Evidence
    rounds: tuple[dict[str, Any], ...] = ()

    def seen(self) -> dict[str, Any]:
        return {"passages": len(self.passages), "rounds": list(self.rounds)}


@dataclass(frozen=True, slots=True)
class Curated:
    """What answers the question, best first. `missing` are sentences about what the store does not hold.

    closest: the sentences answer nothing, they only come closest. selection: the passages that a model chose.
    """

    rows: tuple[RowHit, ...] = ()
    sentences: tuple[SentenceHit, ...] = ()
    missing: tuple[str, ...] = ()
    closest: bool = False
    considered: dict[str, int] | None = None
    selection: Selection | None = None

    def seen(self) -> dict[str, Any]:
        return {
            "rows": [
                {"label": hit.row.label, "page": hit.table.source.page, "score": _r(hit.score)} for hit in self.rows
            ],
            "sentences": [{"page": hit.sentence.page, "score": _r(hit.score)} for hit in self.sentences],
            "closest": self.closest,
            "missing": list(self.missing),
            "considered": self.considered or {},
            **({"selection": self.selection.seen()} if self.selection else {}),
        }


def _r(score: float) -> float:
    return round(score, 4)


def curate(intent: Intent, evidence: Evidence, figures: Calculation, settings: PipelineSettings) -> Curated:
    """Choose rows and sentences above the thresholds of `settings`; nothing is chosen when the filer is not held.

    Figures that were computed are the answer by themselves.
    """
    if figures.lines:
        return Curated(missing=figures.missing)
    strangers = strangers_in(evidence)
    if strangers and not _spoken_of(strangers, evidence):
        return Curated(missing=tuple(f"No filing of {name} is in the library." for name in strangers))
    evidence = evidence if strangers else with_tables(evidence, settings.documents_read)
    filings = {filing.version_id: filing for filing in evidence.filings}
    ranked_rows = [] if strangers else _ranked_rows(intent, evidence, settings)
    rows = _distinct(ranked_rows, settings)
    exact = bool(rows) and rows[0].exact and intent.wants_figure
    ranked_sentences = [] if exact else _ranked_sentences(intent, evidence, filings, settings)
    sentences = _best_sentences(ranked_sentences, settings)
    rows, sentences = _balanced(intent, rows, sentences)
    tables = sum(len(filing.tables) for filing in evidence.filings)
    considered = {"tables": tables, "rows": len(ranked_rows), "sentences": len(ranked_sentences)}
    near = [] if rows or sentences else _closest(intent, evidence, filings, settings)
    missing = _missing(intent, evidence, rows, sentences)
    return Curated(tuple(rows), tuple(sentences or near), missing, bool(near), considered)


def _closest(
    intent: Intent, evidence: Evidence, filings: dict[int, Filing], settings: PipelineSettings
) -> list[SentenceHit]:
    """Of filings of the years asked for, whose filer is held."""
    if strangers_in(evidence):
        return []
    questions = {pk: question_for(intent, filing.names) for pk, filing in filings.items()}
    passages = [one for one in evidence.passages if one.found.version_id in filings]
    of_years = [one for one in passages if _of_year(intent, filings[one.found.version_id])]
    return closest_lines(of_years, filings, questions, settings.closest_overlap)


def _of_year(intent: Intent, filing: Filing) -> bool:
    return not intent.years or bool(filing.years & set(intent.years))


def strangers_in(evidence: Evidence) -> tuple[str, ...]:
    """Names in the question that look like filers and are none: a figure of another filer is no answer."""
    return tuple(evidence.result.trace.not_held.get("companies", ()))


def _spoken_of(names: Iterable[str], evidence: Evidence) -> bool:
    """Whether the passages found speak of such a name: then sentences that name it may answer."""
    text = "\n".join(passage.found.text for passage in evidence.passages).lower()
    return any(name.lower() in text for name in names)


def _balanced(
    intent: Intent, rows: list[RowHit], sentences: list[SentenceHit]
) -> tuple[list[RowHit], list[SentenceHit]]:
    """Figures lead where a figure is asked for, and sentences support; elsewhere rows only stand in for sentences."""
    if intent.wants_figure and rows:
        return rows, [] if rows[0].exact else sentences[:CLOSE_SENTENCES]
    return ([] if sentences else rows[:CLOSE_ROWS]), sentences


def _ranked_rows(intent: Intent, evidence: Evidence, settings: PipelineSettings) -> list[RowHit]:
    questions = {filing.version_id: question_for(intent, filing.names) for filing in evidence.filings}
    hits = [
        hit
        for filing in evidence.filings
        for hit in rank_rows(questions[filing.version_id], filing.tables, filing.rank, settings.row_score)
    ]
    return sorted(hits, key=lambda hit: hit.order, reverse=True)


def _distinct(hits: list[RowHit], settings: PipelineSettings) -> list[RowHit]:
    """The best rows that each bring words of the question that no better row has; an exact row stands alone."""
    chosen: list[RowHit] = []
    covered: set[str] = set()
    for hit in hits:
        close = not chosen or (not chosen[0].exact and hit.score >= chosen[0].score - settings.row_margin)
        if close and not hit.words <= covered and len(chosen) < settings.rows_shown:
            chosen.append(hit)
            covered |= hit.words
    return chosen


def _ranked_sentences(
    intent: Intent, evidence: Evidence, filings: dict[int, Filing], settings: PipelineSettings
) -> list[SentenceHit]:
    """Sentences of the text passages above both floors, from filings of the years asked for; best first, where a filing
    that fits the question less makes its sentences count less."""
    strangers = strangers_in(evidence)
    questions = {pk: question_for(intent, (*filing.names, *strangers)) for pk, filing in filings.items()}
    scored = []
    for passage in evidence.passages:
        found = passage.found
        if found.kind != "text" or found.version_id not in filings:
            continue
        above = " ".join(found.section_path)
        for sentence in split_sentences(found.chunk_id, found.text, passage.spans):
            share, words = _overlap(questions[found.version_id], sentence, above)
            fits = share >= settings.sentence_overlap and _names(sentence, strangers)
            if fits and _in_period(intent, filings[found.version_id], sentence):
                scored.append((sentence, share, words))
    best = sorted(scored, key=lambda one: one[1], reverse=True)[: settings.sentences_read]
    hits = [hit for hit in _with_cosine(intent, best, settings) if hit.score >= settings.sentence_score]
    weights = {passage.found.chunk_id: passage.found.filing_weight for passage in evidence.passages}
    return sorted(hits, key=lambda hit: -hit.score * weights[hit.sentence.chunk_id])


def _names(sentence: Sentence, strangers: tuple[str, ...]) -> bool:
    return not strangers or any(name.lower() in sentence.text.lower() for name in strangers)


def _overlap(question: Question, sentence: Sentence, above: str) -> tuple[float, frozenset[str]]:
    asked = question.ways[0] if question.ways else frozenset()
    return overlap(asked, sentence.text, above)


def _in_period(intent: Intent, filing: Filing, sentence: Sentence) -> bool:
    """A sentence counts for a year when its filing is of that year, or when it names the year."""
    if _of_year(intent, filing):
        return True
    return any(str(year) in sentence.text for year in intent.years)


def _with_cosine(
    intent: Intent, scored: list[tuple[Sentence, float, frozenset[str]]], settings: PipelineSettings
) -> list[SentenceHit]:
    if not scored:
        return []
    vectors = embedder().embed([intent.question, *(sentence.text for sentence, _, _ in scored)])
    return blend(scored, vectors[0], vectors[1:], settings.cosine_weight)


def _best_sentences(hits: list[SentenceHit], settings: PipelineSettings) -> list[SentenceHit]:
    """The best, without repeats, and those that are nearly as good."""
    kept: dict[str, SentenceHit] = {}
    for hit in hits:
        if hit.score >= hits[0].score - settings.sentence_margin:
            kept.setdefault(" ".join(hit.sentence.text.split()).lower(), hit)
    return list(kept.values())[: settings.sentences_shown]


def _missing(intent: Intent, evidence: Evidence, rows: list[RowHit], sentences: list[SentenceHit]) -> tuple[str, ...]:
    if rows or sentences:
        return ()
    if not evidence.result.trace.passages_searched:
        return ("No document is in the part of the library that was searched.",)
    held = sorted({year for filing in evidence.filings for year in filing.years})
    if strangers := strangers_in(evidence):
        return tuple(f"No filing of {name} is in the library." for name in strangers)
    stated = {year - earlier for year in held for earlier in range(STATED_BEFORE + 1)}
    absent = [year for year in intent.years if year not in stated]
    if absent:
        years = " or ".join(map(str, absent))
        return (f"Nothing for fiscal {years} was found; the filings found are of {_listed(held) or 'no known year'}.",)
    return ("No table row and no sentence of the passages found says what was asked.",)


def _listed(years: list[int]) -> str:
    return ", ".join(map(str, years))
