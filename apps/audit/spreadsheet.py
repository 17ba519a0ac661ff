"""Text on its way into a spreadsheet: no cell of it may run there."""

import csv
import re
from collections.abc import Iterable
from io import StringIO

SIGNS = "=+-@＝＋－＠"  # the full-width ones are taken for the others where such letters are usual
FORMULA = (*SIGNS, "\t", "\r", "\n")
INNER = re.compile(rf"([;\t\r\n][ \u00a0\u3000]*)(?=[{re.escape(SIGNS)}])")
NUMBER = re.compile(r"[-+]?(?<![\d,])(?:[\d,]*+\.\d++|[\d,]*\d)%?")


def safe(cell: str) -> str:
    """A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text.

    Where semicolons part cells, a comma's quotation marks are none, and a cell of ours is cut in pieces: each of them
    may begin like a formula.
    """
    inner = INNER.sub(r"\1'", cell)
    return f"'{inner}" if cell.lstrip(" \u00a0\u3000").startswith(FORMULA) else inner


def safe_figure(cell: str) -> str:
    """The same for cells among which are figures: a negative number is left a number."""
    return cell if NUMBER.fullmatch(cell) else safe(cell)


def lines(rows: Iterable[Iterable[str]]) -> str:
    """CSV with CRLF line ends; the cells must have been made safe."""
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
