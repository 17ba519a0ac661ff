"""Keywords: what the business section repeats, never the filer's name, never what every filing says."""

from apps.documents.keywords import keywords
from apps.documents.sections import ParsedSection, outline
from apps.reading.parsed import BlockKind, ParsedPage
from tests.documents.filings import page

BUSINESS = (
    "Quillmark Foundry casts ship bells for harbour pilots. Our ship bells are sold to harbour pilots. Net sales of "
    "ship bells increased, while foundry robots were new this year. Foundry robots need copper wire. Copper wire "
    "is dear. And Foundry robots use much copper wire. Quillmark Foundry reported net sales. Quillmark Foundry is old. "
)
FILLER = "The following table presents operating results for the fiscal years ended December 31. " * 40


def sections(*pages: ParsedPage) -> list[ParsedSection]:
    return outline(pages)


def business(text: str) -> list[ParsedSection]:
    heading = (BlockKind.HEADING, "Item 1. Business", 1)
    return sections(page(0, heading, (BlockKind.PARAGRAPH, text), (BlockKind.PARAGRAPH, FILLER)))


def test_phrases_that_are_repeated_are_keywords_most_telling_first() -> None:
    assert keywords(business(BUSINESS), "Quillmark Foundry, Inc.") == ["copper wire", "ship bells"]


def test_a_phrase_that_a_heading_names_counts_double() -> None:
    pages = page(0, (BlockKind.HEADING, "Item 1. Business", 1), (BlockKind.HEADING, "Ship bells", 2))
    told = page(1, (BlockKind.PARAGRAPH, BUSINESS), (BlockKind.PARAGRAPH, FILLER))
    assert keywords(sections(pages, told), "Quillmark Foundry, Inc.")[0] == "ship bells"


def test_the_filers_name_and_common_words_are_none() -> None:
    found = keywords(business(BUSINESS * 3), "Quillmark Foundry, Inc.")
    assert not any("quillmark" in word.casefold() or "net sales" in word for word in found)
    assert keywords(business("Net sales increased. " * 30), "Quillmark Foundry, Inc.") == []


def test_at_most_five_that_share_no_word() -> None:
    nouns = ("copper wire", "ship bells", "kelp farms", "glass floats", "rope yards", "tar pits", "oak casks")
    found = keywords(business(" ".join(f"We sell {noun}." for noun in nouns * 4)), "")
    assert len(found) == 5
    words = [word for phrase in found for word in phrase.split()]
    assert len(words) == len(set(words))


def test_nothing_repeated_gives_none() -> None:
    assert keywords(business("Lanterns glow over the bay."), "") == []
    assert keywords([], "") == []
