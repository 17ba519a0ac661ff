"""Which filings a question is about: filters read from its words, relaxed visibly when nothing is left.

A document whose company or year is unknown (a note, a file without a cover page) is not excluded for it, but ranked
lower.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from apps.retrieval.filings import Filing
from apps.retrieval.found import SearchSettings
from apps.retrieval.intents import Intent
from apps.retrieval.learnt import Learnt
from apps.retrieval.runners_up import runners_up
from apps.retrieval.weighing import LATER, Weigher, years_searched

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
    runners_up: list[Filing] = field(default_factory=list)  # not searched, but next in question (H1)
    learnt: tuple[Learnt, ...] = ()  # names of the question that hint at a company

    @property
    def versions(self) -> list[int]:
        """Those that fit best first."""
        return sorted(self.weights, key=lambda version: (-self.weights[version], version))

    def closest(self, intent: Intent, settings: SearchSettings) -> list[int]:
        """Of each company and period asked for the filings that fit best, in the order of `versions`."""
        asked, least = set(years_searched(intent)), settings.closest_share
        groups = {filing.version: _groups(filing, asked) for filing in self.filings}
        best: dict[tuple[int | None, int | None], float] = defaultdict(float)
        for version, own in groups.items():
            for group in own:
                best[group] = max(best[group], self.weights[version])
        fits = {
            version
            for version, own in groups.items()
            if any(self.weights[version] >= least * best[group] for group in own)
        }
        return [version for version in self.versions if version in fits]


def _groups(filing: Filing, asked: set[int]) -> list[tuple[int | None, int | None]]:
    """The company and each period asked for that the filing is of; the company alone where no period is asked for."""
    years = asked.intersection(filing.years)
    return [(filing.company, year) for year in sorted(years)] or [(filing.company, None)]


def choose(held: Sequence[Filing], intent: Intent, settings: SearchSettings) -> Choice:
    """Filters are dropped from the least telling to the most telling: date, quarter, form, year, company."""
    if not settings.choose_filings:
        every = [filing.version for filing in held]
        return Choice(list(held), dict.fromkeys(every, 1.0), dict.fromkeys(every, ()))
    relaxed = []
    if intent.reported and not any(_is_reported(filing, intent) for filing in held):
        relaxed.append(f"report on {', '.join(map(str, intent.reported))}")
        intent = replace(intent, reported=())
    filters = _filters(intent)
    while filters and not any(_meets(filing, filters) for filing in held):
        last = filters.pop()
        relaxed.append(f"{last.name} {', '.join(last.said)}")
        if last.wider:
            filters.append(last.wider)
    chosen = [filing for filing in held if all(f.known(filing) or f.open_(filing) for f in filters)]
    return _weighed(Choice(chosen, relaxed=tuple(relaxed)), filters, held, intent, settings)


def _is_reported(filing: Filing, intent: Intent) -> bool:
    return bool(set(intent.reported) & set(filing.years)) and filing.company in (intent.companies or {filing.company})


def _weighed(
    choice: Choice, filters: list[Filter], held: Sequence[Filing], intent: Intent, settings: SearchSettings
) -> Choice:
    weigh = Weigher.of(choice.filings, intent, settings)
    choice.weights = {f.version: weigh(f, meets=_meets(f, filters)) for f in choice.filings}
    said = {f.name: f"{f.name} {', '.join(f.said)}" for f in filters}
    choice.reasons = {
        filing.version: tuple(said[f.name] for f in filters if f.known(filing)) for filing in choice.filings
    }
    choice.filters = {f.name: list(f.said) for f in filters}
    choice.years_missing = _years_missing(held, intent)
    choice.runners_up = runners_up(held, choice.filings, intent)
    return choice


def _meets(filing: Filing, filters: Sequence[Filter]) -> bool:
    return all(condition.known(filing) for condition in filters)


def _filters(intent: Intent) -> list[Filter]:
    """Most telling first."""
    filters = []
    if intent.companies:
        wanted = intent.companies
        filters.append(
            Filter("company", intent.company_names, lambda f: f.company in wanted, lambda f: f.company is None)
        )
    if years := set(intent.foretold if intent.guided else years_searched(intent)):
        filters.append(_year_filter(years))
    if intent.forms:
        forms = intent.forms
        filters.append(Filter("form", tuple(sorted(map(str, forms))), lambda f: f.form in forms))
    if intent.quarter:
        filters.append(_quarter_filter(intent.quarter))
    if intent.dates:
        dates = set(intent.dates)
        said = tuple(day.isoformat() for day in intent.dates)
        filters.append(Filter("date", said, lambda f: f.period_end in dates or f.filed in dates or _dated(f, said)))
    return filters


def _year_filter(exact: set[int]) -> Filter:
    """The filings that report the years asked for: the latest of them covers up to two before it."""
    later = {year + more for year in exact for more in range(1, LATER + 1)}
    wider = Filter("fiscal year", tuple(map(str, sorted(later))), lambda f: bool(later & set(f.years)))
    return Filter(
        "fiscal year",
        tuple(map(str, sorted(exact))),
        lambda f: bool(exact & set(f.years)),
        lambda f: not f.years,
        wider,
    )


def _quarter_filter(quarter: int) -> Filter:
    """The fourth quarter is reported with the year."""
    labels = {f"Q{quarter}"} | ({"H1"} if quarter == 2 else set()) | ({"FY", "H2"} if quarter == 4 else set())
    return Filter("quarter", (f"Q{quarter}",), lambda f: f.period in labels)


def _dated(filing: Filing, said: tuple[str, ...]) -> bool:
    """A date in the name of the file, for reports that are told apart by nothing else."""
    return any(day in filing.name or day.replace("-", "") in filing.name for day in said)


def _years_missing(held: Sequence[Filing], intent: Intent) -> list[str]:
    """Years asked for which no filing held of the companies named can state."""
    own = [f for f in held if not intent.companies or f.company in intent.companies]
    stated = {year - back for f in own for year in f.years for back in range(LATER + 1)}
    unknown = any(not f.years for f in own)
    return [] if unknown else [str(year) for year in intent.years if year not in stated]
