"""The statement items that a question asks for: those it names, and those that the ratios it names are made of (R2)."""

import re
from dataclasses import dataclass

from apps.retrieval.vocabulary import vocabulary
from apps.statements.mentions import mentions
from apps.statements.ontology import Statement, concepts

STATEMENTS = {Statement(key): entry for key, entry in vocabulary()["statements"].items()}
NAMED = {statement: re.compile(entry["named"], re.IGNORECASE) for statement, entry in STATEMENTS.items()}
MEASURES = [
    (re.compile(measure["pattern"], re.IGNORECASE), tuple(measure["concepts"])) for measure in vocabulary()["measures"]
]
NON_GAAP: re.Pattern[str] = re.compile(vocabulary()["non_gaap"], re.IGNORECASE)
NO_ITEM: re.Pattern[str] = re.compile(vocabulary()["no_item"], re.IGNORECASE)
DERIVED: re.Pattern[str] = re.compile(vocabulary()["derived"], re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Metrics:
    """items: concepts named in words; operands: those of the ratios named. named: statements that it points at.

    partial: a part of the company, or an adjusted figure, is asked for, which no primary statement holds.
    """

    items: tuple[str, ...] = ()
    operands: tuple[str, ...] = ()
    named: tuple[Statement, ...] = ()
    partial: bool = False

    @property
    def concepts(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.operands, *self.items)))

    def statements_of(self, prose: bool) -> tuple[Statement, ...]:
        """The statements named, else those in which the items stand; none where prose or a part is asked for."""
        own = () if prose or self.partial else tuple(concepts()[key].statement for key in self.concepts)
        return self.named or tuple(dict.fromkeys(own))


def read_metrics(question: str, core: str) -> Metrics:
    """core: the question without its frame; statements may be named in the frame."""
    named = [statement for statement, pattern in NAMED.items() if pattern.search(question)]
    partial = bool(DERIVED.search(core) or NON_GAAP.search(core))
    asked = _items_only(core)
    items = tuple(dict.fromkeys(mention.concept for mention in mentions(asked)))
    operands = tuple(dict.fromkeys(key for pattern, keys in MEASURES if pattern.search(asked) for key in keys))
    return Metrics(items, operands, tuple(named), partial)


def _items_only(text: str) -> str:
    """ "The balance sheet" names a statement, and "debt securities" no item of it."""
    for pattern in (*NAMED.values(), NO_ITEM):
        text = pattern.sub(" ", text)
    return text
