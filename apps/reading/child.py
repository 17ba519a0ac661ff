"""`python -m apps.reading.child PATH MEDIA_TYPE BOUNDS PDF_READER`: reads one file. Knows no Django, no settings."""

import json
import sys
from pathlib import Path

from apps.reading.confinement import Bounds, confine, own_voice
from apps.reading.reader import PdfReader, read


def main(path: str, media_type: str, bounds: str, pdf: str) -> None:
    confine(Bounds(**json.loads(bounds)))
    with own_voice() as voice:
        voice.perform(lambda progress: read(Path(path), media_type, progress, PdfReader(**json.loads(pdf))))


if __name__ == "__main__":
    main(*sys.argv[1:])
