"""An answer in the filing's own words: sentences that a judge accepts, or passages that speak of the subject."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.answers.compose.draft import Anchor, Claim, Draft
from apps.answers.compute.closest import ClosestTable
from apps.answers.judge.judge import RULES, Judged
from apps.answers.models import Status
from apps.answers.sources.anchors import Anchors
from apps.answers.sources.passages import Told, overlap

PASSAGES = "These passages come"
SPEAK = "{} closest; whether that answers the question was not judged."  # {}: what is offered
WEAK = "Nothing found clearly answers this. {} closest."
MOST_OFFERED = 5
AROUND = 12  # sentences on either side of one that is offered: all of its passage
LONGEST_HEADING = 80  # characters; a longer title is no heading


@dataclass(frozen=True, slots=True)
class Choice:
    """Sentences to show, best first. accepted: a judge says that they answer. judged: whether anybody judged.

    least: the least of the probabilities with which a trained model accepted them; None where rules alone did.
    """

    told: tuple[Told, ...] = ()
    accepted: bool = False
    judged: bool = False
    least: float | None = None


def choose(told: Sequence[Told], verdicts: Sequence[Judged], *, threshold: float, most: int, shown: int) -> Choice:
    """The accepted ones, at most `most`; without any, the first `shown` that no rule refuses, likeliest first."""
    open_ = [(one, verdict) for one, verdict in zip(told, verdicts, strict=True) if not verdict.refused]
    open_.sort(key=lambda pair: -(pair[1].answers or 0.0))
    judged = any(verdict.answers is not None for _, verdict in open_)
    if accepted := [(one, verdict) for one, verdict in open_ if verdict.accepted(threshold)]:
        best = accepted[:most]
        trained = all(verdict.by != RULES for _, verdict in best)
        least = min(verdict.answers or 0.0 for _, verdict in best) if trained else None
        return Choice(tuple(one for one, _ in best), True, True, least)
    return Choice(tuple(one for one, _ in open_[:shown]), judged=judged)


def as_offered(choice: Choice, most: int = MOST_OFFERED) -> Choice:
    """What is only offered is shown with all that stands around it in its passage, as at most so many passages.

    One that another quotation holds is left out.
    """
    if choice.accepted:
        return choice
    kept = list[Told]()
    for one in choice.told:
        wide = replace(one.wider(lambda _: True, AROUND), core=one.candidate.text)
        apart = (each for each in (wide, one) if not any(overlap(each, other) for other in kept))
        kept += list(apart)[:1]
    return replace(choice, told=tuple(kept[:most]))


def quoted(choice: Choice, missing: Sequence[str] = (), tables: Sequence[Claim] = ()) -> Draft:
    """Accepted sentences are an answer; any others are offered, behind tables that come closest."""
    claims = claims_of(choice.told)
    if choice.accepted:
        return Draft(
            Status.EXTRACTED,
            claims,
            " ".join(missing),
            missing=tuple(missing),
            judged=choice.least,
        )
    says = (WEAK if choice.judged or not claims else SPEAK).format(subject(len(tables), len(claims)))
    return Draft(Status.CLOSEST, (*tables, *claims), " ".join([*missing, says]), missing=tuple(missing))


def subject(tables: int, passages: int) -> str:
    """What comes closest, by the numbers of tables and passages."""
    if not tables:
        return PASSAGES
    if passages:
        return f"{'These tables' if tables > 1 else 'This table'} and the passages below come"
    return "These tables come" if tables > 1 else "This table comes"


def tables_of(tables: Sequence[ClosestTable]) -> tuple[Claim, ...]:
    """A claim for each whose row can be cited: the row as it stands, with the whole table behind it."""
    anchors = Anchors([one.row for one in tables])
    placed = [(one, anchors.anchor(one.row.place)) for one in tables]
    return tuple(
        Claim(one.row.text, anchor, verbatim=anchors.printed(one.row.place), grid=one.grid)
        for one, anchor in placed
        if anchor
    )


def claims_of(told: Sequence[Told]) -> tuple[Claim, ...]:
    """A claim for each sentence, under the titles of their sections where these are several and short."""
    titles = [_title(one) for one in told]
    several = len(set(titles) - {""}) > 1
    return tuple(_claim(one, title if several else "") for one, title in zip(told, titles, strict=True))


def _claim(one: Told, heading: str) -> Claim:
    place = one.candidate.place
    if place is None:
        raise ValueError("a sentence has a place")
    start, end = place.spans[0][0], place.spans[-1][1]
    anchor = Anchor(place.version, one.chunk, place.page, start, end)
    text, core = (" ".join(words.split()) for words in (one.candidate.text, one.core))
    return Claim(text, anchor, verbatim=one.candidate.text, heading=heading, core=core if core != text else "")


def _title(one: Told) -> str:
    title = " ".join(one.candidate.above[-1].split()) if one.candidate.above else ""
    return title if len(title) <= LONGEST_HEADING else ""
