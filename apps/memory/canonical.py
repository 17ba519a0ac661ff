"""What two queries must share to be one question: the query without slots, each figure written in one way."""

from dataclasses import replace
from functools import cache

from apps.memory.slots import without_slots
from apps.questions.expressions import Binary, Expression, Item, Operator, OverTime, OverTimeFunction, Ratio, Share
from apps.questions.query import About, Form, Query, Shown
from apps.questions.ratios import ratios
from apps.statements.ontology import Statement, concepts

NO_FORM, IN_PERCENT = Form(), Form(shown=Shown.PERCENT)


def core_of(query: Query) -> Query:
    """What two queries must share: intent, measures, part, condition, order, kind of text, statement, form.

    Reports that a question names, and percent as the form of the answer, are compared with the cell.
    """
    form = NO_FORM if query.form == IN_PERCENT else query.form
    measures = tuple(_one_way(measure) for measure in query.measures)
    return replace(without_slots(query), measures=measures, about=About(), reports=(), form=form)


def _one_way(measure: Expression) -> Expression:
    """A look-up has one period: the total of a balance is the balance. A ratio written out is that of the catalogue."""
    if isinstance(measure, OverTime) and measure.function is OverTimeFunction.SUM and measure.years is None:
        return measure.of if _is_balance(measure.of) else measure
    return _written_out().get(measure, measure)


def _is_balance(measure: Expression) -> bool:
    """Not what flows: a sum of that may begin years before."""
    known = concepts().get(measure.concept) if isinstance(measure, Item) else None
    return known is not None and known.statement is Statement.BALANCE


@cache
def _written_out() -> dict[Expression, Ratio]:
    """Ratios by their formula, where there is one alone and the words ask for it in the same form."""
    found: dict[Expression, Ratio] = {}
    for key, known in ratios().items():
        formula = known.formulas[0]
        if len(known.formulas) == 1 and isinstance(formula, Binary) and formula.operator is Operator.DIVIDE:
            written = Share(formula.left, formula.right) if known.shown is Shown.PERCENT else formula
            if known.shown in {Shown.PERCENT, Shown.RATIO}:
                found[Ratio(key)] = found.setdefault(written, Ratio(key))
    return found
