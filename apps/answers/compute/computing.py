"""From a query to its outcome: the figures that are asked for, or why there are none."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from apps.accounts.models import User
from apps.answers.compute import listing, verdict
from apps.answers.compute.bind import Binder
from apps.answers.compute.books import Book, Shelf, books_of, shelf
from apps.answers.compute.contexts import Context
from apps.answers.compute.figures import Figure, figure, name_of
from apps.answers.compute.filed import asks_filings, filings_asked
from apps.answers.compute.fiscal import spans_of, with_year_before
from apps.answers.compute.labels import words_of
from apps.answers.compute.missing import AmbiguousError, MisreadError, MissingError, NotComputedError, once
from apps.answers.compute.outcome import Grid, Outcome, Verdict, told_together
from apps.answers.compute.outside import Outside, Provider, days_of, told_in_filings
from apps.answers.compute.ranking import is_of_others, member_contexts, rank
from apps.answers.compute.rereading import by_all_words, in_one, is_guess, names_another, unjoined
from apps.answers.compute.sheet import operands_of
from apps.answers.compute.telling import Ranked, brief, headline, notes
from apps.answers.compute.times import YEARS, over_years, when
from apps.answers.sources.candidate import Candidate
from apps.questions.expressions import (
    At,
    Binary,
    Expression,
    Item,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    names_its_filers,
    stretched,
)
from apps.questions.labels import margin_of, words
from apps.questions.query import Against, Comparison, Intent, Quality, Query, TextKind
from apps.questions.ratios import needs_price
from apps.questions.slots import Part
from apps.retrieval.found import Scope

TELL_NO_FIGURES = (TextKind.WHO, TextKind.WHEN, TextKind.WHERE, TextKind.OUTLOOK)
MOST_FIGURES = 120
RATIOS = ("%", "ratio", "days")  # of which a change is told in what they are told in
COMPUTED = frozenset({Intent.FIGURE, Intent.VERDICT, Intent.RANKING, Intent.LIST, Intent.BRIEF})
KEY_FIGURES: tuple[Expression, ...] = (
    *(Item(key) for key in ("revenue", "gross_profit", "operating_income", "net_income", "eps_diluted")),
    *(Ratio(key) for key in ("operating_margin", "free_cash_flow", "net_debt", "current_ratio", "return_on_equity")),
    Item("operating_cash_flow"),
    Item("cash"),
)


@dataclass(slots=True)
class _Work:
    """What is gathered on the way to an outcome."""

    query: Query
    shelf: Shelf
    binder: Binder
    contexts: list[Context] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    ambiguous: list[str] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    verdict: Verdict | None = None
    ranked: Ranked | None = None
    grid: Grid | None = None
    cited: list[Candidate] = field(default_factory=list)
    misread: bool = False
    by_period: list[tuple[Expression, Context, tuple[Figure, ...]]] = field(default_factory=list)

    def told(self, error: NotComputedError) -> None:
        kept = self.ambiguous if isinstance(error, AmbiguousError) else self.missing
        kept.append(str(error))

    def figure(self, measure: Expression, context: Context) -> None:
        if len(self.figures) >= MOST_FIGURES:
            return
        try:
            self.figures.append(figure(measure, context, self.binder, self.query.form))
        except NotComputedError as error:
            self.misread |= isinstance(error, MisreadError)
            self.told(error)


def compute(
    query: Query,
    scope: Scope,
    asker: User,
    providers: tuple[Provider, ...] = (),
) -> Outcome:
    """Never raises for a query of any shape: what cannot be computed says why. providers: of items of no statement."""
    found = [_computed(one, scope, asker, providers) for one in query.asks]
    return told_together(query, found) if len(found) > 1 else found[0]


def _computed(
    query: Query,
    scope: Scope,
    asker: User,
    providers: tuple[Provider, ...],
) -> Outcome:
    """Of a query that asks one thing."""
    reason = _unanswerable(query)
    again = partial(_by_all_words, query, scope, asker, providers)
    if (reason or query.intent is Intent.TEXT) and (found := again()):
        return found
    if reason:
        return Outcome(query, missing=(reason,) if reason != "text" else ())
    held = shelf(asker, scope)
    books, missing = books_of(query, held)
    if asks_filings(query):
        return filings_asked(query, books, missing)
    outside = Outside(() if told_in_filings(query) else providers)
    work = _Work(query, held, Binder(held, query.reports, query.report_years, outside), missing=missing)
    for book in books:
        _open(book, work)
    if work.contexts:
        try:
            _answer(work)
        except NotComputedError as error:
            work.told(error)
    outcome = _outcome(work)
    if outcome.missing and unjoined(query):  # a list would have been joined, and its lines be there
        return again() or replace(outcome, figures=(), headline="")
    guessed = query.taken and outcome.missing and not outcome.figures  # an item that no words of the question name
    return (again() or outcome) if guessed else outcome


def _by_all_words(query: Query, scope: Scope, asker: User, providers: tuple[Provider, ...]) -> Outcome | None:
    for named in by_all_words(query):
        outcome = compute(named, scope, asker, providers)
        if outcome.figures and not outcome.missing:
            return replace(outcome, query=query)
    return None


def _unanswerable(query: Query) -> str:
    """Why nothing is computed at all; "text" where nothing is to compute."""
    if query.intent not in COMPUTED and not (query.measures or query.condition):
        return "text"
    if query.intent is Intent.BRIEF and not query.unread and query.narrowed_by:
        return "text"  # of a part or a subject: the figures of the whole filer are no answer
    if query.intent is Intent.TEXT and (query.spoken_of or names_another(query)):
        return "text"  # of whom it is told is named, and by nothing that is known here
    if query.intent is Intent.TEXT and query.text_kind in TELL_NO_FIGURES:
        return "text"
    if query.unread:
        return f"It is not clear what “{'”, “'.join(token.text for token in query.unread)}” asks for."
    if in_one(query):
        return (
            f"It is not clear what {' and '.join(name_of(one) for one in query.measures)} have to do with each other."
        )
    if query.estimate:
        return "An estimate is asked for; only figures that filings report are computed."
    return ""


def _open(book: Book, work: _Work) -> None:
    try:
        resolved = (days_of if _is_priced(work.query) else spans_of)(work.query.periods, book)
    except MissingError as missing:
        work.missing.append(str(missing))
        return
    work.says += resolved.says
    work.binder.spans[book.key] = resolved.spans
    work.contexts.append(Context(book, resolved.spans, resolved.spans[-1], work.query.part))


def _is_priced(query: Query) -> bool:
    ordered = (query.order.by,) if query.order else ()
    compared = (query.condition.left,) if isinstance(query.condition, Comparison) else ()
    return any(needs_price(one) for one in (*query.measures, *ordered, *compared))


def _answer(work: _Work) -> None:
    query = work.query
    if query.intent is Intent.BRIEF:
        _brief(work)
    elif query.order is not None:
        ranking = rank(
            query.order, work.contexts if is_of_others(query) else _over_years(work), work.binder, query.form
        )
        work.figures, work.ranked = list(ranking.figures), ranking.how
        work.missing += ranking.missing if query.periods else ()
        _beside(query, work.contexts[0], work)
    elif isinstance(query.condition, Quality):
        _judge(query.condition, work)
    elif isinstance(query.condition, Comparison) and query.intent is Intent.LIST:
        _when(query.condition, work)
    elif isinstance(query.condition, Comparison):
        _compare(query.condition, work)
        if query.intent is not Intent.VERDICT:
            _measures(work)
    else:
        _measures(work)


def _beside(query: Query, context: Context, work: _Work) -> None:
    """What else is asked of the first of a ranking of parts: "and what share of the total is that?"."""
    if work.ranked is None or query.part is None or not work.figures:
        return
    known = len(work.figures)
    first = replace(context, part=Part(query.part.dimension, work.figures[0].part, work.figures[0].part))
    for measure in query.measures[1:]:
        work.figure(measure, first)
    work.ranked = replace(work.ranked, beside=tuple(work.figures[known:]))


def _brief(work: _Work) -> None:
    """Of the latest year and the one before. What is not stated is left out: a bank has no gross profit."""
    for context in work.contexts:
        spans = with_year_before(context.span, context.book)
        for key in KEY_FIGURES:
            for one in spans:
                work.figure(key, replace(context, span=one, spans=spans))
    if work.figures:
        work.missing.clear()
        work.grid = listing.of_figures("Key figures", work.figures)


def _judge(asked: Quality, work: _Work) -> None:
    for context in work.contexts:
        found, figures, missing = verdict.judge(asked, context, work.binder, work.query.form)
        work.figures += figures
        work.missing += missing
        work.verdict = found if len(work.contexts) == 1 else None


def _compare(claim: Comparison, work: _Work) -> None:
    contexts = work.contexts
    if claim.right is Against.PEERS and len(contexts) == 1:
        for book in work.shelf.peers(contexts[0].book.filer):
            _open(book, work)
    found, figures = verdict.compare(claim, work.contexts, work.binder, work.query.form)
    work.verdict = found
    work.figures += figures


def _over_years(work: _Work) -> list[Context]:
    if not work.query.periods:
        work.says.append(f"No period is named: these are the last {YEARS} years, as far as they are held.")
    return over_years(work.contexts, work.query.periods)


def _when(claim: Comparison, work: _Work) -> None:
    found = when(claim, _over_years(work), work.binder, work.query.form)
    work.verdict, work.figures = found.verdict, list(found.figures)
    work.missing += found.missing if work.query.periods else ()
    work.grid = listing.of_figures(work.figures[0].name, work.figures)


def _measures(work: _Work) -> None:
    query = work.query
    if query.part is not None and query.part.each:
        _by_part(query.part, work)
        _speaks_of_all(work)
        return
    found: set[Expression] = set()
    for place, context in enumerate(work.contexts):
        for measure in query.measures:
            if place and names_its_filers(measure):
                continue
            known = len(work.figures) + len(work.ambiguous)
            if isinstance(measure, Row) and listing.asks_schedule(measure.label):
                _printed(measure, query.part, context, work, None)
            else:
                _over(measure, context, work)
            met = len(work.figures) + len(work.ambiguous) > known or work.grid is not None
            found |= {measure} if met else set()
    if query.intent is Intent.FIGURE and not query.form.table:
        for measure, context, ends in work.by_period:
            _moved(measure, context, work, ends)
    if work.misread or any(is_guess(measure) for measure in query.measures if measure not in found):
        work.figures.clear()
    if (query.intent is Intent.LIST or query.form.table) and not work.misread:
        _as_table(work)


def _over(measure: Expression, context: Context, work: _Work) -> None:
    """A function over the periods, or a measure of a period of its own, is one figure; else one for each of them."""
    over = stretched(measure)
    if over and over.function is not OverTimeFunction.SERIES:
        work.figure(measure, context)
        return
    if isinstance(measure, Share | Binary) and all(map(_has_times, _sides(measure))):
        work.figure(measure, context)
        return
    own = isinstance(measure, At) and measure.period is not None
    known = len(work.figures)
    for span in (context.span,) if own else context.spans:
        work.figure(measure, replace(context, span=span))
    work.by_period.append((over.of if over else measure, context, tuple(work.figures[known:])))


def _moved(measure: Expression, context: Context, work: _Work, ends: tuple[Figure, ...]) -> None:
    """Of two periods as long as each other also by how much it changed: in percent what counts money or things.

    Below zero a rise may be a fall of what is asked about. What cannot be told leaves both figures as they are.
    """
    asked = any(over and over.of == measure for one in work.query.measures if (over := stretched(one)))
    alike = len({span.months for span in context.spans}) == 1 and all(one.amount.value > 0 for one in ends)
    if asked or not alike or not len(ends) == len(context.spans) == 2 or len(work.figures) >= MOST_FIGURES:
        return
    counts = all(one.shown.unit not in RATIOS for one in ends)
    over = OverTime(OverTimeFunction.GROWTH if counts else OverTimeFunction.CHANGE, measure)
    with suppress(NotComputedError):
        change = figure(over, context, work.binder, work.query.form)
        work.figures += [change] if change.ends == ends else []


def _sides(measure: Expression) -> Iterator[Expression]:
    """What arithmetic is made of, down to what is of a time, a part or a filer of its own."""
    match measure:
        case Share(of=left, whole=right) | Binary(left=left, right=right):
            yield from (*_sides(left), *_sides(right))
        case _:
            yield measure


def _has_times(operand: Expression) -> bool:
    """Whether it says itself of when it is: "sales of 2021 as % of those of 2019" is one figure."""
    match operand:
        case At(of=of, period=period):
            return period is not None or _has_times(of)
        case OverTime(function=function):
            return function is not OverTimeFunction.SERIES
        case _:
            return False


def _by_part(part: Part, work: _Work) -> None:
    """Each member of a dimension: as facts where the filing's parts were read, else the table that it prints."""
    for context in work.contexts:
        for measure in work.query.measures:
            try:
                margin = isinstance(measure, Row) and margin_of(measure.label)
                whole = isinstance(measure, Item | Row) and not margin  # is answered by the printed table itself
                members = member_contexts(measure, part, context, work.binder, printed=not whole)
            except MissingError as missing:
                _printed(measure, part, context, work, missing)
                continue
            for member in members:
                _over(measure, member, work)
    if work.figures:
        kind = "part" if part.dimension in {"any", "line"} else str(part.dimension)
        work.grid = listing.of_figures(f"{name_of(work.query.measures[0])} by {kind}", work.figures)


def _speaks_of_all(work: _Work) -> None:
    """Figures by part are no answer where the question speaks of a name that none of them bears."""
    said = words_of(text for figure in work.figures for text in (figure.part, figure.name, figure.filer))
    unsaid = [name for name in work.query.spoken_of if words(name) - said]
    if work.figures and unsaid:
        work.figures.clear()
        work.grid = None
        work.missing.append(f"What the filings tell part by part says nothing of “{' '.join(unsaid)}”.")


def _as_table(work: _Work) -> None:
    if work.grid:
        return
    if work.figures:
        work.grid = listing.of_figures(", ".join(name_of(one) for one in work.query.measures), work.figures)
        return
    for context in work.contexts:
        for measure in work.query.measures:
            _printed(measure, work.query.part, context, work, None)


def _printed(
    measure: Expression, part: Part | None, context: Context, work: _Work, missing: MissingError | None
) -> None:
    """The printed table itself, where one is about what is asked."""
    names = _names(measure, part, context, work)
    dimension = part.dimension if part else None
    for name in names:
        try:
            work.grid, cited = listing.printed_table(name, dimension, context, work.binder, work.query.spoken_of)
        except MissingError as error:
            missing = missing or error
            continue
        work.cited += cited
        work.missing.clear()
        return
    if missing:
        work.told(missing)


def _names(measure: Expression, part: Part | None, context: Context, work: _Work) -> list[str]:
    """What the measure may be called over a table, the part's own words with it."""
    beside = part.member or (part.text if part.dimension in {"line", "any"} else "") if part else ""
    if isinstance(measure, Item | Row):
        labels = work.binder.members_of(context).labels(measure)
        return [f"{label} {beside or ''}".strip() for label in labels]
    return [f"{name_of(measure)} {beside or ''}".strip()]


def _left_open(query: Query) -> list[str]:
    return [f"This is not understood, and not answered: “{query.left_open}”"] if query.left_open else []


def _outcome(work: _Work) -> Outcome:
    figures = tuple(dict.fromkeys(work.figures))
    is_brief = work.query.intent is Intent.BRIEF and bool(figures)
    told = notes(operands_of(figures), [*work.says, *work.binder.says]) if figures or work.grid else ()
    return Outcome(
        query=work.query,
        figures=figures,
        verdict=work.verdict,
        ranked=figures if work.ranked else (),
        grid=work.grid,
        missing=once((*work.missing, *_left_open(work.query))),
        ambiguous=tuple(dict.fromkeys(work.ambiguous)),
        notes=told,
        headline=brief(figures) if is_brief else headline(figures, work.verdict, work.ranked),
        cited=tuple(work.cited),
    )
