"""The curate stage: of all that was gathered, the rows and sentences that answer; or what is missing (H3, M5)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.answers.advice import NO_ADVICE, asks_advice
from apps.answers.asked_language import read_in_english
from apps.answers.figures.asked import Relation
from apps.answers.figures.lines import Calculation
from apps.answers.gather import Evidence, Passage, tables_found, with_tables
from apps.answers.grounding.instructions import speaks_to_models
from apps.answers.intent import Intent
from apps.answers.pipeline import PipelineSettings
from apps.answers.prose.answering import answer_in_words
from apps.answers.prose.support import not_presented, statement_of
from apps.answers.prose.tables import rows_of_statement
from apps.answers.rows import RowHit, question_for, rank_rows
from apps.answers.sentences import SentenceHit

STATED_BEFORE = 2  # years before its own that a filing states
ASKS = re.compile(
    r"\b(?:wh(?:o|om|ose|at|ich|en|ere|y)|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may"
    r"|list|name|describe|explain|tell|show|give|summari[sz]e|compare|find|state|provide|calculate|compute)\b|\?",
    re.IGNORECASE,
)
CLOSE_SENTENCES, TABLES_READ = 2, 8  # beside rows; of those found, for a statement


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

    closest: what was chosen does not clearly answer, it only comes closest. selection: the passages that a model chose.
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

    Figures that were computed are the answer by themselves; a judgement of them is read beside what the filing says.
    """
    if figures.lines:
        return _beside(intent, evidence, figures, settings)
    if asks_advice(intent.question):
        return Curated(missing=(NO_ADVICE,))
    strangers = strangers_in(evidence)
    if strangers and not _spoken_of(strangers, evidence):
        return Curated(missing=_not_in_the_library(strangers, evidence))
    ranked = _rows_of_all(intent, evidence, settings) if intent.wants_figure and not strangers else []
    rows = tuple(_distinct(ranked, settings))
    if rows and rows[0].exact:
        return Curated(rows, considered={"rows": len(ranked)})
    prose = answer_in_words(intent, evidence, settings.prose, strangers)
    rows = () if prose.sure else rows
    told = tuple(hit for hit in prose.sentences if not speaks_to_models(hit.sentence.text))
    sentences = told[:CLOSE_SENTENCES] if rows else told
    rows = rows or prose.rows or _of_the_statement(intent, evidence, figures)
    considered = {"rows": len(ranked), "sentences": prose.considered}
    missing = _missing(intent, evidence, bool(rows or sentences))
    return Curated(rows, sentences, missing, not prose.sure or _only_words(intent, evidence), considered)


def _only_words(intent: Intent, evidence: Evidence) -> bool:
    """Whether words were typed that ask nothing and name no filer, where filings of several may be meant."""
    trace = evidence.result.trace
    return not (ASKS.search(intent.question) or trace.intent.get("companies")) and trace.documents_searched > 1


def _beside(intent: Intent, evidence: Evidence, figures: Calculation, settings: PipelineSettings) -> Curated:
    """What stands beside computed figures: sentences on what is judged, where some clearly speak of it."""
    if figures.question.relation is not Relation.JUDGEMENT or strangers_in(evidence):
        return Curated(missing=figures.missing)
    prose = answer_in_words(intent, evidence, settings.prose)
    told = prose.sentences[:CLOSE_SENTENCES] if prose.sure else ()
    return Curated(sentences=told, missing=figures.missing)


def _of_the_statement(intent: Intent, evidence: Evidence, figures: Calculation) -> tuple[RowHit, ...]:
    """Where a statement does not present what was asked for, the lines that it begins with."""
    statement = statement_of(figures) if not_presented(figures) else None
    if statement is None:
        return ()
    held = [one for one in evidence.passages if one.found.kind == "table"][:TABLES_READ]
    return rows_of_statement(intent, statement, tables_found(held))


def strangers_in(evidence: Evidence) -> tuple[str, ...]:
    """Names in the question that look like filers and are none: a figure of another filer is no answer."""
    return tuple(evidence.result.trace.not_held.get("companies", ()))


def _not_in_the_library(strangers: Iterable[str], evidence: Evidence) -> tuple[str, ...]:
    told = tuple(f"No filing of {name} is among the documents searched." for name in strangers)
    alike = evidence.result.trace.intent.get("companies spelled alike", ())
    return (*told, f"Did you mean {' or '.join(alike)}?") if alike else told


def _spoken_of(names: Iterable[str], evidence: Evidence) -> bool:
    """Whether the passages found speak of such a name: then sentences that name it may answer."""
    text = "\n".join(passage.found.text for passage in evidence.passages).lower()
    return any(name.lower() in text for name in names)


def _rows_of_all(intent: Intent, evidence: Evidence, settings: PipelineSettings) -> list[RowHit]:
    """Of all tables of the best filings: a figure may stand in a table that no search brought."""
    evidence = with_tables(evidence, settings.documents_read)
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


def _missing(intent: Intent, evidence: Evidence, found: bool) -> tuple[str, ...]:
    if found:
        return ()
    if not evidence.result.trace.passages_searched:
        return ("No document is in the part of the library that was searched.",)
    if said := read_in_english(intent.question):
        return (said,)
    held = sorted({year for filing in evidence.filings for year in filing.years})
    if strangers := strangers_in(evidence):
        return _not_in_the_library(strangers, evidence)
    stated = {year - earlier for year in held for earlier in range(STATED_BEFORE + 1)}
    absent = [year for year in intent.years if year not in stated]
    if absent:
        years = " or ".join(map(str, absent))
        return (f"Nothing for fiscal {years} was found; the filings found are of {_listed(held) or 'no known year'}.",)
    return ("No table row and no sentence of the passages found says what was asked.",)


def _listed(years: list[int]) -> str:
    return ", ".join(map(str, years))
