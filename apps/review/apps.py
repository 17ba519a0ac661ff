from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "apps.review"
    label = "review"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.review import commands, veiling  # noqa: F401 - add to `manage.py audit`, open the trail
