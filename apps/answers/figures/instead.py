"""Saying what stands for items that a filing does not print: parts of them, a difference, or a wider line."""

import re

from apps.answers.calculator.formula import Formula
from apps.answers.calculator.formula import items as items_of
from apps.answers.calculator.wording import written
from apps.answers.figures.lines import Computed
from apps.answers.figures.signs import STAND_INS
from apps.statements.ontology import concepts

ASIDE = re.compile(r"\s*[(:\[]|,?\s*\b(?:net of|less) |\s*[$\d]")
SAME = frozenset({"net_income", "net_income_common", "total_equity", "equity_parent"})  # close enough to need no words


def stood_in(line: Computed) -> list[str]:
    """A sentence for each item of the formula asked for that other lines stand for."""
    used = {item.concept for item in items_of(line.formula)}
    asked = {item.concept for formula in line.wanted.formulas for item in items_of(formula)}
    told = []
    for key in sorted(asked - used - SAME):
        for formula in STAND_INS.get(key, ()):
            parts = [item.concept for item in items_of(formula)]
            if set(parts) <= used and not set(parts) <= asked:
                told.append(f"No line “{concepts()[key].name}” is printed: {_named(line, formula)} stands for it.")
                break
    return told


def _named(line: Computed, formula: Formula) -> str:
    """The formula in the words of the filing, without the notes and amounts that its labels may carry."""
    labels = {operand.item.concept: _bare(operand.fact.label) for operand in line.operands}
    return written(formula, lambda item: f"“{labels[item.concept]}”")


def _bare(label: str) -> str:
    """A label in square brackets stands for a total that has none of its own."""
    return ASIDE.split(label.removeprefix("["))[0].strip(" ]")
