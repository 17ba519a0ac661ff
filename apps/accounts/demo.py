"""The people that a fresh installation starts with."""

from django.db import transaction
from django.utils.crypto import get_random_string

from apps.accounts.models import Role, Team, User
from apps.audit.models import Action
from apps.audit.trail import Subject, record

TEAM = "Research"
READABLE = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is mistaken for something else when typed from paper
PEOPLE = (
    ("analyst", Role.ANALYST, TEAM),
    ("expert", Role.EXPERT, TEAM),
    ("reviewer", Role.REVIEWER, ""),
    ("admin", Role.ADMINISTRATOR, ""),
)


def create_demo_users() -> list[tuple[str, str]]:
    """Make those of the four demo users that are missing; their names and random passwords, only of those made now."""
    made = [_create(*person) for person in PEOPLE]
    return [person for person in made if person]


@transaction.atomic
def _create(name: str, role: Role, team: str) -> tuple[str, str] | None:
    defaults = {"role": role, "team": Team.objects.get_or_create(name=team)[0] if team else None}
    user, made = User.objects.get_or_create(username=name, defaults=defaults)
    if not made:
        return None
    password = "-".join(get_random_string(5, READABLE) for _ in range(3))
    user.set_password(password)
    user.save()
    record(Action.ADMINISTERED, subject=Subject("user", user.uid, name), change="created as a demo user", role=role)
    return name, password
