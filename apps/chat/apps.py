from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "apps.chat"
    label = "chat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from apps.chat import leaving, note_targets, usage, veiling  # noqa: F401 - signals, links of notes, what is learned
