"""The questions of a benchmark's folder with their gold pages, and whose filing each document is."""

from dataclasses import dataclass
from pathlib import Path

from apps.evaluation.financebench import lines
from apps.evaluation.ranking import PageRef


@dataclass(frozen=True, slots=True)
class Gold:
    """A question and where its answer stands. document: the filing that the setting `single` gives."""

    id: str
    text: str
    document: str
    pages: frozenset[PageRef]

    @property
    def documents(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.pages)


@dataclass(frozen=True, slots=True)
class FilingOf:
    """Whose filing it is and of which year, as the benchmark says."""

    company: str
    year: int


def gold(folder: Path) -> list[Gold]:
    """Questions without gold pages are left out. Raises OSError and ValueError for a folder that is not one."""
    rows = lines(folder / "questions.jsonl")
    return [
        Gold(
            row["id"],
            row["question"],
            row["doc_name"],
            frozenset((place["doc_name"], place["page"]) for place in row["evidence"]),
        )
        for row in rows
        if row.get("evidence")
    ]


def filings(folder: Path) -> dict[str, FilingOf]:
    """By name of the document; those of which the list does not say it are left out. Raises OSError and ValueError."""
    rows = lines(folder / "documents.jsonl")
    return {
        row["doc_name"]: FilingOf(row["company"], int(row["doc_period"]))
        for row in rows
        if row.get("company") and row.get("doc_period")
    }
