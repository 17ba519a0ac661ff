"""A passage as a model is shown it."""

from apps.documents.cards.card import CardInput
from apps.inference.language import data_block

MOST_CHARACTERS = 6000


def material(passage: CardInput) -> str:
    """Where the passage stands and its text, both quoted."""
    table = passage.table
    known = {
        "filer": passage.company,
        "fiscal year": str(passage.fiscal_year or ""),
        "section": " > ".join(passage.path),
        "table": f"{table.caption} {table.units}".strip() if table else "",
    }
    about = "\n".join(f"{name}: {value}" for name, value in known.items() if value)
    return f"{data_block('place', about)}\n{data_block('passage', passage.text[:MOST_CHARACTERS])}"


def shown(passage: CardInput) -> str:
    """The part of the passage's text that the model sees, and may quote."""
    return passage.text[:MOST_CHARACTERS]
