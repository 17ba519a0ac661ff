"""What "the Company" and "we" mean in a passage (V3), by rules: for the retrieval view, never for what is cited."""

import re

from apps.documents.cards.card import CardInput

REFERRING = re.compile(r"\b(?:the (?:company|registrant|corporation|group)|we|our)\b", re.IGNORECASE)
MOST = 3


def meant(passage: CardInput) -> str:
    """A line that says whom the passage speaks of: "the company, our: Oakfield Mills, Inc."; empty where that is plain.

    One line a passage: a name for each "we" would make the passages of a filing alike for words.
    """
    if not passage.company or passage.company.lower() in passage.text.lower():
        return ""
    found = dict.fromkeys(match[0].lower() for match in REFERRING.finditer(passage.text))
    return f"{', '.join(list(found)[:MOST])}: {passage.company}" if found else ""
