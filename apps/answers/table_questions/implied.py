"""What a question says without the words, and labels that name nothing by themselves."""

import re
from functools import lru_cache

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


@lru_cache(maxsize=10_000)
def implied(question: str) -> frozenset[str]:
    """Words that may stand beside what `question` asks for, as if it had said them."""
    return OF_PENSIONS if PENSIONS.search(question) else frozenset()


def names_nothing(label: frozenset[str]) -> bool:
    """Whether a label, by the words that tell its line from others, says only what kind of figure its row has."""
    return label <= NAMELESS
