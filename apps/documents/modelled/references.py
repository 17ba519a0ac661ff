"""What "the Company", "we" and "it" mean in a passage, by a model (V3): for the retrieval view alone."""

import re
from collections.abc import Sequence

from pydantic import Field

from apps.documents.cards.card import CardInput
from apps.documents.modelled.passages import material, shown
from apps.documents.modelled.reader import Exact, Reader
from apps.documents.modelled.verbatim import located
from apps.documents.sections import one_line

MOST = 12
LONGEST_PHRASE = 40
REFERRING = re.compile(
    r"\b(?:[Tt]he (?:Company|Registrant|Corporation|Partnership|Trust|Group|Bank|Plan|Agreement|Notes|Merger"
    r"|Acquisition)|[Ww]e|[Oo]ur|us|[Ii]ts?|[Tt]hey|[Tt]heir)\b"
)


class SaidReference(Exact):
    """A phrase and what it means, both as printed."""

    phrase: str
    meaning: str


class ReferencesReply(Exact):
    """What the model is asked for."""

    references: list[SaidReference] = Field(max_length=MOST)


def references(passages: Sequence[CardInput], reader: Reader) -> list[dict[str, str]]:
    """Of each passage, in order, the meaning of each phrase in it that refers; empty where nothing does or it failed.

    Phrases stand in the passage; meanings stand in it, in its section path, or are its filer.
    """
    return reader.each(passages, lambda passage: _one(passage, reader))


def _one(passage: CardInput, reader: Reader) -> dict[str, str]:
    if not REFERRING.search(passage.text):
        return {}
    reply = reader.ask(ReferencesReply, "references", material(passage))
    return grounded(reply, passage) if reply else {}


def grounded(reply: ReferencesReply, passage: CardInput) -> dict[str, str]:
    text = one_line(shown(passage))
    place = one_line("\n".join([passage.company, *passage.path, text]))
    return {
        phrase: meaning
        for said in reply.references
        if (phrase := one_line(said.phrase)) != (meaning := one_line(said.meaning))
        and len(phrase) <= LONGEST_PHRASE
        and located(phrase, text)
        and located(meaning, place)
        and not REFERRING.fullmatch(meaning)
    }
