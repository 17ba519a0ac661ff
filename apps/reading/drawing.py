"""`python -m apps.reading.drawing PATH PAGE WIDTH BOUNDS`: one page of a PDF as PNG. Knows no Django."""

import json
import sys
from dataclasses import asdict
from io import BytesIO
from pathlib import Path

from apps.reading.confinement import Bounds, confine, own_voice, run_module

TALLEST = 4  # a page that is more than this many times as high as wide is drawn smaller


class CannotDraw(ValueError):
    """There is no such page, or pdfium cannot draw it."""


def draw_confined(path: Path, number: int, width: int, bounds: Bounds) -> bytes:
    """A PNG of page `number` (from 0). Raises CannotDraw, and FileRefused for a page that takes more than `bounds`."""
    arguments = [str(path.resolve()), str(number), str(width), json.dumps(asdict(bounds))]
    drawn = run_module("apps.reading.drawing", arguments, bounds, _nobody_listens)
    if not isinstance(drawn, bytes):
        raise CannotDraw(str(drawn))
    return drawn


def _nobody_listens(done: int, total: int) -> None:
    """A page is drawn in one piece."""


def draw(path: Path, number: int, width: int) -> bytes | str:
    """PNG in 64 colours (text stays sharp, a file is a third of a full one), or why there is none."""
    import pypdfium2 as pdfium  # only in the child
    from PIL import Image

    try:
        with pdfium.PdfDocument(path) as document:
            page = document[number]
            bitmap = page.render(scale=scale_for(page.get_size(), width), draw_annots=False)
            image = bitmap.to_pil().convert("RGB")
            bitmap.close()
    except (pdfium.PdfiumError, IndexError) as error:
        return f"Page {number + 1} cannot be drawn: {error}"
    made = BytesIO()
    image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(made, format="PNG")
    return made.getvalue()


def scale_for(size: tuple[float, float], width: int) -> float:
    """Pixels per point. A little less than asked: pdfium rounds up, and 900.0001 would become 901."""
    page_width, page_height = (max(side, 1.0) for side in size)
    return float(min(width / page_width, TALLEST * width / page_height)) * (1 - 1e-6)


def main(path: str, number: str, width: str, bounds: str) -> None:
    confine(Bounds(**json.loads(bounds)))
    with own_voice() as voice:
        voice.perform(lambda _: draw(Path(path), int(number), int(width)))


if __name__ == "__main__":
    main(*sys.argv[1:])
