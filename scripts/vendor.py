"""Fetch the front-end files that are served: `python scripts/vendor.py [--check]`.

Each file comes out of an npm package at a pinned version (`npm pack`), and what is written must have the SHA-256
below. `--check` fetches nothing and verifies the files that stand under static/vendor/. Icons become one sprite that
holds only the named ones. To add an icon: add its name, run, and put the new sum below.
"""

import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"


@dataclass(frozen=True, slots=True)
class Vendored:
    """One served file: where it comes from, under which licence, and what it must hash to."""

    package: str
    version: str
    member: str
    target: str
    licence: str
    sha256: str


TABLER_LICENCE = "MIT (the package names it and has no licence file; its text stands in tabler-LICENSE)"
FILES = (
    Vendored(
        "htmx.org",
        "4.0.1",
        "dist/htmx.min.js",
        "htmx.min.js",
        "0BSD",
        "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
    ),
    Vendored(
        "htmx.org",
        "4.0.1",
        "LICENSE",
        "htmx-LICENSE",
        "0BSD",
        "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
    ),
    Vendored(
        "uplot",
        "1.6.32",
        "dist/uPlot.iife.min.js",
        "uplot.min.js",
        "MIT",
        "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
    ),
    Vendored(
        "uplot",
        "1.6.32",
        "dist/uPlot.min.css",
        "uplot.min.css",
        "MIT",
        "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
    ),
    Vendored(
        "uplot",
        "1.6.32",
        "LICENSE",
        "uplot-LICENSE",
        "MIT",
        "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd",
    ),
    Vendored(
        "@tabler/core",
        "1.6.1",
        "dist/css/tabler.min.css",
        "tabler.min.css",
        TABLER_LICENCE,
        "e049eec3a5830530d80ff78676412c7e68f64b02bc9859cb0ca1710d24a60c58",
    ),
    Vendored(
        "@tabler/icons",
        "3.51.0",
        "LICENSE",
        "tabler-icons-LICENSE",
        "MIT",
        "b740a1d46122672da62833e97f7e7c8a13fa85cbc7445b584b297cc00dde93db",
    ),
    Vendored(
        "dejavu-fonts-ttf",
        "2.37.3",
        "ttf/DejaVuSansCondensed.ttf",
        "dejavu-sans.ttf",
        "Bitstream Vera and public domain",
        "8550cd5ca1acb65a8fc7877c46939cd0b4d909f8e7bc1e24716873d918c5e549",
    ),
    Vendored(
        "dejavu-fonts-ttf",
        "2.37.3",
        "ttf/DejaVuSansCondensed-Bold.ttf",
        "dejavu-sans-bold.ttf",
        "Bitstream Vera and public domain",
        "38098d0b8edd8430a0f53fb2831b5d36037563a998a620d3c87a4d7591766d20",
    ),
    Vendored(
        "dejavu-fonts-ttf",
        "2.37.3",
        "LICENSE",
        "dejavu-LICENSE",
        "Bitstream Vera and public domain",
        "7a083b136e64d064794c3419751e5c7dd10d2f64c108fe5ba161eae5e5958a93",
    ),
)
SPRITE = Vendored(
    "@tabler/icons",
    "3.51.0",
    "icons/outline",
    "icons.svg",
    "MIT",
    "f84b880adcf4394c25d25d8ccc88c2ccc1a408205e59f1c6d77b7c9b9bfa3ce4",
)
ICONS = (
    "adjustments", "alert-triangle", "arrow-back-up", "arrow-down", "arrow-left", "arrow-right", "arrow-up",
    "arrows-sort", "book", "building", "calendar", "chart-bar", "check", "chevron-down", "chevron-left",
    "chevron-right", "chevron-up", "circle-check", "circle-dashed", "circle-x", "clock", "copy", "download", "edit",
    "external-link", "eye", "file", "file-plus", "file-search", "file-spreadsheet", "file-text", "file-type-docx",
    "file-type-html", "file-type-pdf", "file-type-txt", "filter", "filter-off", "help", "history", "home",
    "info-circle", "key", "keyboard", "layout-sidebar", "library", "list", "list-tree", "loader-2", "lock",
    "logout", "markdown", "menu-2", "message", "message-plus", "messages", "moon", "player-stop", "plus", "quote",
    "refresh", "search", "send", "settings", "shield-check", "sun", "table", "thumb-down", "thumb-up", "trash",
    "upload", "user", "users", "world", "x", "zoom-in", "zoom-out",
)  # fmt: skip


def unpack(package: str, version: str, folder: Path) -> Path:
    """The folder that holds the package's files."""
    done = subprocess.run(
        ["npm", "pack", "--silent", f"{package}@{version}"], cwd=folder, check=True, capture_output=True, text=True
    )
    target = folder / package.replace("/", "-")
    with tarfile.open(folder / done.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def served(content: bytes) -> bytes:
    """The file without its pointer to a source map, which is not served (collectstatic would look for it)."""
    return re.sub(rb"\n?/[/*]# sourceMappingURL=[^\n]*", b"", content)


def sprite(folder: Path) -> bytes:
    """All icons as symbols of one SVG file, each drawn in the colour of the text around it."""
    symbols = [symbol(name, (folder / f"{name}.svg").read_text()) for name in ICONS]
    return ('<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n").encode()


def symbol(name: str, source: str) -> str:
    inner = source[source.index(">", source.index("<svg")) + 1 : source.rindex("</svg>")]
    paths = "".join(line.strip() for line in inner.splitlines() if 'd="M0 0h24v24H0z"' not in line)
    style = 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"'
    return f'<symbol id="{name}" viewBox="0 0 24 24" {style}>{paths}</symbol>'


def checked(file: Vendored, content: bytes) -> bytes:
    """The same content, or SystemExit that names both sums."""
    found = hashlib.sha256(content).hexdigest()
    if found != file.sha256:
        raise SystemExit(f"{file.target} has sha256 {found}, {file.package} {file.version} should give {file.sha256}")
    return content


def fetch() -> None:
    VENDOR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        packages = {(file.package, file.version) for file in (*FILES, SPRITE)}
        roots = {package: unpack(package, version, Path(folder)) for package, version in packages}
        for file in FILES:
            content = served((roots[file.package] / file.member).read_bytes())
            (VENDOR / file.target).write_bytes(checked(file, content))
        (VENDOR / SPRITE.target).write_bytes(checked(SPRITE, sprite(roots[SPRITE.package] / SPRITE.member)))


def check() -> None:
    for file in (*FILES, SPRITE):
        checked(file, (VENDOR / file.target).read_bytes())


if __name__ == "__main__":
    check() if "--check" in sys.argv[1:] else fetch()
