from django.apps import AppConfig


class ConnectConfig(AppConfig):
    name = "apps.connect"
    verbose_name = "Assistants"
