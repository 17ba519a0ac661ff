"""The site as an application of its own: it has no models, only checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "finrag_site"

    def ready(self) -> None:
        from finrag_site import checks  # noqa: F401 - registers them
