"""HTML, Markdown and plain text: is there any text, and is the markup nested sanely?"""

from pathlib import Path

from lxml import etree

from apps.reading.intake import Limits
from apps.reading.markup import TooDeep, parse_html
from apps.reading.media import HEAD, is_text
from apps.reading.parsed import Refusal
from apps.reading.refusals import refused


def examine_html(path: Path, limits: Limits) -> None:
    """Raises FileRefused."""
    try:
        tree = parse_html(path.read_bytes())
    except TooDeep:
        raise refused(Refusal.BOMB)
    except etree.LxmlError as error:
        raise refused(Refusal.DAMAGED, detail="its markup cannot be read") from error
    if not any(text.strip() for text in tree.itertext()):
        raise refused(Refusal.EMPTY)


def examine_text(path: Path, limits: Limits) -> None:
    """Raises FileRefused for binary data behind a beginning of text."""
    with path.open("rb") as file:
        while piece := file.read(HEAD):
            if b"\x00" in piece and not is_text(path.read_bytes()):
                raise refused(Refusal.WRONG_TYPE, found="binary data behind some text")
