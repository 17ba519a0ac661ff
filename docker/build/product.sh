#!/bin/sh
# The product in /opt/finrag/app, made ready to be read by anybody and written by nobody: byte code and static files.
set -eu
cd /opt/finrag/app
state=$(mktemp -d)
FINRAG_VAR_DIR="$state" FINRAG_STATIC_DIR=/opt/finrag/static DJANGO_SETTINGS_MODULE=finrag_site.settings \
    /opt/finrag/venv/bin/python -c '
import django
django.setup()
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)'
rm -rf "$state"
/opt/finrag/venv/bin/python -m compileall -q apps finrag_site manage.py
chmod -R a+rX,go-w /opt/finrag
