from dataclasses import dataclass, field

import pytest

from apps.documents.highlights import boxes_for


@dataclass
class FakePage:
    number: int = 4
    runs: list[list[float]] = field(default_factory=list)


LINE = [0, 10, 100, 50, 200, 62]
NEXT_LINE = [11, 21, 100, 70, 200, 82]


def test_a_whole_run_gives_its_box_with_the_page() -> None:
    assert boxes_for(FakePage(runs=[LINE]), 0, 10) == [[4, 100, 50, 200, 62]]


def test_a_part_of_a_run_gives_the_width_of_its_characters() -> None:
    assert boxes_for(FakePage(runs=[LINE]), 2, 5) == [[4, 120, 50, 150, 62]]


def test_a_span_over_two_lines_gives_two_boxes() -> None:
    assert boxes_for(FakePage(runs=[LINE, NEXT_LINE]), 5, 16) == [[4, 150, 50, 200, 62], [4, 100, 70, 150, 82]]


def test_the_cells_of_a_row_become_one_box() -> None:
    label, number = [0, 5, 72, 100, 150, 110], [6, 11, 400, 101, 450, 111]
    assert boxes_for(FakePage(runs=[label, number]), 0, 11) == [[4, 72, 100, 450, 111]]


def test_two_columns_of_prose_stay_apart() -> None:
    """The last line of the left column and the first of the right one are neighbours in the text, not on the page."""
    left, right = [0, 10, 72, 700, 280, 712], [11, 21, 320, 72, 520, 84]
    assert len(boxes_for(FakePage(runs=[left, right]), 0, 21)) == 2


def test_text_that_goes_on_to_the_left_is_another_line() -> None:
    assert len(boxes_for(FakePage(runs=[[0, 4, 300, 50, 350, 62], [5, 9, 72, 52, 120, 64]]), 0, 9)) == 2


@pytest.mark.parametrize(("start", "end"), [(10, 11), (30, 40), (5, 5), (8, 3)])
def test_a_span_outside_all_runs_has_no_box(start: int, end: int) -> None:
    assert boxes_for(FakePage(runs=[LINE, NEXT_LINE]), start, end) == []


def test_a_source_without_geometry_has_no_boxes() -> None:
    assert boxes_for(FakePage(), 0, 100) == []
