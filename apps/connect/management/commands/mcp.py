"""`manage.py mcp`: the tools over stdio, for an assistant on the same machine."""

import os
from typing import Any

import anyio
from django.core.management.base import BaseCommand, CommandError
from mcp.server.stdio import stdio_server

from apps.accounts.models import ApiToken
from apps.connect.calling import Caller
from apps.connect.server import server_for

VARIABLE = "FINRAG_TOKEN"


class Command(BaseCommand):
    help = f"Serves the tools of the product over stdio to the owner of the API token in {VARIABLE}."

    def handle(self, *args: Any, **options: Any) -> None:
        found = ApiToken.objects.matching(os.environ.get(VARIABLE, ""))
        if found is None:
            raise CommandError(f"{VARIABLE} holds no API token that is valid: make one on your profile.")
        found.touch()
        found.user.token = found
        anyio.run(_serve, Caller(found.user))


async def _serve(caller: Caller) -> None:
    server = server_for(caller)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
