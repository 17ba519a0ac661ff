"""A filing's HTML walked once: what a browser would show, as a flat row of blocks.

EDGAR's pages are made of styled <div> and <span>: a heading is a short bold line, a list is a table with bullets, a
page ends where a style says so. Scripts, styles and the hidden part of inline XBRL are no text and are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from apps.reading.markup import tag_of
from apps.reading.normal import normalize, one_line
from apps.reading.text_tables import PAGE_MARK

UNSEEN = frozenset(
    [
        "script",
        "style",
        "head",
        "title",
        "noscript",
        "template",
        "svg",
        "math",
        "object",
        "embed",
        "iframe",
        "audio",
        "video",
        "canvas",
        "select",
        "button",
        "nav",
        "menu",
        "ix:header",
        "ix:hidden",
        "ix:references",
        "ix:resources",
    ]
)
BLOCKS = frozenset(
    [
        "html",
        "body",
        "div",
        "p",
        "section",
        "article",
        "main",
        "header",
        "footer",
        "aside",
        "address",
        "blockquote",
        "center",
        "pre",
        "figure",
        "figcaption",
        "form",
        "fieldset",
        "dl",
        "dt",
        "dd",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "li",
        "caption",
        "details",
        "summary",
        "text",
        "document",
    ]
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
MENUS = frozenset({"navigation", "menu", "menubar", "search"})
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
BREAK = re.compile(r"(?:page-)?break-(before|after)\s*:\s*(?:always|page|left|right)", re.I)
BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)|font\s*:[^;]*\bbold", re.I)
NORMAL = re.compile(r"font-weight\s*:\s*(?:normal|[1-5]00)", re.I)
ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.I)
WORD = re.compile(r"[^\W\d_]{2,}")
FILE_NAME = re.compile(r"\.(?:jpe?g|gif|png|svg)\b", re.I)
CENTER = re.compile(r"text-align\s*:\s*center", re.I)


@dataclass(frozen=True, slots=True)
class Line:
    """A block of text. bold, italic: all of it is; tag: the innermost tag that makes it a block."""

    text: str
    tag: str
    bold: bool
    italic: bool
    centered: bool


@dataclass(frozen=True, slots=True)
class PageEnd:
    """A page ends here. A mere rule is weaker than a style that says so."""

    sure: bool


@dataclass(frozen=True, slots=True)
class RawTable:
    """Rows of (text, column span, row span, is header), and whether all of its text is bold."""

    rows: list[list[tuple[str, int, int, bool]]]
    caption: str
    bold: bool


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Text whose blanks and line breaks count: columns are set with them, as on a typewriter."""

    text: str


Item = Line | PageEnd | RawTable | Preformatted


@dataclass(frozen=True, slots=True)
class Look:
    """What the elements around a text say about it."""

    tag: str = "div"
    bold: bool = False
    italic: bool = False
    centered: bool = False

    def inside(self, element: etree._Element, tag: str) -> "Look":
        style = element.get("style") or ""
        bold = (self.bold or tag in ("b", "strong", "th") or bool(BOLD.search(style))) and not NORMAL.search(style)
        italic = self.italic or tag in ("i", "em") or bool(ITALIC.search(style))
        center = tag == "center" or element.get("align", "").lower() == "center" or bool(CENTER.search(style))
        return Look(tag if tag in BLOCKS else self.tag, bold, italic, self.centered or center)


@dataclass
class Walk:
    """Collects text until a block ends. `looks` remembers how each piece of it looked."""

    items: list[Item] = field(default_factory=list)
    pieces: list[tuple[str, Look]] = field(default_factory=list)

    def flush(self) -> None:
        text = normalize("".join(piece for piece, _ in self.pieces))
        looks = [look for piece, look in self.pieces if piece.strip()]
        self.pieces.clear()
        if text:
            bold, italic = all(look.bold for look in looks), all(look.italic for look in looks)
            self.items += [Line(part, looks[0].tag, bold, italic, looks[0].centered) for part in text.split("\n\n")]

    def end_page(self, sure: bool) -> None:
        self.flush()
        self.items.append(PageEnd(sure))


def walk(root: etree._Element) -> list[Item]:
    """Everything that a browser would show, in order. The depth is bounded by the parser."""
    walker = Walk()
    _visit(root, Look(), walker)
    walker.flush()
    return walker.items


def _visit(element: etree._Element, look: Look, walker: Walk) -> None:
    tag = tag_of(element)
    if not tag or is_unseen(element, tag):
        return
    ends = BREAK.search(element.get("style") or "")
    if ends and ends[1].lower() == "before":
        walker.end_page(sure=True)
    if tag == "br":
        walker.pieces.append(("\n", look))
    elif tag == "hr":
        walker.end_page(sure=bool(ends))
        return
    elif tag == "pre" and not any(tag_of(inner) == "tr" for inner in element.iterdescendants()):
        _visit_preformatted(element, walker)
    elif tag == "table":
        _visit_table(element, look, walker)
    elif tag == "img":
        _visit_image(element, walker)
    else:
        _visit_children(element, look, walker, tag)
    if ends and ends[1].lower() == "after":
        walker.end_page(sure=True)


def _visit_preformatted(element: etree._Element, walker: Walk) -> None:
    """Pages end at form feeds in it and where <PAGE> stands."""
    walker.flush()
    first, *others = PAGE_MARK.split("".join(_verbatim(element)))
    walker.items.append(Preformatted(first))
    for text in others:
        walker.items += (PageEnd(sure=True), Preformatted(text))


def _verbatim(element: etree._Element) -> Iterator[str]:
    """The text as the source has it."""
    tag = tag_of(element)
    if not tag or is_unseen(element, tag):
        return
    yield "\n" if tag == "br" else element.text or ""
    for child in element:
        yield from _verbatim(child)
        yield child.tail or ""


def _visit_image(element: etree._Element, walker: Walk) -> None:
    """An image that is described in words is a line of its own; the name of a file is no description."""
    words = one_line(element.get("alt") or "")
    if len(WORD.findall(words)) > 2 and not FILE_NAME.search(words):
        walker.flush()
        walker.items.append(Line(words, "img", False, False, False))


def _visit_children(element: etree._Element, look: Look, walker: Walk, tag: str) -> None:
    is_block = tag in BLOCKS
    inner = look.inside(element, tag)
    if is_block:
        walker.flush()
    if element.text:
        walker.pieces.append((_flowing(element.text), inner))
    for child in element:
        _visit(child, inner, walker)
        if child.tail:
            walker.pieces.append((_flowing(child.tail), inner))
    if is_block:
        walker.flush()


def _flowing(text: str) -> str:
    """Line breaks in the source are blanks; only <br> breaks a line."""
    return re.sub(r"[\t\r\n\f]+", " ", text)


def is_unseen(element: etree._Element, tag: str) -> bool:
    """What a browser does not show, and menus, which are not the paper's own words."""
    if tag in UNSEEN or (element.get("role") or "").strip().lower() in MENUS:
        return True
    return bool(HIDDEN.search(element.get("style") or "")) or element.get("hidden") is not None


def _visit_table(element: etree._Element, look: Look, walker: Walk) -> None:
    """A table that holds tables only arranges them, so its cells are walked as blocks."""
    walker.flush()
    if any(tag_of(inner) == "table" for inner in element.iterdescendants()):
        for cell in _cells_of(element):
            _visit_children(cell, look, walker, "div")
        return
    rows = [[_cell(cell) for cell in row if tag_of(cell) in ("td", "th")] for row in _rows_of(element)]
    caption = next((one_line(shown_text(e)) for e in element if tag_of(e) == "caption"), "")
    walker.items.append(RawTable(rows, caption, _is_bold(element)))


def _rows_of(table: etree._Element) -> Iterator[etree._Element]:
    return (row for row in table.iterdescendants() if tag_of(row) == "tr" and not is_unseen(row, "tr"))


def _cells_of(table: etree._Element) -> Iterator[etree._Element]:
    """The cells of this table itself, not of the tables in it."""
    for row in _rows_of(table):
        if next(up for up in row.iterancestors() if tag_of(up) == "table") is table:
            yield from (cell for cell in row if tag_of(cell) in ("td", "th"))


def _cell(cell: etree._Element) -> tuple[str, int, int, bool]:
    header = tag_of(cell) == "th"
    return one_line(shown_text(cell)), _span(cell.get("colspan")), _span(cell.get("rowspan")), header


def _span(value: str | None) -> int:
    return int(value) if value and value.isdecimal() and len(value) < 5 else 1


def shown_text(element: etree._Element) -> str:
    """The text that a browser shows of `element`; blocks and <br> part words."""
    return "".join(_shown(element))


def _shown(element: etree._Element) -> Iterator[str]:
    tag = tag_of(element)
    if not tag or is_unseen(element, tag):
        return
    if tag in BLOCKS or tag == "br":
        yield " "
    yield element.text or ""
    for child in element:
        yield from _shown(child)
        yield child.tail or ""
    if tag in BLOCKS:
        yield " "


def _is_bold(table: etree._Element) -> bool:
    """Whether every text in it is bold: such a table is a heading with its number in a cell of its own."""
    texts = [e for e in table.iterdescendants() if isinstance(e.tag, str) and (e.text or "").strip()]
    return bool(texts) and all(any(_says_bold(up) for up in (e, *e.iterancestors())) for e in texts[:20])


def _says_bold(element: etree._Element) -> bool:
    return tag_of(element) in ("b", "strong") or bool(BOLD.search(element.get("style") or ""))
