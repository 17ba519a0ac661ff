"""The list of events, and one event."""

import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from apps.audit.paging import PAGE_SIZE, Place, Slice, cut
from apps.audit.selection import Selection
from apps.audit.trail import Subject, record
from tests.people import People

PAGE = "/audit/"
pytestmark = pytest.mark.usefixtures("served")
DOCUMENT = uuid.uuid4()


def keys(page: Slice) -> list[int]:
    return [event.pk for event in page.events]


def names(response) -> list[str]:  # type: ignore[no-untyped-def]
    return [event.subject_name for event, _ in response.context["rows"]]


@pytest.fixture
def served() -> Iterator[None]:
    """What tests ask for beside the pages, which say themselves for whom."""
    with serving():
        yield


@pytest.fixture
def reviewer(people: People, client_for: Callable[[User], Client]) -> Client:
    return client_for(people.reviewer)


@pytest.fixture
def trail(people: People, reviewer: Client) -> list[AuditEvent]:
    """Three events of three days. Depends on the reviewer's client: logging in leaves an event of its own."""
    made = []
    for day, (action, actor, name) in enumerate(
        [
            (Action.UPLOADED, people.owner, "Annual report"),
            (Action.ASKED, people.owner, "What was revenue?"),
            (Action.DOCUMENT_VIEWED, people.stranger, "Annual report 100%"),
        ]
    ):
        with patch("apps.audit.trail.Now", return_value=datetime(2024, 3, 1 + day, 12, tzinfo=UTC)):
            made.append(record(action, actor=actor, subject=Subject("report", DOCUMENT, name)))
    return made


def test_newest_first_for_reviewers_and_administrators(
    people: People, trail: list[AuditEvent], client_for: Callable[[User], Client]
) -> None:
    for person in (people.reviewer, people.administrator):
        response = client_for(person).get(PAGE)
        assert response.status_code == 200
        assert names(response).index("Annual report 100%") < names(response).index("Annual report")


def test_others_are_refused_and_have_no_link_to_it(people: People, client_for: Callable[[User], Client]) -> None:
    event = record(Action.EXPORTED)
    for person in (people.owner, people.teammate, people.expert, people.stranger):
        client = client_for(person)
        assert [client.get(page).status_code for page in (PAGE, f"{PAGE}events/{event.uid}/")] == [403, 403]
        assert 'href="/audit/"' not in client.get("/accounts/profile/").text
    assert 'href="/audit/"' in client_for(people.reviewer).get("/accounts/profile/").text


def test_anonymous_callers_are_sent_to_the_log_in(client: Client, db: None) -> None:
    assert client.get(PAGE).headers["Location"].startswith("/accounts/login/")


def test_nothing_here_changes_anything(reviewer: Client, trail: list[AuditEvent]) -> None:
    for page in (PAGE, f"{PAGE}events/{trail[0].uid}/", f"{PAGE}export.csv"):
        assert reviewer.post(page).status_code == 405


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("action=asked", ["What was revenue?"]),
        ("actor=stan", ["Annual report 100%"]),
        ("actor=STAN.stranger", ["Annual report 100%"]),
        ("subject=annual", ["Annual report 100%", "Annual report"]),
        ("subject=100%25", ["Annual report 100%"]),
        ("subject=_", []),
        (f"subject={DOCUMENT}", ["Annual report 100%", "What was revenue?", "Annual report"]),
        ("since=2024-03-02&until=2024-03-02", ["What was revenue?"]),
        ("until=2024-03-01", ["Annual report"]),
        ("until=2024-03-01&action=asked", []),
        ("until=2024-03-03&before=not-an-id", ["Annual report 100%", "What was revenue?", "Annual report"]),
    ],
)
def test_filters(reviewer: Client, trail: list[AuditEvent], query: str, found: list[str]) -> None:
    assert names(reviewer.get(f"{PAGE}?{query}")) == found


def test_actor_by_id(people: People, reviewer: Client, trail: list[AuditEvent]) -> None:
    assert names(reviewer.get(f"{PAGE}?actor={people.stranger.uid}")) == ["Annual report 100%"]


@pytest.mark.parametrize(
    "query", ["action=made-up", "since=yesterday", "since=2024-03-02&until=2024-03-01", "since=0000-00-00"]
)
def test_a_wrong_filter_says_so_and_shows_nothing(reviewer: Client, trail: list[AuditEvent], query: str) -> None:
    response = reviewer.get(f"{PAGE}?{query}")
    assert response.status_code == 422
    assert names(response) == []
    assert "errorlist" in response.text


def test_the_ends_of_the_calendar(reviewer: Client, trail: list[AuditEvent]) -> None:
    assert len(names(reviewer.get(f"{PAGE}?since=0001-01-01&until=9999-12-31&subject={DOCUMENT}"))) == 3


def test_names_are_shown_as_text(reviewer: Client) -> None:
    event = record(Action.UPLOADED, subject=Subject("report", None, "<script>x</script>"), why="<i>")
    for page in (PAGE, f"{PAGE}events/{event.uid}/"):
        text = reviewer.get(page).text
        assert "<script>x" not in text
        assert "<i>" not in text
        assert "&lt;script&gt;x" in text


def test_one_event_with_its_details(people: People, reviewer: Client) -> None:
    event = record(Action.TRANSITION, actor=people.owner, address="10.0.0.7", to="ready", counts={"pages": 3})
    text = reviewer.get(f"{PAGE}events/{event.uid}/").text
    for shown in ("olga.owner", "10.0.0.7", "ready", "&quot;pages&quot;: 3", str(event.uid)):
        assert shown in text
    assert reviewer.get(f"{PAGE}events/{uuid.uuid4()}/").status_code == 404


def test_an_action_of_an_older_release_is_still_shown(reviewer: Client) -> None:
    AuditEvent.objects.create(at=datetime.now(UTC), action="long-gone", actor_name="system")
    assert "long-gone" in reviewer.get(PAGE).text


def test_between_two_days_the_order_is_that_of_time(trail: list[AuditEvent]) -> None:
    with patch("apps.audit.trail.Now", return_value=datetime(2024, 3, 1, 18, tzinfo=UTC)):
        late = record(Action.ASKED)  # committed last, of the first day
    found = Selection(since=date(2024, 3, 1), until=date(2024, 3, 3)).events()
    newest = [trail[2], trail[1], late, trail[0]]
    page = cut(found, size=2)
    assert keys(page) == [event.pk for event in newest[:2]]
    older = cut(found, Place.of(page.older, None), size=2)
    assert keys(older) == [event.pk for event in newest[2:]]
    assert keys(cut(found, Place.of(None, older.newer), size=2)) == keys(page)


def test_paging_forth_and_back_meets_each_event_once(db: None) -> None:
    made = [record(Action.EXPORTED, number=number).pk for number in range(7)][::-1]
    found = Selection().events()
    first = cut(found, size=3)
    second = cut(found, Place.of(first.older, None), size=3)
    third = cut(found, Place.of(second.older, None), size=3)
    assert [event.pk for page in (first, second, third) for event in page.events] == made
    assert (first.newer, third.older) == (None, None)
    back = cut(found, Place.of(None, third.newer), size=3)
    assert [event.pk for event in back.events] == [event.pk for event in second.events]
    assert cut(found, Place.of(None, back.newer), size=3).newer is None
    assert cut(found, Place.of(uuid.uuid4(), None), size=3).events == first.events


def test_the_pages_links_keep_the_filters(reviewer: Client) -> None:
    for _ in range(PAGE_SIZE + 1):
        record(Action.EXPORTED)
    response = reviewer.get(f"{PAGE}?action=exported")
    assert len(names(response)) == PAGE_SIZE
    older = reviewer.get(f"{PAGE}?{response.context['older']}")
    assert (len(names(older)), older.context["older"]) == (1, "")
    assert reviewer.get(f"{PAGE}?{older.context['newer']}").context["rows"] == response.context["rows"]


def test_days_are_whole_utc_days(db: None) -> None:
    for at in (datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 5, 2, tzinfo=UTC) - timedelta(microseconds=1)):
        AuditEvent.objects.create(at=at, action=Action.EXPORTED, actor_name="system")
    day = date(2024, 5, 1)
    assert Selection(since=day, until=day).events().count() == 2


def walked(selection: Selection, reader: User) -> tuple[list[list[str]], list[list[str]]]:
    """The names on each page of two: to the oldest, and back to the newest."""
    page = selection.page_for(reader, size=2)
    forth, back = [page], []
    while page.older:
        page = selection.page_for(reader, before=page.older, size=2)
        forth.append(page)
    while page.newer:
        page = selection.page_for(reader, after=page.newer, size=2)
        back.append(page)
    return named_on(forth), named_on(back)


def named_on(pages: list[Slice]) -> list[list[str]]:
    return [[event.subject_name for event in page.events] for page in pages]


@pytest.fixture
def annuals(people: People) -> list[str]:
    """Names that the reviewer may read, newest first; each is followed by an event of that name that is closed."""
    for number in range(9):
        record(Action.UPLOADED, subject=Subject("report", None, f"Annual {number}" if number % 4 else "Letter"))
        record(Action.SEARCHED, actor=people.owner, subject=Subject("search", uuid.uuid4(), "Annual, closed"))
    return [f"Annual {number}" for number in (7, 6, 5, 3, 2, 1)]


@pytest.mark.parametrize(("near", "few", "batch"), [(1, 0, 1), (2, 400, 1), (5, 0, 3), (3, 400, 2), (1000, 400, 1000)])
@pytest.mark.parametrize("since", [None, date(2024, 1, 1)])
def test_pages_by_a_name_are_whole_and_in_order(
    people: People, annuals: list[str], monkeypatch: pytest.MonkeyPatch, near: int, few: int, batch: int, since: date
) -> None:
    """Whether many have it or few, and however many events are looked through at a time."""
    for name, value in (("NEAR", near), ("FEW", few), ("BATCH", batch), ("PATIENCE", 60)):
        monkeypatch.setattr(f"apps.audit.looking.{name}", value)
    forth = [annuals[:2], annuals[2:4], annuals[4:]]
    assert walked(Selection(subject="annual", since=since), people.reviewer) == (forth, forth[1::-1])
    letters = walked(Selection(subject="letter", since=since), people.reviewer)
    assert letters == ([["Letter", "Letter"], ["Letter"]], [["Letter"] * 2])


@pytest.mark.parametrize(("few", "rare"), [(0, 9), (400, 2), (400, 20)])
def test_a_search_that_takes_long_goes_on_where_it_ended(
    people: People, annuals: list[str], monkeypatch: pytest.MonkeyPatch, few: int, rare: int
) -> None:
    for name, value in (("NEAR", 5), ("FEW", few), ("RARE", rare), ("BATCH", 2), ("PATIENCE", -1)):
        monkeypatch.setattr(f"apps.audit.looking.{name}", value)
    selection = Selection(subject="annual")
    assert selection.page_for(people.reviewer, size=2).looked_to
    forth, back = walked(selection, people.reviewer)
    assert [name for page in forth for name in page] == annuals
    assert {name for page in back for name in page} <= set(annuals) and len(forth) > 3


def test_an_empty_page_of_a_long_search_leads_on(
    reviewer: Client, annuals: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("NEAR", 1), ("FEW", 0), ("PATIENCE", -1)):
        monkeypatch.setattr(f"apps.audit.looking.{name}", value)
    page = reviewer.get(PAGE, {"subject": "annual 3"})
    assert not page.context["rows"] and page.context["older"] and "Look further back" in page.text


@pytest.mark.parametrize(("name", "asked"), [("letter", 1), ("annual", 2), ("zebra", 2)])
def test_a_name_that_is_rare_nearby_is_looked_up_once(people: People, name: str, asked: int) -> None:
    """Closed ones too: two looks through the trail find that there is nothing to read."""
    with patch("apps.audit.looking.NEAR", 3):
        record(Action.SEARCHED, actor=people.owner, subject=Subject("search", uuid.uuid4(), "Annual, closed"))
        for _ in range(3):
            record(Action.UPLOADED, subject=Subject("report", None, "Letter"))
        with CaptureQueriesContext(connection) as queries:
            page = Selection(subject=name).page_for(people.reviewer, size=1)
    assert page.looked_to is None and bool(page.older) is bool(page.events) is (name == "letter")
    assert sum("UPPER(" in query["sql"] for query in queries) == asked
