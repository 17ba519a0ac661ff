"""Names of cells as readers see them, over tables of an invented filing."""

from dataclasses import replace

import pytest

from apps.answers.figures.cell_names import cell_name
from apps.answers.table_questions.table import AskedTable
from tests.answers.table_questions.test_resolving import stored

SEGMENTS = stored(
    [
        ["(in millions)", "Quarters Ended", ""],
        ["", "March 26, 2023", "March 27, 2022"],
        ["Net sales", "", ""],
        ["Lanterns", "$700", "$500"],
        ["Harbour works", "400", "410"],
        ["Operating margin", "", ""],
        ["Lanterns", "10.0%", "9.0%"],
        ["Repair of harbours and of ferries in winter", "8.0%", "7.0%"],
    ],
    2,
    "Business Segment Summary Operating Results",
    {(0, 1): 2},
)
PLANS = stored(
    [
        ["", "Pension benefits", ""],
        ["(in millions)", "2023", "2022"],
        ["Change in plan assets:", "", ""],
        ["Fair value at end of year (a)", "$88", "$80"],
        ["Change in benefit obligation:", "", ""],
        ["Benefit obligation at end of year", "96", "90"],
    ],
    2,
    "Changes in the plans were:",
    {(0, 1): 2},
)
ASSETS = stored([["(in millions)", "2023", "2022"], ["ASSETS", "", ""], ["Goodwill", "$9", "$8"]], 1, "")

DEBTS = stored(
    [["(in millions)", "2023", "2022"], ["Beginning balance", "$9", "$8"], ["Ending balance", "$7", "$9"]],
    1,
    "The beginning and ending amount of the allowance for bad debts for the years ended June 30 is:",
)

PRODUCTS = replace(
    stored([["(in millions)", "2023", "2022"], ["Lumivir", "$143", "$81"]], 1, ""),
    heading="QUILLMARK INC. - REVENUES SECOND-QUARTER 2023 and 2022 - (UNAUDITED)",
)


@pytest.mark.parametrize(
    ("table", "row", "asked", "name"),
    [
        (SEGMENTS, 3, "net sales of the Lanterns segment", "Lanterns net sales"),
        (SEGMENTS, 6, "operating margin of the Lanterns segment", "Lanterns operating margin"),
        (SEGMENTS, 7, "operating margin", "Operating margin of Repair of harbours and of ferries in winter"),
        (PLANS, 3, "fair value of pension plan assets", "Fair value at end of year, Pension benefits, plan assets"),
        (PLANS, 5, "pension benefit obligation", "Benefit obligation at end of year, Pension benefits"),
        (ASSETS, 2, "goodwill", "Goodwill"),
        (DEBTS, 2, "allowance for bad debts", "Ending balance, allowance for bad debts"),
        (PRODUCTS, 1, "Lumivir revenues", "Lumivir revenue"),
    ],
)
def test_a_cell_is_named_in_words(table: AskedTable, row: int, asked: str, name: str) -> None:
    cell = next(cell for cell in table.cells if cell.row == row)
    assert cell_name(table, cell, asked) == name
