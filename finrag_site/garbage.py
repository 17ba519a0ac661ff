"""Python's search for garbage passes over what stays loaded: models, the lexicon, the ontology, the application itself.

Each full search looks at every object, a tenth of a second and more with all of these in memory, and nothing else runs
meanwhile. What is there after the first work stays until the process ends; it need not be looked at again.
"""

import gc
from functools import cache


@cache
def keep_what_is_loaded() -> None:
    """Once in a process, after its first work."""
    gc.collect()
    gc.freeze()
