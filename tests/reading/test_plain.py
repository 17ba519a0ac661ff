"""Markdown and plain text."""

from pathlib import Path

import pytest

from apps.reading.media import MediaType
from apps.reading.parsed import FileRefused, ParsedDocument
from apps.reading.plain import read_markdown, read_text
from apps.reading.reader import read
from finrag_site.embedded.paths import BASE
from tests.reading.wellformed import assert_well_formed, rows

NOTE = BASE / "samples" / "zephyrwick_covenant_note.md"
FILING = """\
<PAGE>
                      MARMALADE LOOMS PLC AND SUBSIDIARIES
                       CONSOLIDATED STATEMENTS OF INCOME
                     (in thousands, except per share data)

<TABLE>
<CAPTION>
                                          1998          1997
                                        --------      --------
<S>                                     <C>           <C>
Net sales                               $ 12,345      $ 11,002
Cost of sales                             (7,001)       (6,500)

Net income per share                    $   0.45      $   0.40
</TABLE>

     The Company sold a mill. Prices rose
in the second half.
                                       14
<PAGE>
ITEM 2.  PROPERTIES

(a) One mill in Ostwick.
                                       15
"""


def silent(done: int, total: int) -> None:
    """Progress that nobody hears."""


def text(tmp_path: Path, content: str | bytes) -> ParsedDocument:
    path = tmp_path / "file.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    parsed = read_text(path, silent)
    assert_well_formed(parsed)
    return parsed


def markdown(tmp_path: Path, content: str) -> ParsedDocument:
    path = tmp_path / "file.md"
    path.write_text(content)
    parsed = read_markdown(path, silent)
    assert_well_formed(parsed)
    return parsed


def blocks(parsed: ParsedDocument) -> list[tuple[str, str]]:
    return [(str(block.kind), page.text[block.start : block.end]) for page in parsed.pages for block in page.blocks]


def test_the_sample_note() -> None:
    note = read(NOTE, MediaType.MARKDOWN, silent)
    assert_well_formed(note)
    assert note.title == "Covenant headroom at Zephyrwick Instruments"
    table = note.pages[0].tables[0]
    assert (table.header_rows, table.units, table.caption) == (1, "in thousands", "Headroom")
    assert rows(table)[3] == ["Interest expense", "(19,260)", "(17,925)"]
    assert ("list-item", "Leverage: total debt to adjusted EBITDA of not more than 3.50 to 1.00") in blocks(note)
    assert ("list-item", "2. The revolving credit facility of $200.0 million is undrawn.") in blocks(note)


def test_markdown_blocks(tmp_path: Path) -> None:
    parsed = markdown(
        tmp_path,
        "# One\n\nSome *soft*\nwords with [a link](javascript:alert(1)) and `code`.\n\n- outer\n  - inner\n\n"
        "> said\n\n```\nfenced  code\n```\n\n<div onclick='x'>shown</div><script>not shown</script>\n\n### Three\n",
    )
    assert blocks(parsed) == [
        ("heading", "One"),
        ("paragraph", "Some soft words with [a link](javascript:alert(1)) and code."),
        ("list-item", "outer"),
        ("list-item", "inner"),
        ("paragraph", "said"),
        ("paragraph", "fenced code"),
        ("paragraph", "shown"),
        ("heading", "Three"),
    ]
    assert [block.level for block in parsed.pages[0].blocks if block.level] == [1, 3]


def test_long_markdown_is_cut_into_pages_but_never_behind_a_heading(tmp_path: Path) -> None:
    parsed = markdown(tmp_path, "\n\n".join(f"## Part {n}\n\n{'word ' * 300}" for n in range(12)))
    assert len(parsed.pages) > 3
    assert all(page.blocks[-1].kind != "heading" for page in parsed.pages)


def test_a_filing_of_old(tmp_path: Path) -> None:
    parsed = text(tmp_path, FILING)
    assert [page.label for page in parsed.pages] == ["14", "15"]
    table = parsed.pages[0].tables[0]
    assert table.units == "in thousands, except per share data"
    assert table.header_rows == 1
    assert rows(table) == [
        ["", "1998", "1997"],
        ["Net sales", "$12,345", "$11,002"],
        ["Cost of sales", "(7,001)", "(6,500)"],
        ["Net income per share", "$0.45", "$0.40"],
    ]
    assert blocks(parsed)[-3:] == [
        ("heading", "ITEM 2. PROPERTIES"),
        ("list-item", "(a) One mill in Ostwick."),
        ("furniture", "15"),
    ]


def test_form_feeds_end_pages(tmp_path: Path) -> None:
    assert [page.text for page in text(tmp_path, "One\n\nparagraph\fTwo\f\f").pages] == ["One\n\nparagraph", "Two"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str, tmp_path: Path) -> None:
    parsed = text(tmp_path, "Revenue was £5 – “up”\r\nin all".encode(encoding))
    assert parsed.pages[0].text == "Revenue was £5 – “up”\nin all"


def test_prose_with_figures_is_no_table(tmp_path: Path) -> None:
    prose = "In 1998 sales were $12,345 and costs  were $7,001.\nIn 1997 they were $11,002 and $6,500,\nas reported.\n"
    assert [kind for kind, _ in blocks(text(tmp_path, prose))] == ["paragraph"]


@pytest.mark.parametrize("content", ["", " \n\f\n "])
def test_nothing_is_refused(content: str, tmp_path: Path) -> None:
    with pytest.raises(FileRefused):
        text(tmp_path, content)
    with pytest.raises(FileRefused):
        markdown(tmp_path, content)
