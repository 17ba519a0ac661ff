"""The one table of sentences that say why a file is not taken and what to do about it."""

from apps.reading.parsed import FileRefused, Refusal

SENTENCES = {
    Refusal.EMPTY: "This file is empty, there is no text in it; check it and upload it again.",
    Refusal.TOO_LARGE: "This file is larger than the {megabytes} MB that are allowed; upload it in parts.",
    Refusal.WRONG_TYPE: (
        "This is {found}, which cannot be read; upload PDF, HTML, DOCX, XLSX, Markdown or plain text."
    ),
    Refusal.ENCRYPTED: "This file is protected by a password; remove the protection and upload it again.",
    Refusal.DAMAGED: (
        "This file is damaged and cannot be opened ({detail}); save or download it again and upload that."
    ),
    Refusal.NO_TEXT: (
        "This PDF holds only images without text, and text recognition (OCR) is off; upload a version whose text can "
        "be selected."
    ),
    Refusal.BOMB: (
        "This file unpacks to far more than its size or is nested absurdly deep, so it was not opened; "
        "save it anew from the program that made it and upload that copy."
    ),
    Refusal.TOO_MANY_PAGES: (
        "This file has {pages:,} pages, and {allowed:,} are allowed; split it and upload the parts."
    ),
    Refusal.TOO_COSTLY: (
        "Reading this file takes more time or memory than any filing should, so it was given up; "
        "upload it in parts, or save it anew from the program that made it."
    ),
}
if set(SENTENCES) != set(Refusal):
    raise RuntimeError("Every reason for a refusal needs its sentence.")


def refused(reason: Refusal, **facts: object) -> FileRefused:
    """The refusal with its sentence; `facts` are what the sentence names."""
    return FileRefused(reason, SENTENCES[reason].format(**facts))
