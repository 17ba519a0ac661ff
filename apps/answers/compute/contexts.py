"""Of whom, of when and of which part what is bound is."""

from dataclasses import dataclass

from apps.answers.compute.books import Book
from apps.answers.sources.candidate import Span
from apps.questions.slots import Part


@dataclass(frozen=True, slots=True)
class Context:
    """Of whom, of when and of which part the leaves are. spans: every period asked about, span the one at hand.

    priced: at whose end shares are priced, while `span` is that of the figures of statements beside the price.
    of_ratio: they are of a formula of the catalogue, where one that is not stated leaves room for the next.
    """

    book: Book
    spans: tuple[Span, ...]
    span: Span
    part: Part | None = None
    priced: Span | None = None
    of_ratio: bool = False
