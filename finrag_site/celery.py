"""The queue. Messages are hints: the truth of the work is in Postgres, and a sweeper sends lost hints again."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")

app = Celery("finrag")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
