"""Labels of lines, columns and parts that the filings of some filers print, as far as an asker may see them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q

from apps.accounts.models import User
from apps.documents.models import Chunk, Fact, Table
from apps.questions.labels import Label, short_names, shortened, stem, stems
from apps.questions.slots import Filer, PeriodKind, Periods
from apps.retrieval.filings import visible
from apps.retrieval.found import Scope
from apps.retrieval.sentences import split_sentences
from apps.retrieval.stated import stated_in
from apps.statements.values.periods import Period

MOST_TABLES = 200
LATER = 2  # years after the one asked about of which filings still print its figures
PARTS = frozenset((3, 6, 9))  # months
LEAST_WORDS = 2  # of a line's name that a sentence tells of
LONGEST = 120  # characters of a label


@dataclass(frozen=True, slots=True)
class PrintedLabels:
    """Of the filings within one scope. What is read is not kept: each question asks for a few words."""

    viewer: User
    scope: Scope

    def held(self, filers: Sequence[Filer], periods: Periods, words: Iterable[str]) -> Sequence[Label]:
        wanted = frozenset(words)
        if not wanted or not filers:
            return ()
        wanted |= shortened(wanted)
        versions = self._versions(filers, periods)
        found = (*_of_facts(versions, wanted), *_of_tables(versions, wanted), *_of_sentences(versions, wanted, periods))
        return tuple(label for label in dict.fromkeys(found) if _stems(label.text) & wanted)

    def _versions(self, filers: Sequence[Filer], periods: Periods) -> list[int]:
        """Of filings that may print figures of the periods; of all of them where no year is asked about."""
        held = visible(self.viewer, self.scope).filter(company__uid__in=[filer.uid for filer in filers])
        if years := _years(periods):
            held = held.filter(fiscal_year__gte=min(years) - 1, fiscal_year__lte=max(years) + LATER)
        return list(held.values_list("current", flat=True))


def _years(periods: Periods) -> list[int]:
    return [year for one in periods.listed if (year := one.year or (one.end.year if one.end else None))]


def _stems(label: str) -> frozenset[str]:
    """With those of the short names that it gives in brackets."""
    return stems(label).union(*(map(stem, name) for name in short_names(label)))


def _holding(field: str, wanted: Iterable[str]) -> Q:
    return reduce(or_, (Q(**{f"{field}__icontains": word}) for word in wanted))


def _of_facts(versions: Sequence[int], wanted: frozenset[str]) -> Iterator[Label]:
    rows = Fact.objects.filter(_holding("label", wanted) | _holding("dimension", wanted), version__in=versions)
    for label, dimension in rows.order_by().values_list("label", "dimension").distinct():
        yield Label(label, member=bool(dimension) and label == dimension)
        if dimension and dimension != label:
            yield Label(dimension, member=True)


def _of_tables(versions: Sequence[int], wanted: frozenset[str]) -> Iterator[Label]:
    """The first text of each row, and what stands over columns and over the whole."""
    within = Chunk.objects.filter(_holding("view", wanted), table=OuterRef("pk"))
    tables = Table.objects.filter(Exists(within), version__in=versions).order_by("pk")
    for grid, headers, caption in tables.values_list("grid", "header_rows", "caption")[:MOST_TABLES]:
        if 1 < len(caption) < LONGEST:
            yield Label(" ".join(caption.split()), member=True, title=True)
        for index, row in enumerate(grid):
            yield from _of_row(row, header=index < headers)


def _of_sentences(versions: Sequence[int], wanted: frozenset[str], periods: Periods) -> Iterator[Label]:
    """What sentences that have at least two of the words state an amount of, in about these periods."""
    holding = Chunk.objects.filter(_holding("text", wanted), version__in=versions, table=None, duplicate_of=None)
    for key, text, spans in holding.order_by("pk").values_list("pk", "text", "spans"):
        if _several(text, wanted):
            for sentence in split_sentences(key, text, spans):
                if _several(sentence.text, wanted):
                    yield from (
                        Label(one.said_of) for one in stated_in(sentence) if one.said_of and _is_of(one.when, periods)
                    )


def _is_of(when: Period | None, periods: Periods) -> bool:
    """Whether an amount may be of a period asked about, a part of a year or not.

    A fiscal year bears the number of the calendar year in which it ends, or of the one before.
    """
    told, years = (when.label_year or (when.end.year if when.end else None)) if when else None, _years(periods)
    if when is None or told is None or not years:
        return told is not None
    quarters = any(one.kind is PeriodKind.QUARTER for one in periods.listed)
    part = bool(when.quarter or when.months in PARTS)
    return (part or when.end is not None or not quarters) and any(abs(told - year) <= 1 for year in years)


def _several(text: str, wanted: frozenset[str]) -> bool:
    lower = text.lower()
    return sum(word in lower for word in wanted) >= LEAST_WORDS


def _of_row(row: Sequence[dict[str, Any] | None], *, header: bool) -> Iterator[Label]:
    if not header and not any(cell and any(map(str.isdigit, cell["text"])) for cell in row[1:]):
        return
    texts = [" ".join(cell["text"].split()) for cell in (row if header else row[:1]) if cell]
    yield from (Label(text, member=header) for text in texts if 1 < len(text) < LONGEST)
