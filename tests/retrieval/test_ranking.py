"""What stands at the top together, and what grows by its neighbours."""

import pytest

from apps.documents.models import Chunk, ChunkVector
from apps.inference.embedding import embedder
from apps.retrieval.bundling import bundles
from apps.retrieval.found import SearchSettings
from apps.retrieval.rows import labels
from apps.retrieval.spreading import Scored, in_turn, spread, without_repeats
from tests.people import People
from tests.retrieval.asked import search
from tests.retrieval.library import PROSE, publish


def scored(*items: tuple[str, float]) -> list[Scored[str]]:
    return [Scored(name, score) for name, score in items]


def names(entries: list[Scored[str]]) -> list[str]:
    return [entry.item for entry in entries]


def test_further_passages_of_a_section_count_less() -> None:
    entries = scored(("a1", 1.0), ("a2", 0.9), ("a3", 0.8), ("b1", 0.7))
    assert names(spread(entries, lambda item: item[0], 0.5)) == ["a1", "b1", "a2", "a3"]
    assert names(spread(entries, lambda item: item[0], 1.0)) == ["a1", "a2", "a3", "b1"]


def test_compared_groups_take_turns() -> None:
    entries = scored(("a1", 1.0), ("a2", 0.9), ("a3", 0.8), ("b1", 0.1))
    assert names(in_turn(entries, lambda item: item[0], 2)) == ["a1", "b1", "a2", "a3"]
    assert names(in_turn(entries, lambda item: item[0], 1)) == ["a1", "a2", "a3", "b1"]


def test_repeats_are_counted_and_left_out() -> None:
    kept, repeats = without_repeats(scored(("a1", 1.0), ("a2", 0.9), ("b1", 0.8)), lambda item: item[0])
    assert (names(kept), repeats) == (["a1", "b1"], {"a": 1})


def test_labels_of_rows() -> None:
    text = "(in millions)\t2022\t2021\nNet sales $ 3,310 $ 3,002\nLoss on ovens (12) —\nNotes\nRate of tax 21.5% 20.0%"
    assert labels(text) == ["(in millions)", "Net sales", "Loss on ovens", "Rate of tax"]


@pytest.mark.django_db
def test_neighbours_of_the_same_matter_join_a_hit(people: People) -> None:
    texts = (PROSE[0], "Flour costs rose.", "The rise of flour costs hurt.", "Flour cost more.", PROSE[4])
    first, *same, last = (chunk.pk for chunk in publish(people.owner, "F", texts).chunks)
    model = embedder().name
    assert bundles([same[1]], model, 2, 0.5) == {same[1]: (same[0], same[2])}
    assert bundles([same[1]], model, 2, -1.0) == {same[1]: (first, same[0], same[2], last)}
    assert bundles([same[1]], model, 0, -1.0) == {}
    Chunk.objects.filter(pk=same[0]).update(duplicate_of=same[1])
    assert bundles([same[1]], model, 1, -1.0) == {same[1]: (same[2],)}
    ChunkVector.objects.all().delete()
    assert bundles([same[1]], model, 2, -1.0) == {}


@pytest.mark.django_db
def test_context_displaces_nothing(people: People) -> None:
    publish(people.owner, "F", ("Flour costs rose.", "The rise of flour costs hurt.", "Flour cost more."))
    alone = search("Did flour costs rise?", viewer=people.owner, settings=SearchSettings(bundle_k=0))
    bundled = search("Did flour costs rise?", viewer=people.owner, settings=SearchSettings(bundle_tau=0.3))
    assert [found.chunk_id for found in alone.candidates] == [found.chunk_id for found in bundled.candidates]
    assert alone.candidates[0].context == ()
    assert bundled.candidates[0].context != ()


@pytest.mark.django_db
def test_companies_that_are_compared_both_stand_at_the_top(people: People) -> None:
    publish(people.owner, "A", PROSE * 3, company="Brackenfold Bakeries, Inc.", year=2022)
    publish(people.owner, "B", PROSE[:2], company="Quillhaven Mills Corporation", year=2022)
    result = search("Compare flour costs of Brackenfold and Quillhaven in 2022", viewer=people.owner)
    assert {found.document_name for found in result.candidates[:2]} == {"A", "B"}


@pytest.mark.django_db
def test_the_trace_tells_of_every_candidate(people: People) -> None:
    publish(people.owner, "A", PROSE, company="Brackenfold Bakeries, Inc.", year=2022)
    result = search("Flour costs of Brackenfold in 2022", viewer=people.owner, settings=SearchSettings(keep=2))
    traced = result.trace.candidates
    assert len(traced) == len(PROSE)
    assert [entry.chunk_id for entry in traced if entry.kept] == [found.chunk_id for found in result.candidates]
    assert traced[0].reasons[0] == "company Brackenfold Bakeries, Inc."
    assert traced[-1].reasons[-1] == "others fit better"
    assert traced[0].alignment is not None and traced[0].alignment.entities == 1.0
    assert result.trace.intent["companies"] == ["Brackenfold Bakeries, Inc."]
