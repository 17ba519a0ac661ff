"""From whose filings a cell is made: those that everyone sees, one team, or one person. Told as text in each row."""

from django.db.models import QuerySet

from apps.accounts.models import Team, User
from apps.documents.circles import EVERYONE, Circle, heard_by
from apps.documents.models import Document, Visibility

ALL = "everyone"


def circles_of(user: User) -> list[str]:
    """The circles of which `user` is, the widest first."""
    own = [f"team:{user.team.uid}"] if user.team else []
    return [ALL, *own, f"user:{user.uid}"]


def choices_for(user: User) -> list[tuple[str, str]]:
    """The same with their names, for forms."""
    names = ["Filings that everyone sees", "Filings of my team", "All filings that I see"]
    circles = circles_of(user)
    return list(zip(circles, names if len(circles) == len(names) else [names[0], names[-1]], strict=True))


def circle_of(text: str) -> Circle:
    """What nobody is part of any more is a circle that nobody sees."""
    kind, _, uid = text.partition(":")
    if kind == "team":
        return Circle.of(Visibility.TEAM, None, Team.objects.filter(uid=uid).values_list("pk", flat=True).first() or 0)
    if kind == "user":
        return Circle.of(
            Visibility.PRIVATE, User.objects.filter(uid=uid).values_list("pk", flat=True).first() or 0, None
        )
    return EVERYONE


def documents_of(text: str) -> QuerySet[Document]:
    """Published documents that everybody in the circle sees."""
    return Document.objects.filter(heard_by(circle_of(text))).exclude(current=None)
