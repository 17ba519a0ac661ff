"""What answering in prose knows of the language of questions and filings, as `vocabulary.toml` has it."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent / "vocabulary.toml"


@cache
def vocabulary() -> dict[str, Any]:
    return tomllib.loads(SOURCE.read_text(encoding="utf-8"))


@cache
def pattern(name: str) -> re.Pattern[str]:
    return re.compile(vocabulary()[name])
