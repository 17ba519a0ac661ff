"""A whole filing with a model beside the rules: through the life cycle, against a real endpoint."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile

from apps.audit.models import AuditEvent
from apps.documents import life_cycle
from apps.documents.models import DocumentVersion, State
from apps.documents.uploads import accept
from tests.documents.filings import html
from tests.documents.modelled.replies import CARD, ENRICHMENT, METADATA, always, said
from tests.inference.language.server import MODEL, Said, Script, configured, refusal
from tests.people import make_person

REPLIES = {
    "CardReply": said(CARD, summary="A card of the model."),
    "EnrichmentReply": said(ENRICHMENT),
    "SummaryReply": '{"summary": "A summary of the model."}',
    "MetadataReply": said(METADATA, company="Quillmark", keywords=["foundry"], summary="A foundry's report."),
    "ReferencesReply": '{"references": [{"phrase": "the Company", "meaning": "Quillmark Foundry, Inc."}]}',
    "CaptionReply": '{"caption": "A picture."}',
}

REFERRING = "In a word of its own, the Company says what it is."
FILING = html().replace("</body>", f"<h2>Item 9. Other</h2><p>{REFERRING}</p></body>")


def by_shape(body: dict[str, Any]) -> Said:
    return Said(REPLIES[body["response_format"]["json_schema"]["name"]])


@pytest.fixture
def version(db: None, tmp_path: Path, settings: Any) -> DocumentVersion:
    settings.MEDIA_ROOT = tmp_path
    return accept(make_person("olga"), "QUILLMARK_2023_10K.htm", ContentFile(FILING.encode())).version


def analyze(version: DocumentVersion) -> None:
    while life_cycle.advance(version.pk) != State.ANALYZED:
        pass


def read(version: DocumentVersion, script: Script, **settings: Any) -> DocumentVersion:
    with configured(script, READING_MODEL=True, **settings):
        analyze(version)
    return DocumentVersion.objects.select_related("document").get(pk=version.pk)


def test_a_filing_is_read_by_the_model_and_the_trail_says_so(version: DocumentVersion) -> None:
    ready = read(version, by_shape)
    cards = [chunk.card for chunk in ready.chunks.all()]
    assert {card["maker"] for card in cards} == {MODEL}
    assert {card["summary"] for card in cards} == {"A card of the model."}
    assert {chunk.enrichment["maker"] for chunk in ready.chunks.all()} == {MODEL}
    assert ready.document.metadata["keywords"]["value"] == ["foundry"]
    assert ready.document.summary == "A foundry's report."
    account = next(
        event.detail["models"]["reader"]
        for event in AuditEvent.objects.all()
        if event.detail.get("models", {}).get("reader")
    )
    assert account["calls"] >= 2 * len(cards)
    assert set(account["prompts"]) >= {"card", "enrichment", "metadata"}


def test_what_a_reference_means_stands_in_the_view_and_not_in_the_text(version: DocumentVersion) -> None:
    ready = read(version, by_shape)
    chunk = ready.chunks.get(text__contains=REFERRING)
    assert "the Company: Quillmark Foundry, Inc.\n\n" in chunk.view
    assert chunk.view.endswith(chunk.text)
    assert "Quillmark" not in chunk.text


def test_the_cover_of_the_filing_outweighs_the_model_and_both_are_kept(version: DocumentVersion) -> None:
    ready = read(version, by_shape)
    assert ready.document.company is not None
    assert ready.document.company.name == "Quillmark Foundry, Inc."
    assert ready.document.metadata["company"]["source"] == "cover"
    assert ready.document.metadata["readings"]["company"]["model"]["value"] == "Quillmark"


def test_a_model_that_dies_on_the_way_leaves_a_filing_that_is_ready(version: DocumentVersion) -> None:
    left = iter([Said(REPLIES["MetadataReply"]), *[Said(REPLIES["CardReply"])] * 2])
    ready = read(version, lambda _: next(left, refusal(500, "boom")), LLM_RETRIES=0, LLM_PARALLEL=1)
    makers = [chunk.card["maker"] for chunk in ready.chunks.all()]
    assert makers[:2] == [MODEL, MODEL]
    assert set(makers[2:]) == {"rules (model failed)"}
    assert all(chunk.card["placeholder"] for chunk in list(ready.chunks.all())[2:])


def test_without_the_switch_the_model_is_not_asked(version: DocumentVersion) -> None:
    with configured(always("unused")) as server:
        analyze(version)
    assert server.requests == []
    assert {chunk.card["maker"] for chunk in version.chunks.all()} == {"rules"}
