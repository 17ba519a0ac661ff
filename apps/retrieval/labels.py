"""Labels of lines, columns and parts that the filings of some filers print, as far as an asker may see them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q

from apps.accounts.models import User
from apps.documents.models import Chunk, Fact, Table
from apps.questions.labels import Label, short_names, stem, stems
from apps.questions.slots import Filer, Periods
from apps.retrieval.filings import visible
from apps.retrieval.found import Scope

MOST_TABLES = 200
LATER = 2  # years after the one asked about of which filings still print its figures
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
        versions = self._versions(filers, periods)
        found = (*_of_facts(versions, wanted), *_of_tables(versions, wanted))
        return tuple(label for label in dict.fromkeys(found) if _stems(label.text) & wanted)

    def _versions(self, filers: Sequence[Filer], periods: Periods) -> list[int]:
        """Of filings that may print figures of the periods; of all of them where no year is asked about."""
        held = visible(self.viewer, self.scope).filter(company__uid__in=[filer.uid for filer in filers])
        years = [year for one in periods.listed if (year := one.year or (one.end.year if one.end else None))]
        if years:
            held = held.filter(fiscal_year__gte=min(years) - 1, fiscal_year__lte=max(years) + LATER)
        return list(held.values_list("current", flat=True))


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
    """The first text of each row, and what stands over columns."""
    within = Chunk.objects.filter(_holding("view", wanted), table=OuterRef("pk"))
    tables = Table.objects.filter(Exists(within), version__in=versions).order_by("pk")
    for grid, headers in tables.values_list("grid", "header_rows")[:MOST_TABLES]:
        for index, row in enumerate(grid):
            yield from _of_row(row, header=index < headers)


def _of_row(row: Sequence[dict[str, Any] | None], *, header: bool) -> Iterator[Label]:
    if not header and not any(cell and any(map(str.isdigit, cell["text"])) for cell in row[1:]):
        return
    texts = [" ".join(cell["text"].split()) for cell in (row if header else row[:1]) if cell]
    yield from (Label(text, member=header) for text in texts if 1 < len(text) < LONGEST)
