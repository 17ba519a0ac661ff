"""The write stage: computed figures with their operands, or rows and sentences verbatim, each with its citation (D)."""

import re
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from apps.answers.claims import Claim, Draft, Line, Place, chunks_of_tables, holds
from apps.answers.computed import computed
from apps.answers.curate import Curated
from apps.answers.figures.lines import Calculation
from apps.answers.gather import Evidence
from apps.answers.intent import Intent
from apps.answers.models import Status
from apps.answers.prose.support import not_presented
from apps.answers.rows import RowHit
from apps.answers.sentences import SentenceHit
from apps.answers.table_reading import Value
from apps.answers.unanswered import unanswered
from apps.answers.wording import stems
from apps.documents.models import Chunk
from apps.retrieval.found import Found, SearchTrace
from apps.statements.values.units import SCALES, units_alone

CLOSEST = "These passages come closest."
LONGEST_HEADING = 80  # characters; a longer title is no heading


def write(intent: Intent, evidence: Evidence, figures: Calculation, curated: Curated) -> Draft:
    """The computed figures; else the chosen rows and sentences; else what was searched and what is missing.

    Figures behind a question for reasons come before the sentences that give them.
    """
    quotes = _quotes(evidence, curated)
    if figures.lines and (draft := computed(figures)):
        return replace(draft, claims=(*draft.claims, *quotes))
    alone = not quotes and not curated.rows
    if figures.support and figures.support.lines and (quotes or alone) and (draft := computed(figures.support)):
        names = [name for one in evidence.filings for name in one.names]
        open_parts = unanswered(intent, names, [quote.text for quote in quotes], 0, sure=bool(quotes))
        return _with_reasons(draft, quotes, curated.closest or bool(open_parts))
    chunks = chunks_of_tables(hit.table.source.table_id for hit in curated.rows)
    claims = [*(claim for hit in curated.rows if (claim := _row_claim(hit, chunks))), *quotes]
    if not claims:
        return not_found(evidence, not_presented(figures) or curated.missing)
    missing = not_presented(figures) if curated.closest else figures.missing
    said, names = [claim.text for claim in claims], [name for one in evidence.filings for name in one.names]
    sure = bool(curated.rows and curated.rows[0].exact) or not curated.closest
    missing = (*missing, *unanswered(intent, names, said, len(claims) - len(quotes), sure=sure))
    value, unit = single_value(intent, curated.rows) if not missing else (None, None)
    reserved = " ".join([*missing, _reservation(intent, curated) or (CLOSEST if missing else "")]).strip()
    words = " ".join(filter(None, [reserved, _taken_from(evidence, claims)]))
    return Draft(Status.CLOSEST if reserved else Status.EXTRACTED, tuple(claims), words, value, unit)


def _with_reasons(draft: Draft, quotes: tuple[Claim, ...], unclear: bool) -> Draft:
    """The change, then sentences; where they do not clearly say why, or there are none, that is said."""
    unsure = unclear or not quotes
    why = f"Nothing found clearly says why. {CLOSEST if quotes else ''}".strip()
    words = f"{draft.words} {why}" if unsure else draft.words
    status = Status.CLOSEST if unsure else draft.status
    return replace(draft, status=status, words=words, claims=(*draft.claims, *quotes), value=None, unit=None)


def _quotes(evidence: Evidence, curated: Curated) -> tuple[Claim, ...]:
    """The chosen sentences, under the titles of their sections where these are several and short."""
    passages = {passage.found.chunk_id: passage.found for passage in evidence.passages}
    titles = {pk: _title(found) for pk, found in passages.items()}
    several = len({titles[hit.sentence.chunk_id] for hit in curated.sentences} - {""}) > 1
    return tuple(
        _sentence_claim(hit, passages[chunk].version_id, titles[chunk] if several else "")
        for hit in curated.sentences
        if (chunk := hit.sentence.chunk_id) in passages
    )


def _title(found: Found) -> str:
    title = " ".join(found.section_path[-1].split()) if found.section_path else ""
    return title if len(title) <= LONGEST_HEADING else ""


def _taken_from(evidence: Evidence, claims: Iterable[Claim]) -> str:
    """Which filings the answer is of, where the question names no company and not one filing alone was searched."""
    trace = evidence.result.trace
    if trace.intent.get("companies") or trace.documents_searched < 2:
        return ""
    titles = {filing.version_id: filing.title for filing in evidence.filings}
    used = dict.fromkeys(titles[one.place.version_id] for one in claims if one.place.version_id in titles)
    return f"The question names no company; this is taken from {'; '.join(used)}." if used else ""


def _reservation(intent: Intent, curated: Curated) -> str:
    """What keeps the evidence from being the answer; empty when nothing does."""
    if curated.rows and curated.rows[0].exact:
        return ""
    if intent.wants_figure and intent.names_item:
        return "No figure that states what was asked was found; these passages come closest."
    return f"Nothing found clearly says what was asked. {CLOSEST}" if curated.closest else ""


def not_found(evidence: Evidence, missing: Iterable[str]) -> Draft:
    """An honest "Not found": what is missing, and what was searched."""
    trace = evidence.result.trace
    searched = (
        f"Searched {_count(trace.documents_searched, 'document')} ({_count(trace.passages_searched, 'passage')})"
        f"{_filters(trace.filters)}{' for the words ' + words if (words := _searched_words(trace)) else ''}."
    )
    return Draft(Status.NOT_FOUND, (), " ".join(["Not found.", *missing, searched]))


def put_off(unread: Sequence[uuid.UUID]) -> Draft:
    """An answer that waits for files. Their names are told to whoever may see them, where the answer is shown."""
    files = "A file that it needs is" if len(unread) == 1 else f"{len(unread):,} files that it may need are"
    words = f"Not answered yet. {files} still being read; it can be asked again as soon as that is done."
    return Draft(Status.BEING_READ, (), words, reading=tuple(unread))


def _searched_words(trace: SearchTrace) -> str:
    """The question's own words that were looked for: those whose stem is among the terms."""
    stemmed = {word: stems(word) for word in re.findall(r"[\w&'’-]+", trace.question)}
    terms = set(trace.terms)
    return ", ".join(dict.fromkeys(word for word, found in stemmed.items() if found and terms.issuperset(found)))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _filters(filters: dict[str, list[str]]) -> str:
    told = [f"{name} {', '.join(map(str, values))}" for name, values in filters.items() if values]
    return f" with {'; '.join(told)}" if told else ""


def _row_claim(hit: RowHit, chunks: dict[int, list[Chunk]]) -> Claim | None:
    """None when no passage holds the row: then it cannot be cited, and is not shown."""
    source, row = hit.table.source, hit.row
    chunk = next((one for one in chunks.get(source.table_id, ()) if holds(one, source.page, row.start, row.end)), None)
    if chunk is None:
        return None
    place = Place(source.version_id, chunk.pk, source.page, row.start, row.end)
    told = "; ".join(f"{_period(value, source.units) or 'as shown'}: {value.printed}" for value in hit.values)
    units = f" ({bare_units(source.units)})" if source.units and not all(map(_is_share, hit.values)) else ""
    shown = tuple(_line(row.label, value, source.units) for value in hit.values)
    return Claim(f"{row.label}, {told}{units}", place, tuple(value.printed for value in hit.values), lines=shown)


def _line(label: str, value: Value, units: str) -> Line:
    said = "percent" if _is_share(value) else bare_units(units)
    return Line(label, _period(value, units), value.printed, said, value.full, value.unit)


def _is_share(value: Value) -> bool:
    """A percentage in a table of amounts: the units of the table are not its own."""
    return value.unit == "%"


def bare_units(units: str) -> str:
    """A table's units line on one line, without its parentheses and what it says of other things."""
    return units_alone(" ".join(units.split()).strip("()"))


def _period(value: Value, units: str) -> str:
    """What stands over the value, without the units, which are told beside it."""
    header = value.header
    if not units:
        return header
    return " ".join(re.sub(rf"\(?{re.escape(bare_units(units))}\)?", " ", header, flags=re.IGNORECASE).split())


def _sentence_claim(hit: SentenceHit, version_id: int, heading: str) -> Claim:
    sentence = hit.sentence
    place = Place(version_id, sentence.chunk_id, sentence.page, sentence.start, sentence.end)
    return Claim(" ".join(sentence.text.split()), place, verbatim=sentence.text, heading=heading)


def single_value(intent: Intent, rows: tuple[RowHit, ...]) -> tuple[Decimal | None, str | None]:
    """The number that answers the question by itself, in the unit asked for; never one out of several."""
    if len(rows) != 1 or not rows[0].exact or len(rows[0].values) != 1 or not intent.wants_figure:
        return None, None
    value = rows[0].values[0]
    if intent.scale is None or value.unit == "%":
        return value.full, value.unit or None
    name = next(name for name, scale in SCALES.items() if scale == intent.scale)
    return value.full / intent.scale, f"{value.unit} {name}s".strip()
