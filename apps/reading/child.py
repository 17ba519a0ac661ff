"""`python -m apps.reading.child PATH MEDIA_TYPE BOUNDS`: reads one file. Knows no Django, no database, no settings."""

import json
import sys
from pathlib import Path

from apps.reading.confinement import Bounds, confine, own_voice
from apps.reading.reader import read


def main(path: str, media_type: str, bounds: str) -> None:
    confine(Bounds(**json.loads(bounds)))
    with own_voice() as voice:
        voice.perform(lambda progress: read(Path(path), media_type, progress))


if __name__ == "__main__":
    main(*sys.argv[1:])
