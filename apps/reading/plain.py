"""Markdown through markdown-it, and plain text, which is how filings of before 2001 came."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from apps.reading.continuation import with_continuations
from apps.reading.footnotes import noted, with_footnotes
from apps.reading.grids import described, header_rows
from apps.reading.markup import without_tags
from apps.reading.media import encoding_of
from apps.reading.normal import normalize, one_line
from apps.reading.pages import Grid, GridCell, Piece, compose, paginate, without_furniture
from apps.reading.parsed import BlockKind, ParsedDocument, Progress, Refusal
from apps.reading.refusals import refused
from apps.reading.text_tables import PAGE_MARK, pieces_of

MARKDOWN_PARSER = f"finrag-plain 1; markdown-it-py {version('markdown-it-py')}"
TEXT_PARSER = "finrag-plain 1"


def read_text(path: Path, progress: Progress) -> ParsedDocument:
    """Pages at form feeds or <PAGE> marks, else of about 3,500 characters. Raises FileRefused when there is no text."""
    text = decoded(path.read_bytes())
    marked = [noted(pieces_of(part)) for part in PAGE_MARK.split(text)]
    pages = [pieces for pieces in marked if pieces]
    if not pages:
        raise refused(Refusal.EMPTY)
    groups = without_furniture(pages) if len(pages) > 1 else [(group, "") for group in paginate(pages[0])]
    composed = tuple(compose(group, number, label) for number, (group, label) in enumerate(groups))
    progress(len(composed), len(composed))
    read = with_footnotes(composed)
    return ParsedDocument(with_continuations(read) if len(pages) > 1 else read, TEXT_PARSER)


def decoded(content: bytes) -> str:
    """UTF-8, UTF-16 with its mark, else cp1252; what no encoding knows becomes U+FFFD."""
    return content.decode(encoding_of(content), errors="replace").lstrip("\ufeff").replace("\r\n", "\n")


def read_markdown(path: Path, progress: Progress) -> ParsedDocument:
    """Pages of about 3,500 characters. Raises FileRefused when there is no text."""
    tokens = MarkdownIt("commonmark").enable("table").parse(decoded(path.read_bytes()))
    pieces = list(_markdown_pieces(tokens))
    if not pieces:
        raise refused(Refusal.EMPTY)
    pages = tuple(compose(group, number) for number, group in enumerate(paginate(pieces)))
    progress(len(pages), len(pages))
    title = next((piece.text for piece in pieces if piece.kind == BlockKind.HEADING and piece.level == 1), "")
    return ParsedDocument(pages, MARKDOWN_PARSER, title)


def _markdown_pieces(tokens: Sequence[Token]) -> Iterator[Piece]:
    before: list[Piece] = []
    markers: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.type == "table_open":
            end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
            piece = Piece(BlockKind.TABLE, grid=described(_grid(tokens[at:end]), before))
            at = end
        else:
            if token.type == "list_item_open":
                markers.append(f"{token.info}{token.markup} " if token.info else "")
            piece = _piece(token, tokens[at - 1] if at else token, markers)
            if token.type == "list_item_close" and markers:
                markers.pop()
        if piece.size:
            before.append(piece)
            yield piece
        at += 1


def _piece(token: Token, opening: Token, markers: list[str]) -> Piece:
    """The block that `token` holds, empty for tokens that only open or close something."""
    if token.type in ("fence", "code_block", "html_block"):
        text = without_tags(token.content) if token.type == "html_block" else token.content
        return Piece(BlockKind.PARAGRAPH, normalize(text))
    if token.type != "inline":
        return Piece(BlockKind.PARAGRAPH)
    text = normalize(_words(token))
    if opening.type == "heading_open":
        return Piece(BlockKind.HEADING, one_line(text), int(opening.tag[1]))
    if markers:
        marker, markers[-1] = markers[-1], ""
        return Piece(BlockKind.LIST_ITEM, marker + text)
    return Piece(BlockKind.PARAGRAPH, text)


def _words(inline: Token) -> str:
    """What is read of a line: emphasis and links without their marks, line breaks as blanks."""
    parts = []
    for child in inline.children or ():
        if child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type != "html_inline":
            parts.append(child.content)
    return "".join(parts)


def _grid(tokens: Sequence[Token]) -> Grid:
    cells: list[GridCell] = []
    row, column, columns, header = -1, -1, 0, 0
    for token in tokens:
        if token.type == "tr_open":
            row, column = row + 1, -1
        elif token.type in ("th_open", "td_open"):
            column += 1
            header = row + 1 if token.type == "th_open" else header
            columns = max(columns, column + 1)
        elif token.type == "inline" and (text := one_line(_words(token))):
            cells.append(GridCell(text, row, column))
    return Grid(tuple(cells), row + 1, columns, header or header_rows(cells, row + 1))
