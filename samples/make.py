"""Builds every sample from one model of an invented company: `python samples/make.py` (needs requirements-dev.txt)."""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

from company import annual, notes, numbers, quarterly, release, supplement  # noqa: E402


def main(folder: Path = FOLDER) -> None:
    numbers.check()
    notes.check_notes()
    annual.write(folder / "zephyrwick_2024_10K.pdf")
    quarterly.write(folder / "zephyrwick_2025Q1_10Q.htm")
    release.write(folder / "zephyrwick_2024Q4_earnings.docx")
    supplement.write(folder / "zephyrwick_2024_supplement.xlsx")
    release.write_note(folder / "zephyrwick_covenant_note.md")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
