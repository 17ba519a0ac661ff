"""Why a figure cannot be given: each in one plain sentence."""


class NotComputedError(Exception):
    """str() is one sentence for the user."""


class MissingError(NotComputedError):
    """Nothing that is held states it."""


class AmbiguousError(NotComputedError):
    """Two different values fit equally well; both are named."""


class ImpossibleError(NotComputedError):
    """The figures are there and do not go together: units, currencies, a division by nought."""
