"""BM25 over the store: counts of what is searched, and the same ranking however many passages hold a term."""

from math import log
from random import Random
from typing import Any

import pytest
from django.db import connection

from apps.documents.lexical import write_lexemes
from apps.documents.models import Chunk, LexemeCount, PassageTotals, Visibility
from apps.retrieval import lexical
from apps.retrieval.found import SearchSettings
from apps.retrieval.lexical import Terms, best_matches, count_terms
from apps.retrieval.wording import Wording
from tests.people import People
from tests.retrieval.library import PROSE, Filing, publish

pytestmark = pytest.mark.django_db


def worded(text: str) -> Wording:
    return Wording(core=text, words=text, expansion="")


FLOUR = (
    "Flour, flour and more flour: the price of flour doubled.",
    "Bread sold well while flour and butter were scarce in the harbour district this year and the last one too.",
    "Rye flour comes from the mill at Quillhaven.",
    "The mill was closed for repairs.",
)


def scores(terms: Terms, versions: list[int], **changed: Any) -> list[tuple[int, float]]:
    return [(place.chunk, place.score) for place in best_matches(terms, versions, SearchSettings(**changed))]


def by_hand(filings: list[Filing], asked: list[str]) -> dict[int, float]:
    """BM25 with k1 1.2 and b 0.75 from the words as Postgres counts them."""
    chunks = [chunk for filing in filings for chunk in Chunk.objects.filter(version=filing.version, duplicate_of=None)]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, lexeme, cardinality(positions) FROM documents_chunk, unnest(lexemes) WHERE id = ANY(%s)",
            [[chunk.pk for chunk in chunks]],
        )
        times = {(pk, lexeme): count for pk, lexeme, count in cursor.fetchall()}
    average = sum(chunk.tokens for chunk in chunks) / len(chunks)
    held = {lexeme: sum((chunk.pk, lexeme) in times for chunk in chunks) for lexeme in asked}
    found = {}
    for chunk in chunks:
        score = 0.0
        for lexeme in asked:
            count = times.get((chunk.pk, lexeme), 0)
            idf = log(1 + (len(chunks) - held[lexeme] + 0.5) / (held[lexeme] + 0.5))
            score += idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * chunk.tokens / average))
        found[chunk.pk] = score
    return {pk: score for pk, score in found.items() if score}


@pytest.fixture
def mills(people: People) -> list[Filing]:
    return [publish(people.owner, "A", (*PROSE, *FLOUR)), publish(people.owner, "B", FLOUR[:2])]


def test_the_score_is_bm25_over_all_filings_searched(mills: list[Filing]) -> None:
    versions = [filing.version.pk for filing in mills]
    terms = count_terms(worded("flour mill butter"), versions, SearchSettings())
    exact = by_hand(mills, ["flour", "mill", "butter"])
    found = dict(scores(terms, versions, lexical_floor=0.0))
    assert found.keys() == exact.keys()
    assert found == pytest.approx(exact)


def test_the_first_of_many_passages_are_those_of_exact_bm25(people: People) -> None:
    """Filings of different lengths, passages of equal score among them, some filings not asked."""
    chance = Random(7)
    words = [f"{first}{second}x" for first in ("bo", "du", "fa", "ke") for second in ("mi", "no", "pu", "ra")]

    def passage() -> str:
        return " ".join(words[min(int(chance.expovariate(0.25)), 15)] for _ in range(chance.randint(3, 40)))

    filings = [publish(people.owner, f"R{n}", tuple(passage() for _ in range(3 + 7 * n))) for n in range(6)]
    asked = [filings[4], filings[0], filings[3]]
    versions = [filing.version.pk for filing in asked]
    sought = ["bomix", "bonox", "farax", "kemix"]
    exact = by_hand(asked, sought)
    terms = count_terms(worded(" ".join(sought)), versions, SearchSettings())
    found = scores(terms, versions, lexical_floor=0.0, lexical_candidates=20)
    assert len(exact) > 30
    assert [score for _, score in found] == pytest.approx(sorted(exact.values(), reverse=True)[:20])
    assert dict(found) == pytest.approx({pk: exact[pk] for pk, _ in found})
    assert scores(terms, versions, lexical_floor=0.0, lexical_candidates=1000) == scores(
        terms, versions[::-1], lexical_floor=0.0, lexical_candidates=1000
    )


def test_counts_are_those_of_the_versions_searched(mills: list[Filing]) -> None:
    first, second = (filing.version.pk for filing in mills)
    both = count_terms(worded("flour mill"), [first, second], SearchSettings())
    assert (both.passages, both.holding) == (11, {"flour": 7, "mill": 2})
    alone = count_terms(worded("flour mill"), [second], SearchSettings())
    assert (alone.passages, alone.holding) == (2, {"flour": 2, "mill": 0})
    nothing = count_terms(worded("flour mill"), [], SearchSettings())
    assert (nothing.passages, nothing.average, nothing.holding) == (0, 0.0, {"flour": 0, "mill": 0})


def test_what_others_keep_to_themselves_changes_no_count(mills: list[Filing], people: People) -> None:
    versions = [filing.version.pk for filing in mills]
    before = count_terms(worded("flour mill"), versions, SearchSettings())
    publish(people.stranger, "S", FLOUR * 3, visibility=Visibility.PRIVATE)
    assert count_terms(worded("flour mill"), versions, SearchSettings()) == before


def test_repeats_are_not_counted(people: People) -> None:
    filing = publish(people.owner, "A", FLOUR)
    repeated, first = filing.chunks[2], filing.chunks[0]
    Chunk.objects.filter(pk=repeated.pk).update(duplicate_of=first)
    write_lexemes(filing.version.pk)
    terms = count_terms(worded("flour rye"), [filing.version.pk], SearchSettings())
    assert (terms.passages, terms.holding) == (3, {"flour": 2, "rye": 0})
    assert terms.average * 3 == sum(chunk.tokens for chunk in filing.chunks) - repeated.tokens


def test_versions_without_counts_are_counted_when_asked(mills: list[Filing]) -> None:
    versions = [filing.version.pk for filing in mills]
    wording = worded("flour costs and bread, 'quoted' or not: it's said")
    counted = count_terms(wording, versions, SearchSettings())
    before = dict(scores(counted, versions))
    LexemeCount.objects.filter(version=versions[1]).delete()
    PassageTotals.objects.filter(version=versions[1]).delete()
    late = count_terms(wording, versions, SearchSettings())
    assert (late.passages, late.average, late.holding) == (counted.passages, counted.average, counted.holding)
    # Of a passage read as a whole the number of times is taken from a rank, to within five percent.
    assert dict(scores(late, versions)) == pytest.approx(before, rel=0.05)


def test_counts_go_with_their_version(mills: list[Filing]) -> None:
    version = mills[0].version
    assert LexemeCount.objects.filter(version=version, lexeme="flour", passages=5).exists()
    mills[0].document.delete()
    assert not LexemeCount.objects.filter(version=version.pk).exists()
    assert not PassageTotals.objects.filter(version=version.pk).exists()


def test_signs_in_a_question_are_words_not_operators(people: People) -> None:
    version = publish(people.owner, "F", (*PROSE, "It's a \\ 'quoted' flour & bread")).version.pk
    terms = count_terms(worded("flour costs and bread, 'quoted' or not: it's said"), [version], SearchSettings())
    assert terms.holding["flour"] == 3
    assert terms.holding["quot"] == 1
    assert scores(terms, [version])


def test_a_store_too_large_to_look_everything_up_gives_the_same_first_passages(
    mills: list[Filing], monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = [filing.version.pk for filing in mills]
    terms = count_terms(worded("the flour of the mill"), versions, SearchSettings())
    everything = scores(terms, versions, lexical_candidates=2)
    monkeypatch.setattr(lexical, "MOST_LOOKED_UP", 1)  # the mill alone, which two passages hold
    of_the_mill = scores(terms, versions, lexical_candidates=2)
    assert [pk for pk, _ in of_the_mill] == list(by_hand(mills, ["mill"]))
    assert of_the_mill[0] == pytest.approx(everything[0], rel=0.05)


def test_words_between_angle_brackets_are_words(people: People) -> None:
    filing = publish(people.owner, "F", FLOUR, company="Brackenfold Bakeries, Inc.", year=2022)
    terms = count_terms(worded("<mill> rye<br>"), [filing.version.pk], SearchSettings())
    assert {"mill", "rye", "br"} == set(terms.weights)
