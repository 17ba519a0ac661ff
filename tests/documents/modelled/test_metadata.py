"""A model's reading of the first page beside that of the rules."""

from datetime import date
from typing import Any

import pytest

from apps.documents.cover.front import Known
from apps.documents.describing import describe
from apps.documents.metadata import Metadata
from apps.documents.modelled.metadata import prints, refined
from apps.documents.models import Document, Form
from apps.reading.parsed import ParsedPage
from tests.documents.modelled.replies import METADATA, always, reading, said
from tests.inference.language.server import MODEL
from tests.people import People

TEXT = (
    "Oakfield Foods, Inc. (NYSE: OAKF)\nResults for the third quarter of 2023, ended September 30, 2023\n"
    "Published on 24 October 2023. Revenue was $12 million."
)
PAGES = [ParsedPage(0, TEXT, ())]
SOURCE = f"model {MODEL}"
FULL = said(
    METADATA,
    company="Oakfield Foods, Inc.",
    ticker="OAKF",
    form="earnings",
    fiscal_year=2023,
    fiscal_period="Q3",
    period_end="2023-09-30",
    filed="2023-10-24",
    keywords=["food", "results"],
    summary="Oakfield reports revenue of $12 million.",
)


def metadata(**known: Known[Any]) -> Metadata:
    empty: dict[str, Any] = dict.fromkeys(("company", "ticker", "fiscal_year", "fiscal_period", "period_end", "filed"))
    return Metadata(**{**empty, "numbers": (), "form": Known(Form.OTHER, 0.3, "convention"), "years": (), **known})


def test_what_the_rules_did_not_find_the_model_may() -> None:
    with reading(always(FULL)) as (reader, _):
        found = refined(metadata(), PAGES, reader)
    assert found.metadata.company == Known("Oakfield Foods, Inc.", 0.9, SOURCE)
    assert found.metadata.ticker == Known("OAKF", 0.9, SOURCE)
    assert found.metadata.form == Known(Form.EARNINGS, 0.7, SOURCE)
    assert found.metadata.period_end == Known(date(2023, 9, 30), 0.9, SOURCE)
    assert found.metadata.filed == Known(date(2023, 10, 24), 0.9, SOURCE)
    assert found.metadata.period == "Q3 FY2023"
    assert found.metadata.years == (2023,)
    assert found.keywords == Known(["food", "results"], 0.7, SOURCE)
    assert found.summary == "Oakfield reports revenue of $12 million."


def test_what_a_cover_says_stays_and_both_readings_are_kept() -> None:
    cover = Known("Oakfield Foods Incorporated", 0.98, "cover")
    with reading(always(FULL)) as (reader, _):
        found = refined(metadata(company=cover), PAGES, reader)
    assert found.metadata.company == cover
    assert found.readings["company"] == {
        "rules": {"value": "Oakfield Foods Incorporated", "confidence": 0.98, "source": "cover"},
        "model": {"value": "Oakfield Foods, Inc.", "confidence": 0.9, "source": SOURCE},
    }


def test_a_weak_reading_of_the_rules_gives_way_and_is_kept() -> None:
    weak = Known("Results For", 0.4, "text")
    with reading(always(FULL)) as (reader, _):
        found = refined(metadata(company=weak), PAGES, reader)
    assert found.metadata.company == Known("Oakfield Foods, Inc.", 0.9, SOURCE)
    assert found.readings["company"]["rules"]["value"] == "Results For"


def test_nothing_that_the_page_does_not_print() -> None:
    invented = said(
        METADATA,
        company="Maple Holdings",
        ticker="MPL",
        fiscal_year=2031,
        period_end="2023-12-31",
        filed="2023-10-25",
        summary="Revenue was $99 million.",
    )
    with reading(always(invented)) as (reader, _):
        found = refined(metadata(), PAGES, reader)
    assert found.metadata == metadata()
    assert found.readings == {}
    assert found.summary == ""


def test_without_a_reader_or_with_one_that_fails_the_rules_stand() -> None:
    assert refined(metadata(), PAGES, None).metadata == metadata()
    with reading(always("no")) as (reader, _):
        assert refined(metadata(), PAGES, reader).metadata == metadata()


def test_what_a_person_edited_is_not_overwritten(people: People) -> None:
    document = Document.objects.create(
        name="results", owner=people.owner, fiscal_year=2019, metadata={"edited": ["fiscal_year"]}
    )
    with reading(always(FULL)) as (reader, _):
        found = refined(metadata(), PAGES, reader)
    described = describe(document.pk, found.metadata, [])
    assert described.fiscal_year == 2019
    assert described.fiscal_period == "Q3"
    assert described.metadata["fiscal_year"]["source"] == SOURCE


@pytest.mark.parametrize(
    "text",
    ["ended June 5, 2023", "on 5 June 2023.", "2023-06-05", "6/5/2023", "06/05/2023", "Jun. 5, 2023", "JUNE 5 , 2023"],
)
def test_spellings_of_a_day(text: str) -> None:
    assert prints(date(2023, 6, 5), text)


@pytest.mark.parametrize("text", ["June 15, 2023", "June 5, 2022", "June 2023", "16/5/2023", "2023-06-051"])
def test_other_days(text: str) -> None:
    assert not prints(date(2023, 6, 5), text)
