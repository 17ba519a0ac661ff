"""Which filings a question is about: filters read from its words, relaxed visibly when nothing is left.

A document whose company or year is unknown (a note, a file without a cover page) is not excluded for it, but ranked
lower.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from apps.retrieval.filings import Filing
from apps.retrieval.forms import ANNUAL
from apps.retrieval.found import SearchSettings
from apps.retrieval.reading import Reading

PART_OF_YEAR = frozenset({"Q1", "Q2", "Q3", "H1", "H2"})
LATER = 2  # a filing states the figures of up to two years before its own
Fits = Callable[[Filing], bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition. `known`: the document says so; `open_`: it does not say. said: for the trace."""

    name: str
    said: tuple[str, ...]
    known: Fits
    open_: Fits = lambda filing: False
    wider: "Filter | None" = None


@dataclass(slots=True)
class Choice:
    """The filings to search, the filters that hold, those relaxed in order, and the years that nothing meets."""

    filings: list[Filing]
    weights: dict[int, float] = field(default_factory=dict)  # by version
    reasons: dict[int, tuple[str, ...]] = field(default_factory=dict)
    filters: dict[str, list[str]] = field(default_factory=dict)
    relaxed: tuple[str, ...] = ()
    years_missing: list[str] = field(default_factory=list)

    @property
    def versions(self) -> list[int]:
        """Those that fit best first."""
        return sorted(self.weights, key=lambda version: (-self.weights[version], version))


def choose(held: Sequence[Filing], reading: Reading, settings: SearchSettings) -> Choice:
    """Filters are dropped from the least telling to the most telling: date, quarter, form, year, company."""
    if not settings.choose_filings:
        every = [filing.version for filing in held]
        return Choice(list(held), dict.fromkeys(every, 1.0), dict.fromkeys(every, ()))
    filters, relaxed = _filters(reading), []
    while filters and not any(_meets(filing, filters) for filing in held):
        last = filters.pop()
        relaxed.append(f"{last.name} {', '.join(last.said)}")
        if last.wider:
            filters.append(last.wider)
    chosen = [filing for filing in held if all(f.known(filing) or f.open_(filing) for f in filters)]
    return _weighed(Choice(chosen, relaxed=tuple(relaxed)), filters, held, reading, settings)


def _weighed(
    choice: Choice, filters: list[Filter], held: Sequence[Filing], reading: Reading, settings: SearchSettings
) -> Choice:
    newest = _newest(choice.filings)
    choice.weights = {f.version: _weight(f, filters, reading, newest, settings) for f in choice.filings}
    choice.reasons = {
        filing.version: tuple(f"{f.name} {', '.join(f.said)}" for f in filters if f.known(filing))
        for filing in choice.filings
    }
    choice.filters = {f.name: list(f.said) for f in filters}
    choice.years_missing = _years_missing(held, reading)
    return choice


def _meets(filing: Filing, filters: Sequence[Filter]) -> bool:
    return all(condition.known(filing) for condition in filters)


def _filters(reading: Reading) -> list[Filter]:
    """Most telling first."""
    filters = []
    if reading.companies:
        wanted = reading.companies
        filters.append(
            Filter("company", reading.company_names, lambda f: f.company in wanted, lambda f: f.company is None)
        )
    if reading.years:
        filters.append(_year_filter(reading.years))
    if reading.forms:
        forms = reading.forms
        filters.append(Filter("form", tuple(sorted(map(str, forms))), lambda f: f.form in forms))
    if reading.quarter:
        filters.append(_quarter_filter(reading.quarter))
    if reading.dates:
        dates = set(reading.dates)
        said = tuple(day.isoformat() for day in reading.dates)
        filters.append(Filter("date", said, lambda f: f.period_end in dates or f.filed in dates or _dated(f, said)))
    return filters


def _year_filter(years: tuple[int, ...]) -> Filter:
    """The filings that report the years asked for: the latest of them covers up to two before it."""
    exact = set(covering(years))
    later = {year + more for year in exact for more in range(1, LATER + 1)}
    wider = Filter("fiscal year", tuple(map(str, sorted(later))), lambda f: f.year in later)
    return Filter(
        "fiscal year", tuple(map(str, sorted(exact))), lambda f: f.year in exact, lambda f: f.year is None, wider
    )


def covering(years: Sequence[int]) -> list[int]:
    """The fewest fiscal years whose annual filings state all of `years`: 2015, 2021, 2022 -> 2022, 2015."""
    left, chosen = sorted(set(years)), []
    while left:
        chosen.append(left[-1])
        left = [year for year in left if year < chosen[-1] - LATER]
    return chosen


def _quarter_filter(quarter: int) -> Filter:
    """The fourth quarter is reported with the year."""
    labels = {f"Q{quarter}"} | ({"H1"} if quarter == 2 else set()) | ({"FY", "H2"} if quarter == 4 else set())
    return Filter("quarter", (f"Q{quarter}",), lambda f: f.period in labels)


def _dated(filing: Filing, said: tuple[str, ...]) -> bool:
    """A date in the name of the file, for reports that are told apart by nothing else."""
    return any(day in filing.name or day.replace("-", "") in filing.name for day in said)


def _newest(chosen: Sequence[Filing]) -> dict[int | None, int]:
    newest: dict[int | None, int] = {}
    for filing in chosen:
        newest[filing.company] = max(newest.get(filing.company, 0), filing.year or 0)
    return newest


def _weight(
    filing: Filing,
    filters: Sequence[Filter],
    reading: Reading,
    newest: dict[int | None, int],
    settings: SearchSettings,
) -> float:
    weight = 1.0
    if not _meets(filing, filters):
        weight *= settings.unknown_weight
    if reading.asks_for_year and filing.form not in ANNUAL:
        weight *= settings.interim_weight if filing.period in PART_OF_YEAR else settings.release_weight
    if not reading.years:
        behind = newest[filing.company] - (filing.year or newest[filing.company])
        weight *= settings.older_weight**behind
    return weight


def _years_missing(held: Sequence[Filing], reading: Reading) -> list[str]:
    """Years asked for which no filing held of the companies named can state."""
    own = [f for f in held if not reading.companies or f.company in reading.companies]
    stated = {f.year - back for f in own if f.year for back in range(LATER + 1)}
    unknown = any(f.year is None for f in own)
    return [] if unknown else [str(year) for year in reading.years if year not in stated]
