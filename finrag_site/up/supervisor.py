"""The supervisor: keeps every process of the product alive until it is asked to stop."""

import json
import os
import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import FrameType

from finrag_site.embedded.paths import Layout
from finrag_site.embedded.sessions import Use
from finrag_site.up.programs import Program

LOOK_SECONDS = 0.2
STOP_SECONDS = 8.0  # more than a web process takes to finish what it was asked


@dataclass(slots=True)
class Supervisor:
    """Programs above, servers below. Runs in the main thread: the kernel ties the children to the thread that forks."""

    place: Layout
    url: str
    uses: Sequence[Use]
    programs: Sequence[Program]
    stopping: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Start everything and look after it until a signal asks to stop; then stop everything."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)
        try:
            for program in self.programs:
                program.start()
            self._write_state()
            while not self.stopping.wait(LOOK_SECONDS):
                self.look_after()
        finally:
            self.stop()

    def look_after(self) -> None:
        for use in self.uses:
            use.ensure()
        started = [program.name for program in self.programs if program.look_after()]
        if started:
            print(f"Started again: {', '.join(started)} (see {self.place.logs})", flush=True)
            self._write_state()

    def stop(self) -> None:
        """Ask all at once, wait together, kill what is left: within `STOP_SECONDS`."""
        deadline = time.monotonic() + STOP_SECONDS
        for program in self.programs:
            program.ask_to_stop()
        for program in self.programs:
            program.stop(deadline)
        self.place.state.unlink(missing_ok=True)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.stopping.set()

    def _write_state(self) -> None:
        pids = {program.name: program.process.pid for program in self.programs if program.process}
        half = self.place.state.with_suffix(".half")
        half.write_text(json.dumps({"supervisor": os.getpid(), "url": self.url, "processes": pids}))
        half.replace(self.place.state)
