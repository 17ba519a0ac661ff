from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "apps.learning"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.learning import erasing  # noqa: F401 - examples go with the file they are of
