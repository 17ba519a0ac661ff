"""A bank over filings of an invented company, filled by the worker's own function."""

from collections.abc import Sequence

from apps.accounts.models import User
from apps.answers.run import cells
from apps.documents.models import Company
from apps.memory import reviewing
from apps.memory.circles import ALL
from apps.memory.grids import fill_bank
from apps.memory.models import CanonicalQuestion, Cell, Grid
from apps.memory.shipped import load
from apps.memory.slots import PeriodSlot
from tests.answers.statements import report

COMPANY = "Quillmark Foundry"
LINES = {
    "revenue": {2023: "$1,577", 2022: "$1,402"},
    "cost_of_revenue": {2023: "901", 2022: "840"},
    "gross_profit": {2023: "676", 2022: "562"},
    "operating_income": {2023: "214", 2022: "188"},
    "net_income": {2023: "160", 2022: "141"},
}


def filed(owner: User, company: str = COMPANY, **more: str) -> Company:
    """An annual report on 2023 is held."""
    return report(owner, company, 2023, LINES, **more).document.company  # type: ignore[return-value]


def filled(
    user: User, company: Company, years: Sequence[int] = (2023,), circle: str = ALL, keys: Sequence[str] = ()
) -> Grid:
    """The canonical questions (those of `keys`) of these years, filled."""
    load()
    asked = list(CanonicalQuestion.objects.filter(key__in=keys)) if keys else []
    grid = fill_bank(user, [company], [PeriodSlot("year", year) for year in years], circle, asked)
    while cells.fill_grid(grid.pk):
        pass
    return grid


def cell_of(key: str, year: int = 2023, circle: str = ALL) -> Cell:
    return Cell.objects.get(question__key=key, year=year, circle=circle, document=None)


def verified(expert: User, key: str, year: int = 2023, circle: str = ALL) -> Cell:
    return reviewing.accept(cell_of(key, year, circle), expert)
