"""Administration of the store: public companies can be mended; documents only looked at, and without their words.

An administrator sees here what he sees in the library, deleted documents too. What else there is has its trail, where
a reason opens it.
"""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.accounts.permissions import user_of
from apps.audit.address import client_address
from apps.documents import deeds
from apps.documents.circles import EVERYONE, known_to
from apps.documents.models import Company, Document, DocumentVersion
from apps.documents.proposals import accept, proposal

if TYPE_CHECKING:  # the stubs take a model, Django's classes do not
    Companies = admin.ModelAdmin[Company]
else:
    Companies = admin.ModelAdmin


class LookedAtOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Acts on documents leave a trail only where the pages do them, so here nothing is added, changed or removed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Company)
class CompanyAdmin(Companies):
    """Companies that everyone may know. What is saved here no filing changes any more."""

    list_display = ("name", "ticker", "cik", "sector", "settled", "latest_filing_says")
    list_filter = ("settled",)
    search_fields: ClassVar = ["name", "ticker", "cik", "aliases"]
    actions = ("take_over",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Company]:
        return known_to(EVERYONE)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Its page would list the documents that hold a company, whoever's they are."""
        return False

    def save_model(self, request: HttpRequest, obj: Company, form: Any, change: bool) -> None:
        obj.settled = True
        super().save_model(request, obj, form, change)

    @admin.display(description="the latest public filing says")
    def latest_filing_says(self, company: Company) -> str:
        return str(proposal(company) or "")

    @admin.action(description="Take over what the latest public filing says", permissions=["change"])
    def take_over(self, request: HttpRequest, companies: QuerySet[Company]) -> None:
        for company in companies:
            if proposed := proposal(company):
                accept(company, proposed)
                self.log_change(request, company, f"Took over: {proposed}")
                messages.success(request, f"{company.name} is called so from now on.")


@admin.register(Document)
class DocumentAdmin(LookedAtOnly):
    list_display = ("name", "company", "report_type", "fiscal_year", "owner", "visibility", "created", "deleted")
    list_filter: ClassVar = ["report_type", "visibility", ("deleted", admin.EmptyFieldListFilter)]
    search_fields: ClassVar = ["name", "title", "company__name"]
    list_select_related = ("company", "owner")
    fields = (
        "uid",
        "kind",
        "name",
        "title",
        "company",
        "report_type",
        "fiscal_year",
        "fiscal_period",
        "period_end",
        "filed",
        "owner",
        "team",
        "visibility",
        "created",
        "deleted",
    )
    actions = ("bring_back",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Document]:
        return Document.objects.ever_visible_to(user_of(request))

    @admin.action(description="Bring back what was deleted", permissions=["view"])
    def bring_back(self, request: HttpRequest, documents: QuerySet[Document]) -> None:
        for document in documents.exclude(deleted=None):
            deeds.restore(document, user_of(request), client_address(request))
            messages.success(request, f"{document} is back.")


@admin.register(DocumentVersion)
class DocumentVersionAdmin(LookedAtOnly):
    list_display = ("file_name", "document", "state", "page_count", "attempts", "created", "ready")
    list_filter: ClassVar = ["state"]
    search_fields: ClassVar = ["file_name", "sha256"]
    list_select_related = ("document",)
    fields = (
        "uid",
        "document",
        "file_name",
        "media_type",
        "size",
        "sha256",
        "state",
        "failed_in",
        "error",
        "parser",
        "page_count",
        "attempts",
        "lease_until",
        "enqueued",
        "created",
        "ready",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[DocumentVersion]:
        return DocumentVersion.objects.filter(document__in=Document.objects.ever_visible_to(user_of(request)))
