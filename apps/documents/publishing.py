"""Who may show a document to everyone: what all read and answers rest on, somebody with that right has to answer for.

Checked at the doors (pages and API). Whoever runs the machine publishes with `manage.py ingest`.
"""

from apps.accounts.models import User
from apps.documents.models import Document, Visibility

MAY_NOT_PUBLISH = (
    "Only experts and administrators publish to everyone: keep the file to yourself or share it with your team."
)


def may_publish(user: User, visibility: str) -> bool:
    """Whether `user` may upload what is seen so."""
    return visibility != Visibility.EVERYONE or user.may_publish


def may_renew(user: User, document: Document) -> bool:
    """Whether `user` may upload a new version of `document`, which everybody sees who sees the document."""
    return may_publish(user, document.visibility)
