"""The site as an application of its own: it has no models, only checks and the rights of the database's roles."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class SiteConfig(AppConfig):
    name = "finrag_site"

    def ready(self) -> None:
        from finrag_site import (
            checks,  # noqa: F401 - registers them
            grants,
        )

        # Sent once all migrations are applied, for each app with models: one of them is enough, and we have none.
        post_migrate.connect(grants.after_migration, sender=apps.get_app_config("audit"))
