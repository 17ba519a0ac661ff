"""What can be wrong with a model, in words for whoever runs the product."""


class ModelUnavailable(RuntimeError):
    """A model cannot be used. str() is one sentence: which setting names it, and how to get it or what to change.

    told: what readers of an answer are told of it. passing: whether another call may fare better.
    """

    told = "its endpoint fails"
    passing = False
