"""Every page of the product."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from finrag_site.api import api_urls
from finrag_site.health import healthz
from finrag_site.language_page import language_models, test_language_model
from finrag_site.metrics import metrics
from finrag_site.operations.pages import jobs_page, retry_job, settings_page
from finrag_site.unavailable import broken


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this address wherever no page names the icon: beside a download, a picture, JSON."""
    return HttpResponseRedirect(static("favicon.svg"))


urlpatterns = [
    path("", include("apps.chat.urls")),
    path("", include("apps.search.urls")),
    path("notes/", include("apps.notes.urls")),
    path("library/", include("apps.documents.urls")),
    path("memory/", include("apps.memory.urls")),
    path("learning/", include("apps.learning.urls")),
    path("evaluation/", include("apps.evaluation.urls")),
    path("accounts/", include("apps.accounts.urls")),
    path("audit/", include("apps.audit.urls")),
    path("review/", include("apps.review.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", api_urls()),
    path("models/", language_models, name="language_models"),
    path("models/test", test_language_model, name="test_language_model"),
    path("operations/jobs/", jobs_page, name="jobs"),
    path("operations/jobs/retry", retry_job, name="retry_job"),
    path("operations/settings/", settings_page, name="settings_in_force"),
    path("favicon.ico", favicon, name="favicon"),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
]


def not_found(request: HttpRequest, exception: Exception, **told: Any) -> HttpResponse:
    """The API answers programs: an address that cannot be, such as one with a malformed id, is JSON there."""
    if request.path.startswith("/api/"):
        return JsonResponse({"detail": "Not Found"}, status=404)
    return page_not_found(request, exception, **told)


handler404 = not_found
handler500 = broken
