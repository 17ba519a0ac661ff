"""Administration and addresses: what Django's admin does is in the trail."""

from collections.abc import Callable

import pytest
from django.contrib import admin
from django.http import HttpRequest
from django.test import Client, override_settings

from apps.accounts.models import Team, User
from apps.audit.address import client_address
from apps.audit.models import Action, AuditEvent
from tests.people import People


def changed(user: User, **fields: str) -> dict[str, str]:
    return {"username": user.username, "role": user.role, "team": "", "is_active": "on", **fields}


def test_a_change_of_role_is_recorded(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.administrator)
    page = f"/admin/accounts/user/{people.owner.pk}/change/"
    assert client.get(page).status_code == 200
    assert client.post(page, changed(people.owner, role="expert")).status_code == 302
    people.owner.refresh_from_db()
    assert people.owner.role == "expert"
    event = AuditEvent.objects.get(action=Action.ADMINISTERED)
    assert (event.actor_uid, event.subject_type, event.subject_uid) == (
        people.administrator.uid,
        "user",
        people.owner.uid,
    )
    assert event.detail["change"] == "changed"
    assert "Role" in event.detail["fields"]


def test_the_role_alone_opens_and_closes_the_admin_pages(people: People) -> None:
    people.owner.role = "administrator"
    people.owner.save(update_fields=["role"])
    people.owner.refresh_from_db()
    assert people.owner.is_staff
    assert people.owner.is_superuser
    people.owner.role = "analyst"
    people.owner.save()
    people.owner.refresh_from_db()
    assert not people.owner.is_staff


def test_adding_and_deleting_a_team_are_recorded(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.administrator)
    client.post("/admin/accounts/team/add/", {"name": "Rates"})
    team = Team.objects.get(name="Rates")
    client.post(f"/admin/accounts/team/{team.pk}/delete/", {"post": "yes"})
    events = AuditEvent.objects.filter(action=Action.ADMINISTERED).order_by("id")
    assert [(event.detail["change"], event.subject_name) for event in events] == [
        ("added", "Rates"),
        ("deleted", "Rates"),
    ]


def test_a_password_set_by_an_administrator_is_recorded_without_it(
    people: People, client_for: Callable[[User], Client]
) -> None:
    new = "staple-battery-horse"
    page = f"/admin/accounts/user/{people.owner.pk}/password/"
    data = {"usable_password": "true", "password1": new, "password2": new}
    assert client_for(people.administrator).post(page, data).status_code == 302
    people.owner.refresh_from_db()
    assert people.owner.check_password(new)
    event = AuditEvent.objects.get(action=Action.ADMINISTERED)
    assert event.detail["fields"] == "Changed password."
    assert new not in str(event.detail)


def test_nobody_else_enters(people: People, client_for: Callable[[User], Client]) -> None:
    for person in people:
        status = client_for(person).get("/admin/", follow=True).status_code
        assert status == (200 if person == people.administrator else 403)


def test_the_admin_has_no_log_in_of_its_own(people: People, client: Client) -> None:
    assert client.get("/admin/login/?next=/admin/").headers["Location"] == "/accounts/login/?next=/admin/"
    client.force_login(people.administrator)
    assert client.get("/admin/password_change/").headers["Location"] == "/accounts/password/"


def test_people_and_tokens_cannot_be_deleted_there(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.administrator)
    assert client.post(f"/admin/accounts/user/{people.owner.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/accounts/apitoken/").status_code == 200
    assert client.get("/admin/accounts/apitoken/add/").status_code == 403


def test_no_admin_page_deletes_in_bulk() -> None:
    """Bulk deletes write their log entries past the signal that the trail listens to."""
    request = HttpRequest()
    request.user = User(role="administrator", is_staff=True, is_superuser=True, is_active=True)
    request.GET = request.GET.copy()
    for model_admin in admin.site._registry.values():
        assert "delete_selected" not in model_admin.get_actions(request)


@pytest.mark.parametrize(
    ("https", "forwarded", "peer", "address"),
    [
        (False, "", "10.0.0.7", "10.0.0.7"),
        (False, "1.2.3.4", "10.0.0.7", "10.0.0.7"),
        (True, "6.6.6.6, 1.2.3.4", "10.0.0.7", "1.2.3.4"),
        (True, "", "10.0.0.7", "10.0.0.7"),
        (True, "<script>", "10.0.0.7", None),
        (False, "", "", None),
        (True, "2001:db8::1", "::1", "2001:db8::1"),
    ],
)
def test_the_address_is_the_peers_or_what_our_proxy_saw(
    https: bool, forwarded: str, peer: str, address: str | None
) -> None:
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded}
    with override_settings(TRUSTED_PROXIES=int(https)):
        assert client_address(request) == address
