"""How fast it is: pages from upload to Ready, memory, and seconds from a question to evidence and to an answer."""

from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from apps.accounts.models import User
from apps.documents.models import Document, DocumentVersion
from apps.evaluation import workers
from apps.evaluation.asked import ask
from apps.evaluation.ingesting import Ingested, costs, ingest_afresh, withdraw
from apps.retrieval.found import Scope

# Asked of every filing taken in; its own company and fiscal year are filled in.
PLAIN = (
    "What was {company}'s net income in fiscal {year}?",
    "What were the total assets of {company} at the end of fiscal {year}?",
    "How much did {company} spend on capital expenditures in fiscal {year}?",
    "What are the main risks that {company} describes in its {year} annual report?",
    "Where does {company} have its headquarters?",
)


@dataclass(frozen=True, slots=True)
class Speed:
    """wall: seconds until all files were Ready, uploads included."""

    files: list[Ingested]
    wall: float
    memory: dict[str, float]
    evidence: list[float]
    answers: list[float]

    @property
    def pages(self) -> int:
        return sum(file.pages for file in self.files)

    def as_json(self) -> dict[str, Any]:
        return {
            "files": [file.as_json() for file in self.files],
            "pages": self.pages,
            "wall_seconds": round(self.wall, 2),
            "pages_per_second": round(self.pages / self.wall, 2),
            "step_seconds": {
                step: round(sum(f.steps.get(step, 0) for f in self.files), 2) for step in _steps(self.files)
            },
            "peak_megabytes": self.memory,
            "questions": len(self.answers),
            "evidence_seconds": spread(self.evidence),
            "answer_seconds": spread(self.answers),
        }


def measure(paths: list[Path], user: User, *, with_workers: bool) -> Speed:
    """Take copies of these PDF files in, ask about each, and take them out again. Raises FileRefused, NotReadyError."""
    versions, wall = ingest_afresh(paths, user, workers=with_workers)
    try:
        asked = [
            ask(text, user, _only(version), workers=with_workers) for version in versions for text in _plain(version)
        ]
    finally:
        withdraw(versions)
    files = [costs(version) for version in versions]
    return Speed(files, wall, workers.peaks(), [one.first_evidence for one in asked], [one.seconds for one in asked])


def spread(seconds: list[float]) -> dict[str, float]:
    """Median, 95th percentile and largest."""
    ordered = sorted(seconds)
    return {
        "p50": round(median(ordered), 3),
        "p95": round(ordered[int(0.95 * (len(ordered) - 1))], 3),
        "max": round(ordered[-1], 3),
    }


def _only(version: DocumentVersion) -> Scope:
    return Scope(documents=(version.document.uid,))


def _plain(version: DocumentVersion) -> list[str]:
    document = Document.objects.select_related("company").get(pk=version.document_id)
    company = document.company.name if document.company else "the company"
    return [text.format(company=company, year=document.fiscal_year or "the last year") for text in PLAIN]


def _steps(files: list[Ingested]) -> list[str]:
    return list(dict.fromkeys(step for file in files for step in file.steps))
