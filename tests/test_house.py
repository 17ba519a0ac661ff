"""The plan of the house: floors, migrations, system checks."""

import ast

import pytest
from django.core.management import call_command

from finrag_site.embedded.paths import BASE


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run")


def test_system_checks_pass() -> None:
    call_command("check", "--fail-level", "WARNING")


@pytest.mark.parametrize("app", ["answers", "retrieval", "inference"])
def test_floors_below_the_pages_never_know_http(app: str) -> None:
    for source in (BASE / "apps" / app).rglob("*.py"):
        imported = {node.module for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.ImportFrom)}
        assert not {module for module in imported if module and module.startswith("django.http")}, source
