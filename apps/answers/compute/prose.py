"""Lines that no table prints because sentences state them: "Advertising expense was $12 million in 2023"."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from apps.answers.compute.books import SOME_DAYS, Book, is_annual, near
from apps.answers.compute.grids import ends_with, months_fit
from apps.answers.compute.labels import ALIKE, PLACES, holds
from apps.answers.compute.operands import Operand
from apps.answers.compute.signs import same
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Quantity, Span
from apps.documents.models import Chunk, Fact
from apps.questions.labels import ADDS_NOTHING, TURNS, stem, stems, words
from apps.retrieval.filings import Filing
from apps.retrieval.sentences import Sentence, split_sentences
from apps.retrieval.stated import DIGIT, NEUTRAL, StatedAmount, stated_in
from apps.statements.ontology import Statement, Unit
from apps.statements.values.periods import Period

YEARS_STATED = 3 * 366  # days that a report goes back
LEAST_WORDS = 2  # of a name that is told apart from all else a filing speaks of
COUNTED = frozenset({Unit.COUNT, Unit.SHARES})
NAMELESS = frozenset(stem(word) for word in ADDS_NOTHING)
NARROWER = frozenset(map(stem, PLACES | TURNS))  # of income "foreign income" is a part, and "deferred income" another
ALIKE_STEMS = {stem(word): frozenset(map(stem, group)) for word, group in ALIKE.items()}
Ways = Collection[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Told:
    """rank: 0 as it is called, 1 where the sentence or its heading says the rest; plus 2 where it names no period."""

    amount: StatedAmount
    sentence: Sentence
    filing: Filing
    rank: int


def told_apart(ways: Ways) -> Ways:
    """Names of a single word stand for other things, too: "Advertising" may be revenue."""
    return [way for way in ways if len(way) >= LEAST_WORDS]


def stated(
    ways: Ways,
    span: Span,
    book: Book,
    name: str,
    unit: Unit | None = None,
    *,
    whole: bool = False,
    of_part: bool = False,
    last: date | None = None,
) -> Operand | None:
    """The amount of the first filing whose sentences state it, if they agree. ways: to call it, as stems.

    whole: it is called so to the last word; else its sentence or heading may say the rest. of_part: the name itself is
    of a part, under whatever heading it stands. last: the end of the last period asked about: its report is read first,
    so that several periods are told by one.
    """
    ways = told_apart(ways)
    for filing in _filings(span, book, last) if ways else ():
        told = [one for one in _told(filing, ways, span, book, of_part) if unit in (None, one.amount.unit)]
        told = [one for one in told if not (whole and one.rank % 2)]
        best = min((one.rank for one in told), default=0)
        found = [one for one in told if one.rank == best]
        if found:
            return _operand(found[0], name, span, book) if all(_agree(found[0], one) for one in found) else None
    return None


def _filings(span: Span, book: Book, last: date | None = None) -> list[Filing]:
    """The report on the last period, those on this one, then those after it; of a year the annual ones."""
    if span.end is None:
        return []
    dated = [(one.period_end - span.end, one) for one in book.filings if one.period_end]
    held = [(days.days, one) for days, one in dated if -SOME_DAYS.days <= days.days <= YEARS_STATED]
    held = [(days, one) for days, one in held if is_annual(one) or abs(days) <= SOME_DAYS.days or span.months == 3]
    held.sort(key=lambda one: (one[0] > SOME_DAYS.days, not is_annual(one[1]), one[0]))
    if last and not near(last, span.end):
        held.sort(key=lambda one: not (one[1].period_end and near(one[1].period_end, last)))
    return [one for _, one in held]


def stated_share(of: frozenset[str], wholes: Ways, span: Span, book: Book, name: str) -> Operand | None:
    """What percentage of a whole sentences tell that have all the words of a part: "65% of our lamps from Ferrow"."""
    for filing in _filings(span, book) if of else ():
        told = list(_shares(filing, of, wholes, span, book))
        best = min((one.rank for one in told), default=0)
        found = [one for one in told if one.rank == best]
        if found:
            return _operand(found[0], name, span, book) if all(_agree(found[0], one) for one in found) else None
    return None


def _shares(filing: Filing, of: frozenset[str], wholes: Ways, span: Span, book: Book) -> Iterator[Told]:
    implied = _implied(book)
    part, wholes = _canonical(of - implied), [_canonical(way - implied) for way in wholes]
    for sentence, around, _ in _sentences(filing, [part | way for way in wholes], book):
        for amount in stated_in(sentence) if part and part <= around else ():
            own = _canonical(stems(amount.share_of) - implied - NEUTRAL)
            beyond = [own - way for way in wholes if way and way <= own]
            more = min((len(one) for one in beyond if not one & NARROWER), default=LEAST_WORDS)
            timed = _of_span(amount.when, span, filing, book)
            if more < LEAST_WORDS and timed is not None:
                yield Told(amount, sentence, filing, more + timed)


def _told(filing: Filing, ways: Ways, span: Span, book: Book, of_part: bool) -> Iterator[Told]:
    implied = _implied(book)
    ways = [_canonical(way - implied) for way in ways]
    for sentence, around, of_a_part in _sentences(filing, ways, book):
        for amount in stated_in(sentence):
            if of_a_part and not of_part and amount.unit not in COUNTED:
                continue
            fits = _fits(_canonical(amount.stems - implied), ways, around)
            timed = _of_span(amount.when, span, filing, book)
            if timed and amount.unit in COUNTED:  # it may be some of a period's
                continue
            if (
                fits is not None and timed is not None and not (fits and timed)
            ):  # else neither name nor period is its own
                yield Told(amount, sentence, filing, fits + timed)


def _implied(book: Book) -> frozenset[str]:
    return stems(book.filer.name) | NAMELESS


def _sentences(filing: Filing, ways: Ways, book: Book) -> Iterator[tuple[Sentence, frozenset[str], bool]]:
    """Of passages with all words of a way: each with its words and its heading's, and whether that is of a part."""
    said = [[_written(word) for word in way] for way in ways]
    texts = _texts(filing, book).items()
    held = [key for key, text in texts if any(holds(text, way) for way in said)]
    rows = Chunk.objects.filter(pk__in=held).order_by("ordinal") if held else Chunk.objects.none()
    members = _members(filing) if held else []
    for key, text, spans, path in rows.values_list("pk", "text", "spans", "section__path"):
        heading = words(" ".join((path or [])[-1:]))
        of_a_part = any(member <= heading for member in members)
        for sentence in split_sentences(key, text, spans):
            if not DIGIT.search(sentence.text):  # it states no amount
                continue
            yield sentence, _canonical(stems(sentence.text).union(map(stem, heading))), of_a_part


def _texts(filing: Filing, book: Book) -> dict[int, str]:
    """What its passages say, in capitals; kept with the book."""
    kept = book.kept["texts of passages"]
    if filing.version not in kept:
        rows = Chunk.objects.filter(version=filing.version, table=None, duplicate_of=None).order_by("ordinal")
        kept[filing.version] = {key: view.upper() for key, view in rows.values_list("pk", "view")}
    told: dict[int, str] = kept[filing.version]
    return told


def _written(word: str) -> list[str]:
    """How texts may have a stem, or one that stands for it, as far as it is the same in all its forms."""
    return [(one[:-1] if one.endswith("i") else one).upper() for one in (word, *ALIKE_STEMS.get(word, ()))]


def _canonical(said: frozenset[str]) -> frozenset[str]:
    return frozenset(min(ALIKE_STEMS.get(word, (word,))) for word in said)


def _members(filing: Filing) -> list[frozenset[str]]:
    """The names of the segments: what is told under them is of a part."""
    rows = Fact.objects.filter(version=filing.version, statement=Statement.SEGMENT).exclude(dimension="").order_by()
    return [one for name in rows.values_list("dimension", flat=True).distinct() if (one := words(name))]


def _fits(own: frozenset[str], ways: Ways, around: frozenset[str]) -> int | None:
    if own in ways:
        return 0
    return 1 if any(own and own < way and way - own <= around for way in ways) else None


def _of_span(when: Period | None, span: Span, filing: Filing, book: Book) -> int | None:
    """None where the sentence tells of another period."""
    if span.end is None:
        return None
    if when is None:
        whole = filing.period_end is not None and near(filing.period_end, span.end)
        return 2 if whole and is_annual(filing) and span.months in (None, 12) else None
    return 0 if ends_with(when, span, book) and months_fit(when, span, book) else None


def _agree(one: Told, other: Told) -> bool:
    first, second = one.amount, other.amount
    return first.unit is second.unit and same(first.value, second.value, max(first.step, second.step))


def _operand(told: Told, name: str, span: Span, book: Book) -> Operand:
    amount = told.amount
    candidate = Candidate(
        kind=CandidateKind.CELL,
        text=amount.printed,
        label=amount.said_of or amount.share_of,
        quantity=Quantity(amount.value, amount.unit, amount.currency, amount.scale),
        period=span,
        filer=book.filer,
        place=Place(told.filing.uid, told.filing.version, told.sentence.page, ((amount.start, amount.end),)),
        source=told.filing.name,
    )
    untimed = f"“{amount.said_of or amount.share_of}” is told in a sentence without its period."
    called = f"What the sentence tells is called “{amount.said_of or amount.share_of}” there."
    says = (*([called] if told.rank % 2 else []), *([untimed] if told.rank > 1 else []))
    return Operand(candidate, amount.value, name[:1].upper() + name[1:], span, says=says)
