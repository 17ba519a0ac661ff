"""Question sets brought as CSV or JSON lines."""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import Any

from django.db import transaction

from apps.accounts.models import User
from apps.evaluation.models import Expected, QuestionSet

MOST_QUESTIONS = 500
LONGEST = 2000  # characters of a question
LARGEST = Decimal(10) ** 24


class BadSetError(ValueError):
    """str() is one sentence that says which line is wrong and why."""


def take(owner: User, name: str, file_name: str, content: bytes) -> QuestionSet:
    """Keep the questions of a file. Raises BadSetError; then nothing is kept."""
    rows = [_expected(at, row) for at, row in enumerate(_rows(file_name, content), start=1)]
    if not rows:
        raise BadSetError("The file holds no questions.")
    if len(rows) > MOST_QUESTIONS:
        raise BadSetError(f"A set may hold {MOST_QUESTIONS} questions; this file holds {len(rows):,}.")
    with transaction.atomic():
        made = QuestionSet.objects.create(name=name, owner=owner, digest=sha256(content).hexdigest())
        for row in rows:
            row.set = made
        Expected.objects.bulk_create(rows)
    return made


def _rows(file_name: str, content: bytes) -> Iterable[Mapping[str, Any]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadSetError("The file is not UTF-8 text. Save it as CSV (UTF-8) or JSON lines.") from None
    if file_name.lower().endswith(".csv"):
        return csv.DictReader(io.StringIO(text))
    return [_of_json(at, line) for at, line in enumerate(text.splitlines(), start=1) if line.strip()]


def _of_json(at: int, line: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise BadSetError(f"Line {at} is no JSON.") from None
    if not isinstance(row, dict):
        raise BadSetError(f"Line {at} is no object with a question.")
    return row


def _expected(at: int, row: Mapping[str, Any]) -> Expected:
    question = _text(row, "question", LONGEST + 1)
    if not question or len(question) > LONGEST:
        raise BadSetError(f"Question {at} is {'too long' if question else 'empty'}.")
    return Expected(
        ordinal=at,
        question=question,
        kind=_text(row, "type", 60) or _text(row, "kind", 60),
        answer=_text(row, "answer", 5000),
        value=_number(at, row.get("value")),
        unit=_text(row, "unit", 60),
        documents=[str(one)[:300] for one in _list(row.get("documents"))],
        pages=[_page(at, one) for one in _list(row.get("pages"))],
    )


def _text(row: Mapping[str, Any], name: str, longest: int) -> str:
    value = row.get(name)
    return "" if value is None else str(value).replace("\x00", "").strip()[:longest]


def _list(value: Any) -> list[Any]:
    """JSON's list, or what stands between semicolons in a cell of CSV."""
    if isinstance(value, list):
        return value
    return [one.strip() for one in str(value or "").split(";") if one.strip()]


def _page(at: int, value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        raise BadSetError(f"Question {at}: {str(value)[:40]!r} is no page.") from None


def _number(at: int, value: Any) -> Decimal | None:
    if value is None or value == "":
        return None
    try:
        number = Decimal(str(value).replace(",", "").strip())
    except InvalidOperation:
        raise BadSetError(f"Question {at}: {str(value)[:40]!r} is no number.") from None
    if not number.is_finite() or abs(number) >= LARGEST:
        raise BadSetError(f"Question {at}: the number cannot be kept.")
    return number
