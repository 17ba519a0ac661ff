"""Entity abstraction: names and years become placeholders, the same ones in a question and its texts."""

import pytest

from apps.documents.models import Company, Document
from apps.learning.abstraction import abstracted, register
from apps.learning.groups import Group
from apps.questions.filers import Filer, Register
from tests.answers.statements import report
from tests.people import People

QUILL = Filer(1, "Quillmark Works, Inc.", ("Dalby Lantern Company",), "QLMK")
HARROW = Filer(2, "Harrowgate plc")
KNOWN = Register.of([QUILL, HARROW])


def made(question: str, *texts: str) -> tuple[str, ...]:
    group = abstracted(Group(question, texts, (3,) * len(texts), "x", QUILL.name), KNOWN)
    assert (group.grades, group.origin, group.company) == ((3,) * len(texts), "x", QUILL.name)
    return group.question, *group.texts


def test_every_name_of_a_filer_is_one_placeholder_and_another_filers_another() -> None:
    assert made(
        "Why did Quillmark's sales fall?",
        "Quillmark Works, Inc. FY. Sales fell.",
        "Dalby Lantern Company lost to Harrowgate plc.",
        "QLMK fell.",
    ) == (
        "Why did Company A sales fall?",
        "Company A. FY. Sales fell.",
        "Company A lost to Company B.",
        "Company A fell.",
    )


def test_years_keep_their_order_and_another_year_stays_another() -> None:
    assert made("Sales in FY22?", "Sales of 2022 and 2021.", "FY 2023. Sales.") == (
        "Sales in Year 2?",
        "Sales of Year 2 and Year 1.",
        "Year 3. Sales.",
    )


def test_amounts_are_no_years() -> None:
    told = "It paid $2,010 million, 2021.5 tons, 1999% and $2020 in all, of 12021."
    assert made("What was paid?", told)[1] == told


@pytest.mark.django_db
def test_names_come_from_filings_that_everybody_may_read_and_from_the_set(people: People) -> None:
    report(people.owner, "Quillmark Foundry", 2023, {"revenue": {2023: "$1,577"}})
    Company.objects.filter(documents__in=Document.objects.all()).update(aliases=["Dalby Lantern"])
    Company.objects.create(name="Zephyrine Holdings")
    group = Group("Did Dalby Lantern, Brackenfold Mills or Zephyrine pay?", ("a",), (3,), "x", "Brackenfold Mills Ltd")
    found = abstracted(group, register([group])).question
    assert found == "Did Company A, Company B or Zephyrine pay?"
