"""Which primary statement a table is, or a question points at. Told by the lines that every such statement has."""

import re
from collections.abc import Iterable
from enum import StrEnum


class Statement(StrEnum):
    INCOME = "income statement"
    BALANCE = "balance sheet"
    CASH_FLOW = "cash flow statement"


NAMES = {
    Statement.CASH_FLOW: re.compile(r"\bcash[- ]flows? statements?\b|\bstatements? of (?:\w+ )?cash flows?\b", re.I),
    Statement.BALANCE: re.compile(
        r"\bbalance sheets?\b|\bstatements? of (?:\w+ )?financial (?:position|condition)\b", re.I
    ),
    Statement.INCOME: re.compile(
        r"\b(?:income|profit and loss|p&l|earnings) statements?\b"
        r"|\bstatements? of (?:\w+ )?(?:income|operations|earnings)\b",
        re.I,
    ),
}
LINES = {
    Statement.CASH_FLOW: (r"\boperating activities\b", r"\binvesting activities\b", r"\bfinancing activities\b"),
    Statement.BALANCE: (r"\btotal assets\b", r"\btotal (?:current )?liabilities\b", r"\bequity\b"),
    Statement.INCOME: (
        r"\b(?:revenues?|net sales|sales)\b",
        r"\bincome tax(?:es)?\b",
        r"\bnet (?:income|earnings|loss)\b",
        r"\bper (?:common |diluted |basic )?share\b|\bbasic\b",
    ),
}
OTHER_TABLES = re.compile(
    r"\b(?:selected|quarterly|unaudited pro forma|pro forma|reconciliation|summary|parent|condensed consolidating|"
    r"percent(?:age)? of|supplemental)\b",
    re.IGNORECASE,
)


def statement_named(text: str) -> Statement | None:
    """The statement that `text` names, if exactly one."""
    named = [statement for statement, pattern in NAMES.items() if pattern.search(text)]
    return named[0] if len(named) == 1 else None


def without_statements(text: str) -> str:
    """`text` without the names of statements: they say where to look, not what for."""
    for pattern in NAMES.values():
        text = pattern.sub(" ", text)
    return text


def statement_of(title: str, labels: Iterable[str]) -> Statement | None:
    """The primary statement that a table with these row labels is; None for any other table.

    Summaries ("selected financial data") carry the same lines: their title gives them away.
    """
    if OTHER_TABLES.search(title):
        return None
    text = "\n".join(labels).lower()
    for statement, patterns in LINES.items():
        if all(re.search(pattern, text) for pattern in patterns):
            return statement
    return None
