"""What is asked for again and again."""

from celery.schedules import crontab
from django.conf import settings


def test_what_comes_every_few_seconds_does_not_pile_up_behind_a_slow_worker() -> None:
    """A message that was overtaken by the next three is worth nothing; one of each night waits as long as it takes."""
    entries = settings.CELERY_BEAT_SCHEDULE
    lasting = {name: entry.get("options", {}).get("expires") for name, entry in entries.items()}
    assert lasting["sweep-answers"] == 3 * settings.SWEEP_SECONDS
    assert lasting["seal-trail"] == 3 * settings.AUDIT_SEAL_SECONDS
    nightly = {name for name, entry in entries.items() if isinstance(entry["schedule"], crontab)}
    assert {name for name, seconds in lasting.items() if seconds is None} == nightly
