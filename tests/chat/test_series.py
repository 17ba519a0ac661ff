"""Which figures of an answer a chart draws."""

from typing import Any

from apps.chat.series import series_of


def row(period: str, full: str, label: str = "Net sales", unit: str = "USD") -> dict[str, Any]:
    return {"label": label, "period": period, "full": full, "unit": unit}


def test_three_years_are_a_series_oldest_first() -> None:
    rows = [row("FY2023", "15000000000"), row("2022", "14500000000"), row("FY2021", "12000000000.5")]
    (series,) = series_of(None, rows)

    assert series.years == "2021,2022,2023"
    assert series.values == "12.0000000005,14.5,15"
    assert (series.name, series.unit) == ("Net sales", "USD billions")


def test_two_years_or_quarters_are_none() -> None:
    assert series_of(None, [row("FY2023", "1"), row("FY2022", "2")]) == []
    assert series_of(None, [row(f"Q{quarter} FY2023", "1") for quarter in (1, 2, 3)]) == []
    assert series_of(None, [row("FY2023", "1"), row("FY2022", "2"), row("FY2021", "3", label="Other")]) == []


def sheet_line(year: int, value: str) -> dict[str, Any]:
    return {"name": "Margin", "company": "Quillmark", "unit": "%", "period": f"FY{year}", "value": value}


def test_results_come_before_what_they_are_made_of() -> None:
    sheet = {
        "lines": [sheet_line(year, "-12.5") for year in (2021, 2022, 2023)],
        "operands": [sheet_line(year, "7") | {"name": "Sales"} for year in (2021, 2022, 2023)],
    }
    (series,) = series_of(sheet, [])

    assert (series.name, series.values, series.unit) == ("Margin, Quillmark", "-12.5,-12.5,-12.5", "%")


def test_the_figures_of_an_average_are_a_series() -> None:
    sheet = {"lines": [sheet_line(2023, "3")], "operands": [sheet_line(year, "1") for year in (2021, 2022, 2023)]}

    assert [series.years for series in series_of(sheet, [])] == ["2021,2022,2023"]
