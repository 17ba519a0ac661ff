"""Which failures are injected where: every stage of ingest, answers, learning and sealing."""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.answers.models import AnswerState
from apps.documents.models import State
from apps.evaluation.campaign.faults import Fault, Place

STEPS = (State.UPLOADED, State.NORMALIZED, State.ANALYZED, State.INDEXED)
STATIONS = {
    "recall": "reading the question",
    "plan": "planning",
    "search": "searching",
    "calculate": "calculating",
    "judge": "judging sentences",
    "write": "writing",
    "check": "checking",
}
CLOCKS = (Fault.AHEAD, Fault.BEHIND)
QUEUES = (Fault.QUEUE, Fault.FLUSH)
MODELS = (Fault.SILENT, Fault.BABBLE)


@dataclass(frozen=True, slots=True)
class Injection:
    """subject: of `subjects.SUBJECTS`. place None: it holds all the time, or before any work was done."""

    subject: str
    place: Place | None
    fault: Fault

    @property
    def words(self) -> str:
        return self.place.words if self.place else "from the start"


def injections() -> list[Injection]:
    return [*_ingest(), *_answers(), *_cells(), *_models(), *_sealing()]


def _at(subject: str, path: str, words: str, *faults: Fault) -> Iterator[Injection]:
    return (Injection(subject, Place(path, words), fault) for fault in faults)


def _throughout(subject: str, *faults: Fault) -> Iterator[Injection]:
    return (Injection(subject, None, fault) for fault in faults)


def _ingest() -> Iterator[Injection]:
    for state in STEPS:
        begun = Place("apps.documents.life_cycle:_take", f"{state}: the work begins", _leaves(state))
        saved = Place("apps.documents.transitions:Attempt.move", f"{state}: saved, not committed", _leaves(state))
        for fault in (Fault.EXCEPTION, Fault.DEFECT, Fault.KILL, Fault.TWO):
            yield Injection("ingest", begun, fault)
        for fault in (Fault.KILL, Fault.DATABASE, Fault.CUT, Fault.DISK, Fault.STALL):
            yield Injection("ingest", saved, fault)
    yield from _throughout("ingest", *CLOCKS, *QUEUES)


def _leaves(state: State) -> "_Leaves":
    return _Leaves(state)


@dataclass(frozen=True, slots=True)
class _Leaves:
    """Met by the attempt that is to leave this state."""

    state: State

    def __call__(self, attempt: object, target: object = None, *_: object, **__: object) -> bool:
        return bool(getattr(attempt, "state", None) == self.state and target != State.ERROR)


def _answers() -> Iterator[Injection]:
    for name, words in STATIONS.items():
        yield from _at("answer", f"apps.answers.run.stations:{name}", words, Fault.EXCEPTION, Fault.KILL)
    search, last = "apps.answers.run.stations:search", "apps.answers.run.workflow:save_citations"
    yield from _at("answer", search, "searching", Fault.CUT, Fault.DATABASE, Fault.TWO, Fault.STALL)
    lost = (Fault.KILL, Fault.DATABASE, Fault.CUT, Fault.DISK, Fault.STALL)
    yield from _at("answer", last, f"{AnswerState.DONE}, not committed", *lost)
    yield from _throughout("answer", *CLOCKS, *MODELS, *QUEUES)


def _cells() -> Iterator[Injection]:
    begun = (Fault.EXCEPTION, Fault.KILL, Fault.CUT, Fault.TWO)
    yield from _at("cells", "apps.answers.run.cells:proposal_for", "a cell of the bank is filled", *begun)
    saved = (Fault.KILL, Fault.DATABASE, Fault.STALL)
    yield from _at("cells", "apps.memory.proposals:keep_evidence", "its evidence is saved, not committed", *saved)
    yield from _throughout("cells", Fault.FLUSH)


def _models() -> Iterator[Injection]:
    amid = (Fault.EXCEPTION, Fault.KILL, Fault.DATABASE, Fault.TWO)
    yield from _at("models", "apps.learning.activation:record", "a model goes to work, not committed", *amid)
    after = (Fault.EXCEPTION, Fault.KILL, Fault.DISK)
    yield from _at("models", "apps.learning.activation:point_to", "committed, not yet pointed to", *after)


def _sealing() -> Iterator[Injection]:
    log, tiles = "apps.audit.log.sealing", "apps.audit.log.tiles"
    rows, disk = (Fault.EXCEPTION, Fault.KILL, Fault.TWO), (Fault.KILL, Fault.DISK)
    yield from _at("sealing", f"{tiles}:Folder.append", "rows are there, no files", *rows)
    yield from _at("sealing", f"{tiles}:Folder._extend", "entries are written, no hashes", *disk)
    yield from _at("sealing", f"{log}:_settle", "files are there, not committed", Fault.KILL, Fault.DATABASE, Fault.CUT)
    yield from _at("sealing", f"{log}:Sealer._finish", "committed, not signed", Fault.KILL)
    yield from _at("sealing", f"{log}:write_whole", "signed, not written", *disk)
    yield from _at("sealing", f"{tiles}:Folder.forget_partial", "written, not remembered", Fault.KILL)
    yield from _throughout("sealing", *CLOCKS)
