"""Letters that PDFium leaves out, and ligatures, read from drawn PDFs."""

from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from apps.reading.layout.glyphs import SPELLING
from apps.reading.pdf import read_pdf
from tests.reading.drawn import Sheet, drawn

ITALIC = "Times-Italic"
KERNING = 0.4  # points: so much nearer, the second letter is taken for the shadow of the first


def read(path: Path, *pieces: str) -> str:
    """The text of pieces that are drawn one by one, each "f" after an "f" a little nearer."""

    def drawing(sheet: Sheet) -> None:
        x = 72.0
        for before, piece in zip(("", *pieces), pieces, strict=False):
            sheet.text(x - (KERNING if before == piece == "f" else 0), 100, piece, ITALIC)
            x += stringWidth(piece, ITALIC, 10)

    return read_pdf(drawn(path, drawing), lambda done, total: None).pages[0].text


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("di", "f", "f", "erent lamps"), "different lamps"),
        (("the o", "f", "f", "icers of lamps"), "the officers of lamps"),
        (("O", "f", "f", "ice"), "Office"),
    ],
)
def test_the_second_letter_is_given_back(tmp_path: Path, pieces: tuple[str, ...], text: str) -> None:
    assert read(tmp_path / "lost.pdf", *pieces) == text


@pytest.mark.parametrize("gap", [2.3, 2.5, 2.8])
def test_words_that_end_in_the_letter_stay_apart(tmp_path: Path, gap: float) -> None:
    """Spaces that are not written, some as wide as the letter."""

    def drawing(sheet: Sheet) -> None:
        x = 72.0
        for word in ("part", "of", "the", "brief", "if", "any", "staff", "four"):
            sheet.text(x, 100, word, ITALIC)
            x += stringWidth(word, ITALIC, 10) + gap

    page = read_pdf(drawn(tmp_path / "apart.pdf", drawing), lambda done, total: None).pages[0]
    assert page.text == "part of the brief if any staff four"


def test_ligatures_are_spelled_out() -> None:
    assert "e\ufb00ect \ufb01le \ufb02at o\ufb03ce ba\ufb04e la\ufb05 be\ufb06".translate(SPELLING) == (
        "effect file flat office baffle last best"
    )
