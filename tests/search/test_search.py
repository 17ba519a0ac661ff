"""The search page: what it finds, how it narrows, and that nobody learns of what is another's."""

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Company, Visibility
from tests.people import People
from tests.retrieval.library import publish

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
BAKERY, TRAMS = "Brackenfold Bakeries, Inc.", "Thornbury Tramways plc"
SECRET = "zq81secret"


@pytest.fixture
def shelf(people: People) -> None:
    publish(people.owner, "BRACKENFOLD_2021_10K", company=BAKERY, year=2021)
    publish(people.owner, "BRACKENFOLD_2022_10K", company=BAKERY, year=2022)
    publish(people.owner, "THORNBURY_2022_10Q", company=TRAMS, year=2022, period="Q2", form="10-Q")


def get(client: Client, **query: object) -> str:
    response = client.get(f"/search/?{urlencode(query)}")
    assert response.status_code == 200
    return unescape(response.content.decode())


def option(page: str, label: str) -> str:
    """The line of a facet, from its link to its count; "" when it is not offered."""
    found = [
        part.split("</li>")[0] for part in page.split("<li><a href=") if f">{label}</span>" in part.split("</li>")[0]
    ]
    return found[0] if found else ""


def test_the_empty_page_says_what_to_do(shelf: None, people: People, client_for: Browse) -> None:
    page = get(client_for(people.owner))
    assert "What are you looking for?" in page
    assert not AuditEvent.objects.filter(action=Action.SEARCHED).exists()


def test_the_empty_library_leads_to_upload(people: People, client_for: Browse) -> None:
    assert "The library is empty" in get(client_for(people.owner))


def test_passages_are_found_and_open_at_their_place(shelf: None, people: People, client_for: Browse) -> None:
    client = client_for(people.owner)
    page = get(client, q="price of flour")
    assert "<mark>flour</mark>" in page and "<mark>price</mark>" in page
    place = page.split('class="hit-title" href="')[1].split('"')[0]
    opened = client.get(place)
    assert opened.status_code == 200 and "chunk=" in place
    assert AuditEvent.objects.get(action=Action.SEARCHED).subject_name == "price of flour"


def test_what_was_understood_and_is_missing_is_said(shelf: None, people: People, client_for: Browse) -> None:
    page = get(client_for(people.owner), q="Brackenfold net income FY2022")
    assert "company Brackenfold Bakeries, Inc." in page and "fiscal year 2022" in page
    page = get(client_for(people.owner), q="Net income of Gullwing Dairy in FY2022")
    assert "Not held: Gullwing Dairy" in page


def test_a_facet_narrows_and_is_taken_away_again(shelf: None, people: People, client_for: Browse) -> None:
    client = client_for(people.owner)
    everything = get(client, q="dividend flour headquarters")
    assert option(everything, BAKERY) and option(everything, TRAMS) and option(everything, "10-Q")
    trams = Company.objects.get(name=TRAMS)
    narrowed = get(client, q="dividend flour headquarters", company=trams.uid)
    hits = narrowed.split('class="hit-list"')[1]
    assert TRAMS in hits and BAKERY not in hits
    assert option(narrowed, BAKERY)  # what else there would be is still offered
    assert f"company={trams.uid}" not in option(narrowed, TRAMS)  # and the choice can be taken away
    assert option(narrowed, TRAMS).split("num")[-1] == option(everything, TRAMS).split("num")[-1]
    assert not option(narrowed, "10-K")


def test_year_type_and_section_narrow_together(shelf: None, people: People, client_for: Browse) -> None:
    page = get(client_for(people.owner), q="flour", year=2022, form="10-K", section="Other")
    hits = page.split('class="hit-list"')[1]
    assert "10-K 2022" in hits and "10-K 2021" not in hits and "10-Q" not in hits
    assert "3 chosen" in page


def test_nothing_left_says_what_to_take_away(shelf: None, people: People, client_for: Browse) -> None:
    page = get(client_for(people.owner), q="flour", section="Risk factors")
    assert "Nothing here meets what was chosen" in page


def test_what_is_not_understood_counts_as_not_asked(shelf: None, people: People, client_for: Browse) -> None:
    wrong = {"company": "x", "year": "soon", "form": "11-K", "section": "Attic", "page": "99"}
    assert "hit-list" in get(client_for(people.owner), q="flour", **wrong)


def test_pages_of_results(people: People, client_for: Browse) -> None:
    texts = tuple(f"Oven number {number} bakes rye bread in shift {number}." for number in range(25))
    publish(people.owner, "OVENS", texts, company=BAKERY, year=2022)
    client = client_for(people.owner)
    first, second = get(client, q="oven rye bread"), get(client, q="oven rye bread", page=2)
    assert first.count('class="hit"') == 20 and second.count('class="hit"') == 5
    assert "page=2" in first and 'start="21"' in second


def test_htmx_gets_the_results_alone(shelf: None, people: People, client_for: Browse) -> None:
    page = client_for(people.owner).get("/search/?q=flour", headers={"HX-Request-Type": "partial"}).content.decode()
    assert "hit-list" in page and "<html" not in page


def test_tables_keep_their_lines(shelf: None, people: People, client_for: Browse) -> None:
    page = get(client_for(people.owner), q="Brackenfold goodwill 2022")
    assert "snippet-table" in page and "<mark>Goodwill</mark> 640 640" in page


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.TEAM])
def test_nothing_of_anothers_private_filing_shows(
    shelf: None, people: People, client_for: Browse, visibility: Visibility
) -> None:
    client = client_for(people.stranger)
    queries = [
        {"q": "net income flour"},
        {"q": SECRET},
        {"q": f"{SECRET} Mills net income"},
        {"q": "flour", "year": 2031},
    ]
    numbers = [client.get("/api/v1/search", query).json() for query in queries]
    pages = [results(client, query) for query in queries]
    perfect = (f"Net income of {SECRET} Mills was 77. Flour costs were {SECRET}.",) * 1
    publish(people.owner, f"{SECRET}_2031", perfect, company=f"{SECRET} Mills", year=2031, visibility=visibility)
    secret = Company.objects.get(name=f"{SECRET} Mills").uid
    for query, number, page in zip(queries, numbers, pages, strict=True):
        assert results(client, query) == page
        assert client.get("/api/v1/search", query).json() | {"seconds": 0} == number | {"seconds": 0}
    narrowed = get(client, q="flour", company=secret)
    assert "Mills" not in narrowed and "0 chosen" not in narrowed and "1 chosen" not in narrowed
    why = client.get("/search/why?q=flour").content.decode()
    assert SECRET not in why
    assert SECRET in get(client_for(people.owner), q="flour costs")  # who may see it, finds it


def results(client: Client, query: dict[str, object]) -> str:
    """The results alone, without the seconds that they took."""
    page = client.get("/search/", query, headers={"HX-Request-Type": "partial"}).content.decode()
    return re.sub(r"· [\d.]+ s", "", page)


def test_a_reviewer_may_search_what_everyone_sees(shelf: None, people: People, client_for: Browse) -> None:
    assert "<mark>flour</mark>" in get(client_for(people.reviewer), q="flour")


def test_anonymous_logs_in_first(client: Client) -> None:
    assert client.get("/search/?q=flour").status_code == 302


def test_wrong_method(people: People, client_for: Browse) -> None:
    assert client_for(people.owner).post("/search/").status_code == 405


def test_words_and_texts_are_escaped(people: People, client_for: Browse) -> None:
    publish(people.owner, "EVIL", ("Flour <script>alert(1)</script> & <b>rye</b>",), company=BAKERY, year=2022)
    page = client_for(people.owner).get("/search/", {"q": "<script>alert(2)</script> flour"}).content.decode()
    assert "<script>alert" not in page and "<b>rye" not in page
    assert "&lt;<mark>script</mark>&gt;" in page
    assert "style=" not in page and "onclick" not in page


def test_what_cannot_be_searched_for_breaks_nothing(shelf: None, people: People, client_for: Browse) -> None:
    for words in ("\1", "x" * 4001, "' ; --", "🙂", "a:*|!", "   "):
        assert client_for(people.owner).get("/search/", {"q": words}).status_code == 200
