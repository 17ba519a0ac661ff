"""Section summaries, captions of figures, and what references mean: for search alone, each by a model."""

import json

from apps.documents.cards.card import CardInput
from apps.documents.modelled.captions import Figure, captions
from apps.documents.modelled.references import references
from apps.documents.modelled.summaries import section_summaries
from apps.documents.sections import ParsedSection, outline
from apps.reading.parsed import Block, BlockKind, ParsedPage
from tests.documents.modelled.replies import always, reading

PROSE = "Net sales rose 5% because of higher prices in all regions of the business. " * 10
LEAD = "Net sales rose 5% because of higher prices in all regions of the business."


def section(prose: str) -> ParsedSection:
    title = "Results"
    text = f"{title}\n{prose}"
    blocks = (Block(BlockKind.HEADING, 0, len(title), 1), Block(BlockKind.PARAGRAPH, len(title) + 1, len(text)))
    (found,) = outline([ParsedPage(0, text, blocks)])
    return found


def test_a_section_is_summed_up() -> None:
    with reading(always('{"summary": "Prices lifted sales by 5%."}')) as (reader, server):
        assert section_summaries([section(PROSE)], reader) == ["Prices lifted sales by 5%."]
    assert "Results" in server.prompt()


def test_a_summary_with_a_figure_of_its_own_is_not_used() -> None:
    with reading(always('{"summary": "Sales rose by 7%."}')) as (reader, _):
        assert section_summaries([section(PROSE)], reader) == [section(PROSE).summary]
    assert section(PROSE).summary.startswith(LEAD)


def test_short_sections_are_their_own_summary() -> None:
    with reading(always("unused")) as (reader, server):
        assert section_summaries([section(LEAD)], reader) == [LEAD]
    assert server.requests == []


def test_summaries_without_a_model_or_with_one_that_fails_are_the_leads() -> None:
    sections = [section(PROSE)] * 3
    assert section_summaries(sections, None) == [one.summary for one in sections]
    with reading(always("no")) as (reader, _):
        assert section_summaries(sections, reader) == [one.summary for one in sections]


def test_a_figure_is_seen_and_described_with_printed_figures_alone() -> None:
    figure = Figure("Sales by region, 2023: North 60, South 40", b"\x89PNG picture")
    good, wrong = '{"caption": "A pie of sales by region, North 60."}', '{"caption": "North has 61."}'
    with reading(always(good)) as (eye, server):
        assert captions([figure], eye) == ["A pie of sales by region, North 60."]
    assert "image_url" in json.dumps(server.requests[0])
    with reading(always(wrong)) as (eye, _):
        assert captions([figure], eye) == [figure.words]


def test_a_figure_without_a_picture_or_a_model_is_its_words() -> None:
    figure = Figure("Sales\nby region")
    assert captions([figure], None) == ["Sales by region"]
    with reading(always("unused")) as (eye, server):
        assert captions([figure], eye) == ["Sales by region"]
    assert server.requests == []


PASSAGE = CardInput("The Company sold the Plan's shares. We kept it.", path=("Pensions of Maple",), company="Oakfield")


def test_references_mean_names_that_are_known_from_the_passage_or_its_place() -> None:
    reply = {
        "references": [
            {"phrase": "The Company", "meaning": "Oakfield"},
            {"phrase": "We", "meaning": "Birch Bank"},
            {"phrase": "the Plan", "meaning": "Pensions of Maple"},
            {"phrase": "the Merger", "meaning": "Oakfield"},
            {"phrase": "it", "meaning": "the Plan"},
            {"phrase": "shares", "meaning": "shares"},
        ]
    }
    with reading(always(json.dumps(reply))) as (reader, _):
        assert references([PASSAGE], reader) == [{"The Company": "Oakfield", "the Plan": "Pensions of Maple"}]


def test_passages_that_refer_to_nothing_are_not_asked_about() -> None:
    with reading(always("unused")) as (reader, server):
        assert references([CardInput("Oakfield sold shares.")], reader) == [{}]
    assert server.requests == []


def test_references_that_fail_are_none() -> None:
    with reading(always("no")) as (reader, _):
        assert references([PASSAGE], reader) == [{}]
