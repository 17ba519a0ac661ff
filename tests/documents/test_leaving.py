"""What was shared with a team belongs to its owner again when he leaves it."""

from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import Team, User
from apps.audit.models import Action, AuditEvent
from apps.chat.models import Conversation
from apps.documents.models import Company, Document, Visibility
from tests.documents.shelf import shared, shelve
from tests.people import People

Log = Callable[[User], Client]


def leave(user: User, team: str = "Rates") -> None:
    """As the administrators' page does it."""
    person = User.objects.get(pk=user.pk)
    person.team = Team.objects.get_or_create(name=team)[0]
    person.save()


def test_the_old_team_sees_no_document_or_conversation_any_more(people: People, client_for: Log) -> None:
    version = shared(people.owner, Visibility.TEAM)
    talk = Conversation.objects.create(owner=people.owner, title="Kelp", team=people.owner.team)
    pages = (f"/library/documents/{version.document.uid}/", f"/conversations/{talk.uid}/")
    assert [client_for(people.teammate).get(page).status_code for page in pages] == [200, 200]
    leave(people.owner)
    assert [client_for(people.teammate).get(page).status_code for page in pages] == [404, 404]
    assert [client_for(people.owner).get(page).status_code for page in pages] == [200, 200]
    document = Document.objects.get()
    assert (document.visibility, document.team) == (Visibility.PRIVATE, None)
    assert AuditEvent.objects.filter(action=Action.CONVERSATION_UNSHARED).count() == 1
    event = AuditEvent.objects.get(action=Action.DOCUMENT_EDITED)
    assert event.detail["changes"] == {"visibility": ["team", "private"]}


def test_he_sees_what_the_old_team_shares_no_longer(people: People, client_for: Log) -> None:
    version = shared(people.teammate, Visibility.TEAM)
    leave(people.owner)
    assert client_for(people.owner).get(f"/library/documents/{version.document.uid}/").status_code == 404
    assert client_for(people.teammate).get(f"/library/documents/{version.document.uid}/").status_code == 200


def test_what_the_team_called_a_company_stays_with_the_team(people: People) -> None:
    read = {"company": {"value": "Lantern Ltd"}}
    shared(people.teammate, Visibility.TEAM, company_name="Underlight Merger plc")
    own = shelve(people.owner, "own", company_name="Underlight Merger plc", metadata=read).document
    leave(people.owner)
    own.refresh_from_db()
    assert own.company and own.company.name == "Lantern Ltd"
    assert set(Company.objects.values_list("name", flat=True)) == {"Lantern Ltd", "Underlight Merger plc"}


@pytest.mark.parametrize("fields", [{"first_name": "Olga"}, {"role": "expert"}])
def test_other_changes_of_a_person_close_nothing(people: People, fields: dict[str, str]) -> None:
    shared(people.owner, Visibility.TEAM)
    person = User.objects.get(pk=people.owner.pk)
    for name, value in fields.items():
        setattr(person, name, value)
    person.save()
    assert Document.objects.get().visibility == Visibility.TEAM
