from django.apps import AppConfig


class NotesConfig(AppConfig):
    name = "apps.notes"
    verbose_name = "Notes"

    def ready(self) -> None:
        from apps.notes import targets  # noqa: F401 - registers what notes may link to
