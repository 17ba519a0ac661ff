"""Other queries that a question may stand for, tried where the first gives no figure; and what stands in their way."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import pairwise

from apps.questions.expressions import At, Expression, Item, Ratio, Row, walk
from apps.questions.labels import singular, words
from apps.questions.lexicon import lexicon
from apps.questions.query import About, Intent, Query, Role, TextKind, Token
from apps.questions.tokens import words_of
from apps.statements.ontology import concepts

OPEN = frozenset({Role.TOPIC, Role.UNREAD})
NAMED = frozenset({Role.MEASURE, Role.PART, Role.OPERATOR})
PARTS = frozenset(("unit", "division", "segment", "arm"))
PARTING = frozenset(("?", "."))
ASKING = frozenset(("how", "many", "much", "what"))
JOINING = frozenset(("and", "or", ",", ";", "(", "&", "/", "+", "plus", "vs", "versus", "with", "against", "beside"))
TYING = frozenset(("of", "for", "on", "in", "under", "from", "within"))
BASES = frozenset(("cost", "par", "value"))
LEAST_SEVERAL, LEAST_LETTERS = 2, 3
LEAST_WORDS = 2  # of a line's name that no lexicon knows


def is_guess(measure: Expression) -> bool:
    """Whether it is of words of the question that no lexicon knows; printed nowhere, they are not understood."""
    known = {entry.name for entry in lexicon().entries if entry.kind == "row"}
    return any(isinstance(one, Row) and not one.like and one.label not in known for one in walk(measure))


def names_another(query: Query) -> bool:
    """Whether a name that no lexicon knows was set aside: "sales in the Display business rose, but profit fell. Why?".

    What is told of is then no figure of the whole filer; nor is it where a part is named in words that nothing prints
    ("their lantern unit").
    """
    parted = any(token.role is Role.TOPIC and singular(token.text.lower()) in PARTS for token in query.tokens)
    return parted or any(map(_is_unknown, query.capitalized(Role.FRAME)))


def _is_unknown(name: str) -> bool:
    said = words_of(name)
    return name.isalpha() and len(name) >= LEAST_LETTERS and lexicon().longest(said, 0, len(said)) is None


def in_one(query: Query) -> bool:
    """Whether lines or parts stand side by side and are no list: one that no lexicon knows, one "of" another."""
    return unjoined(query) and (_names_run_together(query) or any(map(is_guess, query.measures)) or _linked(query))


def _names_run_together(query: Query) -> bool:
    """ "China VIP tables": names of parts, two of them with no word between."""
    names = [one.part.member for one in query.measures if isinstance(one, At) and one.part and one.part.member]
    roles = [token.role for token in query.tokens]
    runs = sum(before is not Role.PART and role is Role.PART for before, role in pairwise((None, *roles)))
    return len(names) == len(query.measures) and runs < len(set(names))


def unjoined(query: Query) -> bool:
    """Whether nothing that makes a list stands between several lines, or between parts of one."""
    if not query.tokens or len(query.measures) < LEAST_SEVERAL:
        return False
    groups = [False]
    for token in query.tokens:
        if _joins(token):
            groups.append(False)
        elif token.role in NAMED:
            groups[-1] = True
    return sum(groups) < len(query.measures)


def _joins(token: Token) -> bool:
    return token.text.lower() in JOINING or (token.role is Role.FUNCTION and token.text in PARTING)


def _linked(query: Query) -> bool:
    """ "Sales of receivables", "interest earned on the filer's cash": a small word between two lines ties them."""
    between: list[str] | None = None  # the small words since the last word of a line
    for token in query.tokens:
        if token.role is Role.MEASURE:
            if between and not TYING.isdisjoint(between) and JOINING.isdisjoint(between):
                return True
            between = []
        elif between is not None and token.role not in (Role.FILER, Role.OPERATOR):
            between = [*between, token.text.lower()] if token.role is Role.FUNCTION else None
    return False


def by_all_words(query: Query) -> Iterator[Query]:
    """Queries of one line that is called, or spoken of, with every word that names what is asked for.

    First with the words themselves, then with an item's name in their place. None where that is nothing else than what
    the query asks for, or more than one line.
    """
    several = query.intent is Intent.FIGURE and len(query.measures) > 1
    plain = all(isinstance(one, Item | Row | Ratio) for one in query.measures) and (not several or unjoined(query))
    asks = query.intent is Intent.FIGURE or (query.intent is Intent.TEXT and query.text_kind is TextKind.WHAT)
    if not (plain and asks) or query.condition or query.order or query.estimate or not query.filers:
        return
    if any(token.role in {Role.OPERATOR, Role.COMPARATOR, Role.ORDER} for token in query.tokens):
        return
    told = tuple(replace(one, role=Role.MEASURE) if one.role in OPEN else one for one in query.tokens)
    labels, beside = [_naming(query, OPEN | {Role.MEASURE})], _naming(query, OPEN)
    item = query.measures[0] if len(query.measures) == 1 else None
    if beside and isinstance(item, Item) and item.concept in concepts():
        labels.append(f"{concepts()[item.concept].name} {beside}")
    for label in labels:
        measures = (Row(label),)
        if len(words(label)) >= LEAST_WORDS and measures != query.measures and _keeps_basis(label):
            yield replace(query, intent=Intent.FIGURE, text_kind=None, measures=measures, about=About(), tokens=told)


def _keeps_basis(label: str) -> bool:
    """Whether its words still say at cost or at what value, which printed labels leave open."""
    return BASES & set(label.lower().split()) <= words(label)


def _naming(query: Query, roles: Collection[Role]) -> str:
    told = (token.text for token in query.tokens if token.role in roles and token.text.lower() not in ASKING)
    return " ".join(told)
