"""A query that a model writes, by the same schema as the grammar's: bound to what is held, or refused in words."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from apps.accounts.models import User
from apps.questions.expressions import At, Expression, Item, Ratio, walk
from apps.questions.names import Register
from apps.questions.outside import OUTSIDE
from apps.questions.query import Query
from apps.questions.ratios import ratios
from apps.questions.slots import Filer, Peers, UnresolvedFiler
from apps.retrieval.found import Scope
from apps.retrieval.reading import register_for
from apps.statements.ontology import concepts

BY_MODEL = "as a language model reads it"


class Unbound(ValueError):
    """What of a query cannot be bound; str() is for people and for the model."""


def bound(query: Query, asker: User, scope: Scope) -> Query:
    """The query with each filer one of those that are held, and no token: no word of the question is accounted for.

    Raises Unbound for a name, an item or a ratio that is not known.
    """
    known = register_for(asker, scope)
    filers = tuple(_filer(one, known) for one in query.filers)
    return replace(query.mapped(lambda node: _bound(node, known)), filers=filers, tokens=())


def years_of(query: Query) -> frozenset[int]:
    """Every year that it names."""
    listed = [*query.periods.listed, *(one.period for one in _nodes(query) if isinstance(one, At) and one.period)]
    return frozenset(year for one in listed if (year := one.year or (one.end.year if one.end else None)))


def _nodes(query: Query) -> Iterator[Expression]:
    for measure in query.measures:
        yield from walk(measure)


def _bound(node: Any, known: Register) -> Any:
    if isinstance(node, Item) and node.concept not in concepts() and node.concept not in OUTSIDE:
        raise Unbound(f"{node.concept[:60]} is no item that is known")
    if isinstance(node, Ratio) and node.key not in ratios():
        raise Unbound(f"{node.key[:60]} is no ratio that is known")
    return replace(node, filer=_held(node.filer.name, known)) if isinstance(node, At) and node.filer else node


def _filer(one: Filer | UnresolvedFiler | Peers, known: Register) -> Filer | Peers:
    match one:
        case Filer(name=name):
            return _held(name, known)
        case UnresolvedFiler(text=text):
            return _held(text, known)
        case Peers(of=of):
            return replace(one, of=_held(of.name, known) if of else None)


def _held(name: str, known: Register) -> Filer:
    """By its name alone: an id that a model writes counts for nothing."""
    found = {filer for mention in known.mentions(name) for filer in mention.filers}
    if len(found) != 1:
        raise Unbound(f"{name[:60]} is no filer that is held" if not found else f"{name[:60]} may be several filers")
    (only,) = found
    return Filer(only.uid, only.name)
