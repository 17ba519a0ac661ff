#!/usr/bin/env python3
"""Django's command line. Commands that need the database start the embedded one when nothing else is configured."""

import os
import sys


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    from django.core.management import execute_from_command_line

    from finrag_site.embedded.failure import ServerFailed
    from finrag_site.embedded.sessions import servers_for_command

    try:
        with servers_for_command(sys.argv):
            execute_from_command_line(sys.argv)
    except ServerFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
