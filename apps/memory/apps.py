from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MemoryConfig(AppConfig):
    name = "apps.memory"
    label = "memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.memory import erasing, veiling  # noqa: F401 - cells forget what was deleted for good; closes the trail
        from apps.memory.shipped import after_migration

        post_migrate.connect(after_migration, sender=self)
