import subprocess
import sys

FROZEN = """
import gc
from finrag_site.garbage import keep_what_is_loaded

kept = [{"number": number} for number in range(1000)]
keep_what_is_loaded()
first = gc.get_freeze_count()
later = [{"number": number} for number in range(1000)]
keep_what_is_loaded()
print(first > 1000, gc.get_freeze_count() == first, any(one is later for one in gc.get_objects()), kept[-1])
"""


def test_what_is_loaded_first_is_not_looked_at_again_and_what_comes_later_is() -> None:
    ran = subprocess.run([sys.executable, "-c", FROZEN], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "True", "True", "{'number':", "999}"]
