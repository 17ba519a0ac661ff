#!/usr/bin/env python3
"""How the reader reads questions: shares of intents, how many keep an unread word, and what each is read as.

    python scripts/read_questions.py FILE ... [--list] [--unread] [--names FILE]

FILE: one question a line, JSON lines with "question", or a list of tables with "questions". Nothing is answered.
"""

import argparse
import json
import os
import re
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")

from apps.questions.names import Mention
from apps.questions.query import Query
from apps.questions.reader import read
from apps.questions.sentence import sentence
from apps.questions.slots import Filer


class Names:
    """A register of the names in a file, one a line, as they are written there."""

    def __init__(self, names: list[str]) -> None:
        listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self.pattern = re.compile(rf"\b(?:{listed})\b", re.IGNORECASE) if names else None

    def mentions(self, text: str) -> tuple[Mention, ...]:
        found = self.pattern.finditer(text) if self.pattern else ()
        return tuple(Mention(one.start(), one.end(), one[0], (_filer(one[0]),)) for one in found)


def _filer(name: str) -> Filer:
    return Filer(uuid.uuid5(uuid.NAMESPACE_DNS, name.lower()), name)


def questions(file: Path) -> Iterator[str]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        yield from (str(one["question"]) for table in json.loads(text) for one in table["questions"])
        return
    for line in filter(None, text.splitlines()):
        yield str(json.loads(line)["question"]) if line.startswith("{") else line


def told(asked: str, query: Query) -> str:
    left = ", ".join(token.text for token in query.unread)
    return f"{asked}\n    {query.intent.value}: {sentence(query)}" + (f"\n    unread: {left}" if left else "")


def main(arguments: list[str] | None = None) -> int:
    options = _options().parse_args(arguments)
    names = options.names.read_text(encoding="utf-8").splitlines() if options.names else []
    register, started = Names([name for name in names if name.strip()]), time.perf_counter()
    found = [(asked, read(asked, register).query) for file in options.files for asked in questions(file)]
    seconds = time.perf_counter() - started
    for asked, query in found:
        if options.list or (options.unread and query.unread):
            print(told(asked, query))
    _summary(found, seconds)
    return 0


def _summary(found: list[tuple[str, Query]], seconds: float) -> None:
    count = len(found) or 1
    unread = sum(bool(query.unread) for _, query in found)
    print(f"{len(found)} questions, {seconds / count * 1000:.1f} ms each; {unread} ({unread / count:.0%}) unread words")
    for intent, times in Counter(query.intent.value for _, query in found).most_common():
        print(f"  {intent}: {times} ({times / count:.0%})")


def _options() -> Any:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--list", action="store_true", help="tell each question as it is read")
    parser.add_argument("--unread", action="store_true", help="tell those that keep unread words")
    parser.add_argument("--names", type=Path, metavar="FILE", help="names of companies, one a line")
    return parser


if __name__ == "__main__":
    sys.exit(main())
