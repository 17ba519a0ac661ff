"""Administration of the store: companies can be mended; documents and versions only looked at here."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from apps.documents.models import Company, Document, DocumentVersion


class LookedAtOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Acts on documents leave a trail only where the pages do them, so here nothing is added, changed or removed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Company)
class CompanyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "ticker", "cik", "sector")
    search_fields: ClassVar = ["name", "ticker", "cik", "aliases"]


@admin.register(Document)
class DocumentAdmin(LookedAtOnly):
    list_display = (
        "name",
        "company",
        "report_type",
        "fiscal_year",
        "owner",
        "visibility",
        "created",
        "deleted",
    )
    list_filter: ClassVar = ["report_type", "visibility"]
    search_fields: ClassVar = ["name", "title", "company__name"]
    list_select_related = ("company", "owner")


@admin.register(DocumentVersion)
class DocumentVersionAdmin(LookedAtOnly):
    list_display = ("file_name", "document", "state", "page_count", "attempts", "created", "ready")
    list_filter: ClassVar = ["state"]
    search_fields: ClassVar = ["file_name", "sha256"]
    list_select_related = ("document",)
