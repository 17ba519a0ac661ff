"""The store as it stood: what everybody sees, narrowed to the versions that were published at a time (A9).

For replaying what was done then. It narrows what a person may see and never widens it.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_held: ContextVar[frozenset[int] | None] = ContextVar("versions of the store as it stood", default=None)


@contextmanager
def as_of(versions: Collection[int]) -> Iterator[None]:
    """Within, only documents that stand at one of these versions (by key) are visible to anybody."""
    token = _held.set(frozenset(versions))
    try:
        yield
    finally:
        _held.reset(token)


def held_versions() -> frozenset[int] | None:
    """The keys of the versions that there are within `as_of`; None outside of it."""
    return _held.get()
