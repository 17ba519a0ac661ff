"""Lines that no table prints, read from sentences by a trained model: an operand where one number is surely meant (A8).

The label and the period are asked for like a question. Rules come first: the filer, the year, and money whose scale is
told. What is read so is told with how sure the model is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from apps.answers.compute.books import Book
from apps.answers.compute.operands import Operand
from apps.answers.judge.numbers import likelihoods, marked_numbers
from apps.answers.judge.pair_model import PairJudge
from apps.answers.judge.slots import years_in
from apps.answers.sources.candidate import Candidate, CandidateKind, Quantity, Span
from apps.answers.sources.passages import Told
from apps.answers.sources.tokens import Figure, Token
from apps.retrieval.stated import PRICE
from apps.retrieval.stems import stems
from apps.statements.ontology import Unit

SCORED = 24  # numbers of a line
SMALL = 5  # digits; money of fewer without a scale may be of a note in millions
ANNUAL = "FY"
READ = "“{}” was read from a sentence by a trained model, which is {:.0%} sure of it."


@dataclass
class SentenceReader:
    """Reads a line that no table prints from the sentences that a search brought.

    told: the sentences, those that say most of the question first. least: the probability from which a number counts.
    """

    judge: PairJudge
    told: Sequence[Told]
    least: float
    known: dict[tuple[str, Span, int], Operand | None] = field(default_factory=dict)

    def read(self, label: str, span: Span, book: Book) -> Operand | None:
        """None where no number is likely enough, or two differ that are."""
        key = label, span, book.key
        if key not in self.known:
            self.known[key] = self._read(label, span, book)
        return self.known[key]

    def _read(self, label: str, span: Span, book: Book) -> Operand | None:
        if self.judge.numbers is None or not span.label.startswith(ANNUAL):
            return None
        wanted = stems(label)
        told = [(len(stems(one.candidate.text) & wanted), one.candidate) for one in self.told]
        held = sorted((one for one in told if one[0] and _is_of(one[1], span, book)), key=lambda one: -one[0])
        numbers = [(each, one) for _, each in held for one in marked_numbers(each) if _is_whole(one.number)][:SCORED]
        asked = f"{book.filer.name} {label}, {span.label}"
        likely = likelihoods(self.judge, asked, [one for _, one in numbers])
        sure = [(answers, *one) for answers, one in zip(likely, numbers, strict=True) if answers >= self.least]
        if len({one.amount for _, _, one in sure}) != 1:
            return None
        answers, candidate, one = max(sure, key=lambda each: each[0])
        return _operand(label, span, candidate, one.number, answers)


def _is_of(candidate: Candidate, span: Span, book: Book) -> bool:
    """Whether it is of the filer, and speaks of that year or, where it names none, its annual report is on it."""
    if candidate.filer is None or candidate.filer.uid != book.filer.uid or candidate.period is None:
        return False
    years = years_in(candidate.text)
    own = candidate.period.year == span.year and candidate.period.label.startswith(ANNUAL)
    return span.year in years if years else own


def _is_whole(number: Token) -> bool:
    """Not money that its note may tell in thousands or millions without saying so."""
    figure = number.figure
    if figure is None or figure.scale is not None or not figure.currency:
        return figure is not None
    digits = number.text.strip(" $€£()")
    return len(digits) >= SMALL or bool(PRICE.search(digits))


def _told(number: Token) -> Quantity:
    figure = number.figure or Figure(Decimal(0))
    unit = Unit.PERCENT if figure.percent else Unit.MONEY if figure.currency else Unit.COUNT
    return Quantity(figure.full, unit, figure.currency, figure.scale or Decimal(1))


def _operand(label: str, span: Span, candidate: Candidate, number: Token, answers: float) -> Operand:
    text = " ".join(candidate.text.split())
    place = candidate.place
    if place is None:
        raise ValueError("a sentence has a place")
    ahead, through = (len(text[:at].replace(" ", "")) for at in (number.start, number.end))
    start, last = (place.spans[0][0] + _at(candidate.text, letters) for letters in (ahead, through - 1))
    found = replace(
        candidate,
        kind=CandidateKind.CELL,
        text=number.text,
        label=label,
        quantity=_told(number),
        period=span,
        place=replace(place, spans=((start, last + 1),)),
    )
    name = label[:1].upper() + label[1:]
    return Operand(found, _told(number).value, name, span, says=(READ.format(label, answers),))


def _at(raw: str, letters: int) -> int:
    """Where in a text the character stands that has so many before it, blanks aside."""
    seen = 0
    for place, one in enumerate(raw):
        if not one.isspace():
            if seen == letters:
                return place
            seen += 1
    return len(raw)
