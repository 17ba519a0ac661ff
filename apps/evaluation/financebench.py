"""Predictions for a folder of filings and questions in the layout of FinanceBench, to be scored by its own scorer.

The folder: `questions.jsonl` (id, question, doc_name), `documents.jsonl` (doc_name), `pdfs/<doc_name>.pdf`.
shared: every filing is in the store and only the question is given; single: the question's own filing is given too.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import Any

from apps.accounts.models import User
from apps.documents.models import Document
from apps.evaluation.asked import ask
from apps.evaluation.ranking import ranking_of
from apps.retrieval.found import Scope
from apps.retrieval.search import search_text


class Setting(StrEnum):
    SHARED = "shared"
    SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    text: str
    document: str


def folder_of(data: Path) -> Path:
    """The benchmark's folder: the one named, or the one of this name inside it."""
    inside = data / "financebench"
    return inside if inside.is_dir() and not (data / "questions.jsonl").exists() else data


def questions(folder: Path) -> list[Question]:
    """Raises OSError and ValueError for a folder that is not one."""
    rows = lines(folder / "questions.jsonl")
    return [Question(row["id"], row["question"], row["doc_name"]) for row in rows]


def files(folder: Path) -> list[Path]:
    """The filings, in the order of the list."""
    return [folder / "pdfs" / f"{row['doc_name']}.pdf" for row in lines(folder / "documents.jsonl")]


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines. Raises OSError and ValueError."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def missing(user: User, names: list[str]) -> list[str]:
    """Those of these documents that are not there for `user`, ready to be searched."""
    there = Document.objects.visible_to(user).exclude(current=None).filter(name__in=names)
    held = set(there.values_list("name", flat=True))
    return [name for name in names if name not in held]


def predictions(
    asked: list[Question], setting: Setting, user: User, *, workers: bool, search_only: bool
) -> Iterator[dict[str, Any]]:
    """One prediction a question, in their order. search_only: the passages found, nothing answered."""
    scopes = scopes_of(user, {question.document for question in asked}) if setting is Setting.SINGLE else {}
    for question in asked:
        scope = scopes.get(question.document, Scope())
        yield _searched(question, scope, user) if search_only else _answered(question, scope, user, workers)


def scopes_of(user: User, names: set[str]) -> dict[str, Scope]:
    """For each name the scope of that document alone."""
    documents = Document.objects.visible_to(user).exclude(current=None).filter(name__in=names)
    return {name: Scope(documents=(uid,)) for name, uid in documents.values_list("name", "uid")}


def _searched(question: Question, scope: Scope, user: User) -> dict[str, Any]:
    began = perf_counter()
    result = search_text(question.text, viewer=user, scope=scope)
    return {
        "id": question.id,
        "documents": list(result.trace.documents),  # those found, then those chosen, then runners-up
        "pages": [list(page) for page in ranking_of(result.candidates).pages],
        "seconds": round(perf_counter() - began, 4),
    }


def _answered(question: Question, scope: Scope, user: User, workers: bool) -> dict[str, Any]:
    asked = ask(question.text, user, scope, workers=workers)
    answer = asked.answer
    cited = dict.fromkeys((citation["document"], citation["page"]) for citation in answer["citations"])
    return {
        "id": question.id,
        "documents": answer["documents"],
        "pages": answer["pages"],
        "answer": answer["answer"],
        "value": float(answer["value"]) if answer["value"] is not None else None,
        "unit": answer["unit"],
        "status": answer["status"],
        "citations": [list(page) for page in cited],
        "seconds": round(asked.seconds, 4),
        "tokens_in": answer["tokens_in"],
        "tokens_out": answer["tokens_out"],
    }
