"""What the processes that did the work held at most."""

import os

from django.db import connection

from apps.evaluation.workers import peak_megabytes


def memory() -> dict[str, float]:
    """Peak megabytes of the server's process that did all this (shared buffers included) and of our own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone() or (0,)
    peaks = {"server process": peak_megabytes([pid]), "this process": peak_megabytes([os.getpid()])}
    return {name: peak for name, peak in peaks.items() if peak is not None}
