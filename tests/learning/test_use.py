"""Verified cells are examples with consent alone, and never what is private."""

from typing import Any

import pytest

from apps.documents.models import Page
from apps.learning.builders import use
from apps.learning.builders.filed import Filed, Said
from apps.learning.groups import Grade
from apps.memory.models import CanonicalQuestion, Cell, CellStatus, Evidence
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
TEXT = "Sales of lanterns fell because of a strike at the foundry."


@pytest.fixture
def filed(people: People) -> dict[str, Filed]:
    """A verified cell of everybody rests on the first sentence of a filing."""
    version = report(people.owner, "Quillmark Foundry", 2023, {"revenue": {2023: "$1,577"}})
    Page.objects.filter(version=version, number=0).update(text=TEXT)
    asked = CanonicalQuestion.objects.create(name="Sales", wording="Why did sales fall?", query={}, shared=True)
    cell = Cell.objects.create(question=asked, circle="everyone", status=CellStatus.VERIFIED, text=TEXT)
    place = {"document": version.document, "version": version, "page": 0, "start": 4, "end": 20, "quote": "of lanterns"}
    Evidence.objects.create(cell=cell, **place)
    said = [
        Said(0, TEXT, "", (0, 0, len(TEXT))),
        Said(1, "Sales to kelp growers did not fall.", "", (0, len(TEXT) + 1, len(TEXT) + 40)),
    ]
    return {version.sha256: Filed("Quillmark Foundry", "", 2023, "FY", said=said)}


def test_a_verified_cell_is_an_example_with_consent(filed: dict[str, Filed], settings: Any, people: People) -> None:
    assert not list(use.groups(filed)), "nobody consented"
    settings.LEARN_FROM_USE = True
    (made,) = use.groups(filed)
    assert TEXT in made.texts[0] and made.grades == (Grade.ANSWERS, Grade.OFF_TOPIC)
    assert not list(use.groups({})), "a filing, or a note, that not everybody may read"
    CanonicalQuestion.objects.update(shared=False, owner=people.owner)
    assert not list(use.groups(filed)), "a question that its owner keeps to himself"
    CanonicalQuestion.objects.update(shared=True)
    Cell.objects.update(circle=f"user:{people.owner.uid}")
    assert not list(use.groups(filed)), "a cell of one person"
