"""What a note is about: its company, its day and its quarter, from title and text."""

from datetime import date

import pytest

from apps.documents.describing import describe
from apps.documents.metadata import Metadata, extract
from apps.documents.models import Company, Document, Form, Kind, Visibility
from apps.reading.parsed import ParsedPage
from tests.people import People


def read(text: str, name: str = "upload.md") -> Metadata:
    return extract([ParsedPage(0, text, ())], name, Kind.NOTE)


@pytest.mark.parametrize(
    ("text", "name", "day"),
    [
        ("Call note: Zephyrwick\n12 October 2022\nMargins held.", "a.md", date(2022, 10, 12)),
        ("Call note: Zephyrwick, October 12, 2022\nMargins held.", "a.md", date(2022, 10, 12)),
        ("Zephyrwick\nDate: 2022-10-12\nMargins held. Since March 3, 2021 they rose.", "a.md", date(2022, 10, 12)),
        ("Zephyrwick\nMargins held.", "zephyrwick_2022-10-12_call.md", date(2022, 10, 12)),
        ("Zephyrwick\n" + "Margins held, as we heard on 12 October 2022. " * 4, "a.md", date(2022, 10, 12)),
        ("Zephyrwick\n" + "They rose on 12 October 2022 and on 13 October 2022. " * 4, "a.md", None),
        ("Zephyrwick\n31 February 2022", "a.md", None),
        ("", "a.md", None),
    ],
)
def test_the_day_of_a_note(text: str, name: str, day: date | None) -> None:
    found = read(text, name)
    assert (found.filed.value if found.filed else None) == day
    assert (found.fiscal_year.value if found.fiscal_year else None) == (day.year if day else None)
    assert found.fiscal_period is None and found.period_end is None


@pytest.mark.parametrize(
    ("title", "year", "period"),
    [
        ("Zephyrwick Q3 2022 preview", 2022, "Q3"),
        ("Zephyrwick: 3Q22 takeaways", 2022, "Q3"),
        ("After the third quarter of fiscal 2022: Zephyrwick", 2022, "Q3"),
        ("Zephyrwick FY2021 in review", 2021, None),
        ("Zephyrwick, Q3 2022 against Q4 2021", 2023, None),
    ],
)
def test_the_period_that_a_note_is_about(title: str, year: int, period: str | None) -> None:
    found = read(f"{title}\n14 January 2023\nMargins held.")
    assert found.fiscal_year is not None and found.fiscal_year.value == year
    assert (found.fiscal_period.value if found.fiscal_period else None) == period


def test_a_note_of_a_release_is_no_release() -> None:
    found = read("Zephyrwick reports third quarter 2022 results\nOur note on the earnings call and its transcript")
    assert found.form.value is Form.OTHER


@pytest.fixture
def held(people: People) -> dict[str, Company]:
    names = (
        "Zephyrwick Holdings plc",
        "Quillmark Foundry, Inc.",
        "Quillmark Mills, Inc.",
        "Examplezon.com, Inc.",
        "Target",
    )
    companies = {name: Company.objects.create(name=name, ticker=name[:3].upper()) for name in names}
    for company in companies.values():
        Document.objects.create(name="a", company=company, owner=people.owner, visibility=Visibility.EVERYONE)
    return companies


def note(people: People, text: str, name: str = "upload") -> Document:
    document = Document.objects.create(kind=Kind.NOTE, name=name, owner=people.stranger)
    return describe(document.pk, read(text, f"{name}.md"), [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "name", "company"),
    [
        ("Our channel check: Zephyrwick\nWe spoke with four retailers.", "upload", "Zephyrwick Holdings plc"),
        ("Expert call on Zephyrwick\nThe expert was a buyer.", "upload", "Zephyrwick Holdings plc"),
        ("Zephyrwick channel check (R. Quist)\nWe spoke.", "upload", "Zephyrwick Holdings plc"),
        (
            "Channel check\nAuthor: R. Quist\nCompany: Zephyrwick Holdings\nWe spoke.",
            "upload",
            "Zephyrwick Holdings plc",
        ),
        ("Examplezon's warehouses\nOur Zephyrwick visit comes later.", "upload", "Examplezon.com, Inc."),
        ("Margins\nThey held.", "examplezon_expert_call", "Examplezon.com, Inc."),
        ("Quillmark Foundry visit", "upload", "Quillmark Foundry, Inc."),
        ("ZEP: our view", "upload", "Zephyrwick Holdings plc"),
        ("Quillmark visit", "upload", None),
        ("Target price raised", "upload", None),
        ("Zorblat channel check\nZorblat sells more. Zorblat Inc. is glad. Zorblat Inc. is big.", "zorblat_call", None),
        ("Examplezon vs Zephyrwick", "upload", None),
        ("Our Expert Network Inc. call. Our Expert Network Inc. again.", "our_expert_call", None),
    ],
)
def test_the_company_of_a_note_is_one_of_the_register(
    people: People, held: dict[str, Company], text: str, name: str, company: str | None
) -> None:
    document = note(people, text, name)
    assert (document.company.name if document.company else None) == company
    assert Company.objects.count() == len(held)


@pytest.mark.django_db
def test_a_note_learns_no_company_of_documents_that_its_owner_may_not_see(people: People) -> None:
    company = Company.objects.create(name="Zephyrwick Holdings plc")
    shelved = Document.objects.create(name="a", company=company, owner=people.owner, visibility=Visibility.PRIVATE)
    assert note(people, "Our channel check: Zephyrwick").company is None
    shelved.visibility = Visibility.EVERYONE
    shelved.save()
    assert note(people, "Our channel check: Zephyrwick").company == company
