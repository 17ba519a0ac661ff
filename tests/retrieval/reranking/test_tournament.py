"""The tournament: who meets whom, what ratings come of it, and who stands at the top."""

from itertools import combinations

import pytest

from apps.retrieval.found import SearchSettings
from apps.retrieval.reranking.elo import expected, ratings, rounds
from apps.retrieval.reranking.referee import RuleReferee
from apps.retrieval.reranking.tournament import play
from tests.retrieval.reranking.contending import WrittenReferee, contender, contenders

SETTINGS = SearchSettings(rerank=())


def order(played) -> list[int]:
    return sorted(played.scores, key=lambda chunk: (-played.scores[chunk], chunk))


@pytest.mark.parametrize("players", [2, 5, 20])
def test_everybody_meets_everybody_once(players: int) -> None:
    met = [pair for played in rounds(players, players) for pair in played]
    assert sorted(met) == list(combinations(range(players), 2))
    for played in rounds(players, 3):
        places = [place for pair in played for place in pair]
        assert len(places) == len(set(places)) == players - players % 2


def test_few_rounds_are_few_and_nobody_plays_alone() -> None:
    assert len(rounds(20, 3)) == 3
    assert rounds(1, 5) == [[]]
    assert rounds(0, 5) == []


def test_ratings_follow_the_wins_and_keep_their_sum() -> None:
    rated = ratings(6, 5, lambda pairs: [1.0] * len(pairs))
    assert rated == sorted(rated, reverse=True)
    assert sum(rated) == pytest.approx(6 * 1500)
    assert ratings(6, 5, lambda pairs: [0.5] * len(pairs)) == [1500.0] * 6


def test_a_rating_says_what_is_expected() -> None:
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)


def test_thirty_become_six_and_twenty_meet() -> None:
    referee = WrittenReferee(lambda one: one.chunk)
    played = play("?", contenders(30), referee, SETTINGS)
    assert [len(batch) for batch in referee.batches] == [10, 10, 10]
    assert sorted(chunk for batch in referee.batches for chunk in batch) == list(range(1, 31))
    assert referee.listed == [25, 26, 27, 28, 29, 30]
    assert {chunk for pair in referee.pairs for chunk in pair} == set(range(1, 21))
    assert len(referee.pairs) == 190
    assert [chunk for chunk, rating in played.rating.items() if rating is None] == list(range(21, 31))
    assert [played.listed[chunk] for chunk in (30, 25, 1)] == [1, 6, None]


def test_both_orders_count() -> None:
    """20 wins every comparison; 30 is picked and listed first, but met nobody: 20 stands in both orders, if picked."""
    played = play("?", contenders(30), WrittenReferee(lambda one: one.chunk), SETTINGS)
    assert set(order(played)[:2]) == {29, 30}
    lone = play("?", contenders(30), WrittenReferee(lambda one: one.chunk == 20), SETTINGS)
    assert order(lone)[0] == 20


def test_a_section_is_shown_once_before_its_second_passage() -> None:
    passages = [contender(1, section="a"), contender(2, section="a"), contender(3, section="b")]
    rules = RuleReferee(SETTINGS)
    assert order(play("?", passages, rules, SETTINGS)) == [1, 2, 3]
    spread = SearchSettings(rerank=(), tournament_decay=0.4)
    assert order(play("?", passages, rules, spread)) == [1, 3, 2]


@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_few_contenders_are_all_ranked(count: int) -> None:
    assert sorted(play("?", contenders(count), RuleReferee(SETTINGS), SETTINGS).scores) == list(range(1, count + 1))


def test_the_rules_change_nothing_where_cards_say_nothing() -> None:
    passages = contenders(30)
    assert order(play("?", passages, RuleReferee(SETTINGS), SETTINGS))[:20] == list(range(1, 21))


def test_a_passage_that_meets_the_intent_rises() -> None:
    passages = contenders(20)
    passages[9] = contender(10, standing=1 / 10, entities=1, metrics=1, period=1, numeric=1)
    assert order(play("?", passages, RuleReferee(SETTINGS), SETTINGS)).index(10) < 9
    deaf = SearchSettings(rerank=(), tournament_alignment=0.0)
    assert order(play("?", passages, RuleReferee(deaf), deaf)).index(10) == 9


def test_the_rules_hear_the_models_that_judged_before() -> None:
    passages = contenders(20)
    for one in passages:
        one.scores["cross-encoder"] = 0.9 if one.chunk == 15 else 0.1
    rules = RuleReferee(SETTINGS)
    assert rules.compare("?", [(passages[14], passages[0])]) == [0.5]
    assert rules.order("?", passages)[0] in {0, 14}
    passages[0].scores["cross-encoder"] = 0.95
    assert rules.order("?", passages)[0] == 0
