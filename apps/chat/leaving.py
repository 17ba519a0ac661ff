"""When somebody changes teams, the old one reads his conversations no longer."""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.chat.models import Conversation
from apps.chat.sharing import unshare


@receiver(post_save, sender=User)
@serving()
def take_along(sender: Any, instance: User, **_: Any) -> None:
    """`apps.documents.leaving` looked, before the save, whether he leaves a team."""
    if instance.__dict__.get("_leaves"):
        for conversation in Conversation.objects.filter(owner=instance).exclude(team=None):
            unshare(conversation, instance)
