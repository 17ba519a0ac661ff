"""The rules of the layout step by themselves: kinds of segments, units, spans of headers, rows, page numbers."""

import pytest

from apps.reading.layout.headers import spans
from apps.reading.layout.lines import Line, build_lines
from apps.reading.layout.periods import units_in
from apps.reading.layout.segments import Kind, Segment, classify, split
from apps.reading.layout.table_columns import Column
from apps.reading.layout.words import RawPage, Rule, Word, joined_rules


def words(*placed: tuple[str, float, float], base: float = 100, size: float = 10) -> list[Word]:
    return [Word(text, x0, x1, base, size) for text, x0, x1 in placed]


def segment(text: str, x0: float, x1: float) -> Segment:
    return Segment(words((text, x0, x1)))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1,234.5", Kind.NUMBER),
        ("$(1,234)", Kind.NUMBER),
        ("($1,234)", Kind.NUMBER),
        ("(3.5)%", Kind.NUMBER),
        ("(4)pts", Kind.NUMBER),
        ("€12.0", Kind.NUMBER),
        (".5", Kind.NUMBER),
        ("25x", Kind.NUMBER),
        ("2022", Kind.YEAR),
        ("—", Kind.NIL),
        ("$—", Kind.NIL),
        ("—%", Kind.NIL),
        ("N/M", Kind.SOFT),
        ("n/a", Kind.SOFT),
        ("December 31,", Kind.TEXT),
        ("Level 2", Kind.TEXT),
        ("001-35727", Kind.TEXT),
        ("10-K", Kind.TEXT),
    ],
)
def test_kinds(text: str, kind: Kind) -> None:
    assert classify(text) is kind


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("(In thousands, except per share data)", "(In thousands, except per share data)"),
        ("(unaudited; in millions, except per share data)", "in millions, except per share data"),
        ("($ in millions)", "($ in millions)"),
        ("(Millions, except share data)", "(Millions, except share data)"),
        ("Dollars in billions", "Dollars in billions"),
        ("(in millions, except par value (see note 2))", "(in millions, except par value (see note 2))"),
        ("We are interested in other things.", ""),
        ("CONSOLIDATED BALANCE SHEETS", ""),
    ],
)
def test_units(text: str, units: str) -> None:
    assert units_in(text) == units


def test_signs_fold_across_gaps_and_neighbours_stay_apart() -> None:
    line = Line(words(("Net", 72, 86), ("income", 89, 120), ("$", 300, 305), ("95.1", 340, 360), ("$", 400, 405)))
    line = Line(line.words + words(("(17.7", 430, 452), (")", 453, 456), ("—", 515, 520)))
    assert [part.text for part in split(line)] == ["Net income", "$95.1", "$(17.7)", "—"]


def test_glued_and_raised_marks_leave_the_figure() -> None:
    glued = Segment(words(("1,234(1)", 300, 340)))
    assert (glued.text, [mark.text for mark in glued.marks]) == ("1,234", ["(1)"])
    raised = Segment([*words(("56.7", 300, 320)), Word("a", 321, 324, 96, 6)])
    assert (raised.text, [mark.text for mark in raised.marks]) == ("56.7", ["a"])


def test_negative_in_parentheses_is_no_mark() -> None:
    lone = Segment(words(("(5)", 300, 312)))
    assert (lone.text, lone.kind, lone.marks) == ("(5)", Kind.NUMBER, [])


def test_long_rows_of_stars_are_settled_at_once() -> None:
    assert Segment(words(("1" + "*" * 5000 + "!", 0, 400))).kind is Kind.TEXT


def columns(*edges: float) -> list[Column]:
    return [Column([(0, segment("1,234", edge - 25, edge))]) for edge in edges]


def test_rule_beneath_a_header_decides_its_span() -> None:
    header = segment("Change", 380, 410)
    assert spans([header], columns(320, 400, 480), [Rule(370, 485, 102)]) == [(1, 2)]


def test_rule_beneath_all_headers_decides_nothing() -> None:
    headers = [segment("Three Months Ended", 300, 390), segment("Six Months Ended", 445, 535)]
    assert spans(headers, columns(320, 395, 465, 540), [Rule(70, 545, 102)]) == [(0, 1), (2, 3)]


def test_period_named_once_stands_for_all_columns() -> None:
    header = segment("Years Ended December 31,", 355, 440)
    assert spans([header], columns(330, 410, 490), []) == [(0, 2)]


def test_stacked_header_stays_over_its_column() -> None:
    header = segment("Additional", 375, 412)
    assert spans([header], columns(330, 410, 490), []) == [(1, 1)]


def test_superscript_belongs_to_its_line() -> None:
    lines = build_lines([*words(("Sales", 72, 100), ("grew", 106, 130)), Word("2", 101, 104, 96, 6)])
    assert [line.text for line in lines] == ["Sales 2 grew"]
    assert lines[0].base == 100


def test_pieces_of_a_rule_are_joined() -> None:
    assert joined_rules([Rule(50, 90, 10), Rule(10, 50.2, 10), Rule(95, 99, 10)]) == [
        Rule(10, 90, 10),
        Rule(95, 99, 10),
    ]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_boxes_come_back_to_the_displayed_page(turn: int) -> None:
    page = RawPage(0, 612, 792, turn=turn)
    width, height = page.frame
    x0, y0, x1, y1 = page.displayed((0, 0, width, height / 4))
    assert (x1 - x0) * (y1 - y0) == pytest.approx(612 * 792 / 4)
    assert (x0, y0, x1, y1) == {
        0: (0, 0, 612, 198),
        90: (0, 0, 153, 792),
        180: (0, 594, 612, 792),
        270: (459, 0, 612, 792),
    }[turn]
