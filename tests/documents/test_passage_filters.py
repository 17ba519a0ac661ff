"""A document's passages by topic and tone, as the enrichment found them."""

from collections.abc import Callable

import pytest
from django.test import Client

from apps.documents.cards.labels import Topic
from apps.documents.enrichment.enrichment import Enrichment, Sentiment, Tone, TopicScore, as_json
from apps.documents.models import Chunk, DocumentVersion
from tests.documents.shelf import SENTENCES, shelve
from tests.people import People

Log = Callable[..., Client]


@pytest.fixture
def version(people: People) -> DocumentVersion:
    version = shelve(people.owner)
    found = Enrichment(
        sentiment=Sentiment(Tone.NEGATIVE, 0.8),
        topics=(TopicScore(Topic.REVENUE, 0.9), TopicScore(Topic.SHARE_COMPENSATION, 0.4)),
    )
    Chunk.objects.filter(version=version).update(enrichment=as_json(found))
    return version


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("topic=revenue", True),
        ("topic=share-compensation", True),
        ("topic=leases", False),
        ("tone=negative", True),
        ("tone=positive", False),
        ("topic=revenue&tone=positive", False),
        ("topic=revenue&tone=negative&q=operating", True),
        ("topic=revenue&q=walrus", False),
        ("topic=walrus&tone=none&page=9", True),
    ],
)
def test_passages_are_kept_by_topic_and_tone(
    version: DocumentVersion, people: People, client_for: Log, query: str, kept: bool
) -> None:
    page = client_for(people.owner).get(f"/library/versions/{version.uid}/passages/?{query}").content.decode()
    assert (SENTENCES[1] in page) is kept
    assert ("No passage is of this topic and tone" in page) is not kept


def test_the_next_page_keeps_the_filters(version: DocumentVersion, people: People, client_for: Log) -> None:
    chunk = Chunk.objects.get(version=version)
    Chunk.objects.bulk_create(
        Chunk(
            version=version, section=chunk.section, ordinal=number, page=1, spans=chunk.spans, kind=chunk.kind,
            text=f"Kelp number {number}.", view="", tokens=3, first_token=number, enrichment=chunk.enrichment,
        )
        for number in range(100, 150)
    )  # fmt: skip
    page = client_for(people.owner).get(f"/library/versions/{version.uid}/passages/?q=kelp+number&topic=revenue")
    assert "?q=kelp+number&amp;topic=revenue&amp;page=2" in page.content.decode()


def test_a_stranger_finds_nothing(version: DocumentVersion, people: People, client_for: Log) -> None:
    address = f"/library/versions/{version.uid}/passages/?topic=revenue"
    assert client_for(people.stranger).get(address).status_code == 404
