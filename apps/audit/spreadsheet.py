"""Text on its way into a spreadsheet: no cell of it may run there."""

import csv
import re
from collections.abc import Iterable
from io import StringIO

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
NUMBER = re.compile(r"[-+]?(?<![\d,])(?:[\d,]*+\.\d++|[\d,]*\d)%?")


def safe(cell: str) -> str:
    """A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text."""
    return f"'{cell}" if cell.lstrip(" ").startswith(FORMULA) else cell


def safe_figure(cell: str) -> str:
    """The same for cells among which are figures: a negative number is left a number."""
    return cell if NUMBER.fullmatch(cell) else safe(cell)


def lines(rows: Iterable[Iterable[str]]) -> str:
    """CSV with CRLF line ends; the cells must have been made safe."""
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
