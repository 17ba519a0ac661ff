"""The administrators' pages: Django's admin, with the log-in and password pages of the product."""

from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator

from apps.accounts.permissions import user_of
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.audit.trail import record_look

SCRIPTS = "/jsi18n/"


class AdministratorSite(AdminSite):
    """One log-in for everything, so that throttling and the trail have one door to watch."""

    site_header = site_title = "finrag administration"
    index_title = "Administration"

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        # Deleting many at once writes its log entries in bulk, past the signal that the audit trail listens to.
        self.disable_action("delete_selected")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Each look is an event: who administers sees what others have."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def looked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            response = inner(request, *args, **kwargs)
            if request.method == "GET" and response.status_code == 200 and not request.path.endswith(SCRIPTS):
                told = {"page": request.path, "query": request.META.get("QUERY_STRING", "")[:300]}
                address = client_address(request)
                record_look(Action.ADMIN_VIEWED, actor=user_of(request), address=address, **told)
            return response

        return looked

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """403 for people without access: sending them to a log-in that they have passed would go in circles."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied("Administrators only.")
        return redirect_to_login(request.GET.get("next", "/admin/"))

    # Django itself answers a good form with a redirect, whatever its stubs say.
    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("accounts:password")
