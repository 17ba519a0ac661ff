"""PDFs of invented companies, drawn word by word."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = letter
REGULAR, BOLD = "Times-Roman", "Times-Bold"


class Sheet:
    """Draws on a canvas with the origin at the top left."""

    def __init__(self, path: Path, **options: object) -> None:
        self.canvas = Canvas(str(path), pagesize=letter, **options)

    def text(self, x: float, y: float, text: str, font: str = REGULAR, size: float = 10) -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, HEIGHT - y, text)

    def right(self, x: float, y: float, text: str, font: str = REGULAR, size: float = 10) -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawRightString(x, HEIGHT - y, text)

    def centred(self, x: float, y: float, text: str, font: str = REGULAR, size: float = 10) -> None:
        self.canvas.setFont(font, size)
        self.canvas.drawCentredString(x, HEIGHT - y, text)

    def rule(self, x0: float, x1: float, y: float) -> None:
        self.canvas.line(x0, HEIGHT - y, x1, HEIGHT - y)

    def figure(self, edge: float, y: float, text: str, dollar: bool = False) -> None:
        """A figure as filings set it: digits end at `edge`, a closing parenthesis hangs over, the "$" stands apart."""
        digits = text.rstrip(")%")
        self.right(edge, y, digits)
        self.text(edge, y, text[len(digits) :])
        if dollar:
            self.text(edge - 55, y, "$")

    def row(self, y: float, label: str, figures: Sequence[str], edges: Sequence[float], dollar: bool = False) -> None:
        self.text(72, y, label)
        for edge, figure in zip(edges, figures, strict=True):
            if figure:
                self.figure(edge, y, figure, dollar)

    def prose(self, x: float, y: float, text: str, width: float, leading: float = 12, size: float = 10) -> float:
        """Fill lines of `width`; the height after the last."""
        line = ""
        for word in text.split():
            if line and stringWidth(f"{line} {word}", REGULAR, size) > width:
                self.text(x, y, line, size=size)
                y, line = y + leading, word
            else:
                line = f"{line} {word}".strip()
        self.text(x, y, line, size=size)
        return y + leading

    def next_page(self) -> None:
        self.canvas.showPage()

    def save(self) -> None:
        self.canvas.save()


def drawn(path: Path, *pages: Callable[[Sheet], None]) -> Path:
    """A PDF with one page for each drawing."""
    sheet = Sheet(path)
    for page in pages:
        page(sheet)
        sheet.next_page()
    sheet.save()
    return path


def image_only(path: Path) -> Path:
    """A page that holds a picture and no text."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    picture = BytesIO()
    Image.new("RGB", (60, 40), "navy").save(picture, "PNG")
    picture.seek(0)
    sheet = Sheet(path)
    sheet.canvas.drawImage(ImageReader(picture), 72, 400, 300, 200)
    sheet.save()
    return path


LOREM = (
    "The company sells lamps and lanterns to harbours, railways and households in nine countries and has done so since "
    "its founding, through good years and lean ones, with a steady order book and a small number of large customers "
    "whose contracts run for several years and are renewed one at a time as they come to their end in due course. "
)


def income_statement(sheet: Sheet) -> None:
    """Three years, dollar signs apart, negatives, a nil dash, a wrapped label, a section row and a footnote mark."""
    edges = (360, 440, 520)
    sheet.centred(WIDTH / 2, 100, "LANTERN WORKS, INC.", BOLD)
    sheet.centred(WIDTH / 2, 114, "CONSOLIDATED STATEMENTS OF INCOME", BOLD)
    sheet.centred(WIDTH / 2, 128, "(In millions, except per share data)")
    sheet.centred(415, 156, "Years Ended December 31,", BOLD, 8)
    sheet.rule(300, 525, 159)
    for edge, year in zip(edges, ("2022", "2021", "2020"), strict=True):
        sheet.right(edge, 170, year, BOLD, 8)
    sheet.row(190, "Revenue:", ("", "", ""), edges)
    sheet.row(204, "    Lamps", ("1,204.5", "1,101.0", "998.2"), edges, dollar=True)
    sheet.row(218, "    Lanterns", ("310.0", "—", "287.4"), edges)
    sheet.text(361, 214, "(1)", size=6)
    sheet.row(232, "Total revenue", ("1,514.5", "1,101.0", "1,285.6"), edges)
    sheet.text(72, 246, "Restructuring, impairment and")
    sheet.row(256, "other charges", ("(12.3)", "(4.0)", "(110.9)"), edges)
    sheet.row(272, "Operating margin", ("14.2%", "(3.5)%", "9.0%"), edges)
    sheet.row(286, "Net income", ("95.1", "88.0", "(17.7)"), edges, dollar=True)
    sheet.text(72, 312, "See accompanying notes to consolidated financial statements.")
