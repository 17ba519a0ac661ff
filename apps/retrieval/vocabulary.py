"""What is known of filings in general: `vocabulary.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent / "vocabulary.toml"


@cache
def vocabulary() -> dict[str, Any]:
    """The whole file."""
    return tomllib.loads(SOURCE.read_text(encoding="utf-8"))
