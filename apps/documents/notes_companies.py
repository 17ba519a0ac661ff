"""Notes that were written of a company before any of its filings was held: they are its notes from then on."""

from pathlib import PurePosixPath

from apps.accounts.acting import serving
from apps.documents.circles import circle_of, known_to
from apps.documents.cover.front import front_of
from apps.documents.cover.notes import head
from apps.documents.models import Company, Document, Kind
from apps.documents.named_companies import company_in
from apps.documents.normalize import parsed_pages


@serving()
def find_notes_of(company: Company) -> int:
    """Give the company to notes that name it, have none, and that nobody edited so; returns how many it took.

    A note takes it only where everybody who reads the note knows the company.
    """
    notes = Document.objects.filter(kind=Kind.NOTE, company=None, deleted=None).select_related("current")
    taken = 0
    for note in notes.exclude(current=None).exclude(metadata__edited__contains=["company"]):
        if _names(note, company):
            taken += Document.objects.filter(pk=note.pk, company=None).update(company=company)
    return taken


def _names(note: Document, company: Company) -> bool:
    if note.current is None:
        return False
    front = front_of(parsed_pages(note.current), PurePosixPath(note.current.file_name).stem)
    return company_in(head(front), known_to(circle_of(note))) == company
