"""Enrichment by a model."""

from apps.documents.cards.card import CardInput
from apps.documents.enrichment.enrichment import as_json, from_json, problems
from apps.documents.enrichment.rules import RulesEnricher
from apps.documents.modelled.enrichment import ModelEnricher
from tests.documents.modelled.replies import ENRICHMENT, always, reading, said
from tests.inference.language.server import MODEL

TEXT = "Oakfield Foods, Inc. (NYSE: OAKF) sold its mill in Ghent to Maple Holdings at a loss."
PASSAGE = CardInput(TEXT)


def entity(name: str, confidence: float = 0.9) -> dict[str, object]:
    return {"name": name, "kind": "organisation", "confidence": confidence}


def test_names_that_the_passage_prints_get_in_the_surest_first() -> None:
    reply = said(
        ENRICHMENT,
        entities=[entity("Ghent", 0.5), entity("Maple Holdings"), entity("Birch Bank"), entity("Map")],
        tickers=["OAKF", "MPL", "sold"],
        sentiment="negative",
        topics=[{"topic": "acquisitions", "confidence": 0.4}, {"topic": "property", "confidence": 0.8}],
    )
    with reading(always(reply)) as (reader, _):
        (found,) = ModelEnricher(reader, RulesEnricher()).enrich([PASSAGE])
    assert [one.name for one in found.entities] == ["Maple Holdings", "Ghent"]
    assert found.tickers == ("OAKF",)
    assert found.sentiment.label == "negative"
    assert [one.topic for one in found.topics] == ["property", "acquisitions"]
    assert (found.maker, found.placeholder) == (MODEL, False)
    assert problems(found, TEXT) == []
    assert from_json(as_json(found), TEXT) == found


def test_a_confidence_beyond_one_is_sent_back() -> None:
    wrong = said(ENRICHMENT, entities=[entity("Ghent", 7)])
    with reading([wrong, said(ENRICHMENT)]) as (reader, server):
        (found,) = ModelEnricher(reader, RulesEnricher()).enrich([PASSAGE])
    assert found.entities == ()
    assert "confidence" in server.prompt()


def test_where_the_model_fails_the_rules_stand() -> None:
    with reading(always("{}")) as (reader, _):
        (found,) = ModelEnricher(reader, RulesEnricher()).enrich([PASSAGE])
    (by_rules,) = RulesEnricher().enrich([PASSAGE])
    assert (found.maker, found.placeholder) == ("rules (model failed)", True)
    assert (found.entities, found.topics) == (by_rules.entities, by_rules.topics)
