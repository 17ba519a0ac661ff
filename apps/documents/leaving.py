"""When somebody changes teams, what he shared with the old one is his alone again.

A team sees what its members share; he may share it with the new team himself. What the old team told his own
documents of a company stays with the old team.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save, pre_save
from django.dispatch import receiver

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.companies import relearn
from apps.documents.models import Company, Document, Visibility
from apps.documents.viewing import subject


def leaves(user: User, update_fields: Iterable[str] | None) -> bool:
    """Whether saving `user` takes him out of a team. Call before it is saved."""
    if user.pk is None or (update_fields is not None and "team" not in update_fields):
        return False
    before = User.objects.filter(pk=user.pk).values_list("team", flat=True).first()
    return before is not None and before != user.team_id


@receiver(pre_save, sender=User)
def compare(sender: Any, instance: User, update_fields: Iterable[str] | None = None, **_: Any) -> None:
    instance.__dict__["_leaves"] = leaves(instance, update_fields)


@receiver(post_save, sender=User)
def take_along(sender: Any, instance: User, **_: Any) -> None:
    if instance.__dict__.get("_leaves"):
        with transaction.atomic():
            _close(instance)


@serving()
def _close(owner: User) -> None:
    for document in Document.objects.filter(owner=owner, visibility=Visibility.TEAM):
        Document.objects.filter(pk=document.pk).update(visibility=Visibility.PRIVATE, team=None)
        changes = {"visibility": [Visibility.TEAM, Visibility.PRIVATE]}
        trail.record(Action.DOCUMENT_EDITED, subject=subject(document), changes=changes, why="its owner left the team")
    for company in Company.objects.filter(documents__owner=owner).distinct():
        relearn(company)
