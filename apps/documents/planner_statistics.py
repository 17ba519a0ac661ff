"""What the database's planner knows of the tables. After a bulk load it knows little, and plans for empty tables.

A plan of 0.4 seconds became one of 230 that way. The server looks by itself, but a minute or more later.
"""

from django.db import connection

LEAST, SHARE = 2000, 0.2  # rows that changed since the last look: so many, and so large a part of all
CHANGED = """
SELECT n_mod_since_analyze > %s + %s * n_live_tup FROM pg_stat_user_tables WHERE relname = 'documents_chunk'
"""


def refresh_when_due() -> bool:
    """Have the tables of filings analyzed if a fifth of all passages is new to the planner; whether it was done.

    So often only as the store grows by a fifth: a load of N filings pays for it a few dozen times at most.
    """
    with connection.cursor() as cursor:
        cursor.execute(CHANGED, [LEAST, SHARE])
        due = bool((cursor.fetchone() or [False])[0])
        if due:
            refresh()
    return due


def refresh() -> None:
    """Have them analyzed now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT finrag_fresh_statistics()")
