#!/usr/bin/env python3
"""Questions for numbers of tables, asked of the whole product: how many are answered by the right number.

    python scripts/ask_cells.py --as USER [--learned] [--limit N] [--part K --of N] [--list]

Readers asked 6,838 such questions, of cells that they saw (apps/learning/data): nobody has to judge the answers. They
are those about the four filers that nothing was learned from, or with --learned about the others. The store must hold
the filings. --list prints what comes to another number.
"""

import argparse
import os
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")


def main() -> None:
    from scripts.questions_asked import begin, options, tell

    asked = options(__doc__ or "")
    asked.add_argument("--learned", action="store_true")
    asked.add_argument("--limit", type=int, default=300)
    given = asked.parse_args()
    begin()
    tell(measured(given))


def measured(given: argparse.Namespace) -> Counter[str]:
    from apps.accounts.models import User
    from apps.evaluation.asked import ask
    from apps.learning.shipping import recipe
    from apps.learning.training.of_cells import drawn
    from apps.retrieval.found import Scope

    viewer, found, shipped = User.objects.get(username=given.viewer), Counter[str](), recipe.read()
    asked = drawn(given.limit, viewer, lambda filer: shipped.holds_out(filer) != given.learned)
    for one in asked[given.part :: given.of]:
        answer = ask(one.question, viewer, Scope(), workers=False).answer
        how = met(one, answer)
        found[how] += 1
        if given.list and how == "other":
            print(f"{one.question}\n    {answer['answer'].splitlines()[0]}\n    of its cells: {one.number} {one.unit}")
    return found


def met(asked: Any, answer: dict[str, Any]) -> str:
    """right, or another number (other); else what is told: words, tables and passages that come closest, or nothing."""
    from apps.answers.models import Status

    if sheet := answer["sheet"]:
        return "right" if any(asked.is_met(comes_to(line)) for line in sheet["lines"]) else "other"
    return "words" if answer["status"] == Status.EXTRACTED else str(answer["status"]).lower()


def comes_to(line: dict[str, Any]) -> Any:
    """What a line of a calculation sheet comes to."""
    from apps.answers.judge.figures import RATES
    from apps.learning.training.figures import Given
    from apps.statements.values.units import SCALES

    value, unit = Decimal(line["value"]), line["unit"]
    if unit.startswith(RATES):
        return Given((), (float(value / 100),))
    scale = next((size for name, size in SCALES.items() if unit.endswith(f"{name}s")), Decimal(1))
    return Given((float(value * scale),), (float(value),) if unit == "ratio" else ())


if __name__ == "__main__":
    main()
