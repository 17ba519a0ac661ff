"""Facts as rows and columns."""

from apps.documents.fact_grid import arrange
from tests.documents.stated import fact, filing

VERSION = filing(2024)
NEW, OLD, OTHER = (fact(VERSION, "revenue", year, value) for year, value in ((2024, "9"), (2023, "8"), (2024, "7")))


def test_rows_and_columns_come_in_the_order_given_then_as_they_appear() -> None:
    grid = arrange([("late", "b", NEW), ("early", "c", OLD)], columns=["a", "b"], rows=["early"])
    assert grid.columns == ("a", "b", "c")
    assert [(row.key, row.places) for row in grid.rows] == [("early", ((), (), (OLD,))), ("late", ((), (NEW,), ()))]
    assert [row.first for row in grid.rows] == [OLD, NEW]


def test_a_place_holds_every_fact_in_the_order_in_which_it_came() -> None:
    (row,) = arrange([("row", "column", OTHER), ("row", "column", NEW)]).rows
    assert row.places == ((OTHER, NEW),)


def test_a_row_without_facts_is_left_out_and_a_column_stays() -> None:
    grid = arrange([("row", 2024, NEW)], columns=[2025, 2024], rows=["empty", "row"])
    assert ([row.key for row in grid.rows], grid.columns) == (["row"], (2025, 2024))
    assert arrange([], columns=[2024]).rows == ()
