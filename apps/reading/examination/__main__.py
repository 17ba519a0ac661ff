"""`python -m apps.reading.examination PATH MEDIA_TYPE LIMITS`: prints {} or the refusal, as JSON."""

import json
import resource
import sys
from pathlib import Path

from apps.reading.examination import office, pdf, text
from apps.reading.intake import Limits
from apps.reading.media import MediaType
from apps.reading.parsed import FileRefused, Refusal
from apps.reading.refusals import refused

EXAMINERS = {
    MediaType.PDF: pdf.examine,
    MediaType.DOCX: office.examine,
    MediaType.XLSX: office.examine,
    MediaType.HTML: text.examine_html,
    MediaType.MARKDOWN: text.examine_text,
    MediaType.TEXT: text.examine_text,
}


def confine(limits: Limits) -> None:
    """Take from this process what it does not need; the kernel holds it to the rest."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(path: str, media_type: str, limits: str) -> None:
    allowed = Limits(**json.loads(limits))
    confine(allowed)
    try:
        EXAMINERS[MediaType(media_type)](Path(path), allowed)
        said: dict[str, str] = {}
    except FileRefused as refusal:
        said = {"reason": refusal.reason, "sentence": str(refusal)}
    except (MemoryError, RecursionError):
        bomb = refused(Refusal.BOMB)
        said = {"reason": bomb.reason, "sentence": str(bomb)}
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])
