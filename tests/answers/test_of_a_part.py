"""A table of a part answers no question about the whole: notes of an invented filing, the whole road."""

import pytest

from apps.answers.models import Answer
from apps.answers.of_a_part import is_of_a_part, paragraph_above
from apps.documents.models import DocumentVersion, Table
from tests.answers.statements import report
from tests.answers.test_asked_tables import COMPANY, LINES, answered, note
from tests.people import People

FUNDED = (
    ("", "Pension benefits", "", "Postretirement benefits", ""),
    ("(in millions)", "2023", "2022", "2023", "2022"),
    ("Change in benefit obligation", "", "", "", ""),
    ("Benefit obligation at beginning of year", "$90", "$85", "$13", "$11"),
    ("Service cost", "5", "4", "1", "1"),
    ("Benefit obligation at end of year", "$96", "$90", "$14", "$13"),
    ("Change in plan assets", "", "", "", ""),
    ("Fair value at beginning of year", "$80", "$78", "", ""),
    ("Fair value at end of year", "$88", "$80", "", ""),
)
EXCEEDED = (
    ("(in millions)", "2023", "2022"),
    ("Projected benefit obligation", "$7", "$31"),
    ("Accumulated benefit obligation", "6", "30"),
    ("Plan assets at fair value", "2", "21"),
)
LEAD = "Plans with accumulated benefit obligations in excess of plan assets were as follows:"


@pytest.fixture
def version(people: People) -> DocumentVersion:
    return report(people.owner, COMPANY, 2023, LINES)


@pytest.fixture
def pensions(version: DocumentVersion) -> DocumentVersion:
    table = note(version, 8, FUNDED, "Changes in the obligations and assets of the plans were:")
    table.header_rows = 2
    for column in (1, 3):
        table.grid[0][column]["column_span"] = 2
    table.save()
    note(version, 9, EXCEEDED, LEAD)
    return version


def led_on_the_page(version: DocumentVersion) -> Table:
    """The same table where its lead is no caption but a paragraph of the page."""
    table = version.tables.get(page=9)
    table.caption = ""
    table.save()
    return table


def value(answer: Answer) -> str | None:
    return answer.result["value"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was Quillmark's projected benefit obligation at the end of FY2023?", "96000000"),
        ("What was the fair value of Quillmark's pension plan assets at the end of FY2023?", "88000000"),
        ("What was the projected benefit obligation of Quillmark's pension plans in FY2022?", "90000000"),
        ("What was Quillmark's accumulated benefit obligation at the end of FY2023?", None),
        (
            "What was the accumulated benefit obligation of Quillmark's plans with an accumulated benefit obligation"
            " in excess of plan assets in FY2023?",
            "6000000",
        ),
    ],
)
def test_the_whole_is_answered_by_the_whole(
    people: People, pensions: DocumentVersion, question: str, expected: str | None
) -> None:
    assert value(answered(people, question)) == expected


@pytest.mark.django_db
def test_a_paragraph_may_lead_to_the_part(people: People, pensions: DocumentVersion) -> None:
    led_on_the_page(pensions)
    assert value(answered(people, "What was Quillmark's accumulated benefit obligation in FY2023?")) is None


@pytest.mark.django_db
def test_a_row_that_names_nothing_is_of_its_heading(people: People, version: DocumentVersion) -> None:
    note(
        version,
        8,
        (
            ("(in millions)", "2023", "2022"),
            ("Owned piers:", "", ""),
            ("Land", "$40", "$40"),
            ("Alterations to leased and owned piers:", "", ""),
            ("Cost", "957", "974"),
            ("Less: accumulated amortization", "(579)", "(619)"),
        ),
        "Property and equipment, net",
    )
    assert value(answered(people, "What were Quillmark's operating lease costs in FY2023?")) is None
    assert value(answered(people, "What was the cost of Quillmark's leased piers in FY2023?")) is None


@pytest.mark.parametrize(
    ("said", "question", "part"),
    [
        ("Summarized financial information of our equity method investees:", "What was revenue?", True),
        (
            "Summarized financial information of our equity method investees:",
            "Revenue of equity method investees?",
            False,
        ),
        ("Total assets of non-guarantor subsidiaries", "What were total assets?", True),
        ("Condensed Financial Information of Registrant", "What was cash?", True),
        ("The fair values of assets acquired and liabilities assumed were:", "What was goodwill in 2023?", True),
        ("Unaudited pro forma results:", "What was revenue in 2023?", True),
        ("Level 3", "What was the fair value of derivatives?", True),
        ("Assets measured at fair value by Level 1, Level 2 and Level 3:", "Fair value of derivatives?", False),
        ("Other intangible assets (in millions, except per share data)", "What were patents?", False),
        ("Net sales of our segments were as follows:", "What were net sales of Lanterns?", False),
    ],
)
def test_parts_are_told_by_their_words(said: str, question: str, part: bool) -> None:
    assert is_of_a_part([said], question) is part


def test_the_paragraph_above_is_no_table() -> None:
    text = "Rows\t12\n\nThese plans are\nunfunded.\n\n($ in millions)\t2023"
    assert paragraph_above(text, text.index("($")) == "These plans are unfunded."
    assert paragraph_above("Cash\t12\nLand\t9\n\n", 16) == ""
