"""Captions of figures by a model that sees (V1); the words printed in and beside the figure where there is none."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.documents.modelled.reader import Exact, Reader
from apps.documents.modelled.verbatim import invents_figures
from apps.documents.sections import cut, one_line
from apps.inference.language import Image, data_block

MOST_CHARACTERS = 600


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: the words printed in and beside it, and the picture of its page as PNG, None where there is none."""

    words: str
    picture: bytes | None = None


class CaptionReply(Exact):
    """What the model is asked for."""

    caption: str


def captions(figures: Sequence[Figure], eye: Reader | None) -> list[str]:
    """One for each figure, in order: for the retrieval view only, never cited. Figures in it are printed ones."""
    if eye is None:
        return [_nearby(figure) for figure in figures]
    return eye.each(figures, lambda figure: _seen(figure, eye))


def _nearby(figure: Figure) -> str:
    return cut(one_line(figure.words), MOST_CHARACTERS)


def _seen(figure: Figure, eye: Reader) -> str:
    if figure.picture is None:
        return _nearby(figure)
    reply = eye.ask(CaptionReply, "caption", data_block("words", figure.words), Image(figure.picture))
    said = one_line(reply.caption) if reply else ""
    return _nearby(figure) if not said or invents_figures(said, figure.words) else cut(said, MOST_CHARACTERS)
