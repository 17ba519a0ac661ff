"""A note of a company of which no filing is held yet becomes its note with the first filing that its readers see."""

from typing import Any

import pytest

from apps.answers.run import cells
from apps.documents.models import Document
from apps.memory.models import FilingCheck
from apps.memory.radar import take_up
from apps.notes.saving import new_note
from tests.memory.bank import filed
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def company_of(note: Any) -> str:
    document = Document.objects.select_related("company").get(note=note)
    return document.company.name if document.company else ""


def arrives(people: People, visibility: str) -> None:
    filed(people.owner, visibility=visibility)
    take_up()
    for check in FilingCheck.objects.filter(done=None):
        assert cells.check_filing(check.pk)


def test_a_note_takes_the_company_with_its_first_filing(people: People) -> None:
    own = new_note(people.owner, "# Quillmark Foundry visit")
    others = new_note(people.stranger, "# Quillmark Foundry visit")
    elsewhere = new_note(people.owner, "# Oakfield Mills visit")
    edited = new_note(people.owner, "# Quillmark Foundry call")
    Document.objects.filter(note=edited).update(metadata={"edited": ["title", "company"]})
    assert company_of(own) == ""

    arrives(people, "private")
    told = {name: company_of(note) for name, note in (("own", own), ("others", others), ("elsewhere", elsewhere))}
    assert told == {"own": "Quillmark Foundry", "others": "", "elsewhere": ""} and company_of(edited) == ""
    arrives(people, "everyone")
    assert company_of(others) == "Quillmark Foundry"
