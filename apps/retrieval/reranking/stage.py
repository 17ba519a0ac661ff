"""The re-ranking stage: each judge orders the first passages; the orders are fused with the one before (A6, R3)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from apps.inference.errors import ModelUnavailable
from apps.retrieval.candidates import Candidate
from apps.retrieval.clock import Clock
from apps.retrieval.found import Judged, SearchSettings
from apps.retrieval.intents import Intent
from apps.retrieval.ranking import Ranking, taking_turns
from apps.retrieval.reranking.contenders import Contender, contenders_of
from apps.retrieval.reranking.judges import Judge
from apps.retrieval.reranking.referee import Referee, RuleReferee
from apps.retrieval.reranking.scoring import Scores, scores_of
from apps.retrieval.reranking.tournament import play

TOLD = 10  # of the first passages the trace tells what their cards meet; where somebody judges, of all that are judged


@dataclass(slots=True)
class Panel:
    """The judges at work. told: of each that was asked the model that it is, or why it could not judge."""

    question: str
    settings: SearchSettings
    referee: Referee | None
    contenders: list[Contender]
    told: dict[str, str] = field(default_factory=dict)
    scores: dict[Judge, Scores] = field(default_factory=dict)

    def hear(self, judge: Judge) -> None:
        """A judge that cannot be asked is left out: the search goes on without it, and the trace says why."""
        try:
            self.told[judge], scores = self._scores(judge)
        except ModelUnavailable as problem:
            self.told[judge] = f"left out: {problem}"
            return
        self.scores[judge] = scores
        for contender in self.contenders:
            if contender.chunk in scores:
                contender.scores[judge] = round(scores[contender.chunk], 6)

    def _scores(self, judge: Judge) -> tuple[str, Scores]:
        if judge is not Judge.TOURNAMENT:
            return scores_of(judge, self.question, self.contenders)
        try:
            if self.referee is not None:
                return self.referee.name, self._played(self.referee, self.settings.tournament_asked_rounds)
        except ModelUnavailable as problem:
            return f"rules, for the model was left out: {problem}", self._by_rules()
        return "rules", self._by_rules()

    def _by_rules(self) -> Scores:
        return self._played(RuleReferee(self.settings), self.settings.tournament_rounds)

    def _played(self, referee: Referee, rounds: int) -> Scores:
        settings = replace(self.settings, tournament_rounds=rounds)
        return play(self.question, self.contenders, referee, settings).scores


def rerank(
    ranking: Ranking,
    question: str,
    intent: Intent,
    settings: SearchSettings,
    clock: Clock,
    referee: Referee | None = None,
) -> tuple[Ranking, dict[str, str]]:
    """The same candidates, the first `settings.rerank_top` of them in the order that the judges make of it.

    Also what became of each judge. referee: decides in the tournament in place of the rules.
    """
    order = [*ranking.kept, *ranking.rest]
    seen = settings.rerank_top if settings.rerank else TOLD
    first, later = order[:seen], order[seen:]
    contenders = clock.time("cards", lambda: contenders_of(first, intent, settings))
    panel = Panel(question, settings, referee, contenders)
    for judge in _asked(intent, settings):
        clock.time(judge, lambda judge=judge: panel.hear(judge))  # type: ignore[misc]
    fused = _fused(panel, settings)
    told = {contender.chunk: _judged(contender) for contender in contenders}
    by_key = {candidate.chunk.pk: candidate for candidate in first}
    judged = [replace(by_key[key], judged=told.get(key)) for key in _order(first, fused)]
    if panel.scores:
        judged = taking_turns(judged, intent)
    order = [*judged, *later]
    return replace(ranking, kept=tuple(order[: settings.keep]), rest=tuple(order[settings.keep :])), panel.told


def _asked(intent: Intent, settings: SearchSettings) -> tuple[Judge, ...]:
    """Where figures are asked for, rows and facts know better than a cross-encoder which passage holds them."""
    if intent.numeric and not settings.rerank_figures:
        return tuple(judge for judge in settings.rerank if judge is not Judge.CROSS_ENCODER)
    return settings.rerank


def _fused(panel: Panel, settings: SearchSettings) -> Scores:
    """Over the order before and each judge's. With a judge who cannot score it a contender keeps its place."""
    fused = {one.chunk: 1 / (settings.rerank_k + one.before) for one in panel.contenders}
    for scores in panel.scores.values():
        for chunk, rank in _ranks(panel.contenders, scores).items():
            fused[chunk] += settings.rerank_weight / (settings.rerank_k + rank)
    return fused


def _ranks(contenders: Sequence[Contender], scores: Scores) -> dict[int, int]:
    best_first = sorted((one for one in contenders if one.chunk in scores), key=lambda o: (-scores[o.chunk], o.before))
    ranks = {one.chunk: rank for rank, one in enumerate(best_first, start=1)}
    return {one.chunk: ranks.get(one.chunk, one.before) for one in contenders}


def _order(first: Sequence[Candidate], fused: Scores) -> list[int]:
    """Passages that went since they were found keep no place of their own: they come last."""
    places = {candidate.chunk.pk: place for place, candidate in enumerate(first)}
    return sorted(places, key=lambda key: (-fused.get(key, 0.0), places[key]))


def _judged(contender: Contender) -> Judged:
    return Judged(contender.before, dict(contender.scores), contender.alignment, contender.met)
