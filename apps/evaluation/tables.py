"""Figures as plain text tables."""

from collections.abc import Sequence
from typing import Any


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns as wide as their longest cell; the first left-aligned, the others right-aligned."""
    cells = [list(head), *([_shown(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    )


def _shown(cell: object) -> str:
    return f"{cell:,.2f}" if isinstance(cell, float) else str(cell)


def speed_table(figures: dict[str, Any]) -> str:
    """The figures of `speed.Speed.as_json` for a terminal."""
    steps = list(figures["step_seconds"])
    files = [
        [f["name"], f["pages"], f["chunks"], f["seconds"], *(f["steps"].get(step, 0.0) for step in steps)]
        for f in figures["files"]
    ]
    sums = [
        ["pages", figures["pages"]],
        ["seconds until all were Ready", figures["wall_seconds"]],
        ["pages per second", figures["pages_per_second"]],
        *([f"seconds of {step}", seconds] for step, seconds in figures["step_seconds"].items()),
        *([f"peak MB of {name}", peak] for name, peak in figures["peak_megabytes"].items()),
        ["questions", figures["questions"]],
        *([f"seconds to first evidence, {name}", value] for name, value in figures["evidence_seconds"].items()),
        *([f"seconds to answer, {name}", value] for name, value in figures["answer_seconds"].items()),
    ]
    return table(["file", "pages", "chunks", "seconds", *steps], files) + "\n\n" + table(["figure", "value"], sums)


def reading_table(figures: dict[str, Any]) -> str:
    """The figures of `reading.measured` for a terminal, each beside its floor."""
    floors = figures["floors"]
    speed = figures["pages_per_second_of_one_core"]
    rows = [
        *([f"{name} right, %", share, floors.get(name, "")] for name, share in figures["metadata"].items()),
        *(
            [f"{name} right under a file name that tells nothing, %", share, floors.get(name, "")]
            for name, share in figures["metadata_unnamed"].items()
        ),
        [
            f"all three statements found in {figures['annual']} annual reports, %",
            figures["statements"],
            floors["statements"],
        ],
        [
            f"balance sheet adds up in the {figures['balance_checked']} where that was checked, %",
            figures["balance"],
            floors["balance"],
        ],
        *([f"{name}: held / failed", f"{held} / {failed}", ""] for name, (held, failed) in figures["checks"].items()),
        ["facts", figures["facts"], ""],
        ["facts of a known item", figures["named_facts"], ""],
        ["pages", figures["pages"], ""],
        ["pages a second of one core", "not measured: pages came from the cache" if speed is None else speed, ""],
    ]
    return table(["figure", "value", "floor"], rows)
