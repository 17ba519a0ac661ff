"""Enrichment: its shape, and what rules find."""

import json
from dataclasses import replace

import pytest

from apps.documents.cards.card import CardInput
from apps.documents.cards.labels import Topic
from apps.documents.enrichment.enrichment import (
    Enrichment,
    EnrichmentRefused,
    Entity,
    EntityKind,
    Sentiment,
    Tone,
    TopicScore,
    as_json,
    from_json,
)
from apps.documents.enrichment.entities import MOST, entities, tickers
from apps.documents.enrichment.rules import RulesEnricher
from apps.documents.enrichment.sentiment import NEGATIVE, POSITIVE, sentiment
from apps.documents.enrichment.topics import topics, vocabulary, words_of

TEXT = "Kelp Bank (NYSE: KLP) lent money."
ENRICHMENT = Enrichment(
    entities=(Entity("Kelp Bank", EntityKind.ORGANISATION, 0.8),),
    tickers=("KLP",),
    sentiment=Sentiment(Tone.NEGATIVE, 0.5),
    topics=(TopicScore(Topic.DEBT, 0.7),),
)


def test_an_enrichment_survives_json() -> None:
    assert from_json(json.loads(json.dumps(as_json(ENRICHMENT))), TEXT) == ENRICHMENT


@pytest.mark.parametrize("raw", [None, {"topics": [{"topic": "gossip", "confidence": 1}]}, {"sentiment": "glad"}])
def test_what_is_none_is_refused(raw: object) -> None:
    with pytest.raises(EnrichmentRefused):
        from_json(raw)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(ENRICHMENT, sentiment=Sentiment(Tone.NEGATIVE, 1.5)),
        replace(ENRICHMENT, tickers=("XYZ",)),
        replace(ENRICHMENT, entities=(Entity("Maple Bank", EntityKind.ORGANISATION, 0.8),)),
    ],
)
def test_confidences_and_names_are_checked(wrong: Enrichment) -> None:
    with pytest.raises(EnrichmentRefused):
        from_json(as_json(wrong), TEXT)


def kinds(text: str) -> dict[str, EntityKind]:
    return {entity.name: entity.kind for entity in entities(text)}


def test_names_and_their_kinds() -> None:
    found = kinds(
        "In 2023 Harbour Lanterns, Inc. sued Maple & Oak Corporation in Norway under the Kelp Protection Act of 1990. "
        "Its Chief Financial Officer cited ASC 606 and the product Glowing Nights."
    )
    assert found == {
        "Kelp Protection Act of 1990": EntityKind.RULE,
        "ASC 606": EntityKind.RULE,
        "Harbour Lanterns, Inc.": EntityKind.ORGANISATION,
        "Maple & Oak Corporation": EntityKind.ORGANISATION,
        "Chief Financial Officer": EntityKind.ROLE,
        "Norway": EntityKind.PLACE,
        "Glowing Nights": EntityKind.NAME,
    }


def test_headings_and_phrases_of_every_filing_are_no_names() -> None:
    assert (
        kinds("Results Of Operations And Kelp\n\nwe filed the Annual Report and Note Five of the Consolidated Report")
        == {}
    )


def test_a_name_over_two_lines_is_one() -> None:
    assert kinds("it sued Harbour\nLanterns, Inc. again") == {"Harbour Lanterns, Inc.": EntityKind.ORGANISATION}


def test_there_is_an_end_to_names() -> None:
    assert len(entities(" and ".join(f"the brand Kelp{chr(97 + one)} Works" for one in range(20)))) == MOST


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Oakfield (NASDAQ: OAKF) and Maple (NYSE: M.B)", ("OAKF", "M.B")),
        ("trades on the exchange under the symbol “KLP”", ("KLP",)),
        ("the NYSE is an exchange", ()),
    ],
)
def test_tickers(text: str, found: tuple[str, ...]) -> None:
    assert tickers(text) == found


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("strong growth and record gains improved margins", Tone.POSITIVE),
        ("losses, a decline and an impairment", Tone.NEGATIVE),
        ("growth was not strong, there was no improvement and losses", Tone.NEGATIVE),
        ("the company sells lanterns", Tone.NEUTRAL),
        ("strong growth, but losses and a decline", Tone.NEUTRAL),
    ],
)
def test_tone(text: str, label: Tone) -> None:
    found = sentiment(words_of(text))
    assert found.label is label
    assert 0 <= found.confidence <= 1


def test_more_words_of_a_tone_are_surer() -> None:
    few, many = (sentiment(["loss", "decline"] * times) for times in (1, 5))
    assert few.confidence < many.confidence


def test_word_lists_do_not_overlap_and_every_topic_has_words() -> None:
    assert not POSITIVE & NEGATIVE
    words, phrases = vocabulary()
    named = {topic for each in words.values() for topic in each} | {topic for _, topic in phrases}
    assert named == set(Topic) - {Topic.OTHER}


def test_topics_by_words_and_headings() -> None:
    debt = topics("Borrowings under the credit facility and senior notes carry covenants.", ())
    assert debt[0].topic is Topic.DEBT
    assert topics("The amounts are shown below.", ("Income Taxes",))[0].topic is Topic.TAXES
    assert topics("Nothing to see.", ()) == ()


def test_rules_enrich_every_passage_in_order() -> None:
    made = RulesEnricher().enrich([CardInput(TEXT), CardInput("Zounds!")])
    assert made[0].tickers == ("KLP",)
    assert made[1] == Enrichment(sentiment=Sentiment(Tone.NEUTRAL, 1.0))
