"""`python3 docker/make_secrets.py [FOLDER]`: the secrets of compose.yaml, made once; what is there already stays.

The folder is closed to others. The files in it are readable, because Docker hands them to a container as they are and
its user is another one: whoever may not enter the folder reads none of them.
"""

import secrets
import sys
from pathlib import Path

PASSWORDS = ("postgres_password", "database_password", "database_owner_password", "queue_password")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    for name in PASSWORDS:
        keep(folder / name, secrets.token_hex(24))
    keep(folder / "secret_key", secrets.token_urlsafe(50))
    application, owner, queue = (read(folder / name) for name in PASSWORDS[1:])
    keep(folder / "database_url", f"postgresql://finrag_app:{application}@postgres:5432/finrag")
    keep(folder / "database_owner_url", f"postgresql://finrag_owner:{owner}@postgres:5432/finrag")
    keep(folder / "queue_url", f"redis://:{queue}@valkey:6379/0")
    keep(folder / "queue_conf", f"requirepass {queue}\n")


def keep(path: Path, text: str) -> None:
    if not path.exists():
        path.write_text(text)
        path.chmod(0o444)


def read(path: Path) -> str:
    return path.read_text().strip()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "secrets")
