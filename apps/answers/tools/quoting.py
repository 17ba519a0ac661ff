"""Figures of prose that a model computes with: quoted as they are printed, with words beside them (H4).

A quotation must stand in what the model was shown, and hold one figure. It is bound to its place, the first of several
that say the same, which is cited and read again like a cell of a table.
"""

import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Quantity, Span
from apps.questions.slots import Filer
from apps.statements.ontology import Unit
from apps.statements.values.amounts import Amount, parse_amount
from apps.statements.values.periods import MONTHS
from apps.statements.values.units import SCALES

WORD = re.compile(r"\S+")
BESIDE = ".,;:[]~≥≤–—-“”\"'"  # marks around a word that are no part of it
PERCENT = frozenset({"percent", "%"})
RANGES = frozenset({"to", "through"})  # between the ends of a range
YEAR = re.compile(r"(?:19|20)\d\d")
OF_A_YEAR = frozenset({"in", "fiscal", "fy", "year", "since", "during", "for", "calendar"})
TELLING = 3  # words beside a figure, with which the same in several places tells the same
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
    """The figure of a quotation. Raises NotQuotedError where it is none, or tells several figures.

    Its scale and unit are those of the place: "$52.0 to" of "$52.0 to $54.0 billion" is in billions.
    """
    wanted = list(map(_bare, quotation.split()))
    at, amount = _figure(wanted)
    found = {
        (stretch.version, stretch.page, stretch.words[first + at][:2]): (
            stretch,
            _measured(stretch, first + at, amount),
        )
        for stretch, first in _found(wanted, shown)
    }
    said = sum(any(map(str.isalpha, word)) and word.lower() not in SCALES for word in wanted)
    alike = len({(stretch.version, quantity) for stretch, quantity in found.values()}) == 1
    if not found or (len(found) > 1 and not (alike and said >= TELLING)):
        several = "stands in several places: quote more words beside it" if found else "stands in no passage shown"
        raise NotQuotedError(f"“{quotation}” {several}")
    (version, page, (start, end)), (stretch, quantity) = next(iter(found.items()))
    place = Place(stretch.document, version, page, ((start, end),))
    label = f"“{' '.join(quotation.split())}”"
    candidate = Candidate(
        CandidateKind.CELL,
        wanted[at],
        label,
        quantity=quantity,
        filer=stretch.filer,
        place=place,
        source=stretch.source,
    )
    return Operand(candidate, quantity.value, label, NO_SPAN)


def _measured(stretch: Stretch, at: int, amount: Amount) -> Quantity:
    """What the words behind a figure say that it counts; of the first end of a range the words behind the second.

    Raises NotQuotedError where the second end is less, and so may count otherwise: "from $900 to $1.2 million".
    """
    behind = [text.lower() for _, _, text in stretch.words[at + 1 : at + 4]]
    counts = [word for word in behind[:1] if word in SCALES or word in PERCENT]
    second = parse_amount(behind[1]) if not counts and len(behind) > 1 and _is_range(stretch, at, amount) else None
    if second and bool(second.currency) == bool(amount.currency):
        counts = [word for word in behind[2:] if word in SCALES or word in PERCENT]
        amount = replace(amount, percent=second.percent)
        if counts and counts[0] in SCALES and second.value <= amount.value:
            raise NotQuotedError(f"it is not clear whether {stretch.words[at][2]} is in {counts[0]}s, too")
    scaled = [word for word in counts if word in SCALES and not amount.percent]
    scale = SCALES[scaled[0]] if scaled else Decimal(1)
    return Quantity(amount.value * scale, _unit(counts, amount), amount.currency, scale)


def _is_range(stretch: Stretch, at: int, amount: Amount) -> bool:
    """Whether a figure is the first end of one: "$52 to $54 billion", "between 3 and 5 percent", "$7 - $9 million"."""
    words = [text.lower() for _, _, text in stretch.words[max(at - 3, 0) : at + 3]]
    before, (link, end) = words[:-3], words[-2:]
    second = parse_amount(end)
    money = bool(amount.currency and second and second.currency)
    ranges = link in RANGES or (link == "and" and "between" in before) or (not link and money)
    return ranges and not amount.percent


def _figure(wanted: Sequence[str]) -> tuple[int, Amount]:
    """The one figure of a quotation, years and dates beside it apart."""
    held = [at for at, word in enumerate(wanted) if any(map(str.isdigit, word))]
    held = [at for at in held if not _dates(wanted, at)] if len(held) > 1 else held
    amount = parse_amount(wanted[held[0]]) if len(held) == 1 else None
    if amount is None:
        raise NotQuotedError(f"“{' '.join(wanted)}” is not one figure with words beside it")
    return held[0], amount


def _dates(wanted: Sequence[str], at: int) -> bool:
    """Whether a number is a year that words say to be one, or a day."""
    before = wanted[at - 1].lower() if at else ""
    if wanted[at].isdecimal() and len(wanted[at]) <= len("31"):
        return before in MONTHS
    return bool(YEAR.fullmatch(wanted[at])) and (
        before in OF_A_YEAR | MONTHS.keys() or (at > 1 and _dates(wanted, at - 1))
    )


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
