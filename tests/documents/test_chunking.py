"""Passages: verbatim, whole, of the right size, and never across sections or into furniture."""

from dataclasses import replace

import pytest

from apps.documents import chunking
from apps.documents.chunking import Passage, passages
from apps.documents.models import ChunkKind
from apps.documents.sections import outline
from apps.reading.parsed import Block, BlockKind, ParsedPage
from tests.documents.filings import page, prose, random_pages, table_page

OMITTED = {BlockKind.FURNITURE, BlockKind.CONTENTS}


def chunks(*pages: ParsedPage) -> list[Passage]:
    return passages(outline(pages))


def covered(found: list[Passage], number: int) -> set[int]:
    spans = (span for passage in found for span in passage.spans if span.page.number == number)
    return {offset for span in spans for offset in range(span.start, span.end)}


def visible(page: ParsedPage, kinds: set[BlockKind]) -> set[int]:
    blocks = (block for block in page.blocks if block.kind in kinds)
    return {offset for block in blocks for offset in range(block.start, block.end) if not page.text[offset].isspace()}


@pytest.mark.parametrize("seed", range(40))
def test_every_character_once_at_least_and_no_furniture(seed: int) -> None:
    pages = random_pages(seed)
    found = chunks(*pages)
    for one in pages:
        inside = covered(found, one.number)
        assert visible(one, set(BlockKind) - OMITTED) <= inside
        assert not visible(one, OMITTED) & inside


@pytest.mark.parametrize("seed", range(40))
def test_text_is_the_slices_its_spans_name(seed: int) -> None:
    pages = random_pages(seed)
    for passage in chunks(*pages):
        spans = [(span.page.number, span.start, span.end) for span in passage.spans]
        assert passage.text == "\n".join(pages[number].text[start:end] for number, start, end in spans)
        assert passage.text.strip()


@pytest.mark.parametrize("seed", range(40))
def test_sizes(seed: int) -> None:
    for passage in chunks(*random_pages(seed)):
        limit = chunking.TABLE_CHARACTERS if passage.kind is ChunkKind.TABLE else chunking.TEXT_CHARACTERS
        assert len(passage.text) <= limit


def test_a_passage_begins_with_the_last_sentence_of_the_one_it_continues() -> None:
    first, second, *_ = chunks(page(0, (BlockKind.PARAGRAPH, prose(1, 40))))
    last = first.text[first.text.rindex(". ", 0, -1) + 2 :]
    assert second.text.startswith(last)


def test_nothing_overlaps_across_items() -> None:
    found = chunks(
        page(
            0,
            (BlockKind.HEADING, "Item 1. Business", 1),
            (BlockKind.PARAGRAPH, prose(1, 6)),
            (BlockKind.HEADING, "Item 2. Properties", 1),
            (BlockKind.PARAGRAPH, prose(2, 6)),
        )
    )
    assert [passage.section for passage in found] == [0, 1]
    assert found[1].text.startswith("Item 2. Properties")


def test_headings_without_text_go_to_the_passage_below() -> None:
    found = chunks(
        page(
            0,
            (BlockKind.HEADING, "PART II", 1),
            (BlockKind.HEADING, "Item 5. Market", 1),
            (BlockKind.PARAGRAPH, "Few words."),
        )
    )
    assert [passage.text for passage in found] == ["PART II\nItem 5. Market\nFew words."]
    assert found[0].section == 1


def test_small_sections_of_one_item_share_a_passage() -> None:
    blocks = [(BlockKind.HEADING, f"Risk {n}", 2) if n % 2 else (BlockKind.PARAGRAPH, prose(n, 1)) for n in range(1, 7)]
    assert len(chunks(page(0, (BlockKind.HEADING, "Item 1A. Risk factors", 1), *blocks))) == 1  # type: ignore[arg-type]


def test_sentences_are_not_cut() -> None:
    found = chunks(page(0, (BlockKind.PARAGRAPH, prose(3, 60))))
    assert len(found) > 3
    assert all(passage.text.endswith(".") for passage in found)


def test_a_table_stays_whole_and_takes_its_short_lead() -> None:
    rows = [["Item", "2023", "2022"], *([f"Line {n}", f"{n},100", f"{n},000"] for n in range(60))]
    found = chunks(table_page(0, rows, caption="Results", lead="The table shows our results."))
    assert [passage.kind for passage in found] == [ChunkKind.TABLE]
    assert found[0].text.startswith("The table shows our results.\nItem\t2023")
    assert found[0].table is not None
    assert found[0].table.caption == "Results"


def test_a_long_table_is_cut_between_rows() -> None:
    rows = [["Item", "2023"], *([f"A line item with a long name, number {n}", f"{n},100"] for n in range(200))]
    found = chunks(table_page(0, rows))
    assert len(found) > 2
    assert [(passage.part, passage.parts) for passage in found] == [(n, len(found)) for n in range(len(found))]
    lines = [line for passage in found for line in passage.text.splitlines()]
    assert lines == ["\t".join(row) for row in rows]


def test_equal_text_has_equal_hash() -> None:
    one, two = chunks(page(0, (BlockKind.PARAGRAPH, prose(5, 3)))), chunks(page(7, (BlockKind.PARAGRAPH, prose(5, 3))))
    assert one[0].hash == two[0].hash
    assert len(one[0].hash) == 64


def test_what_follows_a_table_belongs_to_the_section_that_is_open() -> None:
    words = page(
        0, (BlockKind.HEADING, "Item 7. MD&A", 1), (BlockKind.HEADING, "Product", 2), (BlockKind.PARAGRAPH, "Few.")
    )
    table = table_page(1, [["Item", "2023"], ["Sales", "12"]])
    found = chunks(
        words, page(1, (BlockKind.HEADING, "Services", 2)), table, page(3, (BlockKind.PARAGRAPH, prose(1, 3)))
    )
    assert [(passage.kind, passage.section) for passage in found] == [(ChunkKind.TABLE, 2), (ChunkKind.TEXT, 2)]


def noted_page(rows: list[list[str]], *notes: str) -> ParsedPage:
    """A table, its footnotes, and a paragraph below them."""
    bare = table_page(0, rows)
    text, blocks, places = bare.text, list(bare.blocks), []
    for kind, words in (*((BlockKind.FOOTNOTE, note) for note in notes), (BlockKind.PARAGRAPH, prose(9, 4))):
        start = len(text)
        text += words + "\n"
        blocks.append(Block(kind, start, start + len(words)))
        if kind is BlockKind.FOOTNOTE:
            places.append((start, start + len(words)))
    table = replace(bare.tables[0], footnotes=tuple(places))
    return replace(bare, text=text, blocks=tuple(blocks), tables=(table,))


def test_footnotes_stand_with_their_table_and_nowhere_else() -> None:
    noted = noted_page([["Item", "2023"], ["Sales (1)", "12"]], "(1) Without lamps.", "* Not counted.")
    table, words = chunks(noted)
    assert table.text == "Item\t2023\nSales (1)\t12\n(1) Without lamps.\n* Not counted."
    assert words.text == prose(9, 4)


def test_each_part_of_a_long_table_has_the_footnotes_that_it_bears() -> None:
    rows = [["Item", "2023"], *([f"A line with a long name {n}{' (a)' if n == 3 else ''}", "1,0"] for n in range(150))]
    found = chunks(noted_page(rows, "(a) Without lamps.", "(b) Borne by no line."))
    tables = [passage.text for passage in found if passage.kind is ChunkKind.TABLE]
    assert len(tables) > 2
    assert ["(a) Without" in text for text in tables] == [True, *[False] * (len(tables) - 1)]
    assert ["(b) Borne" in text for text in tables] == [*[False] * (len(tables) - 1), True]


def test_footnotes_without_end_are_text() -> None:
    noted = noted_page([["Item", "2023"], ["Sales (1)", "12"]], "(1) " + prose(4, 80))
    found = chunks(noted)
    assert visible(noted, set(BlockKind)) <= covered(found, 0)
    assert max(len(passage.text) for passage in found) <= chunking.TABLE_CHARACTERS
