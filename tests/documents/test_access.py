import uuid
from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from apps.documents import access
from apps.documents.models import State, Visibility
from tests.documents.shelf import shared, shelve
from tests.people import People


def test_a_private_document_is_its_owners_alone(people: People) -> None:
    document = shelve(people.owner).document
    assert access.get_document_for_user(people.owner, document.uid) == document
    for other in (people.teammate, people.expert, people.reviewer, people.stranger, people.administrator):
        with pytest.raises(Http404):
            access.get_document_for_user(other, document.uid)


def test_a_team_document_is_seen_by_the_team_and_changed_by_its_owner(people: People) -> None:
    document = shared(people.owner, Visibility.TEAM).document
    assert access.get_document_for_user(people.teammate, document.uid) == document
    assert access.get_document_to_change(people.owner, document.uid) == document
    with pytest.raises(PermissionDenied):
        access.get_document_to_change(people.teammate, document.uid)
    with pytest.raises(Http404):
        access.get_document_to_change(people.stranger, document.uid)


def test_an_administrator_changes_what_everybody_sees_and_a_reviewer_nothing(people: People) -> None:
    document = shared(people.owner, Visibility.EVERYONE).document
    assert access.may_change(people.administrator, document)
    with pytest.raises(PermissionDenied):
        access.get_document_to_change(people.reviewer, document.uid)


def test_everything_of_a_document_is_guarded_like_the_document(people: People) -> None:
    version = shelve(people.owner)
    chunk, table = version.chunks.get(), version.tables.get()
    loads: list[Callable[..., object]] = [
        lambda user: access.get_version_for_user(user, version.uid),
        lambda user: access.get_page_for_user(user, version.uid, 0),
        lambda user: access.get_chunk_for_user(user, chunk.uid),
        lambda user: access.get_table_for_user(user, table.uid),
    ]
    for load in loads:
        assert load(people.owner)
        with pytest.raises(Http404):
            load(people.stranger)


def test_a_deleted_document_is_gone_except_for_bringing_it_back(people: People) -> None:
    document = shelve(people.owner).document
    document.deleted = timezone.now()
    document.save()
    with pytest.raises(Http404):
        access.get_document_for_user(people.owner, document.uid)
    assert access.get_deleted_document(people.owner, document.uid) == document
    with pytest.raises(Http404):
        access.get_deleted_document(people.teammate, document.uid)


def test_an_unknown_id_is_not_found(people: People) -> None:
    with pytest.raises(Http404):
        access.get_document_for_user(people.owner, uuid.uuid4())


def test_the_version_shown_is_the_ready_one_and_else_the_newest(people: People) -> None:
    ready = shelve(people.owner)
    assert access.newest_version(ready.document) == ready
    waiting = shelve(people.owner, "other", state=State.UPLOADED)
    assert access.newest_version(waiting.document) == waiting
