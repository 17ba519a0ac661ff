"""The likeliest filings of a question that names no company: four signals of whole documents, fused (H1, M4).

passages: how high similarity ranks their passages; summaries: the same of the summaries of their sections; words: how
many of their passages hold the question's words; headings: whether their titles, headings and first pages do. A filing
that treats a matter throughout is told from one that has a single passage like the question.

Only filings that similarity brought up are weighed against each other, so that the work does not grow with the store.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import log
from typing import Any

from django.db import connection

from apps.documents.models import Chunk
from apps.retrieval.choosing import Choice
from apps.retrieval.found import SearchSettings
from apps.retrieval.intents import Intent
from apps.retrieval.learnt import learnt_names
from apps.retrieval.lexical import Terms, quoted
from apps.retrieval.ranked import Ranked
from apps.retrieval.summaries import Summary

Scores = dict[int, float]  # by version
DEEP = 30  # places of a ranking that count for its filing
TELLING, TITLING = 8, 4  # of the question's words that stand anywhere, the rarest; those looked for in headings
WORDS = """
SELECT version_id, lexeme, held.passages::float8 / greatest(total.passages, 1)
FROM documents_lexemecount AS held JOIN documents_passagetotals AS total USING (version_id)
WHERE lexeme = ANY(%(lexemes)s) AND version_id = ANY(%(versions)s)
"""
HEADINGS = """
SELECT version_id, lexeme, count(*)::float8 FROM (
    SELECT version_id, lexemes FROM documents_section
    WHERE version_id = ANY(%(versions)s) AND lexemes @@ %(titled)s::tsquery
    UNION ALL
    SELECT version_id, lexemes FROM documents_chunk
    WHERE version_id = ANY(%(versions)s) AND page = 0 AND lexemes @@ %(any)s::tsquery
) AS told CROSS JOIN unnest(lexemes)
WHERE lexeme = ANY(%(lexemes)s) GROUP BY version_id, lexeme
"""


def by_passages(near: Iterable[Sequence[Ranked]]) -> Scores:
    """Of each version that the first places of these rankings are of, the sum of 1/rank of its passages."""
    best = {place.chunk: 1 / place.rank for ranking in near for place in ranking[:DEEP]}
    scores: Scores = defaultdict(float)
    for chunk, version in Chunk.objects.filter(pk__in=best).values_list("pk", "version_id"):
        scores[version] += best[chunk]
    return scores


def weigh_again(
    intent: Intent,
    choice: Choice,
    passages: Scores,
    summaries: Sequence[Summary],
    terms: Terms,
    settings: SearchSettings,
) -> Choice:
    """The filings weighed by these signals too, and by names that only one company's filings speak of.

    A company that is named tells the filing better: then nothing changes.
    """
    if intent.companies or len(choice.filings) < 2 or not settings.document_weight:
        return choice
    scores = document_scores(passages, summaries, terms, settings)
    companies = {filing.version: filing.company for filing in choice.filings}
    learnt = learnt_names(intent.names, {version: companies[version] for version in scores}, terms)
    hinted = {one.company for one in learnt}
    gain = {
        version: (1 + settings.document_weight * scores.get(version, 0.0))
        * (settings.learnt_weight if hinted and companies[version] not in hinted else 1.0)
        for version in choice.weights
    }
    most = max(gain.values())
    weights = {version: weight * gain[version] / most for version, weight in choice.weights.items()}
    reasons = {
        version: (*reasons, *(f"speaks of {one.name}" for one in learnt if one.company == companies[version]))
        for version, reasons in choice.reasons.items()
    }
    return replace(choice, weights=weights, reasons=reasons, learnt=tuple(learnt))


def document_scores(passages: Scores, summaries: Sequence[Summary], terms: Terms, settings: SearchSettings) -> Scores:
    """Between 0 and 1, 1 for a filing that every signal puts first; those that nothing brought up have none."""
    by_summaries: Scores = defaultdict(float)
    for rank, summary in enumerate(summaries[:DEEP], start=1):
        by_summaries[summary.version] += 1 / rank
    versions = sorted({*passages, *by_summaries})
    telling = sorted((one for one in terms.weights if terms.holding[one]), key=lambda one: (-terms.idf(one), one))
    words, headings = _lexical(versions, telling[:TELLING], terms)
    signals = (passages, by_summaries, words, headings)
    return _fused(signals, settings.document_parts, settings.document_k)


def _fused(signals: Sequence[Scores], weights: Sequence[float], k: int) -> Scores:
    scores: Scores = defaultdict(float)
    for signal, weight in zip(signals, weights, strict=True):
        order = sorted(signal, key=lambda version: (-signal[version], version))
        for rank, version in enumerate(order, start=1):
            scores[version] += weight * (k + 1) / (k + rank)
    whole = sum(weights) or 1.0
    return {version: score / whole for version, score in scores.items()}


def _lexical(versions: list[int], telling: list[str], terms: Terms) -> tuple[Scores, Scores]:
    if not telling or not versions:
        return {}, {}
    titling = telling[:TITLING]
    named: dict[str, Any] = {
        "versions": versions,
        "lexemes": titling,
        "titled": " | ".join(f"{quoted(lexeme)}:A" for lexeme in titling),
        "any": " | ".join(map(quoted, titling)),
    }
    with connection.cursor() as cursor:
        cursor.execute(WORDS, {"versions": versions, "lexemes": telling})
        words = _summed(cursor.fetchall(), terms, lambda share: log(1 + 100 * share))
        cursor.execute(HEADINGS, named)
        headings = _summed(cursor.fetchall(), terms, lambda count: log(1 + count))
    return words, headings


def _summed(rows: Sequence[tuple[int, str, float]], terms: Terms, much: Callable[[float], float]) -> Scores:
    scores: Scores = defaultdict(float)
    for version, lexeme, held in rows:
        scores[version] += terms.weights[lexeme] * terms.idf(lexeme) * much(held)
    return scores
