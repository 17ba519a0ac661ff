"""`python -m apps.reading.examination PATH MEDIA_TYPE LIMITS`: prints {} or the refusal, as JSON."""

import json
import sys
from pathlib import Path

from apps.reading.confinement import Bounds, confine
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


def main(path: str, media_type: str, limits: str) -> None:
    allowed = Limits(**json.loads(limits))
    confine(Bounds(allowed.memory_bytes, allowed.cpu_seconds, allowed.wall_seconds))
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
