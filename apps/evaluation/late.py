"""Late interaction (A6) measured without filling a store: token vectors for the passages that it would re-rank."""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from apps.accounts.models import User
from apps.documents.token_vectors import embed_tokens_of
from apps.evaluation.financebench import Setting, scopes_of
from apps.evaluation.gold import Gold
from apps.evaluation.ranking import Ranking, ranking_of
from apps.evaluation.retrieval import Finder
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reranking.judges import Judge
from apps.retrieval.search import search_text

NAME = "late interaction, vectors made as asked"


def late_interaction(setting: Setting, user: User, asked: Sequence[Gold]) -> Finder:
    """The search re-ranked by MaxSim alone. Its seconds hold a search before and the making of the vectors.

    The vectors are made in a transaction that is rolled back: nothing is left in the store. Raises ModelUnavailable.
    """
    plain = replace(SearchSettings(), rerank=())
    judged = replace(plain, rerank=(Judge.LATE_INTERACTION,))
    scopes = scopes_of(user, {question.document for question in asked}) if setting is Setting.SINGLE else {}

    def find(question: Gold) -> Ranking:
        scope = scopes.get(question.document, Scope())
        first = search_text(question.text, viewer=user, scope=scope, settings=plain).candidates[: plain.rerank_top]
        with transaction.atomic():
            embed_tokens_of([found.chunk_id for found in first])
            result = search_text(question.text, viewer=user, scope=scope, settings=judged)
            transaction.set_rollback(True)
        return ranking_of(result.candidates)

    return find
