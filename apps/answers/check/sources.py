"""What is compared (A8): a sentence of the answer, and the places behind it with what is known of their figures."""

from dataclasses import dataclass
from decimal import Decimal

from apps.answers.sources.tokens import Kind, Token, count_key, plain_text, tokens


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure of a cited cell. value: as printed; full: at its scale, in `unit` ("USD", "%", "shares", "").

    years: what its column's year may be called, the filer's label first; empty where nothing tells it. months: None for
    an instant, or where nothing tells it. label: of its row. change: whether it is how far something rose or fell.
    declared: the scale that its table names, where it may hold for this count, too.
    """

    value: Decimal
    full: Decimal
    unit: str = ""
    years: tuple[int, ...] = ()
    months: int | None = None
    label: str = ""
    change: bool = False
    declared: Decimal = Decimal(1)

    @property
    def scale(self) -> Decimal:
        return abs(self.full / self.value) if self.value else Decimal(1)


@dataclass(frozen=True, slots=True)
class Source:
    """A cited place. text: its words; context: the passage around it, captions and titles: figures there do not count.

    label: of its citation, 0 for what the calculator gave. figures: cells of the place, read by their columns; empty
    for prose. filer: whose filing it is, names: what it goes by. years: what people may call the filing's year.
    lines: labels of the rows that the place is of, as they are printed beside it: a figure in one is part of a name.
    others: labels of all rows of its table. passage: the sentences around the place.
    """

    label: int
    text: str
    context: str = ""
    figures: tuple[Printed, ...] = ()
    filer: str = ""
    names: tuple[str, ...] = ()
    years: frozenset[int] = frozenset()
    lines: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    passage: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """A source whose tokens are read once, however many sentences cite it. text: its words as `own` counts them."""

    source: Source
    text: str
    own: tuple[Token, ...]
    numbers: tuple[Token, ...]
    keys: frozenset[tuple[Kind, str]]
    words: frozenset[str]


def ready(source: Source) -> Ready:
    """Years, dates and words may stand anywhere around the place; figures must stand in it."""
    own, around = tokens(source.text), tokens(" ".join((source.context, *source.names)))
    keys = {(token.kind, token.key) for token in (*own, *around) if token.kind is not Kind.NUMBER}
    days = {(Kind.YEAR, key[:4]) for kind, key in keys if kind is Kind.DATE}
    years = {(Kind.YEAR, str(year)) for year in source.years}
    numbers = tuple(token for token in own if token.figure)
    counts = {(Kind.COUNT, count_key(token.figure.value)) for token in (*own, *around) if token.figure}
    words = frozenset(key for kind, key in keys if kind is Kind.WORD)
    return Ready(source, plain_text(source.text), own, numbers, frozenset(keys | days | years | counts), words)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the answer in other words than its sources'. labels: the sources it cites, 0 for the calculator."""

    text: str
    labels: tuple[int, ...]
