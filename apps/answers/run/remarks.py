"""Which figure a sentence of a note or a release states: read by the reader of questions, as if it asked for it.

Only a sentence that is understood whole counts: one figure, one measure that filings print, one period, no word unread.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from apps.accounts.models import User
from apps.answers.check.figures import manner
from apps.answers.compute.books import Book, shelf
from apps.answers.compute.fiscal import spans_of
from apps.answers.compute.missing import MissingError
from apps.answers.sources.candidate import Span
from apps.answers.sources.tokens import Figure, Kind, Token, plain_text, tokens
from apps.documents.models import Chunk, ChunkKind, Company, DocumentVersion
from apps.memory import remarks
from apps.memory.models import FilingCheck, Remark
from apps.questions.expressions import Item, Row
from apps.questions.names import Register
from apps.questions.query import Intent, Query
from apps.questions.reader import read
from apps.questions.slots import Filer
from apps.retrieval.found import Scope
from apps.retrieval.reading import register_for
from apps.retrieval.sentences import Sentence, sentences_around, split_sentences
from apps.statements.ontology import Concept, Statement, Unit, concepts

IN_FULL = 1_000_000  # an amount of money without a scale in words is taken as said only from here on


def compare(check: FilingCheck) -> int:
    """Read the sentences that nobody read yet of the filing's company, and compare; returns how many disagree."""
    company = check.version.document.company
    if company is None:
        return 0
    done = [version for version in remarks.unread(company.pk) if _read(version, company)]
    return remarks.compare(check, done)


def _read(version: DocumentVersion, company: Company) -> bool:
    """False while no report tells the calendar of the company: its sentences are read when one is held."""
    owner = version.document.owner
    book = shelf(owner, Scope()).of(company.uid) if owner else None
    if owner is None or book is None or book.newest_end is None:
        return False
    remarks.keep(version, stated_in(version, book, owner))
    return True


def stated_in(version: DocumentVersion, book: Book, viewer: User) -> Iterator[Remark]:
    """What its sentences state of the book's filer. viewer: whose register of names is read by."""
    register, seen = register_for(viewer, Scope()), set[tuple[int, int]]()
    for sentence in _sentences(version.chunks.filter(duplicate_of=None)):
        if (sentence.page, sentence.start) not in seen:
            seen.add((sentence.page, sentence.start))
            yield from _remark(sentence, version, book, register)


def _sentences(chunks: Iterable[Chunk]) -> Iterator[Sentence]:
    for chunk in chunks:
        split = sentences_around if chunk.kind == ChunkKind.TABLE else split_sentences
        yield from split(chunk.pk, chunk.text, chunk.spans)


def _remark(sentence: Sentence, version: DocumentVersion, book: Book, register: Register) -> Iterator[Remark]:
    said = plain_text(sentence.text)
    numbers = [token for token in tokens(said) if token.kind is Kind.NUMBER]
    if len(numbers) != 1 or numbers[0].figure is None:
        return
    query = _asked(said, numbers[0], register)
    concept = _concept(query, book) if query else None
    span = _span(query, book) if query and concept else None
    if concept is None or span is None or span.end is None or not _is_amount(numbers[0].figure, concept):
        return
    yield Remark(
        version=version,
        page=sentence.page,
        start=sentence.start,
        end=sentence.end,
        label=sentence.text,
        concept=concept.key,
        months=None if concept.statement is Statement.BALANCE else span.months,
        period_end=span.end,
        value=numbers[0].figure.full,
        step=_step(said, numbers[0], numbers[0].figure),
        currency=numbers[0].figure.currency[:3],
    )


def _asked(said: str, number: Token, register: Register) -> Query | None:
    """What the sentence answers with its figure; None where that can be read in more ways than one."""
    reading = read(f"What {said[: number.start]} {said[number.end :]}", register)
    return reading.query if len(reading.alternatives) == 1 and not said.endswith("?") else None


def _concept(query: Query, book: Book) -> Concept | None:
    """The one item of the whole filer that it speaks of; None where anything else is said."""
    narrowed = query.unread or query.part or query.condition or query.order or query.estimate
    more = query.taken or query.also
    own = all(isinstance(filer, Filer) and filer.uid == book.filer.uid for filer in query.filers)
    if query.intent is not Intent.FIGURE or narrowed or more or not own or len(query.measures) != 1:
        return None
    measure = query.measures[0]
    if not isinstance(measure, Item | Row) or measure.lag:
        return None
    return concepts().get(measure.concept if isinstance(measure, Item) else measure.like)


def _span(query: Query, book: Book) -> Span | None:
    """The one period that it names, by the filer's calendar."""
    if len(query.periods.listed) != 1 or query.periods.listed[0].relative:
        return None
    try:
        spans = spans_of(query.periods, book).spans
    except MissingError:
        return None
    return spans[0] if len(spans) == 1 else None


def _is_amount(figure: Figure, concept: Concept) -> bool:
    """Whether such a figure may be said of the concept: no percentage, and money with its scale or in full."""
    if concept.unit is Unit.MONEY:
        return not figure.percent and (figure.scale is not None or abs(figure.value) >= IN_FULL)
    if concept.unit is Unit.PER_SHARE:
        return not figure.percent and figure.scale is None
    return concept.unit in {Unit.SHARES, Unit.COUNT} and not figure.percent and not figure.currency


def _step(said: str, number: Token, figure: Figure) -> Decimal:
    return figure.unit * 2 if manner(said, number).hedged else figure.unit
