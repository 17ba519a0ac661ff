"""What the candidate stage takes on a store, what the vector index misses, and what it all weighs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from django.db import connection

from apps.accounts.models import User
from apps.evaluation.metrics import percentiles
from apps.evaluation.scale.filling import MODEL
from apps.evaluation.scale.synthetic import FIRST_YEAR, PASSAGES, YEARS, Query, Synthetic
from apps.retrieval.choosing import choose
from apps.retrieval.dense import nearest
from apps.retrieval.filings import companies, filings
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.intents import intent_of
from apps.retrieval.lexical import best_matches, count_terms
from apps.retrieval.reading import read_for
from apps.retrieval.wording import Wording

WARMING = 60  # other questions, asked before those that are timed: a server that has been asked for a while
CHOSEN = 10  # questions for which filings are chosen
SIZES = """
SELECT coalesce(sum(pg_relation_size(i.indexrelid)) FILTER (WHERE m.amname = 'hnsw'), 0)::bigint,
    coalesce(sum(pg_relation_size(i.indexrelid)) FILTER (WHERE m.amname = 'gin'), 0)::bigint,
    pg_total_relation_size('documents_lexemecount') + pg_total_relation_size('documents_passagetotals'),
    pg_table_size('documents_chunkvector'), pg_table_size('documents_chunk'),
    pg_database_size(current_database())
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
WHERE i.indrelid IN ('documents_chunk'::regclass, 'documents_chunkvector'::regclass)
"""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which filings a question may look in."""

    name: str
    versions: list[int]

    @property
    def passages(self) -> int:
        return len(self.versions) * PASSAGES


def narrowings(store: Synthetic, versions: Sequence[int]) -> list[Narrowing]:
    """Everything, one fiscal year of ten, one filer with all its years, one filing."""
    year = store.year_of(YEARS // 2)
    of_year = [version for filing, version in enumerate(versions) if store.year_of(filing) == year]
    return [
        Narrowing("everything", list(versions)),
        Narrowing("one year", of_year),
        Narrowing("one filer", list(versions[:YEARS])),
        Narrowing("one filing", list(versions[:1])),
    ]


def latencies(within: Narrowing, queries: Sequence[Query]) -> dict[str, Any]:
    """Seconds of the dense and the lexical path and of both together, one after the other as the search does.

    The first WARMING of `queries` are not timed.
    """
    settings = SearchSettings()
    dense, lexical = [], []
    for query in queries[:WARMING]:
        _dense(query, within, settings)
        _lexical(query, within, settings)
    for query in queries[WARMING:]:
        dense.append(_timed(lambda query=query: _dense(query, within, settings)))
        lexical.append(_timed(lambda query=query: _lexical(query, within, settings)))
    both = [one + other for one, other in zip(dense, lexical, strict=True)]
    return {
        "within": within.name,
        "passages": within.passages,
        "exact": within.passages <= settings.exact_up_to,
        "dense": percentiles(dense),
        "lexical": percentiles(lexical),
        "candidates": percentiles(both),
    }


def choosing(viewer: User, store: Synthetic) -> dict[str, float]:
    """Seconds of what comes before any candidate: reading the question and choosing among all filings."""
    settings, seconds = SearchSettings(), []
    for filer in range(CHOSEN):
        question = f"What was the revenue of Synthetic filer {filer % store.filers} in FY{FIRST_YEAR + 1}?"
        seconds.append(_timed(lambda question=question: _choose(question, viewer, settings)))
    return percentiles(seconds)


def _choose(question: str, viewer: User, settings: SearchSettings) -> None:
    query = read_for(viewer, Scope(), question).query
    choose(filings(viewer, Scope()), intent_of(query, question, companies(viewer, Scope())), settings)


def _timed(act: Any) -> float:
    began = perf_counter()
    act()
    return perf_counter() - began


def _dense(query: Query, within: Narrowing, settings: SearchSettings, *, exact: bool | None = None) -> set[int]:
    if exact is None:
        exact = within.passages <= settings.exact_up_to
    found = nearest(query.vector, MODEL, within.versions, settings.dense_candidates, exact=exact)
    return {one.chunk for one in found}


def _lexical(query: Query, within: Narrowing, settings: SearchSettings) -> None:
    wording = Wording(core=query.words, words=query.words, expansion="")
    best_matches(count_terms(wording, within.versions, settings), within.versions, settings)


def recall(within: Narrowing, queries: Sequence[Query]) -> float:
    """The part of the exact nearest that the walk through the index finds, over as many as the search asks for."""
    settings = replace(SearchSettings(), exact_up_to=0)
    shares = []
    for query in queries:
        exact = _dense(query, within, settings, exact=True)
        shares.append(len(exact & _dense(query, within, settings)) / len(exact))
    return round(sum(shares) / len(shares), 4)


def sizes() -> dict[str, int]:
    """Bytes on disk: the vector index, the lexical index, where lexemes stand (with its indexes), tables, all."""
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        found = cursor.fetchone() or (0,) * 6
    return dict(zip(("hnsw", "gin", "places", "vectors", "chunks", "database"), map(int, found), strict=True))
