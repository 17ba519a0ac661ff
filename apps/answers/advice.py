"""Questions for investment advice: no filing gives any, and a sentence that does is no evidence of what to do."""

import re

NO_ADVICE = "Filings give no advice on what to buy or sell; ask for the figures or statements that you would decide by."
ASKS_ADVICE = re.compile(
    r"""\b(?:should|would|shall|must|can|do|could)\s(?:i|we|you|one|somebody|an?\s(?:analyst|investor)|(?:my|our)\sclients?)
        \s(?:\w+\s){0,2}?(?:buy|sell|short|own|invest|divest|hold\s(?:on\sto\s)?(?:the\s)?(?:stock|shares?)|recommend|rate)\b
    |\b(?:is|are|was)\b.{0,80}?\b(?:an?|the)\s(?:\w+\s){0,2}(?:buy|sell|hold|investment|stock)\b(?=\s*(?:\?|$|now\b|today\b|right\snow))
    |\bwhat(?:'s|\sis)\s(?:your|the\sbest)\s(?:\w+\s)?(?:recommendation|advice|stock|investment)\b
    |\b(?:worth|safe\sto)\s(?:buying|selling|invest(?:ing)?(?:\sin)?|buy)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def asks_advice(question: str) -> bool:
    """Whether somebody asks what to do with a security: "Should I buy ...?", "Is ... a good investment?"."""
    return bool(ASKS_ADVICE.search(question))
