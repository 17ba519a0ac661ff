"""What must hold of every parsed document, whatever it was read from."""

from apps.reading.parsed import ParsedDocument, ParsedPage, ParsedTable


def assert_well_formed(document: ParsedDocument) -> None:
    assert [page.number for page in document.pages] == list(range(len(document.pages)))
    for page in document.pages:
        _assert_covered(page)
        for block in page.blocks:
            assert (block.table is not None) == (block.kind == "table")
        for table in page.tables:
            _assert_table(page, table)


def _assert_covered(page: ParsedPage) -> None:
    """Blocks are in order, do not overlap, and leave nothing but white space."""
    at = 0
    for block in page.blocks:
        assert at <= block.start < block.end <= len(page.text)
        assert not page.text[at : block.start].strip()
        at = block.end
    assert not page.text[at:].strip()


def _assert_table(page: ParsedPage, table: ParsedTable) -> None:
    places = set()
    for cell in table.cells:
        assert page.text[cell.start : cell.end] == cell.text != ""
        assert 0 <= cell.row < table.rows
        assert 0 <= cell.column <= cell.column + cell.column_span - 1 < table.columns
        assert (cell.row, cell.column) not in places
        places.add((cell.row, cell.column))
    assert 0 <= table.header_rows <= table.rows


def rows(table: ParsedTable) -> list[list[str]]:
    """The texts of a table, a list per row, "" for empty cells."""
    grid = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        grid[cell.row][cell.column] = cell.text
    return grid
