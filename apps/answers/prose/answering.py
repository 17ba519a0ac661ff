"""An answer in words without a model (D of M5 and M7): sentences word for word, and rows where a table says it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from apps.answers.gather import Evidence, Filing, Passage, tables_found
from apps.answers.intent import Intent
from apps.answers.prose.asked import Asked, Kind, read_asked
from apps.answers.prose.auditors import auditor_of
from apps.answers.prose.choosing import Chosen, Hit, choose, led_by
from apps.answers.prose.figure_wanted import holds_figure, states_figure, wants_figure
from apps.answers.prose.halves import tells_first, with_second
from apps.answers.prose.outlook import EXPECTED, outlook_of
from apps.answers.prose.scoring import score_sentences
from apps.answers.prose.settings import ProseSettings
from apps.answers.prose.tables import TableHit, table_evidence
from apps.answers.rows import RowHit
from apps.answers.sentences import Sentence, SentenceHit
from apps.answers.table_reading import TableReading
from apps.retrieval.relations import GUIDED

SIGNED = frozenset({Kind.WHY, Kind.WHEN, Kind.WHO, Kind.COUNT, Kind.IDENTITY, Kind.MOST})  # in a sentence


@dataclass(frozen=True, slots=True)
class Prose:
    """What answers, best first. sure: what is shown speaks of most of the question and reads like an answer to it."""

    sentences: tuple[SentenceHit, ...] = ()
    rows: tuple[RowHit, ...] = ()
    sure: bool = False
    considered: int = 0


def answer_in_words(
    intent: Intent, evidence: Evidence, settings: ProseSettings, strangers: tuple[str, ...] = ()
) -> Prose:
    """strangers: names that no filer held has; then only sentences that name one count."""
    asked = _asked_of(intent, evidence, strangers)
    filings = {filing.version_id: filing for filing in evidence.filings}
    passages = [one for one in evidence.passages if one.found.version_id in filings]

    def keep(passage: Passage, sentence: Sentence) -> bool:
        told = not GUIDED.search(intent.core) or EXPECTED.search(sentence.text)
        timeless = asked(passage).kind is Kind.IDENTITY  # what a company does is of no year
        dated = timeless or in_period(intent, filings[passage.found.version_id], sentence.text)
        held = _names(sentence, strangers) and dated
        return held and bool(told)

    if not strangers and (told := outlook_of(intent, asked, passages, filings, settings)):
        return Prose(told, sure=True, considered=len(told))
    of_time = [one for one in passages if of_year(intent, filings[one.found.version_id])]
    if not strangers and (signed := auditor_of(intent.core, of_time, settings)):
        return Prose(signed, sure=True, considered=len(signed))
    scored = score_sentences(intent.core, asked, passages, settings, keep)
    chosen = with_second(intent, choose(scored, settings), scored, _reader(evidence, strangers))
    prose = _prose(asked, chosen, None, settings, len(scored))
    figure = bool(passages) and wants_figure(intent, asked(passages[0]), _readings(intent, passages))
    if figure:
        prose, chosen = _stated(intent, asked, scored, chosen, filings, prose)
    if prose.sure or strangers or not passages:
        return prose
    table = _table(intent, asked, passages, filings, settings)
    if table and not figure and not intent.wants_figure and not _adds(asked(table.passage), table, chosen):
        table = None
    close = replace(_prose(asked, chosen, table, settings, len(scored)), sure=False)
    return _figures_first(intent, close) if figure else close


def _adds(asked: Asked, table: TableHit, chosen: Chosen) -> bool:
    """Whether the rows of a table speak of what the sentences of the best page do not: else they say nothing new."""
    said = frozenset[str]().union(*(hit.words for hit, _ in chosen.first))
    labelled = frozenset[str]().union(*(row.words for row in table.rows))
    return asked.kind is Kind.MOST or asked.part(said | labelled) > asked.part(said)


def _stated(
    intent: Intent,
    asked: Callable[[Passage], Asked],
    scored: list[Hit],
    chosen: Chosen,
    filings: dict[int, Filing],
    prose: Prose,
) -> tuple[Prose, Chosen]:
    """The sentence that states the figure before all others; without one nothing found is sure to answer."""
    states = (
        one
        for one in scored
        if states_figure(intent, asked(one[1]), filings[one[1].found.version_id], one[0].sentence.text)
        and tells_first(intent, asked(one[1]), one[0].sentence.text)
    )
    if (answer := next(states, None)) is None:
        return replace(prose, sure=False), chosen
    led = led_by(chosen, answer)
    return replace(prose, sentences=tuple(hit for hit, _ in led.hits), sure=True), led


def _figures_first(intent: Intent, close: Prose) -> Prose:
    """Sentences that hold a figure first; beside rows those without any say nothing of one."""
    holding = tuple(one for one in close.sentences if holds_figure(intent, one.sentence.text))
    rest = () if close.rows else tuple(one for one in close.sentences if one not in holding)
    return replace(close, sentences=(*holding, *rest))


def _readings(intent: Intent, passages: list[Passage]) -> list[TableReading]:
    """The tables found, read only where the question may be for a figure."""
    held = [one for one in passages if one.found.kind == "table"] if intent.wants_figure else []
    return [table for _, table in tables_found(held)]


def _asked_of(intent: Intent, evidence: Evidence, strangers: tuple[str, ...]) -> Callable[[Passage], Asked]:
    of_version = {one.version_id: read_asked(intent, (*one.names, *strangers)) for one in evidence.filings}
    return lambda passage: of_version[passage.found.version_id]


def _reader(evidence: Evidence, strangers: tuple[str, ...]) -> Callable[[Intent, Passage], Asked]:
    names = {one.version_id: (*one.names, *strangers) for one in evidence.filings}
    return lambda intent, passage: read_asked(intent, names[passage.found.version_id])


def _table(
    intent: Intent,
    asked: Callable[[Passage], Asked],
    passages: list[Passage],
    filings: dict[int, Filing],
    settings: ProseSettings,
) -> TableHit | None:
    held = [one for one in passages if one.found.kind == "table"]
    fitting = [one for one in held if of_year(intent, filings[one.found.version_id])][: settings.tables_read]
    if not fitting:
        return None
    return table_evidence(intent, asked, tables_found(fitting), settings)


def _prose(
    asked: Callable[[Passage], Asked], chosen: Chosen, table: TableHit | None, settings: ProseSettings, seen: int
) -> Prose:
    """Whether it is an answer is told by the sentences of the best page: a table leaves the answer to its reader."""
    sources = [passage for _, passage in chosen.hits] + ([table.passage] if table else [])
    if not sources:
        return Prose(considered=seen)
    question, rows = asked(sources[0]), table.rows if table else ()
    met = frozenset[str]().union(*(hit.words for hit, _ in chosen.first))
    if question.part(met.union(table.terms if table else ())) < settings.floor:
        return Prose(considered=seen)
    signs = _reads_so(question, [hit.sentence.text for hit, _ in chosen.first])
    said = max((hit.overlap for hit, _ in chosen.first), default=0.0) >= settings.sure_sentence
    least = settings.sure_yes if question.kind is Kind.YES_NO else settings.sure
    sure = question.part(met) >= least and signs and said
    return Prose(tuple(hit for hit, _ in chosen.hits), rows, sure, seen)


def _reads_so(question: Asked, told: Sequence[str]) -> bool:
    """Whether one of the sentences `told` reads like an answer of the kind asked for, and holds a name asked for."""
    signed = [text for text in told if question.kind not in SIGNED or question.signs(text)]
    return any(not question.lacks_name(text) for text in signed)


def of_year(intent: Intent, filing: Filing) -> bool:
    """What was expected of a year stands in the filings of the year before as well."""
    before = {year - 1 for year in intent.years} if GUIDED.search(intent.core) else set[int]()
    return not intent.years or bool(filing.years & {*intent.years, *before})


def in_period(intent: Intent, filing: Filing, text: str) -> bool:
    """A sentence counts for a year when its filing is of that year, or when it names the year."""
    return of_year(intent, filing) or any(str(year) in text for year in intent.years)


def _names(sentence: Sentence, strangers: tuple[str, ...]) -> bool:
    return not strangers or any(name.lower() in sentence.text.lower() for name in strangers)
