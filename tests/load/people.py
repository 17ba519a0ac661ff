"""Run by `manage.py shell`: fifty analysts of one team, with the password in FINRAG_LOAD_PASSWORD."""

import os

from django.contrib.auth.hashers import make_password

from apps.accounts.models import Team, User

team = Team.objects.get_or_create(name="Load")[0]
password = make_password(os.environ["FINRAG_LOAD_PASSWORD"])
for number in range(50):
    User.objects.update_or_create(username=f"load{number:02d}", defaults={"team": team, "password": password})
