"""Every page of the product."""

from django.contrib import admin
from django.urls import include, path

from finrag_site.api import api_urls
from finrag_site.health import healthz
from finrag_site.language_page import language_models, test_language_model

urlpatterns = [
    path("", include("apps.chat.urls")),
    path("library/", include("apps.documents.urls")),
    path("accounts/", include("apps.accounts.urls")),
    path("audit/", include("apps.audit.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", api_urls()),
    path("models/", language_models, name="language_models"),
    path("models/test", test_language_model, name="test_language_model"),
    path("healthz", healthz, name="healthz"),
]
