"""Sentences as an answer: only what a judge accepts is one; the rest is offered as what comes closest."""

from dataclasses import replace

import pytest

from apps.answers.compose.compose import NO_REASON, compose
from apps.answers.compose.declining import NOTHING
from apps.answers.compose.quotations import (
    PASSAGES,
    SPEAK,
    WEAK,
    Choice,
    as_offered,
    choose,
    claims_of,
    quoted,
    subject,
)
from apps.answers.judge import quotations
from apps.answers.judge.judge import Judged
from apps.answers.judge.pair_model import PairJudge
from apps.answers.models import Status
from apps.answers.run.road import nothing_yet
from apps.answers.sources.candidate import Place
from apps.answers.sources.passages import Told
from apps.questions.query import Alternative, Intent, Query, Reading, TextKind
from apps.retrieval.sentences import run_around, split_sentences
from tests.answers.asked import DOCUMENT, OAKFIELD, Scripted, asks, says

WHY = asks(Intent.TEXT, text_kind=TextKind.WHY)
STRIKE, WEATHER, HARBOR = (
    Told(says(text), chunk, 1.0 / chunk)
    for chunk, text in enumerate(("After the strike it grew.", "The weather was mild.", "The harbor was deep."), 1)
)
ALL = (STRIKE, WEATHER, HARBOR)


def judged(*answers: float | None) -> list[Judged]:
    return [Judged(one.candidate, value, by="a trained model") for one, value in zip(ALL, answers, strict=True)]


def chosen(verdicts: list[Judged], most: int = 2, shown: int = 2) -> Choice:
    return choose(ALL, verdicts, threshold=0.8, most=most, shown=shown)


def reading(query: Query, **more: str) -> Reading:
    return Reading("?", (Alternative(query),), **more)  # type: ignore[arg-type]


def test_the_likeliest_that_are_accepted_come_first_and_the_least_counts() -> None:
    choice = chosen(judged(0.85, 0.95, 0.9))

    assert choice == Choice((WEATHER, HARBOR), accepted=True, judged=True, least=0.9)


def test_what_nobody_judged_is_shown_in_the_order_of_the_search() -> None:
    assert chosen(judged(None, None, None)) == Choice((STRIKE, WEATHER), judged=False)


def test_what_a_judge_finds_unlikely_is_shown_as_such_the_likeliest_first() -> None:
    assert chosen(judged(0.1, 0.7, 0.2)) == Choice((WEATHER, HARBOR), judged=True)


PAGE = (
    "We run nine foundries in the north. Lantern sales fell by 9% in 2023. • The fall was due to a strike.\n\n"
    "In 2019, sales doubled twice over. We hope for more of it yet."
)


def found_on(page: str) -> list[Told]:
    """The sentences of a passage that is the whole page."""
    spans = ((0, 0, len(page)),)
    split = split_sentences(1, page, spans)
    places = [Place(DOCUMENT, 1, 0, ((one.start, one.end),)) for one in split]
    return [
        Told(says(one.text, place=place), 1, 1.0, run=run_around(split, at, page, spans))
        for at, (one, place) in enumerate(zip(split, places, strict=True))
    ]


def test_what_is_accepted_stays_as_it_was_judged() -> None:
    _, fell, strike, *_ = found_on(PAGE)
    accepted = Choice((fell, strike), True, True, least=0.8)
    assert as_offered(accepted) == accepted


def test_words_between_two_sentences_part_them() -> None:
    page = "Lantern sales fell by 9% in 2023.\n\nUnits 4 5 6 7\n\nThe fall was due to a strike."
    (fell, _) = found_on(page)
    assert fell.run and fell.run.text == "Lantern sales fell by 9% in 2023."


def test_what_a_rule_refuses_is_never_shown() -> None:
    refused = [replace(one, refused="It is of Oakfield Mills.") for one in judged(0.99, None, None)]
    assert chosen([refused[0], *judged(None, None, None)[1:]]) == Choice((WEATHER, HARBOR))
    assert chosen(refused) == Choice()


def test_every_sentence_has_its_verdict() -> None:
    with pytest.raises(ValueError, match="zip"):
        choose(ALL, judged(None, None, None)[:2], threshold=0.8, most=2, shown=2)


def test_accepted_sentences_are_an_answer() -> None:
    draft = quoted(chosen(judged(0.9, 0.1, 0.1)))

    assert draft.status is Status.EXTRACTED and draft.judged == 0.9 and draft.words == ""
    (claim,) = draft.claims
    assert claim.verbatim == "After the strike it grew." and claim.anchor.chunk_id == 1


@pytest.mark.parametrize(("verdicts", "words"), [((None, None, None), SPEAK), ((0.2, 0.1, 0.1), WEAK)])
def test_any_other_are_the_closest_passages_and_that_is_said(verdicts: tuple[float | None, ...], words: str) -> None:
    draft = quoted(chosen(judged(*verdicts)), ("No figure.",))

    assert draft.status is Status.CLOSEST and draft.judged is None
    assert draft.words == f"No figure. {words.format(PASSAGES)}" and draft.missing == ("No figure.",)


def titled(*titles: str) -> list[str]:
    told = [Told(says("It grew.", above=(title,) if title else ()), 1, 1.0) for title in titles]
    return [claim.heading for claim in claims_of(told)]


def test_titles_of_sections_stand_over_quotations_of_several_sections() -> None:
    assert titled("Risk  factors", "Properties") == ["Risk factors", "Properties"]
    assert titled("Risk factors", "") == ["", ""]
    assert titled("Risk factors", "Risk factors") == ["", ""]
    assert titled("Risk factors", "Properties", "x" * 81) == ["Risk factors", "Properties", ""]


def test_a_sentence_on_several_lines_is_told_on_one_and_cited_as_it_stands() -> None:
    (claim,) = claims_of([Told(says("It grew\n  by half."), 1, 1.0)])
    assert (claim.text, claim.verbatim) == ("It grew by half.", "It grew\n  by half.")


def test_a_sentence_without_a_place_cannot_be_quoted() -> None:
    with pytest.raises(ValueError, match="place"):
        claims_of([Told(says("It grew.", place=None), 1, 1.0)])


def through(scorer: Scripted | None, query: Query = WHY, told: tuple[Told, ...] = ALL) -> Choice:
    """As the road judges: rules, then the model where there is one."""
    judge = PairJudge(scorer) if scorer else None
    shown, verdicts = quotations.judged(judge, "?", query, told, [one.chunk for one in told], 12, 0.9)
    return choose(shown, verdicts, threshold=0.8, most=3, shown=3)


def test_a_judge_above_the_threshold_makes_it_an_answer() -> None:
    with_judge = compose(reading(WHY), nothing_yet(), None, through(Scripted(strike=0.9)))
    below = compose(reading(WHY), nothing_yet(), None, through(Scripted(strike=0.79)))
    alone = compose(reading(WHY), nothing_yet(), None, through(None))

    assert (with_judge.status, len(with_judge.claims)) == (Status.EXTRACTED, 1)
    assert (below.status, alone.status) == (Status.CLOSEST, Status.CLOSEST)
    assert WEAK.format(PASSAGES) in below.words and SPEAK.format(PASSAGES) in alone.words


def test_a_judge_cannot_accept_what_the_rules_refuse() -> None:
    foreign = Told(says("After the strike it grew.", filer=OAKFIELD), 7, 1.0)
    draft = compose(reading(WHY), nothing_yet(), None, through(Scripted(strike=0.99), told=(foreign,)))

    assert draft.status is Status.NOT_FOUND and draft.claims == ()


def test_where_a_figure_was_asked_for_it_is_said_that_there_is_none() -> None:
    told = (Told(says("Operating income of $5 and $6 million."), 1, 1.0),)
    draft = compose(reading(asks()), nothing_yet(), None, through(None, asks(), told))

    assert draft.status is Status.CLOSEST and draft.words == f"{NOTHING} {SPEAK.format(PASSAGES)}"
    assert NO_REASON not in draft.words


def test_what_is_only_offered_is_shown_as_a_passage_and_no_sentence_twice() -> None:
    page = " ".join(f"The {name} sold well in the north." for name in ("first", "second", "third", "fourth", "fifth"))
    found = found_on(page)
    offered = as_offered(Choice((found[0], found[1], found[4]), judged=True))
    (claim,) = claims_of(offered.told)

    assert claim.text == claim.verbatim == page and claim.core == found[0].candidate.text


def test_no_more_passages_are_offered_than_asked_for() -> None:
    told = (f"The {name} lantern sold well in the harbor." for name in ("one", "two", "three"))
    found = found_on("\n\nUnits 4 5 6 7\n\n".join(told))
    assert len(as_offered(Choice(tuple(found), judged=True), 2).told) == 2


@pytest.mark.parametrize(
    ("tables", "passages", "says"),
    [
        (0, 2, PASSAGES),
        (1, 0, "This table comes"),
        (2, 0, "These tables come"),
        (1, 1, "This table and the passages below come"),
        (2, 5, "These tables and the passages below come"),
    ],
)
def test_what_is_offered_is_told_by_what_it_is(tables: int, passages: int, says: str) -> None:
    assert subject(tables, passages) == says
