"""How the printed filing looks: styles, running header and footer, and statements set with hanging signs and rules."""

from collections.abc import Sequence
from decimal import Decimal

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Spacer, Table

from company.numbers import NAME, shown
from company.statements import Grid, Row, Value

WIDTH = LETTER[0] - 1.8 * inch
BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10.5, leading=13.6, alignment=TA_JUSTIFY, spaceAfter=7)
CENTER = ParagraphStyle("center", parent=BODY, alignment=TA_CENTER)
SMALL_CENTER = ParagraphStyle("small", parent=CENTER, fontSize=8, leading=10)
BULLET = ParagraphStyle("bullet", parent=BODY, leftIndent=22, bulletIndent=10, spaceAfter=4)
TITLE = ParagraphStyle("title", parent=CENTER, fontName="Times-Bold", fontSize=18, leading=22)
STATEMENT = ParagraphStyle("statement", parent=CENTER, fontName="Times-Bold", fontSize=11, leading=14, spaceAfter=0)
UNITS = ParagraphStyle("units", parent=CENTER, fontName="Times-Italic", fontSize=9, leading=11, spaceAfter=5)
HEADINGS = {
    1: ParagraphStyle("h1", parent=CENTER, fontName="Times-Bold", fontSize=14, leading=18, spaceBefore=6, spaceAfter=8),
    2: ParagraphStyle("h2", parent=BODY, fontName="Times-Bold", fontSize=12, leading=15, spaceBefore=10, spaceAfter=6),
    3: ParagraphStyle("h3", parent=BODY, fontName="Times-Bold", fontSize=10.5, leading=13, spaceBefore=6, spaceAfter=4),
    4: ParagraphStyle("h4", parent=BODY, fontName="Times-BoldItalic", leading=13, spaceBefore=3, spaceAfter=3),
}
for style in (*HEADINGS.values(), UNITS, STATEMENT):
    style.keepWithNext = 1
LABEL = {
    False: ParagraphStyle("label", parent=BODY, fontSize=9, leading=10.6, spaceAfter=0, alignment=0),
    True: ParagraphStyle(
        "label-b", parent=BODY, fontName="Times-Bold", fontSize=9, leading=10.6, spaceAfter=0, alignment=0
    ),
}
COLUMN_HEAD = ParagraphStyle("column", parent=CENTER, fontName="Times-Bold", fontSize=8.5, leading=10, spaceAfter=0)


class Filing(BaseDocTemplate):
    """Letter pages with a running header and page numbers; headings of levels 1 and 2 feed the table of contents."""

    def __init__(self, path: str, **options: object) -> None:
        super().__init__(path, pagesize=LETTER, invariant=1, **options)
        frame = Frame(0.9 * inch, 0.85 * inch, WIDTH, LETTER[1] - 1.75 * inch, 0, 0, 0, 0)
        self.addPageTemplates(
            [PageTemplate("cover", frame, autoNextPageTemplate="page"), PageTemplate("page", frame, onPage=furniture)]
        )

    def afterFlowable(self, flowable: Flowable) -> None:
        level = getattr(flowable, "heading_level", 0)
        if level in (1, 2):
            key = f"heading-{self.seq.nextf('heading')}"
            self.canv.bookmarkPage(key)
            self.canv.addOutlineEntry(flowable.getPlainText(), key, level - 1, closed=level == 1)
            self.notify("TOCEntry", (level - 1, flowable.getPlainText(), self.page, key))


def furniture(canvas: Canvas, document: BaseDocTemplate) -> None:
    canvas.saveState()
    top, bottom = LETTER[1] - 0.6 * inch, 0.55 * inch
    canvas.setFont("Times-Italic", 8.5)
    canvas.drawString(0.9 * inch, top, NAME)
    canvas.drawRightString(0.9 * inch + WIDTH, top, "2024 Annual Report on Form 10-K")
    canvas.setLineWidth(0.4)
    canvas.line(0.9 * inch, top - 4, 0.9 * inch + WIDTH, top - 4)
    canvas.setFont("Times-Roman", 9)
    canvas.drawCentredString(LETTER[0] / 2, bottom, str(document.page))
    canvas.restoreState()


def heading(level: int, text: str) -> Paragraph:
    paragraph = Paragraph(text, HEADINGS[level])
    paragraph.heading_level = level
    return paragraph


def _figure(value: Value, dollar: bool) -> tuple[str, str, str]:
    """Dollar sign, digits and what hangs behind them: a closing parenthesis or a percent sign."""
    text = shown(value)
    tail = text[-1] if text[-1:] in (")", "%") else ""
    return ("$" if dollar and text else "", text.removesuffix(tail) if tail else text, tail)


def _cells(row: Row, columns: int) -> list[object]:
    cells: list[object] = [Paragraph("&nbsp;" * 4 * row.indent + row.label, LABEL[row.bold])]
    values = row.values or (None,) * columns
    for value in values:
        cells += _figure(value, row.dollar and isinstance(value, int | Decimal | str))
    return cells


def _head(grid: Grid) -> tuple[list[list[object]], list[tuple[object, ...]]]:
    lines: list[list[object]] = []
    commands: list[tuple[object, ...]] = []
    count = len(grid.columns)
    if grid.over:
        lines.append(["", Paragraph(grid.over, COLUMN_HEAD), *[""] * (3 * count - 1)])
        commands += [("SPAN", (1, 0), (-1, 0)), ("LINEBELOW", (1, 0), (-1, 0), 0.5, colors.black)]
    row = len(lines)
    line: list[object] = [""]
    for i, name in enumerate(grid.columns):
        line += [Paragraph(name.replace(", ", ",<br/>"), COLUMN_HEAD), "", ""]
        first, last = 1 + 3 * i, 3 + 3 * i
        commands += [("SPAN", (first, row), (last, row)), ("LINEBELOW", (first, row), (last, row), 0.5, colors.black)]
    return [*lines, line], commands


def _rules(grid: Grid, offset: int) -> list[tuple[object, ...]]:
    commands: list[tuple[object, ...]] = []
    for i, row in enumerate(grid.rows, offset):
        commands.append(("LINEBELOW", (0, i), (0, i), 0.3, colors.grey, "round", (0.5, 2)))
        if row.bold:
            commands.append(("FONTNAME", (1, i), (-1, i), "Times-Bold"))
        if row.rule:
            commands += [
                ("LINEABOVE", (1 + 3 * c, i), (2 + 3 * c, i), 0.5, colors.black) for c in range(len(grid.columns))
            ]
        if row.rule and row.dollar:
            commands += [
                ("LINEBELOW", (1 + 3 * c, i), (2 + 3 * c, i), 0.5, colors.black, 1, None, None, 2, 1.2)
                for c in range(len(grid.columns))
            ]
    return commands


def widths(columns: int) -> list[float]:
    figure = 86.0 if columns <= 3 else (WIDTH - 120.0) / columns
    return [WIDTH - figure * columns, *[12.0, figure - 20.0, 8.0] * columns]


def table(grid: Grid, named: bool = False) -> list[Flowable]:
    """A statement or table; `named` ones carry their title and units in a centred block above."""
    head, commands = _head(grid)
    lines = head + [_cells(row, len(grid.columns)) for row in grid.rows]
    style = [
        ("FONT", (0, 0), (-1, -1), "Times-Roman", 9),
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
        ("TOPPADDING", (0, 0), (-1, -1), 1.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        *[("ALIGN", (2 + 3 * c, 0), (2 + 3 * c, -1), "RIGHT") for c in range(len(grid.columns))],
        *commands,
        *_rules(grid, len(head)),
    ]
    body = Table(lines, widths(len(grid.columns)), style=style, repeatRows=len(head))
    title = [Paragraph(NAME.upper(), STATEMENT), Paragraph(grid.title, STATEMENT)] if named else []
    units = [Paragraph(grid.units, UNITS)] if grid.units else []
    return [*title, *units, body, Spacer(1, 10)]


def prose(paragraphs: Sequence[str]) -> list[Flowable]:
    """Paragraphs; one that starts with '- ' is a bullet, with '# ' a heading of level 3, with '## ' of level 4."""
    story: list[Flowable] = []
    for text in paragraphs:
        if text.startswith("- "):
            story.append(Paragraph(text[2:], BULLET, bulletText="•"))
        elif text.startswith("## "):
            story.append(heading(4, text[3:]))
        elif text.startswith("# "):
            story.append(heading(3, text[2:]))
        else:
            story.append(Paragraph(text, BODY))
    return story
