"""What a filer prints itself under the name of a measure that no accounting rule defines ("free cash flow").

Filers define such measures as they like. Where the printed figure differs from what the catalogue's formula gives, both
are told, each with its cells; where the question asks for the filer's own, that is the answer.
"""

import re
from dataclasses import replace
from decimal import Decimal

from apps.accounts.models import User
from apps.answers.asked_tables import ask_tables
from apps.answers.calculator.catalogue import Shown
from apps.answers.figures.asked import Relation
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.intent import Intent
from apps.retrieval.found import Scope

ROUNDED = Decimal("0.005")  # figures that differ by less are the same, rounded otherwise
OF_THE_FILER = re.compile(
    r"\b(?:(?:as )?reported|as (?:the (?:filer|company|firm)|it|they) (?:defines?|reports?|prints?|discloses?|states?)"
    r"|as (?:defined|disclosed|published|printed|stated) (?:by|in)|(?:company|management|self)[- ]defined"
    r"|(?:its|their) own|according to (?:the )?(?:company|management))\b",
    re.IGNORECASE,
)
ONE_FIGURE = frozenset({Relation.RATIO, Relation.LOOKUP})


def beside_own(figures: Calculation, intent: Intent, scope: Scope, asker: User) -> Calculation:
    """`figures` with what the filer prints for the same year under that name, if it differs; instead of it where the
    question asks for that. Only of a single amount by a formula of the catalogue; what the question defines stands."""
    computed = _measure(figures)
    if computed is None:
        return figures
    found = ask_tables(intent, Calculation(figures.question, passed_over="a formula of the catalogue"), scope, asker)
    printed = found.lines[0] if len(found.lines) == 1 else None
    if printed is None or not _comparable(computed, printed):
        return figures
    if OF_THE_FILER.search(intent.question):
        return found
    if _near(computed.quantity.value, printed.quantity.value):
        return figures
    return replace(figures, lines=(computed, replace(printed, own=True)))


def _measure(figures: Calculation) -> Computed | None:
    line = figures.lines[0] if len(figures.lines) == 1 else None
    if line is None or figures.question.relation not in ONE_FIGURE or line.over:
        return None
    named = line.wanted.shown is Shown.MONEY and not (line.wanted.is_item or line.wanted.stated)
    return line if named else None


def _comparable(computed: Computed, printed: Computed) -> bool:
    """One printed cell, an amount of the same filer and year in the same currency."""
    alike = (printed.company, printed.years) == (computed.company, computed.years)
    currencies = {computed.currency, printed.currency} - {""}
    return printed.verbatim and alike and printed.quantity.unit == computed.quantity.unit and len(currencies) < 2


def _near(first: Decimal, other: Decimal) -> bool:
    return abs(first - other) <= ROUNDED * max(abs(first), abs(other))
