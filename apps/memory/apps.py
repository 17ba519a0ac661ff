from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MemoryConfig(AppConfig):
    name = "apps.memory"
    label = "memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Cells forget what was deleted for good, close their trail, and can be linked to from notes.
        from apps.memory import erasing, note_targets, veiling  # noqa: F401
        from apps.memory.shipped import after_migration

        post_migrate.connect(after_migration, sender=self)
