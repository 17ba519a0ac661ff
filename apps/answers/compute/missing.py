"""Why a figure cannot be given: each in one plain sentence."""

from collections.abc import Iterable

APART = " Told apart are: "  # before the names of the parts that there are


class NotComputedError(Exception):
    """str() is one sentence for the user."""


class MissingError(NotComputedError):
    """Nothing that is held states it."""


class UnavailableError(MissingError):
    """It needs something that nothing set up here gives. why: what is not set up, without a subject or a full stop."""

    def __init__(self, needed: str, why: str, of: str = "") -> None:
        self.needed, self.why = needed, why
        super().__init__(f"{of} needs {needed}, and {why}." if of else f"This is {needed}, and {why}.")


class AmbiguousError(NotComputedError):
    """Two different values fit equally well; both are named."""


class ImpossibleError(NotComputedError):
    """The figures are there and do not go together: units, currencies, a division by nought."""


class MisreadError(ImpossibleError):
    """What is asked for makes no sense: the question was read otherwise than it was meant, in all that it asks."""


def once(told: Iterable[str]) -> tuple[str, ...]:
    """Each sentence once, and the parts that there are with the first alone that names them."""
    named, found = set[str](), dict[str, None]()
    for one in told:
        lacks, _, parts = one.partition(APART)
        found[lacks if parts in named else one] = None
        named |= {parts} - {""}
    return tuple(found)
