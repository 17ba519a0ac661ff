import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date

import pytest
from django.test import Client

from apps.documents.models import DocumentVersion, State, Visibility
from tests.documents.shelf import shared, shelve
from tests.people import People

URL = "/library/"
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
Log = Callable[..., Client]


def names(client: Client, query: str = "") -> list[str]:
    """The names on the page, in order."""
    return [document.name for document in client.get(URL + query).context["page"]]


def test_an_empty_library_says_what_to_do(people: People, client_for: Log) -> None:
    assert b"Drop filings anywhere" in client_for(people.owner).get(URL).content
    assert b"Nothing has been shared" in client_for(people.reviewer).get(URL).content


def test_everybody_sees_their_own_and_what_is_shared(people: People, client_for: Log) -> None:
    shelve(people.owner, "mine")
    shared(people.owner, Visibility.TEAM, name="ours")
    shared(people.owner, Visibility.EVERYONE, name="all")
    assert set(names(client_for(people.owner))) == {"mine", "ours", "all"}
    assert set(names(client_for(people.teammate))) == {"ours", "all"}
    for other in (people.expert, people.reviewer, people.stranger):
        assert names(client_for(other)) == ["all"]


def test_anonymous_is_sent_to_the_login(db: None) -> None:
    response = Client().get(URL)
    assert (response.status_code, response["Location"].split("?")[0]) == (302, "/accounts/login/")


def test_wrong_method(people: People, client_for: Log) -> None:
    assert client_for(people.owner).post(URL).status_code == 405


@pytest.fixture
def three(people: People) -> None:
    """Two years of one filer and another's quarter that could not be read."""
    kelp, reed = {"company_name": "Kelpworks Example Corp"}, {"company_name": "Reedbank Example Ltd"}
    shelve(people.owner, "kelp_2022", report_type="10-K", fiscal_year=2022, period_end=date(2022, 12, 31), **kelp)
    shelve(people.owner, "kelp_2023", report_type="10-K", fiscal_year=2023, period_end=date(2023, 12, 31), **kelp)
    shelve(people.owner, "reed_q2", report_type="10-Q", fiscal_year=2023, state=State.ERROR, error="Cut off.", **reed)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?q=kelp", {"kelp_2022", "kelp_2023"}),
        ("?q=reedbank", {"reed_q2"}),
        ("?q=kelp+2023", {"kelp_2023"}),
        ("?year=2023", {"kelp_2023", "reed_q2"}),
        ("?type=10-Q", {"reed_q2"}),
        ("?state=error", {"reed_q2"}),
        ("?state=ready&year=2022", {"kelp_2022"}),
        ("?q=%25", set()),
        ("?year=nonsense&state=nonsense", {"kelp_2022", "kelp_2023", "reed_q2"}),
    ],
)
def test_filters(three: None, people: People, client_for: Log, query: str, expected: set[str]) -> None:
    assert set(names(client_for(people.owner), query)) == expected


def test_filter_by_company(three: None, people: People, client_for: Log) -> None:
    uid = DocumentVersion.objects.get(file_name="reed_q2.pdf").document.company.uid  # type: ignore[union-attr]
    assert names(client_for(people.owner), f"?company={uid}") == ["reed_q2"]


def test_sorting_puts_what_is_unknown_last_in_both_directions(three: None, people: People, client_for: Log) -> None:
    client = client_for(people.owner)
    assert names(client, "?sort=period") == ["kelp_2022", "kelp_2023", "reed_q2"]
    assert names(client, "?sort=-period") == ["kelp_2023", "kelp_2022", "reed_q2"]
    assert names(client, "?sort=name;drop") == ["reed_q2", "kelp_2023", "kelp_2022"]


def test_the_filters_offer_only_what_the_user_may_see(three: None, people: People, client_for: Log) -> None:
    content = client_for(people.stranger).get(URL).content.decode()
    assert "Kelpworks" not in content and "2022" not in content


def test_htmx_gets_the_results_alone(three: None, people: People, client_for: Log) -> None:
    content = client_for(people.owner).get(URL, headers=PARTIAL).content.decode()
    assert "kelp_2023" in content and "<html" not in content


def test_fifty_on_a_page(people: People, client_for: Log) -> None:
    for number in range(51):
        shelve(people.owner, f"document_{number:02}", state=State.ERROR)
    client = client_for(people.owner)
    assert len(names(client)) == 50
    assert names(client, "?page=2") == ["document_00"]
    assert "page=2" in client.get(URL + "?state=error").content.decode()


def test_names_are_escaped(people: People, client_for: Log) -> None:
    shelve(people.owner, "<script>alert(1)</script>", title="<img src=x>")
    content = client_for(people.owner).get(URL).content.decode()
    assert "<script>alert" not in content and "<img src=x>" not in content


def test_the_list_takes_a_fixed_number_of_queries(
    people: People, client_for: Log, django_assert_max_num_queries: Callable[..., AbstractContextManager[object]]
) -> None:
    for number in range(20):
        shelve(people.owner, f"document_{number:02}", company_name=f"Example {number}")
    client = client_for(people.owner)
    with django_assert_max_num_queries(12):
        client.get(URL)


class TestProgress:
    def test_states_are_swapped_in_where_they_stand(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, state=State.UPLOADED)
        response = client_for(people.owner).get(f"/library/progress?uid={version.document.uid}&known=0")
        assert (
            f'hx-swap-oob="outerHTML:[data-state-of=&#x27;{version.document.uid}'
            in response.content.decode().replace("'", "&#x27;")
        )
        assert "Waiting" in response.content.decode()
        assert "HX-Trigger" not in response

    def test_a_finished_document_makes_lists_look_again(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner)
        response = client_for(people.owner).get(f"/library/progress?uid={version.document.uid}&known=0")
        assert response["HX-Trigger"] == "library-changed"
        assert "hx-trigger" not in response.content.decode()

    def test_an_analysed_document_has_more_to_show(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, state=State.ANALYZED)
        response = client_for(people.owner).get(f"/library/progress?uid={version.document.uid}&known=0")
        assert response["HX-Trigger"] == "library-changed"

    def test_a_strangers_document_and_nonsense_are_left_out(self, people: People, client_for: Log) -> None:
        version = shelve(people.owner, state=State.UPLOADED)
        query = f"uid={version.document.uid}&uid=nonsense&uid={uuid.uuid4()}"
        response = client_for(people.stranger).get(f"/library/progress?{query}")
        assert (response.status_code, b"data-state-of" in response.content) == (200, False)
