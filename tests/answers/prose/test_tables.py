from typing import Any

from apps.answers.gather import Passage
from apps.answers.intent import read_question
from apps.answers.prose.asked import read_asked
from apps.answers.prose.settings import ProseSettings
from apps.answers.prose.tables import TableHit, table_evidence
from apps.answers.table_reading import Source, TableReading, read_table
from tests.answers.prose.passages import passage

ROWS = (
    ("", "2023", "2022"),
    ("Northern ports", "40", "30"),
    ("Southern ports", "70", "90"),
    ("Ferry repairs", "5", "4"),
)
TEXT = "Freight by region\n" + "\n".join(" ".join(row) for row in ROWS)


def cell(text: str) -> dict[str, Any] | None:
    return {"text": text, "start": TEXT.find(text), "end": TEXT.find(text) + len(text)}


def held(key: int = 1) -> tuple[Passage, TableReading]:
    grid = [[cell(text) for text in row] for row in ROWS]
    source = Source(table_id=key, version_id=1, page=3, caption="Freight by region", fiscal_year=2023)
    return passage(key, TEXT, 3, "table"), read_table(source, grid, 1)


def asked(question: str, key: int = 1) -> TableHit | None:
    intent = read_question(question)
    reads = read_asked(intent, ["Quillmark"])
    return table_evidence(intent, lambda one: reads, [held(key)], ProseSettings())


def test_the_largest_is_shown_among_all_rows() -> None:
    hit = asked("Which region had the largest freight of Quillmark in 2023?")

    assert hit and [(one.row.label, one.values[0].printed) for one in hit.rows] == [
        ("Northern ports", "40"),
        ("Southern ports", "70"),
        ("Ferry repairs", "5"),
    ]


def test_a_row_that_is_labelled_so_stands_alone() -> None:
    hit = asked("Did Quillmark have ferry repairs in 2022?")

    assert hit and [(one.row.label, one.values[0].printed) for one in hit.rows] == [("Ferry repairs", "4")]


def test_a_table_about_something_else_is_left() -> None:
    assert asked("Did Quillmark plant any lighthouses?") is None


def test_a_table_far_down_is_not_shown_as_a_whole() -> None:
    assert asked("What freight tariffs by region does Quillmark plan?", key=9) is None
