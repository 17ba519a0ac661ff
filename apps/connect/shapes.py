"""What other assistants may do besides looking: ask a question, and read the dossier of an answer."""

from typing import Annotated

from pydantic import Field

from apps.answers.run.asking import LONGEST_QUESTION
from apps.answers.tools.shapes import BESIDE, READING, Exact, Short
from apps.inference.language import Tool

LONGEST_WAIT = 60


class Ask(Exact):
    """wait: seconds to wait for the answer."""

    question: Annotated[str, Field(max_length=LONGEST_QUESTION)]
    wait: float = Field(default=30, ge=0, le=LONGEST_WAIT)


class Dossier(Exact):
    """answer: the id that `ask` gave."""

    answer: Short


ASK = Tool(
    "ask",
    "Asks the product itself: an answer with its trust, its calculation and its citations. Where it takes longer than "
    "wait, its id: read it later with dossier.",
    Ask,
)
DOSSIER = Tool("dossier", "Everything behind an answer of yours: reading, steps, calls of models, citations.", Dossier)
EVERY = (*READING, *BESIDE, ASK, DOSSIER)
