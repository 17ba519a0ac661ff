from django.apps import AppConfig
from django.db.models.signals import post_migrate


class DocumentsConfig(AppConfig):
    name = "apps.documents"
    label = "documents"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.documents import leaving, veiling  # noqa: F401 - connect the signals, close the trail
        from apps.documents.retelling import after_migration

        post_migrate.connect(after_migration, sender=self)
