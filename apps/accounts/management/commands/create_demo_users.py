"""`manage.py create_demo_users`: one user of each role, with random passwords."""

from typing import Any

from django.core.management.base import BaseCommand

from apps.accounts.demo import create_demo_users


class Command(BaseCommand):
    help = "Makes the demo users that are missing and prints their passwords, once."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, password in create_demo_users():
            self.stdout.write(f"{name}\t{password}")
