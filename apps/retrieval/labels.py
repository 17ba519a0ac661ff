"""Labels of lines, columns and parts that the filings of some filers print, as far as an asker may see them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from apps.accounts.models import User
from apps.documents.models import Fact, Table
from apps.questions.labels import Label, short_names, shortened, stem, stems
from apps.questions.slots import Filer, Periods
from apps.retrieval.filings import visible
from apps.retrieval.found import Scope

KEPT = 100  # versions whose labels stay in memory, some half a megabyte each
MOST_LABELS = 20_000  # of a version
LATEST = 2  # years of filings that are looked at where no period is named
LATER = 2  # years after the one asked about of which filings still print its figures
LONGEST = 120  # characters of a label


@dataclass(frozen=True, slots=True)
class PrintedLabels:
    """Of the filings within one scope, as far as the viewer may see them."""

    viewer: User
    scope: Scope

    def held(self, filers: Sequence[Filer], periods: Periods, words: Iterable[str]) -> Sequence[Label]:
        wanted = frozenset(words)
        if not wanted or not filers:
            return ()
        wanted |= shortened(wanted)
        printed = chain.from_iterable(_printed(*version) for version in self._versions(filers, periods))
        return tuple(dict.fromkeys(label for label, said in printed if said & wanted))

    def _versions(self, filers: Sequence[Filer], periods: Periods) -> list[tuple[int, datetime | None]]:
        """Of filings that may print figures of the periods, without any of the latest; and since when each is ready."""
        held = visible(self.viewer, self.scope).filter(company__uid__in=[filer.uid for filer in filers])
        if years := _years(periods):
            held = held.filter(fiscal_year__gte=min(years) - 1, fiscal_year__lte=max(years) + LATER)
        rows = list(held.order_by("pk").values_list("current", "current__ready", "company", "fiscal_year"))
        last: dict[int | None, int] = {}
        for _, _, company, year in rows:
            last[company] = max(last.get(company, 0), year or 0)
        told = (row for row in rows if periods or row[3] is None or row[3] > last[row[2]] - LATEST)
        return [(version, ready) for version, ready, *_ in told]


def _years(periods: Periods) -> list[int]:
    return [year for one in periods.listed if (year := one.year or (one.end.year if one.end else None))]


def _stems(label: str) -> frozenset[str]:
    """With those of the short names that it gives in brackets."""
    return stems(label).union(*(map(stem, name) for name in short_names(label)))


def _printed(version: int, ready: datetime | None) -> Sequence[tuple[Label, frozenset[str]]]:
    """Every label of a version with its stems; kept by when it became ready, for until then it is still being read."""
    return _kept(version, ready) if ready else _read(version)


@lru_cache(maxsize=KEPT)
def _kept(version: int, ready: datetime) -> Sequence[tuple[Label, frozenset[str]]]:
    return _read(version)


def _read(version: int) -> Sequence[tuple[Label, frozenset[str]]]:
    labels = dict.fromkeys(chain(_of_facts(version), _of_tables(version)))
    return tuple((label, _stems(label.text)) for label in islice(labels, MOST_LABELS))


def _of_facts(version: int) -> Iterator[Label]:
    rows = Fact.objects.filter(version=version)
    for label, dimension in rows.order_by("label", "dimension").values_list("label", "dimension").distinct():
        yield Label(label, member=bool(dimension) and label == dimension)
        if dimension and dimension != label:
            yield Label(dimension, member=True)


def _of_tables(version: int) -> Iterator[Label]:
    """The first text of each row, and what stands over columns and over the whole."""
    tables = Table.objects.filter(version=version).order_by("pk").values_list("grid", "header_rows", "caption")
    for grid, headers, caption in tables.iterator():
        if 1 < len(caption) < LONGEST:
            yield Label(" ".join(caption.split()), member=True, title=True)
        for index, row in enumerate(grid):
            yield from _of_row(row, header=index < headers)


def _of_row(row: Sequence[dict[str, Any] | None], *, header: bool) -> Iterator[Label]:
    if not header and not any(cell and any(map(str.isdigit, cell["text"])) for cell in row[1:]):
        return
    texts = [" ".join(cell["text"].split()) for cell in (row if header else row[:1]) if cell]
    yield from (Label(text, member=header) for text in texts if 1 < len(text) < LONGEST)
