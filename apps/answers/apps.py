from django.apps import AppConfig


class AnswersConfig(AppConfig):
    name = "apps.answers"
    label = "answers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.answers import erasing  # noqa: F401 - answers forget what was deleted for good
