"""A cell of a statement of equity as a fact."""

from apps.statements.facts import StatementFact
from apps.statements.grid import Row
from apps.statements.ontology import Statement, Unit
from apps.statements.recognise import Located
from apps.statements.values.periods import Period
from apps.statements.values.units import Units


def equity_fact(
    located: Located, row: Row, column: int, name: str, period: Period, units: Units, *, balance: bool
) -> StatementFact:
    """name: the component, "" for all of equity. balance: what is held on a day, not what moved it."""
    figure = row.figures[column]
    return StatementFact(
        statement=Statement.EQUITY,
        concept="total_equity" if balance else None,
        rank=0,
        label=row.label,
        period=period,
        value=figure.amount.value * units.scale,
        unit=Unit.MONEY,
        currency=figure.amount.currency or units.currency,
        scale=units.scale,
        page=located.page.number,
        table=located.index,
        row=row.index,
        column=column,
        cell=figure.cell,
        nil=figure.amount.nil,
        dimension=name,
    )
