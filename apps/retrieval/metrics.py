"""The statement items that a question asks for: those it names, and those that the ratios it names are made of (R2)."""

import re
from dataclasses import dataclass

from apps.documents.statements.mentions import mentions
from apps.documents.statements.ontology import Statement, concepts
from apps.retrieval.vocabulary import vocabulary

STATEMENTS = {Statement(key): entry for key, entry in vocabulary()["statements"].items()}
NAMED = {statement: re.compile(entry["named"], re.IGNORECASE) for statement, entry in STATEMENTS.items()}
MEASURES = [
    (re.compile(measure["pattern"], re.IGNORECASE), tuple(measure["concepts"])) for measure in vocabulary()["measures"]
]
DERIVED: re.Pattern[str] = re.compile(vocabulary()["derived"], re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Metrics:
    """items: concepts named in words; operands: those of the ratios named; statements: named, else those they stand in.

    partial: a part of the company, or an adjusted figure, is asked for, which no primary statement holds.
    """

    items: tuple[str, ...] = ()
    operands: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()
    partial: bool = False

    @property
    def concepts(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.operands, *self.items)))


def read_metrics(question: str, core: str) -> Metrics:
    """core: the question without its frame; statements may be named in the frame."""
    named = [statement for statement, pattern in NAMED.items() if pattern.search(question)]
    partial = bool(DERIVED.search(core))
    asked = _without_statements(core)
    items = tuple(dict.fromkeys(mention.concept for mention in mentions(asked)))
    operands = tuple(dict.fromkeys(key for pattern, keys in MEASURES if pattern.search(asked) for key in keys))
    own = dict.fromkeys(concepts()[key].statement for key in (*operands, *items))
    statements = tuple(named) or (() if partial else tuple(own))
    return Metrics(items, operands, statements, partial)


def statements_needed(question: str) -> tuple[Statement, ...]:
    """The statements named, else those in which what is asked for stands; empty for other questions."""
    return read_metrics(question, question).statements


def _without_statements(text: str) -> str:
    """ "The balance sheet" and "the cash flow statement" name statements, not their items."""
    for pattern in NAMED.values():
        text = pattern.sub(" ", text)
    return text
