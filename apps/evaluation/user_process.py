"""What a process that plays a user does before it may import anything of Django's: this module imports none of it."""

from multiprocessing.synchronize import Barrier

PATIENCE_SECONDS = 120
_together: list[Barrier] = []


def prepare(database: str, barrier: Barrier) -> None:
    """Set Django up on the database of this name. Run once, before the first task arrives."""
    import django

    django.setup()
    from django.db import connection

    connection.settings_dict["NAME"] = database
    _together.append(barrier)


def all_ready() -> None:
    """Wait until every process is here. Raises BrokenBarrierError when one never comes."""
    _together[0].wait(PATIENCE_SECONDS)
