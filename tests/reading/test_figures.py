"""Images in PDF and HTML: the line that names one is a figure, and its passage tells what stands around it."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from apps.documents.chunking import passages
from apps.documents.models import ChunkKind
from apps.documents.sections import outline
from apps.reading.html import read_html
from apps.reading.parsed import BlockKind, ParsedPage
from apps.reading.pdf import read_pdf
from tests.reading.drawn import BOLD, HEIGHT, LOREM, Sheet, drawn
from tests.reading.wellformed import assert_well_formed


def picture(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    target = BytesIO()
    Image.new("RGB", (60, 40), "navy").save(target, "PNG")
    target.seek(0)
    sheet.canvas.drawImage(ImageReader(target), x, HEIGHT - y - height, width, height)


def figures(pages: tuple[ParsedPage, ...]) -> list[str]:
    return [
        page.text[block.start : block.end] for page in pages for block in page.blocks if block.kind is BlockKind.FIGURE
    ]


def read(path: Path, drawing: Callable[[Sheet], None]) -> tuple[ParsedPage, ...]:
    document = read_pdf(drawn(path, drawing), lambda done, total: None)
    assert_well_formed(document)
    return document.pages


CAPTION = "Figure 3. Orders of lamps by harbour."
TITLE = "Orders of Lamps by Harbour"


def captioned(sheet: Sheet) -> None:
    sheet.prose(72, 90, LOREM * 2, 450)
    picture(sheet, 100, 220, 400, 200)
    sheet.text(150, 436, CAPTION)
    sheet.prose(72, 480, LOREM, 450)


def titled(sheet: Sheet) -> None:
    sheet.prose(72, 90, LOREM * 2, 450)
    sheet.text(150, 212, TITLE, BOLD)
    picture(sheet, 100, 220, 400, 200)
    sheet.prose(72, 480, LOREM, 450)


def bare(sheet: Sheet) -> None:
    sheet.prose(72, 90, LOREM * 2, 450)
    picture(sheet, 100, 220, 400, 200)
    sheet.prose(72, 480, LOREM, 450)


def sign(sheet: Sheet) -> None:
    sheet.text(72, 90, "Emberline Works", BOLD)
    picture(sheet, 72, 96, 60, 40)
    sheet.prose(72, 180, LOREM * 2, 450)


@pytest.mark.parametrize(("drawing", "expected"), [(captioned, [CAPTION]), (titled, [TITLE]), (bare, []), (sign, [])])
def test_the_line_that_names_an_image(tmp_path: Path, drawing: Callable[[Sheet], None], expected: list[str]) -> None:
    assert figures(read(tmp_path / "figure.pdf", drawing)) == expected


def test_a_figure_is_a_passage_with_the_paragraph_before_it(tmp_path: Path) -> None:
    found = passages(outline(read(tmp_path / "passage.pdf", captioned)))
    (figure,) = [passage for passage in found if passage.kind is ChunkKind.FIGURE]
    assert figure.text.endswith(f"\n{CAPTION}")
    assert "a small number of large customers" in " ".join(figure.text.split())
    assert len(figure.text) <= 1100


def test_images_of_html_that_are_described_in_words(tmp_path: Path) -> None:
    path = tmp_path / "figure.htm"
    path.write_text(
        "<html><body><p>Our orders grew.</p><img src='a.jpg' alt='Bar chart of orders by harbour'>"
        "<img src='b.jpg' alt='logo-of-emberline-2023.jpg'><img src='c.jpg'>"
        "<figure><img src='d.png'><figcaption>Lamps sold each year</figcaption></figure></body></html>"
    )
    document = read_html(path, lambda done, total: None)
    assert_well_formed(document)
    assert figures(document.pages) == ["Bar chart of orders by harbour", "Lamps sold each year"]
