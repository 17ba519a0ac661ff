"""Two figures that were each found by themselves, as one: a part of a whole, or one less the other."""

from dataclasses import replace

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.evaluation import evaluate
from apps.answers.calculator.formula import Binary, FormulaError, Operator
from apps.answers.figures.asked import FigureQuestion, Relation, Wanted
from apps.answers.figures.calculate import one_currency
from apps.answers.figures.form import shown_as, state
from apps.answers.figures.lines import Calculation, Computed


def joined(
    first: Computed, second: Computed, operator: Operator, word: str, shown: Shown, question: FigureQuestion
) -> Calculation | None:
    """`first` and `second`: one printed figure each, of the same years. None where they do not go together."""
    operands = first.operands + second.operands
    by_item = {operand.item: operand for operand in operands}
    formula = Binary(operator, first.formula, second.formula)
    try:
        currency = one_currency(operands)
        quantity = evaluate(formula, lambda item: by_item[item].quantity)
    except FormulaError:
        return None
    kind = shown_as(quantity, shown, question.form)
    name = f"{first.wanted.name} {word} {second.wanted.name}"
    wanted = Wanted(name, (formula,), kind)
    stated = state(quantity, kind, question.form, currency)
    line = Computed(wanted, first.company, first.years, formula, quantity, stated, operands, currency)
    return Calculation(replace(question, relation=Relation.RATIO, wanted=(wanted,)), (line,))
