"""Pairs of passages for the tournament's human alignment (R3): people say which of two answers a question better.

Drawn from what the search finds, with what the program says of them, which is shown to nobody before he has said his.
Some are judged by two people, and where they differ a third decides, as with other spot-checks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from random import Random

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

from apps.accounts.models import User
from apps.documents.models import Chunk, Document, DocumentVersion
from apps.learning.annotating import open_passages
from apps.learning.judging import wilson
from apps.learning.models import Better, Pair, Preference
from apps.learning.spot_checks import SETTLING, Agreement, CannotGradeError, agreement, grades_for, settled, waiting
from apps.retrieval.found import Found, SearchSettings
from apps.retrieval.reranking.contenders import Contender
from apps.retrieval.reranking.judges import Judge
from apps.retrieval.reranking.referee import RuleReferee
from apps.retrieval.search import search_text

TOP = 10  # passages of a question that pairs are drawn from, best first
ORDERED_BY = {
    "search": "The search, before re-ranking",
    "re-ranker": "The re-ranker",
    "rules": "The rules of the tournament",
}


@dataclass(frozen=True, slots=True)
class Alignment:
    """Of how many pairs, of which people prefer one, the program prefers the same. interval: 95%, by Wilson."""

    by: str
    same: int
    of: int

    @property
    def share(self) -> tuple[float, float, float]:
        return wilson(self.same, self.of)


def draw(question: str, viewer: User, most: int) -> list[Pair]:
    """At most so many pairs among the first passages of prose that everyone may read; those known stay as they are.

    The same question over the same store gives the same pairs. Which of two stands first is drawn, too.
    """
    found = [one for one in search_text(question, viewer=viewer).candidates if one.judged]
    chunks = {one.pk: one for one in open_passages([each.chunk_id for each in found]) if _on_one_page(one)}
    passages = _each_once([one for one in found if one.chunk_id in chunks])[:TOP]
    chance = Random(int(sha256(question.encode()).hexdigest(), 16))  # noqa: S311 - a draw, not a secret
    couples = list(combinations(passages, 2))
    drawn = chance.sample(couples, min(most, len(couples)))
    return [_kept(question, chance.sample(couple, 2), chunks) for couple in drawn]


def _each_once(found: Sequence[Found]) -> list[Found]:
    """Filings say the same again in other years; two that say the same are no pair."""
    return list({" ".join(one.text.split()).lower(): one for one in reversed(found)}.values())[::-1]


def _on_one_page(chunk: Chunk) -> bool:
    return len({page for page, _, _ in chunk.spans}) == 1


def _kept(question: str, couple: Sequence[Found], chunks: Mapping[int, Chunk]) -> Pair:
    first, second = (_place(chunks[one.chunk_id]) for one in couple)
    places = first | {f"other_{name}": value for name, value in second.items()}
    pair, _ = Pair.objects.get_or_create(question=question, **places, defaults={"orders": _orders(question, couple)})
    return pair


def _place(chunk: Chunk) -> dict[str, str | int]:
    page, start, _ = chunk.spans[0]
    return {"filing": chunk.version.sha256, "page": page, "start": start, "end": chunk.spans[-1][2]}


def _orders(question: str, couple: Sequence[Found]) -> dict[str, float]:
    """What the first wins against the second by each that orders them. A judge that was not asked has no say."""
    first, second = map(_contender, couple)
    told = {"search": float(first.before < second.before)}
    ours, theirs = (one.scores.get(Judge.CROSS_ENCODER) for one in (first, second))
    if ours is not None and theirs is not None:
        told["re-ranker"] = 0.5 if ours == theirs else float(ours > theirs)
    told["rules"] = RuleReferee(SearchSettings()).compare(question, [(first, second)])[0]
    return told


def _contender(found: Found) -> Contender:
    judged = found.judged
    if judged is None:
        raise ValueError("a passage that no judge saw is no contender")
    return Contender(
        chunk=found.chunk_id,
        before=judged.before,
        standing=found.fused,
        document=found.document_name,
        page=found.page + 1,
        view="",
        alignment=judged.alignment,
        met=judged.met,
        scores=judged.scores,
    )


def pairs_for(user: User) -> QuerySet[Pair]:
    """Those of filings that `user` may see."""
    readable = DocumentVersion.objects.filter(document__in=Document.objects.visible_to(user)).values("sha256")
    return Pair.objects.filter(filing__in=readable, other_filing__in=readable)


def queue(user: User) -> QuerySet[Pair]:
    """What waits for a word of `user`: first what two saw differently, then second looks, then what nobody judged."""
    return waiting(pairs_for(user), "preferences__better").exclude(preferences__annotator=user)


def prefer(pair: Pair, by: User, better: Better) -> Preference:
    """Raises PermissionDenied, and CannotGradeError for what `by` judged before."""
    if not grades_for(by):
        raise PermissionDenied("Experts judge.")
    with transaction.atomic():
        held = Pair.objects.select_for_update().get(pk=pair.pk)
        if held.preferences.filter(annotator=by).exists():
            raise CannotGradeError("You judged this pair already. Undo takes your last one back.")
        return Preference.objects.create(pair=held, annotator=by, better=better)


def undo(by: User) -> Pair:
    """Takes back the newest of `by`; the pair that waits again. Raises CannotGradeError where there is none."""
    last = Preference.objects.filter(annotator=by).select_related("pair").order_by("-id").first()
    if last is None:
        raise CannotGradeError("There is no pair of yours to undo.")
    last.delete()
    return last.pair


def judged(by: User) -> int:
    return Preference.objects.filter(annotator=by).count()


def among_people() -> Agreement:
    """How far those agree who judged the same pairs: first, tie and second are in this order."""
    return agreement(Preference.objects.values_list("pair", "annotator", "better"), list(Better))


def ties() -> int:
    """Pairs that people hold to be as good as each other."""
    return sum(better == Better.TIE for better, _ in _settled())


def alignments() -> list[Alignment]:
    """Of each that orders passages. Ties of people are left out; one of the program is no order as people have it."""
    told = [(better == Better.FIRST, orders) for better, orders in _settled() if better != Better.TIE]
    return [
        Alignment(name, sum(_same(first, orders[by]) for first, orders in told if by in orders), count)
        for by, name in ORDERED_BY.items()
        if (count := sum(by in orders for _, orders in told))
    ]


def _same(first: bool, won: float) -> bool:
    """won: what the first wins, half of it where the program has no preference."""
    return won > 0.5 if first else won < 0.5


def _settled() -> list[tuple[int, dict[str, float]]]:
    """What people say of each pair, with what the program says. Of two who differ nothing is settled yet."""
    given: dict[int, list[int]] = {}
    orders: dict[int, dict[str, float]] = {}
    for pair, better, told in Preference.objects.values_list("pair", "better", "pair__orders"):
        given.setdefault(pair, []).append(better)
        orders[pair] = told
    open_ = {pair for pair, said in given.items() if len(said) == SETTLING - 1 and len(set(said)) > 1}
    return [(settled(said), orders[pair]) for pair, said in given.items() if pair not in open_]
