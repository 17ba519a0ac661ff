"""The page of what trust has meant tells what the judged rows say."""

import json
from collections.abc import Callable

from django.test import Client
from django.urls import reverse

from apps.accounts.models import User
from apps.chat.track_record import COUNTED
from scripts.count_fresh_questions import counted
from tests.people import People

Browse = Callable[[User], Client]


def test_the_page_shows_the_counts_of_the_judged_rows(people: People, client_for: Browse) -> None:
    assert json.loads(COUNTED.read_text()) == counted(), "python -m scripts.count_fresh_questions --write"
    high = [line.get("High", {}) for line in counted().values()]
    page = client_for(people.owner).get(reverse("chat:track_record")).content.decode()
    right, of = sum(line.get("right", 0) for line in high), sum(sum(line.values()) for line in high)
    assert f'<td class="num">{right}</td>' in page
    assert f'<td class="num">{of}</td></tr>' in page
