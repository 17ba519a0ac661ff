"""The answer as a model gives it (A7), and its sentences with the sources that each names."""

import json
import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from apps.answers.modelled.calculations import MOST, Wanted
from apps.answers.modelled.caller import Exact
from apps.documents.modelled.verbatim import figures
from apps.retrieval.sentences import whole_sentences

BRACKETED = re.compile(r"\s*[\[【](?:(?:source|passage)s?\s*)?(\d{1,3}(?:\s*[,;&]\s*\d{1,3})*)[\]】]", re.IGNORECASE)
BEHIND = re.compile(rf"([.!?])((?:{BRACKETED.pattern})+)", re.IGNORECASE)


TOLD = re.compile(r'"(?:summary|text)"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL)
CUT_ESCAPE = 7  # characters of the longest escape and one


class SaidNumber(Exact):
    """A figure in the sentences and the number of its source."""

    text: str = Field(max_length=60)
    source: int


class AnswerReply(Exact):
    """What the writer is asked for. Sentences name their sources as [n]. calculate: what it needs computed first.

    missing: what of the question no source holds.
    """

    answerable: bool
    summary: str = Field(max_length=3000)
    insights: list[Annotated[str, Field(max_length=500)]] = Field(max_length=6)
    signals: list[Annotated[str, Field(max_length=500)]] = Field(max_length=4)
    citations: list[int] = Field(max_length=20)
    numbers: list[SaidNumber] = Field(max_length=30)
    calculate: list[Wanted] = Field(default=[], max_length=MOST)
    missing: str = Field(default="", max_length=400)

    def kept(self) -> "AnswerReply":
        return self


class ShortSentence(Exact):
    """One sentence and the numbers of its sources."""

    text: str = Field(max_length=200)
    sources: list[int] = Field(min_length=1, max_length=3)


class ShortAnswerReply(Exact):
    """What the writer is asked for where replies must be short."""

    answerable: bool
    sentences: list[ShortSentence] = Field(min_length=1, max_length=2)

    def kept(self) -> AnswerReply:
        """As the full answer: its sentences are the summary."""
        told = [f"{one.text.strip()} {''.join(f'[{number}]' for number in one.sources)}" for one in self.sentences]
        return AnswerReply(
            answerable=self.answerable,
            summary="\n\n".join(told) if any(one.text.strip() for one in self.sentences) else "",
            insights=[],
            signals=[],
            citations=list(dict.fromkeys(number for one in self.sentences for number in one.sources))[:20],
            numbers=[],
        )


def said_so_far(raw: str) -> str:
    """The sentences in the beginning of a reply, for people to read while it is written."""
    return " ".join(text for match in TOLD.finditer(raw) if (text := _unquoted(match[1])))


def _unquoted(inside: str) -> str:
    """The text of a JSON string that may be cut off in the midst of an escape."""
    for cut in range(min(CUT_ESCAPE, len(inside) + 1)):
        try:
            return str(json.loads(f'"{inside[: len(inside) - cut]}"', strict=False))
        except ValueError:  # of JSON: the cut is within an escape
            continue
    return ""


def statements(reply: AnswerReply) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every sentence of summary, insights and signals, without its marks, with the numbers that they name."""
    for text in (reply.summary, *reply.insights, *reply.signals):
        yield from sentences(text)


def unstated(reply: AnswerReply) -> str:
    """What the list of figures says of a source and no sentence that names this source does; "" where all agree.

    Figures that are not listed are no fault: each sentence is checked by itself.
    """
    stated = [(figures(text), numbers) for text, numbers in statements(reply)]
    for one in reply.numbers:
        listed = figures(one.text)
        if not any(listed <= told and one.source in numbers for told, numbers in stated):
            return f"numbers lists {one.text} of source {one.source}, but no sentence that names this source states it"
    return ""


def sentences(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Marks behind a full stop belong to the sentence before them."""
    for one in whole_sentences(BEHIND.sub(lambda match: f"{match[2]}{match[1]}", text.strip())):
        yield from _one(one)


def _one(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    numbers = [int(number) for match in BRACKETED.finditer(text) for number in re.findall(r"\d+", match[1])]
    bare = " ".join(BRACKETED.sub("", text).split())
    if bare:
        yield bare, tuple(dict.fromkeys(numbers))
