"""The trace page tells who re-ranked, and what each said of a passage (R4)."""

from collections.abc import Callable
from html import unescape

import pytest
from django.conf import LazySettings
from django.test import Client

from apps.accounts.models import User
from apps.documents.models import Chunk
from tests.people import People
from tests.retrieval.library import publish

pytestmark = pytest.mark.django_db


def test_judges_and_what_cards_meet_are_shown(
    people: People, client_for: Callable[[User], Client], settings: LazySettings
) -> None:
    settings.TOURNAMENT, settings.CROSS_ENCODER = True, "no/such/model"
    filing = publish(people.owner, "BRACKENFOLD_2022_10K", company="Brackenfold Bakeries, Inc.", year=2022)
    card = {"metrics": ["net_income"], "numbers": [], "periods": ["FY2022"], "entities": []}
    Chunk.objects.filter(pk=filing.chunks[0].pk).update(card=card)
    page = client_for(people.owner).get("/search/why?q=What+was+Brackenfold's+net+income+in+FY2022").content.decode()
    shown = unescape(page)
    assert "<dt>tournament</dt><dd>rules</dd>" in shown
    assert "its card meets company (its filer), items (Net income), period (FY2022)" in shown
    assert "tournament 0." in shown
    page = (
        client_for(people.owner).get("/search/why?q=Why+did+Brackenfold's+net+income+fall+in+FY2022").content.decode()
    )
    assert "<dt>cross-encoder</dt><dd>left out: FINRAG_CROSS_ENCODER names" in unescape(page)  # of words alone
