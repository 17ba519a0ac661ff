"""Which of the scored sentences are shown: those of the page on which most of the best stand, then of others."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.answers.gather import Passage
from apps.answers.prose.settings import ProseSettings
from apps.answers.sentences import SentenceHit

Hit = tuple[SentenceHit, Passage]
Leaf = tuple[int, int]  # version and page


@dataclass(frozen=True, slots=True)
class Chosen:
    """first: sentences of the best page, the best one first and the others as they stand there; others: of other
    pages, by the pages' worth.
    """

    first: tuple[Hit, ...] = ()
    others: tuple[Hit, ...] = ()

    @property
    def hits(self) -> tuple[Hit, ...]:
        return (*self.first, *self.others)


def choose(hits: Sequence[Hit], settings: ProseSettings) -> Chosen:
    """`hits`: best first. Without repeats: filings say the same again in other places. The best of the page leads.

    No page goes before that of the best sentence whose own best one is far behind it.
    """
    leaves: dict[Leaf, list[Hit]] = {}
    for hit in _once(hits):
        leaves.setdefault(_leaf(hit), []).append(hit)
    if not leaves:
        return Chosen()
    best = max(own[0][0].score for own in leaves.values())
    ranked = sorted(leaves.values(), key=lambda own: (best - own[0][0].score > settings.ahead, -_worth(own, settings)))
    first = _near(ranked[0], ranked[0][0][0].score - settings.margin)[: settings.of_page]
    floor = ranked[0][0][0].score - settings.margin_others
    others = [hit for own in ranked[1:] for hit in _near(own, floor)[:1]][: settings.of_others]
    return Chosen((first[0], *sorted(first[1:], key=_place)), tuple(others))


def led_by(chosen: Chosen, hit: Hit) -> Chosen:
    """`chosen` with `hit`, which answers, before all others."""
    return Chosen((hit, *_without(hit, chosen.first)), _without(hit, chosen.others))


def _without(hit: Hit, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    return tuple(one for one in hits if one[0].sentence != hit[0].sentence)


def _once(hits: Sequence[Hit]) -> list[Hit]:
    kept: list[tuple[str, Hit]] = []
    for hit in hits:
        said = "".join(hit[0].sentence.text.split()).lower()
        if not any(said in other or other in said for other, _ in kept):
            kept.append((said, hit))
    return [hit for _, hit in kept]


def _leaf(hit: Hit) -> Leaf:
    return hit[1].found.version_id, hit[0].sentence.page


def _worth(own: Sequence[Hit], settings: ProseSettings) -> float:
    """Of a page: its best sentence, and ever less of each further one: several that agree outweigh one stray."""
    floor = own[0][0].score - settings.margin
    return sum(hit.score * settings.follow**place for place, (hit, _) in enumerate(own[:3]) if hit.score >= floor)


def _near(own: Sequence[Hit], floor: float) -> list[Hit]:
    return [hit for hit in own if hit[0].score >= floor]


def _place(hit: Hit) -> tuple[int, int]:
    return hit[0].sentence.page, hit[0].sentence.start
