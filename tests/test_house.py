"""The plan of the house: floors, migrations, system checks."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run")


def test_system_checks_pass() -> None:
    call_command("check", "--fail-level", "WARNING")
