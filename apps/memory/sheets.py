"""Grids as XLSX: figures as numbers, each with a comment that names its source."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.comments import Comment
from openpyxl.styles import Font

from apps.memory.models import Cell, CellStatus, Side
from apps.memory.tables import CellTable, Row

AUTHOR = "finrag"
LONGEST = 2000
COLUMNS = ("Topic", "Question", "Unit")


def workbook(title: str, table: CellTable) -> bytes:
    """One sheet; the first row and the first columns stay in sight."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Memory bank")
    sheet.freeze_panes = "D2"
    sheet.append([_text(sheet, name, bold=True) for name in (*COLUMNS, *(column.name for column in table.columns))])
    for row in table.rows:
        sheet.append(list(_cells(sheet, row)))
    book.properties.title = title
    target = BytesIO()
    book.save(target)
    return target.getvalue()


def _cells(sheet: Any, row: Row) -> Iterable[Any]:
    yield _text(sheet, row.question.get_topic_display())
    yield _text(sheet, row.question.name)
    yield _text(sheet, row.unit)
    for cell in row.cells:
        yield _value(sheet, cell) if cell and cell.text else None


def _value(sheet: Any, cell: Cell) -> Any:
    if cell.value is None:
        made = _text(sheet, cell.text)
    else:
        made = WriteOnlyCell(sheet, cell.value)
        made.number_format = "#,##0.##" if cell.value % 1 else "#,##0"
    made.comment = Comment(source_of(cell), AUTHOR, height=140, width=320)
    return made


def source_of(cell: Cell) -> str:
    """Status, by whom it was verified, how it was computed, and every place behind it."""
    lines = [f"{cell.get_status_display()}: {cell.text}"]
    if cell.status == CellStatus.VERIFIED and cell.verified_by and cell.verified:
        lines.append(f"Verified by {cell.verified_by.get_username()} on {cell.verified:%Y-%m-%d}")
    lines += [cell.formula] if cell.formula else []
    for one in cell.evidence.all():
        mark = "" if one.side == Side.FOR else "Otherwise: "
        lines.append(f"{mark}{one.document}, page {one.page + 1}: {one.label} {one.quote}".strip())
    lines += [cell.reason] if cell.reason else []
    return _clean("\n".join(lines))[:LONGEST]


def _clean(text: str) -> str:
    return str(ILLEGAL_CHARACTERS_RE.sub("", text))


def _text(sheet: Any, text: str, *, bold: bool = False) -> Any:
    """Marked as text: by its own rule the library would take "=..." for a formula."""
    cell = WriteOnlyCell(sheet, _clean(text)[:32_000])
    cell.data_type = "s"
    cell.font = Font(bold=bold)
    return cell
