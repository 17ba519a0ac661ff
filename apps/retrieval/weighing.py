"""How well a filing fits a question, among those that meet its filters: form, period and age (H1, M4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from apps.documents.models import Form
from apps.retrieval.filings import Filing
from apps.retrieval.forms import PERIODIC
from apps.retrieval.found import SearchSettings
from apps.retrieval.intents import Intent

PART_OF_YEAR = frozenset({"Q1", "Q2", "Q3", "H1", "H2"})
LATER = 2  # a filing states the figures of up to two years before its own
DAYS = 365.25


def covering(years: Sequence[int]) -> list[int]:
    """The fewest fiscal years whose annual filings state all of `years`: 2015, 2021, 2022 -> 2022, 2015."""
    left, chosen = sorted(set(years)), []
    while left:
        chosen.append(left[-1])
        left = [year for year in left if year < chosen[-1] - LATER]
    return chosen


def years_searched(intent: Intent) -> list[int]:
    """The fiscal years whose filings are asked: those of the reports that are named, else what covers the years."""
    return list(intent.reported) or covering(intent.years)


@dataclass(frozen=True, slots=True)
class Weigher:
    """newest: when the newest filing of each company ends, in years."""

    intent: Intent
    settings: SearchSettings
    newest: dict[int | None, float]
    alike: dict[tuple[object, ...], float] = field(default_factory=dict)  # weights but for age, of filings alike

    @classmethod
    def of(cls, filings: Iterable[Filing], intent: Intent, settings: SearchSettings) -> "Weigher":
        newest: dict[int | None, float] = {}
        for filing in filings:
            newest[filing.company] = max(newest.get(filing.company, 0.0), _end(filing) or 0.0)
        return cls(intent, settings, newest)

    def __call__(self, filing: Filing, *, meets: bool) -> float:
        """1 for a filing that is just what was asked for, less for each thing that is not quite it."""
        key = (meets, filing.years[:1], filing.form, filing.period)
        if key not in self.alike:
            self.alike[key] = self._but_for_age(filing, meets=meets)
        if self.intent.dated or self.intent.guided:
            return self.alike[key]
        return float(self.alike[key] * self._a_year_older() ** self._years_behind(filing))

    def _but_for_age(self, filing: Filing, *, meets: bool) -> float:
        weight = 1.0 if meets else self.settings.unknown_weight
        if self.intent.guided:
            return weight * self._before(filing)
        years = years_searched(self.intent)
        if years and filing.years and filing.years[0] not in years:
            weight *= self.settings.label_weight
        return weight * self._form(filing)

    def _a_year_older(self) -> float:
        """What is still to come, and how things stand now, the newest filing knows best."""
        return self.settings.outdated_weight if self.intent.ahead else self.settings.older_weight

    def _before(self, filing: Filing) -> float:
        """What was expected of a year stands in reports before its end; the report on the year tells what came."""
        over = filing.period not in PART_OF_YEAR and bool(filing.years) and filing.years[0] in self.intent.years
        return self.settings.interim_weight if over else 1.0

    def _form(self, filing: Filing) -> float:
        """Of a whole year, reports on a part of it say little, and nothing of how it ended."""
        if self.intent.forms:
            return 1.0
        weight = self._record(filing)
        if self.intent.asks_for_year and filing.period in PART_OF_YEAR:
            weight *= self.settings.interim_weight
        return weight

    def _record(self, filing: Filing) -> float:
        """Periodic reports are the full record, but releases report the measures that filers define themselves, and
        current reports the events of the day."""
        if self.intent.event:
            return 1.0 if filing.form == Form.EIGHT_K else self.settings.event_weight
        return self.settings.release_weight if (filing.form in PERIODIC) == self.intent.non_gaap else 1.0

    def _years_behind(self, filing: Filing) -> float:
        end = _end(filing)
        return self.newest[filing.company] - end if end else 0.0


def _end(filing: Filing) -> float | None:
    """The last day that it reports on, in years; the end of its year where no day is known."""
    if filing.ends:
        return _in_years(filing.ends)
    return float(filing.year + 1) if filing.year else None


@lru_cache(maxsize=10_000)
def _in_years(day: date) -> float:
    return day.year + day.timetuple().tm_yday / DAYS
