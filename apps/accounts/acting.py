"""On whose behalf we read and write. The database shows each person what that person may see, and nobody nothing.

The application filters what it shows; row-level security in the database is the second lock behind those filters
(docs/row-security.md). Every statement tells the database who is present here: `finrag_site.guarded` does that. A
request is its user's, a question its asker's. What serves everybody (a worker that reads a file, the register of
companies, a command of the operator) says so with `serving`. At the pages of the trail a reviewer acts as himself who
reviews: outlines of everything are there, words of what he may read. A thread of one's own begins as nobody: see
`carried`.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import _GeneratorContextManager, contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
Result = TypeVar("Result")
Piece = TypeVar("Piece")

NOBODY, SERVICE = "", "service"
REVIEWING = "review:"  # before the key of a reader of the trail, at his pages
PARAMETER = "finrag.person"  # what the policies in the database read


class Keyed(Protocol):
    """A user, or nobody: then `pk` is None."""

    @property
    def pk(self) -> Any: ...


_present: ContextVar[str] = ContextVar("acting", default=NOBODY)


def present() -> str:
    """The key of the person, with REVIEWING before it at pages of the trail, SERVICE, or NOBODY."""
    return _present.get()


def begin(who: str) -> None:
    """From here on, in this thread or request, everything is done for `who`."""
    _present.set(who)


def key_of(user: Keyed | None) -> str:
    return str(user.pk) if user is not None and user.pk is not None else NOBODY


def reviewing_key(reader: Keyed) -> str:
    """Of somebody who reads the trail: the database asks for his role, and takes him for himself where he may not."""
    return f"{REVIEWING}{key_of(reader)}"


@contextmanager
def acting(who: str) -> Iterator[None]:
    before = _present.set(who)
    try:
        yield
    finally:
        _present.reset(before)


def acting_as(user: Keyed | None) -> _GeneratorContextManager[None]:
    """Within the body, or the function it decorates, the database shows what `user` may see."""
    return acting(key_of(user))


def serving() -> _GeneratorContextManager[None]:
    """Within the body, or the function it decorates, the database shows everything: for what serves all its users."""
    return acting(SERVICE)


def carried(work: Callable[P, Result]) -> Callable[P, Result]:
    """`work` for a thread of a pool, which shall act for whoever is present now."""
    who = present()

    def carrying(*args: P.args, **kwargs: P.kwargs) -> Result:
        with acting(who):
            return work(*args, **kwargs)

    return carrying


def each(pieces: Iterator[Piece], who: str) -> Iterator[Piece]:
    """What is streamed after its view has ended is made for the same person; between two pieces nobody is left over."""
    while True:
        with acting(who):
            try:
                piece = next(pieces)
            except StopIteration:
                return
        yield piece


async def each_async(pieces: AsyncIterator[Piece], who: str) -> AsyncIterator[Piece]:
    """The same for a stream that waits."""
    while True:
        with acting(who):
            try:
                piece = await anext(pieces)
            except StopAsyncIteration:
                return
        yield piece
