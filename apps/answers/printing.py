"""An answer for a terminal: the figures as an aligned table, the sentences wrapped, the sources below."""

import textwrap
from typing import Any

WIDTH = 100
BOLD, QUIET, PLAIN = "\033[1m", "\033[2m", "\033[0m"


def as_text(answer: dict[str, Any], colour: bool = False) -> str:
    """`answer` as `presentation.as_json` gives it. Control characters of a filing never reach the terminal."""
    rows, sources = _rows(answer["rows"]), _sources(answer, colour)
    tables = map(_table, answer.get("tables") or ())
    blocks = [_head(answer, colour), _words(answer), _sheet(answer.get("sheet")), rows, *tables, sources]
    return "\n\n".join(block for block in blocks if block)


def safe(text: str) -> str:
    """On one line, without control characters."""
    return "".join(character for character in " ".join(text.split()) if character.isprintable())


def _head(answer: dict[str, Any], colour: bool) -> str:
    seconds = f" in {answer['seconds']} s" if answer["seconds"] is not None else ""
    line = f"{answer['status'] or answer['state']}{seconds}"
    return f"{BOLD}{line}{PLAIN}" if colour else line


def _rows(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return ""
    cells = [
        (safe(row["label"]), safe(row["period"]), safe(row["value"]), safe(row["units"]), f"[{row['citation']}]")
        for row in rows
    ]
    label, period, value, units = (max(len(cell[column]) for cell in cells) for column in range(4))
    return "\n".join(
        f"  {cell[0]:<{label}}  {cell[1]:<{period}}  {cell[2]:>{value}}  {cell[3]:<{units}}  {cell[4]}"
        for cell in cells
    )


def _table(table: dict[str, Any]) -> str:
    """One that comes closest, as it stands."""
    title = " ".join(filter(None, (table["title"], table["units"])))
    rows = [("", table["columns"]), *((row["label"], row["cells"]) for row in table["rows"])]
    first = max(len(safe(label)) for label, _ in rows)
    wide = [max(len(safe(text)) for _, cells in rows for text in cells[at : at + 1]) for at in range(len(rows[0][1]))]
    lines = [
        f"  {safe(label):<{first}}  "
        + "  ".join(f"{safe(text):>{width}}" for text, width in zip(cells, wide, strict=False))
        for label, cells in rows
    ]
    return "\n".join([f"  {safe(title)}  [{table['citation']}]", *(line.rstrip() for line in lines)])


def _sheet(sheet: dict[str, Any] | None) -> str:
    """Each result with its formula, in words and in figures."""
    lines = sheet["lines"] if sheet else []
    return "\n".join(
        f"  {safe(line['name'])}, {safe(line['period'])} = {safe(line['formula'])}\n"
        f"    = {safe(line['working'])} = {safe(line['text'])}"
        for line in lines
    )


def _words(answer: dict[str, Any]) -> str:
    """The sentences; the lines of table rows are shown in the table already."""
    in_table = {row["citation"] for row in (*answer["rows"], *(answer.get("tables") or ()))}
    lines = [line for line in (answer["answer"] or "").splitlines() if not _cites(line, in_table)]
    wrap = textwrap.TextWrapper(WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(wrap.fill(safe(line)) for line in lines)


def _cites(line: str, labels: set[int]) -> bool:
    return any(line.endswith(f"[{label}]") for label in labels)


def _sources(answer: dict[str, Any], colour: bool) -> str:
    """Places in filings, then what tools gave."""
    lines = [
        f"  [{citation['label']}] {safe(citation['title'] or citation['document'])}, page {citation['page_number']}"
        f" ({safe(citation['document'])})"
        for citation in answer["citations"]
    ]
    for tool in answer.get("tools", []):
        who = f"{safe(tool['source'])}, fetched {safe(tool['fetched'])}"
        lines.append(f"  [{tool['label']}] {safe(tool['kind'])}: {safe(tool['told'])}, {who}")
    return f"{QUIET if colour else ''}{chr(10).join(lines)}{PLAIN if colour else ''}" if lines else ""
