"""Administrators' pages for people, teams and tokens. Each change leaves a log entry, and that an audit event."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from apps.accounts.models import ApiToken, Team, User
from apps.accounts.permissions import user_of
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.audit.trail import Subject, record

if TYPE_CHECKING:  # the stubs take a model, Django's classes do not
    People = UserAdmin[User]
    Teams = admin.ModelAdmin[Team]
    Tokens = admin.ModelAdmin[ApiToken]
else:
    People = UserAdmin
    Teams = Tokens = admin.ModelAdmin

admin.site.unregister(Group)  # roles say who may do what


@admin.register(User)
class PersonAdmin(People):
    """People are made inactive, never deleted: the trail and their documents name them."""

    list_display = ("username", "first_name", "last_name", "role", "team", "is_active", "last_login")
    list_filter = ("role", "team", "is_active")
    list_select_related = ("team",)
    filter_horizontal = ()
    readonly_fields = ("uid", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("first_name", "last_name", "email")}),
        ("Access", {"fields": ("role", "team", "is_active")}),
        ("Record", {"fields": ("uid", "last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "role", "team")}),
        ("Password", {"fields": ("usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


@admin.register(Team)
class TeamAdmin(Teams):
    list_display = ("name", "people")
    search_fields = ("name",)
    readonly_fields = ("uid",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Team]:
        return super().get_queryset(request).annotate(number=Count("members"))

    def people(self, team: Team) -> int:
        number: int = getattr(team, "number", 0)
        return number


@admin.register(ApiToken)
class ApiTokenAdmin(Tokens):
    """Tokens belong to their users: administrators see them, and revoke them."""

    list_display = ("name", "user", "prefix", "allows", "created", "expires", "last_used", "revoked")
    actions = ("revoke",)
    list_filter = ("revoked",)
    search_fields = ("name", "user__username", "prefix")
    list_select_related = ("user",)
    exclude = ("digest",)

    @admin.action(description="Revoke the selected tokens", permissions=["view"])
    @transaction.atomic
    def revoke(self, request: HttpRequest, chosen: QuerySet[ApiToken]) -> None:
        for token in chosen:
            if token.revoke():
                subject, address = Subject("token", token.uid, token.name), client_address(request)
                about: dict[str, Any] = {"prefix": token.prefix, "owner": token.user.username}
                record(Action.TOKEN_REVOKED, actor=user_of(request), subject=subject, address=address, **about)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
