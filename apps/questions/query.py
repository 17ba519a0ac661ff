"""The query: what a question asks, as one typed object.

The grammar yields it, a language model may write it as JSON, a memory cell is keyed by it; retrieval, calculation, the
judge and follow-ups take it. Nothing behind it looks at the question's words again, except to rank passages by them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from apps.questions.expressions import At, Expression, mapped, walk
from apps.questions.slots import Filer, Part, Peers, Periods, UnresolvedFiler


class Intent(StrEnum):
    FIGURE = "figure"  # one figure, or one for each filer, period or part named
    VERDICT = "verdict"  # yes or no, decided by a condition over figures
    RANKING = "ranking"  # which filer, period or part has the most
    LIST = "list"  # the rows of a table: "sales by region", "debt maturities"
    TEXT = "text"  # what only words answer
    BRIEF = "brief"  # how a filer is doing as a whole


JOINING = frozenset(("and", "or", "&", "/"))
FIGURES_TELL = frozenset((Intent.FIGURE, Intent.VERDICT, Intent.RANKING, Intent.LIST))
WORDS_TELL = frozenset((Intent.TEXT, Intent.BRIEF, Intent.LIST))  # beside these a topic is no word that is unread


class TextKind(StrEnum):
    WHY = "why"
    WHAT = "what"
    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    HOW = "how"
    RISK = "risk"
    OUTLOOK = "outlook"
    EVENT = "event"
    DEFINITION = "definition"


class Comparator(StrEnum):
    ABOVE = ">"
    AT_LEAST = ">="
    BELOW = "<"
    AT_MOST = "<="
    EQUAL = "="
    EITHER = "either"  # which of two ways it went is asked: there is no yes or no


class Against(StrEnum):
    """What a comparison's left side is held against, where it is no expression."""

    PRIOR = "prior period"
    PEERS = "peers"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a yes or no question claims. premise: it is supposed, not asked ("why did margins fall")."""

    left: Expression
    comparator: Comparator
    right: Expression | Against
    premise: bool = False
    condition: Literal["comparison"] = "comparison"


@dataclass(frozen=True, slots=True)
class Quality:
    """A word that judges ("healthy", "capital-intensive"): decided by the ratios that the lexicon names for it."""

    word: str
    condition: Literal["quality"] = "quality"


@dataclass(frozen=True, slots=True)
class Order:
    """What a ranking ranks by, and how many it wants."""

    by: Expression
    descending: bool = True
    most: int = 1


@dataclass(frozen=True, slots=True)
class Term:
    text: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class About:
    """What a text question is about: content words, and the kinds of section that usually tell it."""

    terms: tuple[Term, ...] = ()
    sections: tuple[str, ...] = ()


class Shown(StrEnum):
    """How a figure is wanted, where the question says so."""

    AS_STATED = ""
    PERCENT = "percent"
    RATIO = "ratio"
    BASIS_POINTS = "basis points"
    DAYS = "days"
    MONEY = "money"
    PER_SHARE = "per share"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Form:
    """scale: 1_000_000 for "in millions". table, sentence: the answer is wanted as one."""

    shown: Shown = Shown.AS_STATED
    scale: int | None = None
    currency: str = ""
    decimals: int | None = None
    table: bool = False
    sentence: bool = False


class Role(StrEnum):
    """What a word of the question does. Each token has exactly one."""

    FILER = "filer"
    MEASURE = "measure"
    PERIOD = "period"
    PART = "part"
    OPERATOR = "operator"
    COMPARATOR = "comparator"
    ORDER = "order"
    FORM = "form"
    TOPIC = "topic"  # a content word of a text question
    FRAME = "frame"  # "what was", "according to the cash flow statement", "you are an analyst": no meaning of its own
    FUNCTION = "function"  # articles, prepositions, punctuation
    OPEN = "open"  # of a second ask that is not understood, beside a first one that is: the answer says so
    UNREAD = "unread"  # a content word that no rule placed: forbids a computed answer and high trust


@dataclass(frozen=True, slots=True)
class Token:
    """Characters [start, end) of the question."""

    text: str
    start: int
    end: int
    role: Role


@dataclass(frozen=True, slots=True)
class Taken:
    """Words of the question that were taken to name a line which is printed a little otherwise.

    meaning: no line is called so; they were taken to mean what `label` names.
    """

    asked: str
    label: str
    meaning: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """What falls due at a time to come, as a schedule prints it.

    measure: words that tell of what. years: that follow each other, added up; within, beyond: in so many years, after
    so many; after: behind a year. as_of: the fiscal year at whose end; None for the last before. share: as a part of
    all of it.
    """

    measure: tuple[str, ...]
    years: tuple[int, ...] = ()
    within: int | None = None
    beyond: int | None = None
    after: int | None = None
    as_of: int | None = None
    share: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """measures: what is asked for, in the order asked; several are several figures.

    A list of kind `event` without measures asks for the filings themselves: of `reports`, filed in the periods.
    part: None for the whole filer. statement: the one that the question names, as a value of `statements.Statement`,
    else empty. reports: forms of filings that it names ("10-Q"); report_years: of which fiscal years they are.
    estimate: it asks for what somebody expects or models (guidance, "our estimate"), not for what was reported. also:
    what is asked besides, of another kind, time or part.
    """

    intent: Intent
    measures: tuple[Expression, ...] = ()
    filers: tuple[Filer | UnresolvedFiler | Peers, ...] = ()
    periods: Periods = field(default_factory=Periods)
    part: Part | None = None
    condition: Comparison | Quality | None = None
    order: Order | None = None
    text_kind: TextKind | None = None
    about: About = field(default_factory=About)
    form: Form = field(default_factory=Form)
    statement: str = ""
    reports: tuple[str, ...] = ()
    report_years: tuple[int, ...] = ()
    estimate: bool = False
    tokens: tuple[Token, ...] = ()
    taken: tuple[Taken, ...] = ()
    due: Due | None = None  # asked instead of measures: a cell of a schedule
    also: tuple["Query", ...] = ()

    @property
    def asks(self) -> tuple["Query", ...]:
        """Itself and what is asked besides, each alone."""
        besides = (one for other in self.also for one in other.asks)
        return (replace(self, also=()), *besides) if self.also else (self,)

    def mapped(self, change: Callable[[Any], Any]) -> "Query":
        """With `change` made of every node of its measures, its condition and its order."""
        condition, order = self.condition, self.order
        if isinstance(condition, Comparison):
            right = condition.right if isinstance(condition.right, Against) else mapped(condition.right, change)
            condition = replace(condition, left=mapped(condition.left, change), right=right)
        if order is not None:
            order = replace(order, by=mapped(order.by, change))
        measures = tuple(mapped(one, change) for one in self.measures)
        return replace(self, measures=measures, condition=condition, order=order)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Of the query and of its measures."""
        placed = (one.part for measure in self.measures for one in walk(measure) if isinstance(one, At))
        return tuple(part for part in (self.part, *placed) if part)

    @property
    def unread(self) -> tuple[Token, ...]:
        """Content words whose meaning is not accounted for. What a text may be about says nothing beside a figure."""
        return (*self._open(beside_words=WORDS_TELL), *self._halves())

    @property
    def narrowed_by(self) -> tuple[Token, ...]:
        """Words that forbid figures: unread ones, and the topics of a brief, which is then not of the whole filer."""
        return self._open(beside_words=WORDS_TELL - {Intent.BRIEF})

    def _halves(self) -> Iterator[Token]:
        """Of an operand of which the rest is read: "without the store and goodwill impairments"."""
        told = [token for token in self.tokens if token.role is not Role.FUNCTION or token.text in JOINING]
        for before, token, joint, behind in zip(told, told[1:], told[2:], told[3:], strict=False):
            whole = before.role is Role.OPERATOR and joint.text in JOINING and behind.role is Role.MEASURE
            if token.role is Role.TOPIC and whole:
                yield token

    @property
    def left_open(self) -> str:
        """What is asked besides and not understood, as it is written; "" where the whole question is."""
        told, end = "", 0
        for token in self.tokens:
            if token.role is Role.OPEN:
                told += " " * (bool(told) and token.start > end) + token.text
                end = token.end
        return told

    @property
    def spoken_of(self) -> tuple[str, ...]:
        """Names that are neither a filer nor anything else that is read: a table that answers speaks of them, too."""
        return self.capitalized(Role.TOPIC)

    def capitalized(self, role: Role) -> tuple[str, ...]:
        """Words of this role with a capital that no sentence's beginning gives them."""
        opens = [True, *(token.text in ".?!:" for token in self.tokens)]
        return tuple(
            token.text
            for token, begins in zip(self.tokens, opens, strict=False)
            if token.role is role and token.text[0].isupper() and not begins
        )

    def _open(self, beside_words: frozenset[Intent]) -> tuple[Token, ...]:
        open_ = {Role.UNREAD} if self.intent in beside_words else {Role.UNREAD, Role.TOPIC}
        return tuple(token for token in self.tokens if token.role in open_)


@dataclass(frozen=True, slots=True)
class Alternative:
    """One reading of a question, and why it may be meant."""

    query: Query
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Every reading of a question, the most literal first; never empty. unclear: why a follow-up is incomplete."""

    question: str
    alternatives: tuple[Alternative, ...]
    carried: tuple[str, ...] = ()  # what a follow-up took from the conversation: "company", "measure", "period"
    unclear: str = ""

    @property
    def query(self) -> Query:
        return self.alternatives[0].query


@cache
def _adapter() -> TypeAdapter[Query]:
    return TypeAdapter(Query)


def as_json(query: Query) -> dict[str, Any]:
    """Plain JSON; `from_json` gives the same query back."""
    found: dict[str, Any] = _adapter().dump_python(query, mode="json")
    return found if found["also"] else {name: one for name, one in found.items() if name != "also"}


def from_json(raw: object) -> Query:
    """Raises pydantic.ValidationError for anything that is no query."""
    return _adapter().validate_python(raw)


def json_schema() -> dict[str, Any]:
    """What a language model is asked to write."""
    return _adapter().json_schema()
