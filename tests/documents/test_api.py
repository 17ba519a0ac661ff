import uuid
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.accounts.models import ApiToken
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document, State, StatementCheck, Visibility
from tests.documents.filings import markdown
from tests.documents.shelf import SENTENCES, shared, shelve
from tests.documents.stated import keep
from tests.people import People

URL = "/api/v1/documents"
Log = Callable[..., Client]


def file(content: bytes | None = None, name: str = "quillmark.md") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, markdown().encode() if content is None else content)


@pytest.mark.parametrize("rest", ["", "/state", "/pages", "/chunks", "/tables", "/facts", "/checks"])
class TestWhoMayRead:
    def test_owner_teammate_and_the_others(self, people: People, client_for: Log, rest: str) -> None:
        document = shared(people.owner, Visibility.TEAM).document
        seen = {person.username: client_for(person).get(f"{URL}/{document.uid}{rest}").status_code for person in people}
        assert [name for name, status in seen.items() if status == 200] == ["olga.owner", "tomas.teammate"]
        assert set(seen.values()) == {200, 404}

    def test_anonymous_and_bad_id(self, people: People, client_for: Log, rest: str) -> None:
        assert Client().get(f"{URL}/{shelve(people.owner).document.uid}{rest}").status_code == 401
        assert client_for(people.owner).get(f"{URL}/{uuid.uuid4()}{rest}").status_code == 404


@pytest.mark.parametrize(("method", "rest"), [("delete", ""), ("post", "/retry")])
class TestWhoMayChange:
    def test_all_but_the_owner_are_refused(self, people: People, client_for: Log, method: str, rest: str) -> None:
        private, everyone = shelve(people.owner).document, shared(people.owner, Visibility.EVERYONE).document
        for person in (people.teammate, people.expert, people.stranger):
            act = getattr(client_for(person), method)
            assert [act(f"{URL}/{d.uid}{rest}").status_code for d in (private, everyone)] == [404, 403]
        assert getattr(client_for(people.reviewer), method)(f"{URL}/{everyone.uid}{rest}").status_code == 403


def test_list_filters_as_the_page_does(people: People, client_for: Log) -> None:
    shelve(people.owner, "kelp", company_name="Kelpworks Example Corp", fiscal_year=2023, report_type="10-K")
    shelve(people.owner, "reed", fiscal_year=2022, state=State.ERROR, error="Cut off.")
    shelve(people.stranger, "hidden", fiscal_year=2023)
    client = client_for(people.owner)
    everything = client.get(URL).json()
    assert ([d["name"] for d in everything["documents"]], everything["count"]) == (["reed", "kelp"], 2)
    for query in ("?q=kelpworks", "?year=2023", "?type=10-K", "?state=ready", "?sort=name&limit=1"):
        assert [d["name"] for d in client.get(URL + query).json()["documents"]] == ["kelp"]
    assert client.get(URL + "?limit=1&offset=1").json()["documents"][0]["company"] == "Kelpworks Example Corp"


@pytest.mark.parametrize(
    "query", ["?limit=0", "?limit=501", "?sort=password", "?state=odd", "?offset=-1", "?company=x"]
)
def test_filters_that_cannot_be_are_refused(people: People, client_for: Log, query: str) -> None:
    assert client_for(people.owner).get(URL + query).status_code == 422


def test_upload_by_token(people: People) -> None:
    _, text = ApiToken.objects.make(people.expert, "script")
    headers = {"Authorization": f"Bearer {text}"}
    response = Client().post(URL, {"file": file(), "visibility": "everyone"}, headers=headers)
    assert response.status_code == 201, response.content
    body = response.json()
    assert (body["state"]["state"], body["visibility"], body["duplicate"]) == ("uploaded", "everyone", False)
    again = Client().post(URL, {"file": file()}, headers=headers)
    assert (again.status_code, again.json()["id"], again.json()["duplicate"]) == (200, body["id"], True)


def test_a_new_version_by_api(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    url = f"{URL}/{version.document.uid}"
    response = client.post(f"{url}/versions", {"file": file()})
    assert (response.status_code, response.json()["id"]) == (201, str(version.document.uid))
    assert (client.get(f"{url}/state").json()["state"], Document.objects.count()) == ("uploaded", 1)
    assert client.get(url).json()["version"]["id"] == str(version.uid)
    assert client.post(f"{url}/versions", {"file": file()}).status_code == 200
    refused = client.post(f"{url}/versions", {"file": file(b"", "empty.pdf")})
    assert (refused.status_code, refused.json()["reason"]) == (422, "empty")


def test_a_refused_file_has_a_reason_and_a_sentence(people: People, client_for: Log) -> None:
    response = client_for(people.owner).post(URL, {"file": file(b"", "empty.pdf")})
    assert (response.status_code, response.json()["reason"]) == (422, "empty")
    assert response.json()["detail"].endswith(".")
    assert not Document.objects.exists()


def test_a_reviewer_uploads_nothing(people: People, client_for: Log) -> None:
    assert client_for(people.reviewer).post(URL, {"file": file()}).status_code == 403


def test_a_session_needs_the_csrf_token(people: People) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.owner)
    assert client.post(URL, {"file": file()}).status_code == 403


def test_sharing_with_a_team_needs_one(people: People, client_for: Log) -> None:
    response = client_for(people.administrator).post(URL, {"file": file(), "visibility": "team"})
    assert (response.status_code, Document.objects.count()) == (422, 0)


def test_state_gives_diagnostics_to_the_owner_alone(people: People, client_for: Log) -> None:
    failed = {"state": State.ERROR, "error": "Cut off.", "failed_in": State.UPLOADED, "diagnostics": {"exception": "E"}}
    document = shared(people.owner, Visibility.TEAM, **failed).document
    mine = client_for(people.owner).get(f"{URL}/{document.uid}/state").json()
    theirs = client_for(people.teammate).get(f"{URL}/{document.uid}/state").json()
    assert (mine["error"], mine["failed_in"], mine["diagnostics"]) == ("Cut off.", "uploaded", {"exception": "E"})
    assert (theirs["error"], theirs["diagnostics"]) == ("Cut off.", {})


def test_pages_and_chunks(people: People, client_for: Log) -> None:
    document, client = shelve(people.owner).document, client_for(people.owner)
    pages = client.get(f"{URL}/{document.uid}/pages?offset=1&limit=1").json()
    assert (pages["count"], [page["number"] for page in pages["pages"]]) == (3, [1])
    (chunk,) = client.get(f"{URL}/{document.uid}/chunks").json()["chunks"]
    assert (chunk["text"], chunk["page"], chunk["section"]) == (SENTENCES[1], 1, ["Kelp"])
    assert AuditEvent.objects.filter(action=Action.DOCUMENT_VIEWED).count() == 2


def test_tables_and_one_with_its_cells(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    listed = client.get(f"{URL}/{version.document.uid}/tables").json()
    (table,) = listed["tables"]
    assert (listed["count"], table["caption"], table["rows"], table["columns"]) == (1, "Sales of kelp", 2, 3)
    grid = client.get(f"/api/v1/tables/{table['id']}").json()
    assert [[cell and cell["text"] for cell in row] for row in grid["cells"]] == [
        [None, "2023", None],
        ["Net", "1,577", "1,577"],
    ]
    assert client_for(people.stranger).get(f"/api/v1/tables/{table['id']}").status_code == 404


def test_facts_are_filtered_paged_and_exact(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    for year, value in ((2023, "1577.5"), (2022, "80")):
        keep(version, "revenue", year, value)
    keep(version, "revenue", 2023, "12", dimension="Kelp")
    url = f"{URL}/{version.document.uid}/facts"
    assert client.get(f"{url}?limit=1&offset=1").json()["count"] == 3
    (fact,) = client.get(f"{url}?concept=revenue&year=2023&dimension=").json()["facts"]
    assert (fact["value"], fact["scale"], fact["page"], fact["start"], fact["end"]) == (
        "1577500000",
        "1000000",
        1,
        41,
        46,
    )
    assert fact["table"] == str(version.tables.get().uid)
    assert client.get(f"{url}?year=12").status_code == 422
    assert client.get(f"{url}?concept=%00").status_code == 400


def test_checks_name_their_members(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    fact = keep(version, "revenue", 2023, "80")
    check = StatementCheck.objects.create(
        version=version, name="Sums up", difference=3, tolerance=1, passed=False, months=12, note="10 times too large"
    )
    check.facts.set([fact])
    (told,) = client.get(f"{URL}/{version.document.uid}/checks").json()["checks"]
    assert (told["passed"], told["difference"], told["facts"]) == (False, "3", [str(fact.uid)])
    assert told["note"] == "10 times too large"


@pytest.mark.parametrize("path", ["documents/12", "documents/not-a-uuid/pages", "tables/x", "nothing/here"])
def test_an_address_that_cannot_be_is_told_in_json(people: People, client_for: Log, path: str) -> None:
    response = client_for(people.owner).get(f"/api/v1/{path}")
    assert (response.status_code, response.json()) == (404, {"detail": "Not Found"})


def test_the_description_is_read_with_a_token(people: People) -> None:
    _, text = ApiToken.objects.make(people.owner, "script")
    assert Client().get("/api/v1/openapi.json").status_code == 302
    assert Client().get("/api/v1/openapi.json", headers={"Authorization": "Bearer walrus"}).status_code == 302
    response = Client().get("/api/v1/openapi.json", headers={"Authorization": f"Bearer {text}"})
    assert "/api/v1/documents/{uid}/facts" in response.json()["paths"]


def test_delete(people: People, client_for: Log) -> None:
    document, client = shelve(people.owner).document, client_for(people.owner)
    assert client.delete(f"{URL}/{document.uid}").status_code == 204
    assert client.get(f"{URL}/{document.uid}").status_code == 404
    assert AuditEvent.objects.filter(action=Action.DOCUMENT_DELETED, subject_uid=document.uid).exists()


def test_retry(people: People, client_for: Log) -> None:
    failed = shelve(people.owner, state=State.ERROR, failed_in=State.UPLOADED, error="Cut off.").document
    client = client_for(people.owner)
    response = client.post(f"{URL}/{failed.uid}/retry")
    assert (response.status_code, response.json()["state"]) == (202, "uploaded")
    assert client.post(f"{URL}/{failed.uid}/retry").status_code == 409


@pytest.mark.parametrize("rest", ["/state", "/pages", "/chunks", "/tables", "/facts", "/checks"])
def test_wrong_method(people: People, client_for: Log, rest: str) -> None:
    assert client_for(people.owner).put(f"{URL}/{shelve(people.owner).document.uid}{rest}").status_code == 405
