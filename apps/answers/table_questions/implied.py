"""What a question says without the words, and labels that name nothing by themselves."""

import re
from functools import lru_cache

from apps.answers.table_questions.naming import named
from apps.answers.wording import stems

# A benefit obligation that is "projected" or "accumulated" is that of defined benefit pension plans: of other
# postretirement plans it is the accumulated postretirement one. Tables of both tell them by what stands over a column.
PENSIONS = re.compile(
    r"\bpensions?\b|\b(?:projected|accumulated) benefit obligations?\b|\bPBO\b|\bABO\b", re.IGNORECASE
)
OF_PENSIONS = frozenset(stems("defined benefit benefits pension pensions plan plans"))
# Rows labelled so are of what stands above them, and of nothing else: "Cost", "Gross", "Fair value".
NAMELESS = frozenset(
    stems(
        """
        cost costs amount amounts balance balances value values fair carrying book gross net total other charge charges
        accumulated beginning ending opening closing actual estimated
        """
    )
)
# Words of a heading that lead to its rows and keep them to no part.
LEADING = frozenset(
    stems("change changes reconciliation summary activity following components roll-forward rollforward table basis")
)

COMPARABLE = re.compile(r"\b(?:comparable|same[- ]stores?|like[- ]for[- ]like)\b", re.IGNORECASE)
TURNED = frozenset(stems("increase increases decrease decreases change changes growth gain percentage"))
CLOSING = frozenset(stems("balance balances ending closing"))  # the line that ends a reconciliation
MEASURED = (
    named("carrying") | named("receivable") | named("accounts receivable") | named("trade receivables")
)  # of what is reconciled, what names no other figure
INCLUDING = re.compile(r"\([^()]*\b(?:including|included|includes)\b[^()]*\)", re.IGNORECASE)


@lru_cache(maxsize=10_000)
def implied(question: str) -> frozenset[str]:
    """Words that may stand beside what `question` asks for, as if it had said them."""
    pensions = OF_PENSIONS if PENSIONS.search(question) else frozenset[str]()
    return pensions | (TURNED if COMPARABLE.search(question) else frozenset())


def names_nothing(label: frozenset[str]) -> bool:
    """Whether a label, by the words that tell its line from others, says only what kind of figure its row has."""
    return label <= NAMELESS


def closes(label: str, words: frozenset[str]) -> bool:
    """Whether a row ends a reconciliation: "Balance at end of year". words: those that tell it from others."""
    ends = re.search(r"\b(?:end|ending|closing|december|january|june|september)\b", label, re.IGNORECASE)
    return bool(words & CLOSING) and words <= CLOSING and bool(ends)


def measured_by(label: str) -> str:
    """A label without what it says to be a part of its figure: "Advertising expense (including production costs)"."""
    return INCLUDING.sub(" ", label)
