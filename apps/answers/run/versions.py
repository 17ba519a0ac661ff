"""Which words and which code an answer was made with: digests of the files themselves."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

APPS = Path(__file__).resolve().parents[2]
READ_BY = (
    "*.toml",
    "*.lark",
    "operations.json.xz",
    "answer_type.json.xz",
    "parser.json",
    "programs.json",
    "programs.npz",
    "figures.npz",
)


@cache
def lexicon_digest() -> str:
    """Of every word list, grammar and learned weight that questions and statements are read by."""
    return _digest(path for suffix in READ_BY for path in APPS.rglob(suffix))


@cache
def code_digest() -> str:
    """Of every module of the apps, in this process's copy."""
    return _digest(APPS.rglob("*.py"))


def _digest(files: Iterable[Path]) -> str:
    whole = sha256()
    for path in sorted(files):
        whole.update(str(path.relative_to(APPS)).encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()
