"""The API about oneself."""

import uuid

from django.http import HttpRequest
from ninja import Router, Schema

from apps.accounts.models import User
from apps.accounts.permissions import user_of

router = Router(tags=["accounts"])


class Me(Schema):
    id: uuid.UUID
    username: str
    role: str
    team: str | None

    @staticmethod
    def resolve_id(user: User) -> uuid.UUID:
        return user.uid

    @staticmethod
    def resolve_team(user: User) -> str | None:
        return user.team.name if user.team else None


@router.get("/me", response=Me, summary="Whose token this is")
def me(request: HttpRequest) -> User:
    return user_of(request)
