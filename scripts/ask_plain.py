#!/usr/bin/env python3
"""Known questions said again in plain words: how many asks are read to the last word, computed, and come to the answer.

    python scripts/ask_plain.py --as USER [--part K --of N] [--list]

Readers said 2,162 questions again in the words of statements, with as few changes as they could (apps/learning/data).
What fails here fails for want of a line, a table or a sum, and not because somebody spoke freely. The store must hold
the filings; a written answer is compared by number. --list prints what comes to another figure.
"""

import json
import lzma
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")

PLAIN = Path(__file__).parent.parent / "apps" / "learning" / "data" / "plain.jsonl.xz"


def measured(username: str, part: int, of: int, *, tell: bool) -> Counter[str]:
    from apps.accounts.models import User
    from apps.answers.compute.computing import compute
    from apps.documents.models import DocumentVersion
    from apps.learning.training.figures import answers
    from apps.learning.training.programs import written
    from apps.retrieval.found import Scope
    from apps.retrieval.reading import read_for

    viewer, found = User.objects.get(username=username), Counter[str]()
    held = set(DocumentVersion.objects.values_list("sha256", flat=True))
    known = {one.question: one for one in written() if one.filing in held}
    for question, ask in single(part, of):
        if (answer := known.get(question)) is None:
            continue
        query = read_for(viewer, Scope(), ask).query
        outcome = compute(query, Scope(), viewer)
        right = bool(outcome.figures) and answers(answer, outcome)
        how = "unread" if query.unread else "none" if not outcome.figures else "right" if right else "other"
        found[how] += 1
        if tell and how == "other":
            print(f"{ask}\n    {outcome.headline}\n    written: {answer.number} {answer.unit}")
    return found


def single(part: int, of: int) -> Iterator[tuple[str, str]]:
    """Each question that is one ask, with its plain words."""
    with lzma.open(PLAIN, "rt", encoding="utf-8") as file:
        said = [json.loads(line) for line in file]
    yield from ((one["question"], one["plain"][0]) for one in said[part::of] if len(one["plain"]) == 1)


def main() -> None:
    from scripts.questions_asked import begin, options, tell

    given = options(__doc__ or "").parse_args()
    begin()
    tell(measured(given.viewer, given.part, given.of, tell=given.list))


if __name__ == "__main__":
    main()
