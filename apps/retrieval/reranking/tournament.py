"""The tournament (R3): a batch picker (30 to 6), a listwise judge over the picked, a pairwise referee over the top 20
with Elo ratings; both orders fused by reciprocal ranks; passages of one section apart from each other."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from apps.retrieval.found import SearchSettings
from apps.retrieval.reranking.contenders import Contender
from apps.retrieval.reranking.elo import ratings
from apps.retrieval.reranking.referee import Referee
from apps.retrieval.spreading import Scored, spread


@dataclass(frozen=True, slots=True)
class Played:
    """What came of it, by passage. scores: those of the fused order, higher is better; rating: None below the top 20;
    listed: the place among the picked, from 1, None for those not picked."""

    scores: dict[int, float]
    rating: dict[int, float | None]
    listed: dict[int, int | None]


def play(question: str, contenders: Sequence[Contender], referee: Referee, settings: SearchSettings) -> Played:
    """Deterministic as far as the referee is. Raises ModelUnavailable when the referee does."""
    listed = _listed(question, contenders, referee, settings)
    top = contenders[: settings.tournament_top]
    rated = ratings(
        len(top),
        settings.tournament_rounds,
        lambda pairs: referee.compare(question, [(top[first], top[second]) for first, second in pairs]),
    )
    rating = {contender.chunk: rate for contender, rate in zip(top, rated, strict=True)}
    order = sorted(contenders, key=lambda one: (-rating.get(one.chunk, 0.0), one.before))
    fused = _fused([listed, order], contenders, settings)
    return Played(
        scores={entry.item.chunk: entry.score for entry in fused},
        rating={one.chunk: rating.get(one.chunk) for one in contenders},
        listed={one.chunk: listed.index(one) + 1 if one in listed else None for one in contenders},
    )


def _listed(
    question: str, contenders: Sequence[Contender], referee: Referee, settings: SearchSettings
) -> list[Contender]:
    """The best of each batch, put in order. Each batch is dealt some that stood high and some that did not."""
    batches = -(-len(contenders) // settings.tournament_batch)
    dealt = [contenders[start::batches] for start in range(batches)]
    chosen = referee.pick(question, dealt, settings.tournament_picks)
    picked = [batch[place] for batch, places in zip(dealt, chosen, strict=True) for place in places]
    picked.sort(key=lambda one: one.before)
    return [picked[place] for place in referee.order(question, picked)]


def _fused(
    orders: Sequence[Sequence[Contender]], contenders: Sequence[Contender], settings: SearchSettings
) -> list[Scored[Contender]]:
    """Each order adds 1 / (k + rank) to those in it; further passages of a section count less."""
    scores = {one.chunk: 0.0 for one in contenders}
    for order in orders:
        for rank, one in enumerate(order, start=1):
            scores[one.chunk] += 1 / (settings.rerank_k + rank)
    best_first = sorted(contenders, key=lambda one: (-scores[one.chunk], one.before))
    return spread([Scored(one, scores[one.chunk]) for one in best_first], _section, settings.tournament_decay)


def _section(contender: Contender) -> Hashable:
    return contender.section
