"""How far a version is, as one number for a person who waits."""

from apps.documents.models import DocumentVersion, State

# Where each state begins and how much of the way lies before the next one, in percent of the usual time.
STRETCH = {
    State.UPLOADED: (2, 53),
    State.NORMALIZED: (55, 10),
    State.ANALYZED: (65, 34),
    State.INDEXED: (99, 1),
    State.READY: (100, 0),
    State.ERROR: (100, 0),
}
DOING = {
    State.UPLOADED: "Reading",
    State.NORMALIZED: "Analysing",
    State.ANALYZED: "Indexing",
    State.INDEXED: "Publishing",
    State.READY: "Ready",
    State.ERROR: "Error",
}
if set(STRETCH) != set(State) or set(DOING) != set(State):
    raise RuntimeError("every state needs its stretch of the way and a word")


def percent(version: DocumentVersion) -> int:
    """0 to 100, by state and by what the step itself reports."""
    start, length = STRETCH[State(version.state)]
    done = version.progress_done / version.progress_total if version.progress_total else 0.0
    return round(start + length * min(done, 1.0))


def doing(version: DocumentVersion) -> str:
    """What happens to the version now; a version that nobody works on yet is waiting."""
    waiting = version.state not in {State.READY, State.ERROR} and version.lease is None
    return "Waiting" if waiting else DOING[State(version.state)]


def answers_already(version: DocumentVersion) -> bool:
    """Whether questions find its facts and words, though passages that only read like them are not found yet."""
    return version.state in {State.ANALYZED, State.INDEXED}


def finished(version: DocumentVersion) -> bool:
    return version.state in {State.READY, State.ERROR}
