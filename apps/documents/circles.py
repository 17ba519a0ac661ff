"""Who sees a document, as a circle: everyone, one team, or its owner; and what a circle as a whole may be told.

A company is known to a circle by the documents that all of it sees, never by others: the register of one circle
behaves as if the documents of the next were not there. Deleted documents tell nobody anything.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.accounts.models import User
from apps.documents.models import Company, Document, Visibility

OPENNESS = (Visibility.PRIVATE, Visibility.TEAM, Visibility.EVERYONE)


class Circle(NamedTuple):
    """Who may see a document: everyone, one team or one owner. members: the key of the team or of the owner."""

    openness: int
    members: int | None = None

    @classmethod
    def of(cls, visibility: str, owner: int | None, team: int | None) -> "Circle":
        """What was shared with a team that is gone is its owner's alone."""
        if visibility == Visibility.TEAM and team is None:
            visibility = Visibility.PRIVATE
        members = {Visibility.PRIVATE: owner, Visibility.TEAM: team}
        return cls(OPENNESS.index(Visibility(visibility)), members.get(Visibility(visibility)))

    @property
    def visibility(self) -> Visibility:
        return OPENNESS[self.openness]


EVERYONE = Circle(OPENNESS.index(Visibility.EVERYONE))


def circle_of(document: Document) -> Circle:
    return Circle.of(document.visibility, document.owner_id, document.team_id)


def heard_by(circle: Circle) -> Q:
    """Documents that everybody in `circle` sees."""
    seen = Q(visibility=Visibility.EVERYONE)
    if circle.visibility == Visibility.TEAM:
        seen |= Q(visibility=Visibility.TEAM, team=circle.members)
    if circle.visibility == Visibility.PRIVATE:
        team = User.objects.filter(pk=circle.members or 0).exclude(team=None).values("team")
        seen |= Q(owner=circle.members) | Q(visibility=Visibility.TEAM, team__in=team)
    return seen & Q(deleted=None)


def within(circle: Circle) -> Q:
    """Documents, deleted ones too, that nobody outside `circle` sees."""
    if circle == EVERYONE:
        return Q()
    own = Q(visibility=Visibility.PRIVATE) | Q(visibility=Visibility.TEAM, team=None)
    if circle.visibility == Visibility.TEAM:
        return own & Q(owner__team=circle.members) | Q(visibility=Visibility.TEAM, team=circle.members)
    return own & Q(owner=circle.members)


def known_to(circle: Circle) -> QuerySet[Company]:
    """The companies that documents tell `circle` of, or an administrator tells everyone of; the most open first."""
    own = Document.objects.filter(deleted=None, company=OuterRef("pk")).order_by()
    known = Company.objects.filter(Q(settled=True) | Exists(own.filter(heard_by(circle))))
    public = Exists(own.filter(visibility=Visibility.EVERYONE))
    of_team = Exists(own.filter(visibility=Visibility.TEAM))
    return known.annotate(public=public, of_team=of_team).order_by("-public", "-of_team", "id")


def outermost(documents: Iterable[Document]) -> set[Circle]:
    """The circles of these documents that lie in no other of them."""
    circles = {circle_of(document) for document in documents}
    owners = [circle.members or 0 for circle in circles if circle.visibility == Visibility.PRIVATE]
    teams = dict(User.objects.filter(pk__in=owners).values_list("pk", "team"))
    return {one for one in circles if not any(_inside(one, other, teams) for other in circles)}


def _inside(one: Circle, other: Circle, teams: Mapping[int, int | None]) -> bool:
    if other.openness <= one.openness:
        return False
    return other == EVERYONE or teams.get(one.members or 0) == other.members
