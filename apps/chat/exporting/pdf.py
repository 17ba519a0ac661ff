"""A report as a PDF file, in a font with Latin, Greek and Cyrillic letters that is embedded."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from xml.sax.saxutils import escape

from django.conf import settings
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table, TableStyle

from apps.chat.exporting.docx import words
from apps.chat.exporting.report import Entry, Report, Sheet

FONT, BOLD = "finrag", "finrag-bold"
MARGIN = 18 * mm
INK, QUIET, LINE = colors.HexColor("#1b2228"), colors.HexColor("#5d6872"), colors.HexColor("#c9d0d5")


@cache
def _styles() -> dict[str, ParagraphStyle]:
    """Fonts are registered once in a process."""
    folder = settings.BASE_DIR / "static" / "vendor"
    pdfmetrics.registerFont(TTFont(FONT, folder / "dejavu-sans.ttf"))
    pdfmetrics.registerFont(TTFont(BOLD, folder / "dejavu-sans-bold.ttf"))
    body = ParagraphStyle(
        "body", fontName=FONT, fontSize=9.5, leading=13, textColor=INK, spaceAfter=5, splitLongWords=1
    )
    small = ParagraphStyle("small", body, fontSize=7.8, leading=10.5, textColor=QUIET, spaceAfter=3)
    return {
        "title": ParagraphStyle("title", body, fontName=BOLD, fontSize=15, leading=19),
        "question": ParagraphStyle("question", body, fontName=BOLD, fontSize=11.5, leading=15, spaceBefore=12),
        "head": ParagraphStyle("head", body, fontName=BOLD, fontSize=9.5, spaceBefore=6, keepWithNext=1),
        "quote": ParagraphStyle("quote", body, leftIndent=10, borderPadding=(0, 0, 0, 6)),
        "body": body,
        "small": small,
        "cell": ParagraphStyle("cell", small, textColor=INK, spaceAfter=0),
        "figure": ParagraphStyle("figure", small, textColor=INK, spaceAfter=0, alignment=TA_RIGHT),
        "top": ParagraphStyle("top", small, fontName=BOLD, spaceAfter=0),
    }


def _words(text: str, style: str) -> Paragraph:
    """`text` as itself: reportlab's markup in it stands for itself."""
    return Paragraph(escape(words(text)).replace("\n", "<br/>"), _styles()[style])


def as_pdf(report: Report) -> bytes:
    target = BytesIO()
    document = SimpleDocTemplate(
        target,
        pagesize=A4,
        title=words(report.title),
        author="finrag",
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
    )
    story: list[Flowable] = [_words(report.title, "title"), _words(report.made, "small")]
    for entry in report.entries:
        story.extend([_words(entry.question, "question")] if report.heads(entry) else [])
        story.extend(_entry(entry, document.width))
    document.build(story)
    return target.getvalue()


def _entry(entry: Entry, width: float) -> Iterator[Flowable]:
    yield _words(f"{entry.status} · {entry.asked}", "small")
    yield from (_words(text, "body") for text in entry.paragraphs)
    for text, labels in entry.quotes:
        yield _words(f"{text} {''.join(f'[{label}]' for label in labels)}", "quote")
    for sheet in entry.sheets:
        yield _words(sheet.title, "head")
        yield _table(sheet, width)
    if entry.sources or entry.tools:
        yield _words("Sources", "head")
    for source in entry.sources:
        link = f'<link href="{escape(source.address)}" color="#17589c">{escape(words(source.document))}</link>'
        told = f"[{source.label}] {link}, page {source.page}: {escape(words(source.quote))}"
        yield Paragraph(told, _styles()["small"])
    yield from (_words(text, "small") for text in entry.tools)


def _table(sheet: Sheet, width: float) -> Table:
    """Columns are as wide as their words ask for, within the page."""
    head = [_words(text, "top") for text in sheet.head]
    rows = [[_words(text, _cell(sheet, place)) for place, text in enumerate(row)] for row in sheet.rows]
    longest = [max(min(len(row[place]), 40) for row in (sheet.head, *sheet.rows)) + 3 for place in range(len(head))]
    widths = [width * length / sum(longest) for length in longest]
    ruled = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    return Table([head, *rows], colWidths=widths, repeatRows=1, style=ruled)


def _cell(sheet: Sheet, place: int) -> str:
    return "figure" if place in sheet.figures else "cell"
