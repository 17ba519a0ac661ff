"""The card of a passage, and the validation report of a version."""

import uuid
from collections.abc import Callable
from typing import Any

from django.test import Client

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Chunk, Visibility
from tests.documents.shelf import SENTENCES, shared, shelve
from tests.people import People

Log = Callable[..., Client]
CARD = {
    "topic": "profitability",
    "section": "discussion",
    "metrics": ["operating_income"],
    "numbers": [{"text": "$ 214 million", "value": "214", "unit": "USD million", "start": 21, "end": 34}],
    "periods": ["FY2023"],
    "summary": "Operating income was $ 214 million.",
    "boilerplate": True,
}
TOPIC = {"topic": "revenue", "confidence": 0.5}
ENRICHMENT = {"sentiment": {"label": "positive", "confidence": 0.75}, "topics": [TOPIC]}


def passage(owner: User, seen: Visibility = Visibility.PRIVATE, **fields: Any) -> Chunk:
    version = shared(owner, seen) if seen != Visibility.PRIVATE else shelve(owner)
    Chunk.objects.filter(version=version).update(**{"card": CARD, "enrichment": ENRICHMENT, **fields})
    return version.chunks.get()


def card(client: Client, chunk: Chunk) -> str:
    return str(client.get(f"/library/passages/{chunk.uid}/card").content.decode())


def test_who_may(people: People, client_for: Log) -> None:
    chunk = passage(people.owner, Visibility.TEAM)
    for path in (f"/library/passages/{chunk.uid}/card", f"/library/versions/{chunk.version.uid}/report/"):
        seen = [client_for(person).get(path).status_code for person in (people.owner, people.teammate)]
        assert seen == [200, 200]
        others = (people.expert, people.reviewer, people.stranger)
        assert [client_for(person).get(path).status_code for person in others] == [404] * 3
        assert (Client().get(path).status_code, client_for(people.owner).post(path).status_code) == (302, 405)
    assert client_for(people.owner).get(f"/library/passages/{uuid.uuid4()}/card").status_code == 404


def test_a_card_in_words(people: People, client_for: Log) -> None:
    content = card(client_for(people.owner), passage(people.owner))
    told = ("profitability", "Operating income", "$ 214 million", "USD million", "FY2023", "boilerplate", "positive")
    assert not [words for words in told if words not in content]
    event = AuditEvent.objects.get(action=Action.DOCUMENT_VIEWED)
    assert event.detail == {"part": "card", "passage": 1}


def test_no_card_and_one_that_is_none(people: People, client_for: Log) -> None:
    client = client_for(people.owner)
    assert "There is no card yet" in card(client, passage(people.owner, card={}))
    assert "is no card" in card(client, passage(people.owner, card={"topic": "walrus"}))


def test_what_it_repeats_is_named_only_to_those_who_see_it(people: People, client_for: Log) -> None:
    hidden = passage(people.owner)
    chunk = passage(people.owner, Visibility.EVERYONE, duplicate_of=hidden)
    mine, theirs = card(client_for(people.owner), chunk), card(client_for(people.stranger), chunk)
    assert str(hidden.uid) in mine
    assert str(hidden.uid) not in theirs


def test_names_are_escaped(people: People, client_for: Log) -> None:
    chunk = passage(people.owner, card=CARD | {"summary": "<script>alert(1)</script>"})
    assert "<script>" not in card(client_for(people.owner), chunk)


def test_the_report_counts_and_names_what_is_wrong(people: People, client_for: Log) -> None:
    chunk, client = passage(people.owner), client_for(people.owner)
    url = f"/library/versions/{chunk.version.uid}/report/"
    assert "1 of 1" in client.get(url).content.decode()
    number = CARD["numbers"][0] | {"text": "$ 999 million"}  # type: ignore[index]
    Chunk.objects.filter(pk=chunk.pk).update(card=CARD | {"numbers": [number]})
    content = client.get(url).content.decode()
    assert "1 invalid" in content and "$ 999 million" in content and f"?chunk={chunk.uid}" in content


def test_passages_offer_their_cards(people: People, client_for: Log) -> None:
    chunk, client = passage(people.owner), client_for(people.owner)
    for rest in ("passages/", "?page=2"):
        content = client.get(f"/library/versions/{chunk.version.uid}/{rest}").content.decode()
        assert f'hx-get="/library/passages/{chunk.uid}/card"' in content and SENTENCES[1] in content
