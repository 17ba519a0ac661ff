"""Prices, events, the memory bank and notes as tools: same rights, same ids, and offered where there is something."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from apps.accounts.acting import acting_as
from apps.answers.tools.beside import present
from apps.answers.tools.calls import called
from apps.answers.tools.desk import Desk, Given
from apps.notes.models import Note
from apps.questions.query import Intent, Query, TextKind
from tests.answers.sources.market_company import hold, priced
from tests.answers.sources.test_events import event
from tests.answers.store import hold as hold_filing
from tests.memory.bank import filled, verified
from tests.people import People

pytestmark = pytest.mark.django_db


def use(desk: Desk, tool: str, **arguments: object) -> Given:
    with acting_as(desk.asker):
        return called(desk, tool, json.dumps(arguments))


def test_a_price_is_a_result_that_is_computed_with_and_counted(people: People, tmp_path: Path) -> None:
    hold(people.owner)
    with priced(tmp_path):
        desk = Desk(people.owner)
        assert "December 29, 2023" in use(desk, "market", company="Quillmark", on="2023-12-31").text
        assert desk.results["k1"].amount.value == Decimal(47) and len(desk.calls.made) == 1
        assert "94" in use(desk, "calculate", name="Two", expression="k1 * 2").text
        desk.calls.most = 1
        assert use(desk, "market", company="Quillmark", on="2024-02-20").text.startswith("Refused")
        assert "Refused" in use(Desk(people.owner), "market", company="Brambleholt", on="2023-12-31").text


def test_events_are_sentences_with_ids(people: People) -> None:
    event(people.owner, date(2024, 6, 3), "Item 5.02. Departure of Directors\nA director left.\n")
    event(people.stranger, date(2024, 7, 1), "Item 8.01. A secret.\n", visibility="private")
    desk = Desk(people.owner)
    told = use(desk, "events", company="Quillmark", years=[2024]).text
    assert "s1: Item 5.02. Departure of Directors" in told and "secret" not in told and "s1" in desk.sentences
    assert use(Desk(people.owner), "events", years=[1999]).text == "No current report is held."


def test_verified_cells_lead_to_the_places_behind_them(people: People) -> None:
    company = hold(people.owner).document.company
    assert company
    filled(people.owner, company, keys=["revenue"])
    desk = Desk(people.owner)
    assert use(desk, "memory", company="Quillmark").text == "Nothing verified is held."
    verified(people.expert, "revenue")
    told = use(desk, "memory", company="Quillmark", years=[2023]).text
    assert "behind it: s1" in told and "s1" in desk.sentences


def test_notes_are_those_that_the_asker_may_see(people: People) -> None:
    for owner, name in ((people.owner, "Mine"), (people.stranger, "Theirs")):
        version = hold_filing(owner, f"{name} Note", visibility="private")
        Note.objects.create(document=version.document, text="freight volumes after the strike")
    told = use(Desk(people.owner), "notes", words="freight strike").text
    assert told.count("== f") == 1 and "after the strike" in told and "s1" in told


def test_only_what_has_something_to_give_is_offered(people: People, tmp_path: Path) -> None:
    version = hold(people.owner)
    asked = Query(Intent.TEXT)
    with acting_as(people.owner):
        assert present(Desk(people.owner), asked) == ()
        assert [one.name for one in present(Desk(people.owner), Query(Intent.TEXT, text_kind=TextKind.EVENT))] == [
            "events"
        ]
        Note.objects.create(document=version.document, text="words")
        with priced(tmp_path):
            assert [one.name for one in present(Desk(people.owner), asked)] == ["market", "notes"]
