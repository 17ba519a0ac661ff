#!/usr/bin/env python3
"""Django's command line. Commands that need the database start the embedded one when nothing else is configured."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    from django.core.management import execute_from_command_line

    from finrag_site.embedded.sessions import servers_for_command

    with servers_for_command(sys.argv):
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
