"""The tree of a filing."""

from apps.documents.sections import outline
from apps.reading.parsed import BlockKind, ParsedPage
from tests.documents.filings import page

HEADING, PARAGRAPH = BlockKind.HEADING, BlockKind.PARAGRAPH


def paths(*pages: ParsedPage) -> list[tuple[str, ...]]:
    return [section.path for section in outline(pages)]


def test_parts_items_and_headings_nest() -> None:
    found = paths(
        page(
            0,
            (PARAGRAPH, "Cover words"),
            (HEADING, "PART I", 1),
            (HEADING, "Item 1. Business", 1),
            (HEADING, "Our products", 2),
            (HEADING, "Lanterns", 3),
            (HEADING, "Our people", 2),
            (HEADING, "Item 1A. Risk Factors", 1),
            (HEADING, "PART II", 1),
        )
    )
    item = ("PART I", "Item 1. Business")
    assert found == [
        (),
        ("PART I",),
        item,
        (*item, "Our products"),
        (*item, "Our products", "Lanterns"),
        (*item, "Our people"),
        ("PART I", "Item 1A. Risk Factors"),
        ("PART II",),
    ]


def test_a_bare_item_number_is_completed_by_the_next_heading() -> None:
    found = paths(page(0, (HEADING, "Item 7.", 1), (HEADING, "Management’s Discussion", 2), (PARAGRAPH, "Text.")))
    assert found == [("Item 7. Management’s Discussion",)]


def test_a_heading_said_again_on_the_next_page_opens_nothing() -> None:
    first = page(0, (HEADING, "Notes to Statements", 2), (PARAGRAPH, "One."))
    again = page(1, (HEADING, "NOTES TO STATEMENTS (Continued)", 2), (PARAGRAPH, "Two."))
    assert [len(section.blocks) for section in outline([first, again])] == [4]


def test_an_item_set_as_plain_text_counts_but_not_in_a_list_of_contents() -> None:
    found = paths(
        page(
            0,
            (PARAGRAPH, "Item 3. Legal Proceedings 17"),
            (PARAGRAPH, "Item 3. Legal Proceedings"),
            (PARAGRAPH, "Item 3 of this report says. And so on."),
        )
    )
    assert found == [(), ("Item 3. Legal Proceedings",)]


def test_furniture_and_contents_are_left_out() -> None:
    found = outline(
        [page(0, (BlockKind.FURNITURE, "Page 3"), (BlockKind.CONTENTS, "Item 1 ... 4"), (PARAGRAPH, "Text."))]
    )
    assert [placed.text for section in found for placed in section.blocks] == ["Text."]


def test_the_summary_is_the_lead_of_the_sections_own_prose() -> None:
    lead = "We make lanterns for harbours in eleven countries of the north. Most are sold to ports. The rest is rented."
    (section,) = outline([page(0, (HEADING, "Item 1. Business", 1), (PARAGRAPH, "Overview"), (PARAGRAPH, lead))])
    assert section.summary == "We make lanterns for harbours in eleven countries of the north. Most are sold to ports."


def test_nothing_makes_nothing() -> None:
    assert outline([]) == []
    assert outline([ParsedPage(0, "", ())]) == []
