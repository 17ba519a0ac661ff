"""The shape of a card: what is one, what is none, and what its text must bear out."""

import json
from dataclasses import replace
from typing import Any

import pytest

from apps.documents.cards.card import Card, CardRefused, Number, Span, Triple, as_json, from_json, problems, shape
from apps.documents.cards.labels import SectionLabel, Topic, section_label

TEXT = "Kelp Bank lent $ 12 million in 2023."
CARD = Card(
    topic=Topic.DEBT,
    section=SectionLabel.NOTES,
    entities=("Kelp Bank",),
    metrics=("long_term_debt",),
    numbers=(Number("$ 12 million", "12", "USD million", 15, 27),),
    periods=("FY2023", "FY2023-Q1", "2023-12-31"),
    summary="Kelp Bank lent $ 12 million.",
    triples=(Triple("Kelp Bank", "lent", "$ 12 million"),),
    spans=(Span(TEXT, 0, len(TEXT)),),
)


def test_a_card_survives_json() -> None:
    assert from_json(json.loads(json.dumps(as_json(CARD))), TEXT) == CARD
    assert problems(CARD, TEXT) == []


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("topic", "gossip", "topic"),
        ("section", None, "section"),
        ("entities", "Kelp Bank", "entities"),
        ("numbers", [{"text": "12"}], "numbers.0.value"),
        ("metrics", ["happiness"], "unknown metric happiness"),
        ("periods", ["last year"], "not normalised"),
        ("periods", ["FY23"], "not normalised"),
        ("summary", "word " * 41, "more than 40 words"),
    ],
)
def test_what_is_no_card_is_refused_by_field(field: str, value: Any, words: str) -> None:
    with pytest.raises(CardRefused, match=words):
        from_json(as_json(CARD) | {field: value})


@pytest.mark.parametrize("raw", [None, [], "card", 1, {}])
def test_other_json_is_refused(raw: object) -> None:
    with pytest.raises(CardRefused):
        from_json(raw)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(CARD, numbers=(Number("$ 13 million", "13", "USD million", 15, 27),)),
        replace(CARD, numbers=(Number("$ 12 million", "12", "USD million", 14, 26),)),
        replace(CARD, spans=(Span(TEXT, 0, len(TEXT) + 1),)),
        replace(CARD, spans=(Span("", 3, 3),)),
        replace(CARD, entities=("Maple Bank",)),
    ],
)
def test_what_does_not_stand_in_the_text_is_refused(wrong: Card) -> None:
    assert from_json(as_json(wrong)) == wrong  # without the text nobody can know
    with pytest.raises(CardRefused):
        from_json(as_json(wrong), TEXT)


def test_the_schema_names_the_closed_sets() -> None:
    schema = shape().json_schema()
    assert schema["$defs"]["Topic"]["enum"] == list(Topic)
    assert schema["$defs"]["SectionLabel"]["enum"] == list(SectionLabel)


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ((), SectionLabel.COVER),
        (("Part I", "Item 1. Business", "Our kelp"), SectionLabel.BUSINESS),
        (("Item 1A. Risk Factors", "We may run out of kelp."), SectionLabel.RISK_FACTORS),
        (("Item 7. Management’s Discussion and Analysis", "Liquidity"), SectionLabel.DISCUSSION),
        (("Item 7A. Quantitative and Qualitative Disclosures About Market Risk",), SectionLabel.MARKET_RISK),
        (("Item 8. Financial Statements", "Note 3. Leases"), SectionLabel.NOTES),
        (("Item 8. Financial Statements", "Consolidated Balance Sheets"), SectionLabel.FINANCIAL_STATEMENTS),
        (("Item 9A. Controls and Procedures",), SectionLabel.CONTROLS),
        (("Item 15. Exhibits", "Signatures"), SectionLabel.SIGNATURES),
        (("Kelp and lanterns",), SectionLabel.OTHER),
    ],
)
def test_sections_are_labelled_by_their_innermost_telling_heading(path: tuple[str, ...], label: SectionLabel) -> None:
    assert section_label(path) is label
