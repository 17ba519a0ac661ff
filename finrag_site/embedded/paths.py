"""Where the embedded servers keep their data, sockets and logs."""

import hashlib
import os
import stat
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from finrag_site import environment
from finrag_site.embedded.failure import ServerFailed

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
    def locks(self) -> Path:
        return self.var / "locks"

    @property
    def state(self) -> Path:
        """What the running product says of itself: address and process ids, as JSON."""
        return self.var / "up.json"

    @property
    def demo_users(self) -> Path:
        return self.var / "demo-users.txt"

    @property
    def digest(self) -> str:
        return hashlib.sha256(str(self.var).encode()).hexdigest()[:12]

    @property
    def outside(self) -> Path:
        """For the database's own system user, where `var` lies under a folder that only root may enter."""
        return Path("/var/lib") / f"finrag-{self.digest}"

    @property
    def hidden(self) -> bool:
        """Whether we are root and the database's system user cannot come to `var`."""
        return os.geteuid() == 0 and not self.keeper and not open_to_all(self.var)

    @property
    def keeper(self) -> int:
        """The number of the ordinary user to whom `var` belongs; 0 where it is root's, or not there yet."""
        return self.var.stat().st_uid if self.var.exists() else 0

    @property
    def sockets(self) -> Path:
        """A folder whose socket paths fit the kernel's limit, however deep the checkout lies."""
        near = self.var / "run"
        fits = len(str(near)) + len("/.s.PGSQL.5432") < SOCKET_PATH_LIMIT
        if fits and not self.hidden:
            return near
        if os.geteuid() == 0 and not self.keeper:
            return self.outside / "run"
        return Path("/tmp") / f"finrag-{os.geteuid() or self.keeper}-{self.digest}"  # noqa: S108 - owner and mode are checked on use

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.sockets}/valkey.sock"

    def make(self) -> None:
        """Make `var`, closed to others; root's lets the database's user pass through, and nobody list it."""
        if not self.var.exists():
            for folder in (*reversed(self.var.parents), self.var):
                if not folder.exists():  # not left to the mask: whoever has the store must come to it
                    folder.mkdir(exist_ok=True)
                    folder.chmod(0o711)
            self.var.chmod(0o711 if os.geteuid() == 0 else 0o700)


def open_to_all(path: Path) -> bool:
    """Whether any user may pass through every existing folder from the root down to `path`."""
    folders = [folder for folder in (path, *path.parents) if folder.exists()]
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)


def package(name: str) -> Path:
    """The folder of an installed package, without importing it."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ServerFailed(f"The package {name} is not installed: run `make up`, which installs what is missing.")
    return Path(spec.origin).parent


def layout() -> Layout:
    """The layout that `FINRAG_VAR_DIR` names, by default `var/` in the checkout."""
    return Layout(Path(environment.text("FINRAG_VAR_DIR", str(BASE / "var"))).resolve())
