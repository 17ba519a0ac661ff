"""Figures of prose that a model computes with: quoted as they are printed, with words beside them (H4).

A quotation must stand in exactly one place of what the model was shown, and hold one figure. It is bound to that place,
which is cited and read again like a cell of a table.
"""

import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Quantity, Span
from apps.questions.slots import Filer
from apps.statements.ontology import Unit
from apps.statements.values.amounts import Amount, parse_amount
from apps.statements.values.units import SCALES

WORD = re.compile(r"\S+")
BESIDE = ".,;:[]~≥≤–—-“”\"'"  # marks around a word that are no part of it
PERCENT = frozenset({"percent", "%"})
NO_SPAN = Span(None, None, None, "")
Word = tuple[int, int, str]  # start and end in the text of a page, and what stands there


class NotQuotedError(ValueError):
    """Why a quotation is none; str() is for whoever wrote it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of a page that were shown. source: the filing by name."""

    document: uuid.UUID
    version: int
    page: int
    words: tuple[Word, ...]
    source: str
    filer: Filer | None


def words_of(text: str, start: int) -> tuple[Word, ...]:
    """start: where on its page the text begins."""
    return tuple(_word(start, match) for match in WORD.finditer(text))


def _word(start: int, match: re.Match[str]) -> Word:
    bare = _bare(match[0])
    first = start + match.start() + match[0].find(bare)
    return first, first + len(bare), bare


def _bare(word: str) -> str:
    """Without the marks around it; brackets around a number are its minus."""
    plain = word.strip(BESIDE)
    minus = plain.startswith("(") and plain.endswith(")") and any(map(str.isdigit, plain))
    return plain if minus else plain.strip("()").strip(BESIDE)


def operand(quotation: str, shown: Sequence[Stretch]) -> Operand:
    """The figure of a quotation. Raises NotQuotedError where it is none, or does not stand in exactly one place."""
    wanted = list(map(_bare, quotation.split()))
    at, amount = _figure(wanted)
    found = list(_found(wanted, shown))
    places = {(stretch.version, stretch.page, stretch.words[first + at]): stretch for stretch, first in found}
    if len(places) != 1:
        several = "stands in several places: quote more words beside it" if places else "stands in no passage shown"
        raise NotQuotedError(f"“{quotation}” {several}")
    ((version, page, (start, end, text)), stretch) = places.popitem()
    scale = SCALES.get(wanted[at + 1].lower(), Decimal(1)) if at + 1 < len(wanted) else Decimal(1)
    label = " ".join([*wanted[:at], *wanted[at + 1 :]]) or text
    place = Place(stretch.document, version, page, ((start, end),))
    quantity = Quantity(amount.value * scale, _unit(wanted[at + 1 : at + 2], amount), amount.currency, scale)
    candidate = Candidate(
        CandidateKind.CELL, text, label, quantity=quantity, filer=stretch.filer, place=place, source=stretch.source
    )
    return Operand(candidate, quantity.value, label, NO_SPAN)


def _figure(wanted: Sequence[str]) -> tuple[int, Amount]:
    held = [at for at, word in enumerate(wanted) if any(map(str.isdigit, word))]
    amount = parse_amount(wanted[held[0]]) if len(held) == 1 else None
    if amount is None:
        raise NotQuotedError(f"“{' '.join(wanted)}” is not one figure with words beside it")
    return held[0], amount


def _unit(behind: Sequence[str], amount: Amount) -> Unit:
    if amount.percent or any(word.lower() in PERCENT for word in behind):
        return Unit.PERCENT
    return Unit.MONEY if amount.currency else Unit.COUNT


def _found(wanted: Sequence[str], shown: Sequence[Stretch]) -> Iterator[tuple[Stretch, int]]:
    """Each stretch that holds the quotation, and at which of its words."""
    for stretch in shown:
        words = [text for _, _, text in stretch.words]
        for first in range(len(words) - len(wanted) + 1):
            if words[first : first + len(wanted)] == wanted:
                yield stretch, first
