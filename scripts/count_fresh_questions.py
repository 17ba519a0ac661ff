"""Count the verdicts on fresh questions by set and degree of trust, for the page that shows them.

python -m scripts.count_fresh_questions [--write]: prints the counts as JSON, or writes them where the page reads them.
"""

import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROWS = ROOT / "tests" / "bench" / "fresh_questions.jsonl"
COUNTED = ROOT / "apps" / "chat" / "data" / "fresh_sets.json"
NAMES = {
    "s": "First set",
    "t": "Second set",
    "u": "Third set",
    "x": "Fourth set",
    "y": "Fifth set",
    "z": "Sixth set",
    "w": "Seventh set",
    "v": "Eighth set",
    "r": "Ninth set",
    "q": "Tenth set",
    "p": "Eleventh set",
    "o": "Twelfth set",
    "n": "Thirteenth set",
    "m": "Fourteenth set",
    "l": "Fifteenth set",
    "k": "Sixteenth set",
    "j": "Seventeenth set",
    "i": "Eighteenth set",
    "h": "Nineteenth set",
    "g": "Twentieth set",
    "f": "Twenty-first set",
    "e": "Twenty-second set",
    "d": "Twenty-third set",
    "c": "Twenty-fourth set",
    "b": "Twenty-fifth set",
    "a": "Twenty-sixth set",
    "aa": "Twenty-seventh set",
    "ab": "Twenty-eighth set",
    "ac": "Twenty-ninth set",
    "ad": "Thirtieth set",
}


def counted() -> dict[str, dict[str, dict[str, int]]]:
    """Set -> degree of trust -> verdict -> count, of the rows that lie with the tests."""
    rows = [json.loads(line) for line in ROWS.read_text().splitlines()]
    counts = Counter((NAMES[row["id"].rstrip("-0123456789")], row["trust"] or "None", row["verdict"]) for row in rows)
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (name, trust, verdict), count in sorted(
        counts.items(), key=lambda item: list(NAMES.values()).index(item[0][0])
    ):
        found.setdefault(name, {}).setdefault(trust, {})[verdict] = count
    return found


if __name__ == "__main__":
    text = json.dumps(counted(), indent=1, sort_keys=False) + "\n"
    if "--write" in sys.argv[1:]:
        COUNTED.write_text(text)
    else:
        print(text, end="")
