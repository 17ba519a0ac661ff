"""The largest lines of a part of the balance sheet ("the largest liability"), whatever the filer calls them."""

import re
from collections.abc import Sequence

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.formula import Item
from apps.answers.figures.asked import FigureQuestion, Part, Wanted
from apps.answers.figures.books import Book, in_order
from apps.answers.figures.form import state
from apps.answers.figures.ledger import LEAST_CONFIDENCE, Ledger, Operand
from apps.answers.figures.lines import Computed
from apps.documents.models import Fact
from apps.retrieval.filings import Filing
from apps.statements.ontology import Statement, Unit

EQUITY = frozenset(
    {
        *("preferred_stock", "common_stock", "additional_paid_in_capital", "retained_earnings", "accumulated_oci"),
        *("treasury_stock", "equity_parent", "total_equity", "noncontrolling_interests", "redeemable_noncontrolling"),
    }
)
ENDS = {
    Part.ASSETS: ("total_assets",),
    Part.CURRENT_ASSETS: ("current_assets",),
    Part.LIABILITIES: ("total_liabilities", *EQUITY),
    Part.CURRENT_LIABILITIES: ("current_liabilities",),
}
TOTAL = re.compile(r"^\s*(?:sub)?totals?\b|\bgross\b|\bat cost\b|^less\b", re.IGNORECASE)
TOTALS = frozenset(
    {"current_assets", "total_assets", "current_liabilities", "total_liabilities", "liabilities_and_equity"}
)
TOLD = 3


def largest_lines(question: FigureQuestion, book: Book, year: int) -> list[Computed]:
    """The lines of the part asked for by size, as the first filing states them whose balance sheet has a plain order.

    Empty when none does: a statement that begins with equity, for one, does not say by its order what a line is.
    """
    for filing in in_order(book, year, question.quarter):
        facts = _balance(filing, year)
        places = part_of([fact.concept for fact in facts], question.part) if question.part else range(0)
        lines = [facts[place] for place in places if _is_line(facts[place])]
        if lines:
            lines.sort(key=lambda fact: fact.value, reverse=question.extreme != "least")
            ledger = Ledger.of(book, year, question.quarter, facts)
            return [_computed(question, ledger, fact, filing, year) for fact in lines[:TOLD]]
    return []


def part_of(keys: Sequence[str], part: Part) -> range:
    """Places of the part's lines among all lines of a balance sheet, totals included; empty without such an order."""
    end = next((place for place, key in enumerate(keys) if key in ENDS[part]), None)
    if end is None:
        return range(0)
    if part in {Part.ASSETS, Part.CURRENT_ASSETS}:
        return range(end)
    start = next((place for place, key in enumerate(keys) if key in {"total_assets"}), None)
    return range(start + 1, end) if start is not None and start < end else range(0)


def _balance(filing: Filing, year: int) -> list[Fact]:
    rows = Fact.objects.filter(
        version=filing.version, statement=Statement.BALANCE, label_year=year, dimension="", unit=Unit.MONEY
    ).order_by("page", "table", "row")
    end = filing.period_end
    return [fact for fact in rows if end is None or fact.period_end in {None, end}]


def _is_line(fact: Fact) -> bool:
    return fact.concept not in TOTALS and not TOTAL.search(fact.label) and fact.confidence >= LEAST_CONFIDENCE


def _computed(question: FigureQuestion, ledger: Ledger, fact: Fact, filing: Filing, year: int) -> Computed:
    item = Item(fact.concept, year)
    operand = Operand(item, ledger.book.company, fact.value, fact, filing, ledger.currency_of(fact, filing))
    stated = state(operand.quantity, Shown.MONEY, question.form, operand.currency)
    wanted = Wanted(fact.label, (item,), Shown.MONEY)
    return Computed(wanted, ledger.book.company, (year,), item, operand.quantity, stated, (operand,), operand.currency)
