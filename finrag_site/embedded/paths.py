"""Where the embedded servers keep their data, sockets and logs."""

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from finrag_site import environment

BASE = Path(__file__).resolve().parent.parent.parent
SOCKET_PATH_LIMIT = 100  # sun_path holds 108 bytes, and PostgreSQL appends ".s.PGSQL.5432"


@dataclass(frozen=True, slots=True)
class Layout:
    """The folders under one `var` folder."""

    var: Path

    @property
    def postgres(self) -> Path:
        return self.var / "postgres"

    @property
    def valkey(self) -> Path:
        return self.var / "valkey"

    @property
    def files(self) -> Path:
        return self.var / "files"

    @property
    def logs(self) -> Path:
        return self.var / "logs"

    @property
    def sockets(self) -> Path:
        """A folder whose socket paths fit the kernel's limit, however deep the checkout lies."""
        near = self.var / "run"
        if len(str(near)) + len("/.s.PGSQL.5432") < SOCKET_PATH_LIMIT:
            return near
        digest = hashlib.sha256(str(self.var).encode()).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"finrag-{os.getuid()}-{digest}"

    @property
    def database_url(self) -> str:
        return f"postgresql://finrag@/finrag?host={self.sockets}"

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.sockets}/valkey.sock"


def layout() -> Layout:
    """The layout that `FINRAG_VAR_DIR` names, by default `var/` in the checkout."""
    return Layout(Path(environment.text("FINRAG_VAR_DIR", str(BASE / "var"))).resolve())
