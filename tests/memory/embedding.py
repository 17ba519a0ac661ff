"""A look-up where no model is there to embed."""

from concurrent.futures import Future

from apps.memory.matching import Vectors


def no_embedding() -> "Future[Vectors | None]":
    waited: Future[Vectors | None] = Future()
    waited.set_result(None)
    return waited
