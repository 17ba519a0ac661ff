#!/usr/bin/env python3
"""Django's command line. Commands that need the database start the embedded one when nothing else is configured.

As root, a command works as the user to whom the store belongs. What makes or empties tables works as the database's
owner, everything else as the application.
"""

import os
import sys

WITHOUT_STORE = {"help", "version", "--version", "-h", "--help", "startapp", "startproject", "compilemessages"}


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    from apps.accounts import acting
    from finrag_site import database
    from finrag_site.embedded.descent import step_down
    from finrag_site.embedded.failure import ServerFailed
    from finrag_site.embedded.interpreter import come_along
    from finrag_site.embedded.paths import layout
    from finrag_site.embedded.sessions import servers_for_command

    try:
        if len(sys.argv) > 1 and sys.argv[1] not in WITHOUT_STORE:
            come_along()
            step_down(layout(), any_file=True)
        if database.is_owners(sys.argv):
            database.act_as_owner()
        acting.begin(acting.SERVICE)  # whoever runs commands here runs the place
        with servers_for_command(sys.argv) as embedded:
            execute(sys.argv, fresh="postgres" in embedded)
    except ServerFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


def execute(argv: list[str], *, fresh: bool) -> None:
    """Run the command; on an embedded database (`fresh`) the product's own commands find their tables made.

    Every command finds its rights granted: a store of an earlier release knows no role of the application's.
    """
    import django
    from django.core.management import execute_from_command_line

    if fresh:
        django.setup()
        from finrag_site import tables

        wanted = tables.complete if tables.needed_by(argv[1]) else tables.readable
        if not wanted():
            tables.made_by_owner()
    execute_from_command_line(argv)


if __name__ == "__main__":
    sys.exit(main())
