"""What a filing is, from its own first pages and, where they are silent, its file name (M2, deterministic)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from apps.documents.cover import forms, names, notes, periods, releases
from apps.documents.cover.front import Front, Known, front_of
from apps.documents.models import Form, Kind
from apps.reading.parsed import ParsedPage


@dataclass(frozen=True, slots=True)
class Metadata:
    """Each field with its confidence and source; None where nothing was found.

    years: every year that somebody may call this filing by: the filer's label, the year its period ends in, the one its
    fiscal year closes in, and the one in the file name, in that order. head: of a note, the title, the first lines and
    the file's name, in which it names its filer.
    """

    company: Known[str] | None
    ticker: Known[str] | None
    numbers: tuple[str, ...]
    form: Known[Form]
    fiscal_year: Known[int] | None
    fiscal_period: Known[str] | None
    period_end: Known[date] | None
    filed: Known[date] | None
    years: tuple[int, ...]
    head: tuple[str, ...] = ()

    @property
    def period(self) -> str:
        """The period in words of filings: "FY2022", "Q3 FY2023", or the day of a report."""
        label, year = self.fiscal_period, self.fiscal_year
        if label and year:
            return f"FY{year.value}" if label.value == "FY" else f"{label.value} FY{year.value}"
        if self.period_end:
            return self.period_end.value.isoformat()
        return str(year.value) if year else ""

    def as_json(self) -> dict[str, Any]:
        """Value, confidence and source of each field that was found."""
        fields = ("company", "ticker", "form", "fiscal_year", "fiscal_period", "period_end", "filed")
        found = {name: known for name in fields if (known := getattr(self, name)) is not None}
        described = {name: _json(known) for name, known in found.items()}
        return described | {"numbers": list(self.numbers), "years": list(self.years)}


def _json(known: Known[Any]) -> dict[str, Any]:
    value = known.value.isoformat() if isinstance(known.value, date) else known.value
    return {"value": value, "confidence": known.confidence, "source": known.source}


def extract(pages: Sequence[ParsedPage], file_name: str, kind: str = Kind.FILING) -> Metadata:
    """Read the metadata of a filing or a note. Never fails: what is not found is None."""
    front = front_of(pages, PurePosixPath(file_name).stem)
    return _of_note(front) if kind == Kind.NOTE else _of_filing(front)


def _of_note(front: Front) -> Metadata:
    """A note is of no form and covers no period of its own; its day is the one that it was written on."""
    written, about = notes.written(front), notes.quarter(front)
    year = about[0] if about else notes.year(front, written.value if written else None) or periods.named_year(front)
    return Metadata(
        company=None,  # whose name it is, the register decides
        ticker=None,
        numbers=(),
        form=Known(Form.OTHER, 0.9, "convention"),
        fiscal_year=year,
        fiscal_period=about[1] if about else None,
        period_end=None,
        filed=written,
        years=_years(front, year, None, None),
        head=notes.head(front),
    )


def _of_filing(cover: Front) -> Metadata:
    """Who files, from the cover; which period, from the release where a current report on results comes with it."""
    form, front = forms.form(cover), cover
    if form.value is Form.EIGHT_K and (release := releases.furnished(cover)):
        form, front = Known(Form.EARNINGS, 0.9, "text"), release
    end = periods.period_end(front, form.value)
    day = end.value if end else None
    period = periods.fiscal_period(front, form.value, day)
    year = periods.fiscal_year(front, form.value, day, period.value if period else "")
    return Metadata(
        company=names.company(cover),
        ticker=names.ticker(cover),
        numbers=tuple(names.numbers(cover)),
        form=form,
        fiscal_year=year,
        fiscal_period=period,
        period_end=end,
        filed=periods.filed(front, day),
        years=_years(front, year, day, period),
    )


def _years(front: Front, label: Known[int] | None, end: date | None, period: Known[str] | None) -> tuple[int, ...]:
    named = periods.named_year(front)
    closing = periods.closing_year(end, period.value) if end and period else None
    said = [label.value if label else None, end.year if end else None, closing, named.value if named else None]
    return tuple(dict.fromkeys(year for year in said if year is not None))
