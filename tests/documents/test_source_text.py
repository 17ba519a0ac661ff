from apps.documents.source_text import Piece, Source, grid_rows, is_number, pieces, shown
from apps.reading.parsed import BlockKind
from tests.documents.shelf import TEXT, grid


def test_pieces_mark_what_is_cited_and_keep_every_character() -> None:
    cut = pieces("abcdefgh", 1, 7, [(3, 5), (4, 6)])
    assert [piece.text for piece in cut if piece.marked] == ["d", "e", "f"]
    assert "".join(piece.text for piece in cut) == "bcdefg"


def test_pieces_without_a_span_inside_are_one() -> None:
    assert pieces("abcdef", 0, 6, [(6, 9)]) == (Piece("abcdef"),)


def test_a_page_without_blocks_is_shown_as_one_paragraph() -> None:
    (block,) = shown(Source("plain words", [], {}), [(0, 5)])
    assert (block.kind, block.pieces[0]) == (BlockKind.PARAGRAPH, Piece("plain", True))


def test_a_table_block_shows_the_grid_of_its_table() -> None:
    block = {"kind": "table", "start": 0, "end": len(TEXT), "level": 0, "table": 7}
    (found,) = shown(Source(TEXT, [block], {7: (grid(), 1)}), [])
    assert [len(row) for row in found.rows] == [2, 3]


def test_cells_covered_by_a_spanning_cell_are_left_out_and_empty_ones_stay() -> None:
    header, row = grid_rows(TEXT, grid(), 1)
    assert (len(header), header[1].column_span, header[0].header) == (2, 2, True)
    assert (row[1].pieces[0].text, row[1].numeric, row[1].header) == ("1,577", True, False)


def test_a_cited_cell_is_marked() -> None:
    start = TEXT.index("1,577")
    _, row = grid_rows(TEXT, grid(), 1, [(start, start + 5)])
    assert row[1].pieces[0].marked


def test_what_is_a_number() -> None:
    numbers = ["1,577", "$ (12.5)", "—", "12 %", "-3"]
    assert [text for text in [*numbers, "", "Total", "Q3 2023"] if is_number(text)] == numbers
