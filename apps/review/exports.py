"""The list of answers on its way out: CSV, XLSX, or a zip of their dossiers. Only what the reader may look into."""

import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO

from apps.accounts.models import User
from apps.audit.spreadsheet import lines, safe
from apps.documents.spreadsheets import workbook
from apps.review.access import get_answer, get_look
from apps.review.dossier.build import NoDossier, dossier_of
from apps.review.outlines import AnswerOutline

MOST_ROWS, MOST_DOSSIERS = 50_000, 50
HEAD = ("id", "asked", "by", "question", "status", "trust", "ending", "models", "seconds", "review")
CLOSED = "closed to you"


def rows_of(found: Iterable[AnswerOutline]) -> Iterator[list[str]]:
    """Each cell as text; the words of what is closed are left out."""
    for one in found:
        yield [
            str(one.uid),
            one.created.isoformat(timespec="seconds"),
            one.asker.get_username(),
            (one.question if one.readable else None) or CLOSED,  # type: ignore[attr-defined]
            one.status,
            one.last_trust or "",  # type: ignore[attr-defined]
            one.last_ending,  # type: ignore[attr-defined]
            ", ".join(one.last_model_names or ()),  # type: ignore[attr-defined]
            f"{one.last_seconds:.2f}",  # type: ignore[attr-defined]
            one.standing_label,  # type: ignore[attr-defined]
        ]


def as_csv(found: Iterable[AnswerOutline]) -> str:
    return lines([list(HEAD), *([safe(cell) for cell in row] for row in rows_of(found))])


def as_xlsx(found: Iterable[AnswerOutline]) -> bytes:
    return workbook({"Answers": [list(HEAD), *rows_of(found)]})


def dossiers(found: Iterable[AnswerOutline], reader: User, address: str | None) -> tuple[bytes, int]:
    """A zip of dossiers, and how many were left out because something of them is closed or not on record."""
    target, left_out = BytesIO(), 0
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for answer in found:
            try:
                look = get_look(reader, answer.uid)
                if not look.whole:
                    left_out += 1
                    continue
                made = dossier_of(get_answer(look), reader, address)
            except NoDossier:
                left_out += 1
                continue
            archive.writestr(made.name, made.content)
    return target.getvalue(), left_out
