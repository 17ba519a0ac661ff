"""The tables of the database, brought to where this code is."""

import subprocess
import sys

from django.apps import apps
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import BASE

LOCK = 7_246_001  # any number of our own: processes that start together migrate one after another


def readable() -> bool:
    """Whether we may read what is there: a store of an earlier release, or a restored one, has not granted it yet."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege(to_regclass('django_migrations'), 'SELECT')")
        return bool(cursor.fetchone() != (False,))


def complete() -> bool:
    """Whether every migration of this code is applied, and we may see that."""
    if not readable():
        return False
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def migrate() -> None:
    """Apply what is missing, quietly, while nobody else does."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_lock(%s)", [LOCK])
        try:
            call_command("migrate", interactive=False, verbosity=0)
        finally:
            cursor.execute("select pg_advisory_unlock(%s)", [LOCK])


def made_by_owner() -> None:
    """Apply what is missing in a process of the database's owner: this one may be the application's.

    Raises:
        ServerFailed: it was refused; the message is its last line.
    """
    command = [sys.executable, str(BASE / "manage.py"), "migrate", "--no-input", "--verbosity", "0"]
    done = subprocess.run(command, cwd=BASE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise ServerFailed(
            f"The tables cannot be made: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
        )


def needed_by(command: str) -> bool:
    """Whether a command of `manage.py` is one of the product's own: Django's work without tables, or make them."""
    provider = get_commands().get(command)
    return any(provider == config.name for config in apps.get_app_configs() if config.name.startswith("apps."))
