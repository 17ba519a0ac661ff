"""What a line of results shows of a passage."""

from apps.retrieval.stems import stems
from apps.search.section_kinds import SectionKind, kind_of
from apps.search.snippets import LINES, LONGEST, Piece, snippet


def shown(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def marked(pieces: list[Piece]) -> list[str]:
    return [piece.text for piece in pieces if piece.marked]


def test_words_are_marked_whatever_their_ending() -> None:
    pieces = snippet("Dividends were declared; a dividend is paid.", stems("dividend"))
    assert marked(pieces) == ["Dividends", "dividend"]
    assert shown(pieces) == "Dividends were declared; a dividend is paid."


def test_the_window_holds_the_most_different_terms() -> None:
    text = "Flour. " + "Nothing of it here at all. " * 30 + "Rye and flour prices fell. " + "Nothing of it. " * 30
    pieces = snippet(text, stems("flour rye prices"))
    assert {"Rye", "flour", "prices"} <= set(marked(pieces))
    assert shown(pieces).startswith("… ") and shown(pieces).endswith(" …")
    assert len(shown(pieces)) <= LONGEST + 4


def test_a_table_shows_the_lines_that_hold_terms_in_their_order() -> None:
    text = "\n".join(
        ["Statement of income", *(f"Line {n} 1 2" for n in range(20)), "Net income  401", "Income taxes 98"]
    )
    lines = shown(snippet(text, stems("net income taxes"), table=True)).split("\n")
    assert len(lines) == LINES
    assert lines[0] == "Statement of income" and lines[-2:] == ["Net income 401", "Income taxes 98"]


def test_no_terms_and_no_words() -> None:
    assert marked(snippet("Rye bread.", [])) == []
    assert snippet("", ["rye"]) == []
    assert shown(snippet("x" * 1000, ["rye"])) == "x" * LONGEST + " …"


def test_the_innermost_known_title_tells_the_kind() -> None:
    assert (
        kind_of(["Item 8. Financial Statements", "Notes to Consolidated Financial Statements", "Leases"])
        == SectionKind.NOTES
    )
    assert kind_of(["PART I", "Item 1A. Risk Factors", "Flour may become dear"]) == SectionKind.RISKS
    assert kind_of(["Item 7. Management’s Discussion and Analysis"]) == SectionKind.DISCUSSION
    assert kind_of(["Consolidated Balance Sheets"]) == SectionKind.STATEMENTS
    assert kind_of([]) == kind_of(["Forward-looking statements"]) == SectionKind.OTHER
