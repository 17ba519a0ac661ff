"""EDGAR's HTML: pages, headings, lists, and tables as a reader sees them."""

from pathlib import Path

import pytest

from apps.documents.describing import own_title
from apps.documents.sections import outline
from apps.reading.html import read_html
from apps.reading.media import MediaType
from apps.reading.parsed import BlockKind, FileRefused, ParsedDocument, ParsedTable
from apps.reading.reader import read
from finrag_site.embedded.paths import BASE
from tests.hostile import pages
from tests.reading.wellformed import assert_well_formed, rows

SAMPLE = BASE / "samples" / "zephyrwick_2025Q1_10Q.htm"


def parse(tmp_path: Path, body: str | bytes) -> ParsedDocument:
    path = tmp_path / "page.htm"
    path.write_bytes(body if isinstance(body, bytes) else f"<html><body>{body}</body></html>".encode())
    document = read_html(path, lambda done, total: None)
    assert_well_formed(document)
    return document


def blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(str(block.kind), page.text[block.start : block.end]) for page in document.pages for block in page.blocks]


def table(tmp_path: Path, body: str) -> ParsedTable:
    return parse(tmp_path, body).pages[0].tables[0]


@pytest.fixture(scope="module")
def quarterly() -> ParsedDocument:
    heard: list[tuple[int, int]] = []
    document = read(SAMPLE, MediaType.HTML, lambda done, total: heard.append((done, total)))
    assert heard == [(done, 6) for done in range(1, 7)]
    return document


def test_the_sample_has_its_pages_and_titles(quarterly: ParsedDocument) -> None:
    assert_well_formed(quarterly)
    assert [page.label for page in quarterly.pages] == ["1", "2", "3", "4", "5", "6"]
    assert quarterly.title == "Zephyrwick Instruments, Inc. 10-Q"
    headings = {
        page.text[block.start : block.end]: block.level
        for page in quarterly.pages
        for block in page.blocks
        if block.kind == BlockKind.HEADING
    }
    assert headings["PART I. FINANCIAL INFORMATION"] == 1
    assert headings["Item 1. Financial Statements"] == 2
    assert headings["Note 2. Segment information"] > 2


def test_a_statement_has_one_column_per_period(quarterly: ParsedDocument) -> None:
    statement = quarterly.pages[1].tables[0]
    lines = rows(statement)
    assert statement.columns == 3
    assert statement.header_rows == 2
    assert statement.units == "in thousands, except per share data"
    assert "STATEMENTS OF INCOME" in statement.caption
    assert lines[1] == ["", "December 28, 2024", "December 30, 2023"]
    assert ["Total net sales", "239,715", "227,538"] in lines
    assert ["Interest expense", "(4,790)", "(4,506)"] in lines
    assert ["Diluted", "$0.49", "$0.47"] in lines
    spanning = next(cell for cell in statement.cells if cell.text == "Three Months Ended")
    assert (spanning.column, spanning.column_span) == (1, 2)


def test_the_hidden_part_of_inline_xbrl_is_no_text(quarterly: ParsedDocument) -> None:
    text = "\n".join(page.text for page in quarterly.pages)
    assert "0009999999" not in text
    assert "iso4217" not in text
    assert "ZFWK" in text


def test_page_numbers_are_furniture(quarterly: ParsedDocument) -> None:
    for page in quarterly.pages:
        last = page.blocks[-1]
        assert (last.kind, page.text[last.start : last.end]) == (BlockKind.FURNITURE, page.label)


@pytest.mark.parametrize(
    "mark",
    [
        '<hr style="page-break-after:always"/>',
        '<div style="page-break-before: always"></div>',
        '<p style="break-after:page"></p>',
        "<hr>",
    ],
)
def test_pages_end_where_the_filing_says(mark: str, tmp_path: Path) -> None:
    document = parse(tmp_path, f"<p>One fish</p>{mark}<p>Two fish</p>{mark}")
    assert [page.text for page in document.pages] == ["One fish", "Two fish"]


def test_mere_rules_are_no_pages_where_styles_mark_them(tmp_path: Path) -> None:
    document = parse(tmp_path, "<p>a</p><hr><p>b</p><hr style='page-break-after:always'><p>c</p>")
    assert [page.text for page in document.pages] == ["a\n\nb", "c"]


def test_without_marks_pages_are_cut_at_blocks(tmp_path: Path) -> None:
    body = "".join(f"<p>{number} {'word ' * 100}</p>" for number in range(40))
    document = parse(tmp_path, body)
    assert 5 <= len(document.pages) <= 8
    assert all(len(page.text) < 4500 for page in document.pages)


def test_running_headers_are_furniture(tmp_path: Path) -> None:
    body = "".join(
        f"<p>Table of Contents</p><p>Marmalade Looms plc</p><p>Text {n}.</p><p>Page {n}</p><hr>" for n in range(1, 7)
    )
    kinds = [kind for kind, _ in blocks(parse(tmp_path, body))]
    assert kinds == ["furniture", "furniture", "paragraph", "furniture"] * 6


def test_scripts_styles_and_hidden_parts_are_no_text(tmp_path: Path) -> None:
    body = (
        "<script>alert('x')</script><style>p {}</style><p>Seen</p><div style='display: none'>not seen</div>"
        "<div hidden>nor this</div><noscript>nor that</noscript><!-- nor a comment --><svg><text>nor this</text></svg>"
    )
    assert blocks(parse(tmp_path, body)) == [("paragraph", "Seen")]


@pytest.mark.parametrize(
    "menu",
    [
        "<nav><ul><li><a href='/'>Home of Quillmark</a></li><li>Our filings</li></ul></nav>",
        "<div role='navigation'><p>Home of Quillmark</p></div>",
        "<ul role='menubar'><li>Home of Quillmark</li></ul>",
    ],
)
def test_a_menu_is_no_text_and_so_no_title(menu: str, tmp_path: Path) -> None:
    document = parse(tmp_path, f"<header>{menu}</header><h1>Quillmark Foundry proxy statement</h1><p>Vote.</p>")
    assert blocks(document) == [("heading", "Quillmark Foundry proxy statement"), ("paragraph", "Vote.")]
    assert own_title(outline(document.pages)) == "Quillmark Foundry proxy statement"


def test_headings_and_their_levels(tmp_path: Path) -> None:
    body = (
        "<h1>Annual report</h1><p><b>PART II</b></p><div><span style='font-weight:700'>Item 7.</span>"
        "<span style='font-weight:bold'> Management’s Discussion</span></div>"
        "<div style='text-align:center'><b>RESULTS</b></div><p><b>Liquidity</b></p><p><i>Foreign exchange</i></p>"
        "<p><b>Note</b> that this line is only partly bold</p><p><b>A bold sentence has an end.</b></p>"
    )
    page = parse(tmp_path, body).pages[0]
    levels = [(block.level, page.text[block.start : block.end]) for block in page.blocks]
    assert levels == [
        (1, "Annual report"), (1, "PART II"), (2, "Item 7. Management’s Discussion"), (3, "RESULTS"), (4, "Liquidity"),
        (5, "Foreign exchange"), (0, "Note that this line is only partly bold"), (0, "A bold sentence has an end."),
    ]  # fmt: skip


def test_lists_even_those_set_as_tables(tmp_path: Path) -> None:
    body = (
        "<ul><li>first</li><li>second</li></ul>"
        "<table><tr><td>•</td><td>third thing</td></tr><tr><td>•</td><td>fourth thing</td></tr></table>"
        "<table><tr><td><b>Item 2.</b></td><td><b>Properties</b></td></tr></table>"
    )
    assert blocks(parse(tmp_path, body)) == [
        ("list-item", "first"),
        ("list-item", "second"),
        ("list-item", "• third thing"),
        ("list-item", "• fourth thing"),
        ("heading", "Item 2. Properties"),
    ]


def test_signs_join_their_figures(tmp_path: Path) -> None:
    body = (
        "<p>(dollars in millions)</p><table>"
        "<tr><td></td><td></td><td colspan=3>2024</td><td></td><td colspan=3>2023</td></tr>"
        "<tr><td>Sales (1)</td><td></td><td>$</td><td>1,204</td><td></td><td></td><td>$</td><td>998</td><td></td></tr>"
        "<tr><td>Loss</td><td></td><td></td><td>(12</td><td>)</td><td></td><td>$</td><td>(7</td><td>)</td></tr>"
        "<tr><td>Growth</td><td></td><td></td><td>20.6</td><td>%</td><td></td><td colspan=2>(1.5</td><td>)%</td></tr>"
        "<tr><td>Other</td><td></td><td colspan=2>—</td><td></td><td></td><td></td><td>3</td><td>(a)</td></tr></table>"
    )
    found = table(tmp_path, body)
    assert found.units == "dollars in millions"
    assert found.header_rows == 1
    assert rows(found) == [
        ["", "2024", "2023"],
        ["Sales (1)", "$1,204", "$998"],
        ["Loss", "(12)", "$(7)"],
        ["Growth", "20.6%", "(1.5)%"],
        ["Other", "—", "3(a)"],
    ]


def test_rows_that_span_keep_the_columns_below_right(tmp_path: Path) -> None:
    body = (
        "<table><tr><th rowspan=2>Region</th><th colspan=2>Sales</th></tr><tr><th>2024</th><th>2023</th></tr>"
        "<tr><td>North</td><td>5</td><td>4</td></tr><tr><td>South</td><td></td><td>6</td></tr></table>"
    )
    found = table(tmp_path, body)
    assert found.header_rows == 2
    assert rows(found) == [["Region", "Sales", ""], ["", "2024", "2023"], ["North", "5", "4"], ["South", "", "6"]]


def test_tables_that_arrange_tables_are_walked_into(tmp_path: Path) -> None:
    inner = "<table><tr><td>Sales</td><td>5</td></tr><tr><td>Cost</td><td>4</td></tr></table>"
    document = parse(tmp_path, f"<table><tr><td><p>Before</p>{inner}</td><td>Beside</td></tr></table>")
    assert [kind for kind, _ in blocks(document)] == ["paragraph", "table", "paragraph"]


def test_text_tables_keep_their_columns(tmp_path: Path) -> None:
    line = "<tr><td>{0}</td><td>Officer {0}</td></tr>"
    body = "<table><tr><td>Name</td><td>Office</td></tr>" + "".join(line.format(c) for c in "ABCDE") + "</table>"
    assert table(tmp_path, body).columns == 2


def test_what_looks_like_markup_stays_text(tmp_path: Path) -> None:
    assert blocks(parse(tmp_path, "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>")) == [
        ("paragraph", "<script>alert(1)</script>")
    ]


def test_old_encodings(tmp_path: Path) -> None:
    content = "<html><body><p>Revenue was £5 – “up”</p></body></html>".encode("cp1252")
    assert blocks(parse(tmp_path, content)) == [("paragraph", "Revenue was £5 – “up”")]


def test_wrapped_full_text_files(tmp_path: Path) -> None:
    content = b"<DOCUMENT>\n<TYPE>10-K\n<SEQUENCE>1\n<TEXT>\n<html><body><p>Words</p></body></html></TEXT></DOCUMENT>"
    assert blocks(parse(tmp_path, content)) == [("paragraph", "Words")]


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    text = parse(tmp_path, pages.entities_xhtml()).pages[0].text
    assert "root:" not in text and "haha" not in text
    assert "Before" in text and "after" in text


def test_absurd_spans_stay_small(tmp_path: Path) -> None:
    assert parse(tmp_path, pages.wide_spans()).pages


@pytest.mark.parametrize("content", [pages.deep(5000), pages.deep_xhtml(5000)])
def test_absurd_depth_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(FileRefused):
        parse(tmp_path, content)


def test_a_page_without_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileRefused):
        parse(tmp_path, "<p> </p><hr>")


def _spaced(*rows: tuple[str, ...]) -> str:
    """Figures in a cell of two columns with an empty column between them, closing signs with the figure."""
    body = "".join(
        f"<tr><td colspan=3>{label}</td>" + "<td></td>".join(f"<td colspan=2>{text}</td>" for text in texts) + "</tr>"
        for label, *texts in rows
    )
    return f"<table>{body}</table>"


def test_a_small_loss_beside_another_figure_is_no_footnote_mark(tmp_path: Path) -> None:
    body = _spaced(
        ("Millions", "2024", "2023"),
        ("Net income", "747", "379"),
        ("Supplies", "(26)", "(2)"),
        ("Other", "127", "(61)"),
    )
    read = table(tmp_path, body)
    assert read.columns == 3
    assert rows(read)[-2:] == [["Supplies", "(26)", "(2)"], ["Other", "127", "(61)"]]


def test_a_footnote_mark_in_a_cell_of_its_own_stays_with_its_figure(tmp_path: Path) -> None:
    cells = "<tr><td>{}</td><td>{}</td><td>{}</td><td></td><td>{}</td><td></td></tr>"
    body = "".join(
        (
            cells.format("", "2024", "", "2023"),
            cells.format("Sales", "747", "(1)", "379"),
            cells.format("Costs", "126", "", "102"),
        )
    )
    assert rows(table(tmp_path, f"<table>{body}</table>"))[1] == ["Sales", "747(1)", "379"]
