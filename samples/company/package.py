"""Office files are zip archives that carry the time they were made; this writes them anew with none."""

import re
import zipfile
from pathlib import Path

EPOCH = (2024, 11, 15, 0, 0, 0)


def settle(path: Path) -> None:
    """Rewrite the archive so that the same content gives the same bytes."""
    with zipfile.ZipFile(path) as archive:
        members = [(name, archive.read(name)) for name in sorted(archive.namelist())]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            if name == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2024-11-15T00:00:00Z", content)
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
