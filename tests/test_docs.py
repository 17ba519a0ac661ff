"""The documents: links lead somewhere, method ids have a legend, the README fits on a screen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from finrag_site.embedded.paths import BASE

PAGES = sorted(
    page
    for folder in (BASE, BASE / "docs", BASE / "docs" / "decisions", BASE / "samples")
    for page in folder.glob("*.md")
)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
ID = re.compile(r"\b[VHAMR]\d{1,2}\b")
IN_BRACKETS = re.compile(r"\(((?:[VHAMR]\d{1,2}(?:, )?)+)\)")


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def links(page: Path) -> Iterator[tuple[Path, str]]:
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        yield (page.parent / target).resolve() if target else page, anchor


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(BASE)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for target, anchor in links(page):
        assert target.exists(), target
        assert not anchor or anchor in anchors(target), (target, anchor)


def test_every_method_id_in_the_code_has_a_line_in_the_legend() -> None:
    legend = {line.split("|")[1].strip() for line in (BASE / "docs/methods.md").read_text().splitlines() if "|" in line}
    sources = [path.read_text(encoding="utf-8") for path in (BASE / "apps").rglob("*.py")]
    used = {one for text in sources for group in IN_BRACKETS.findall(text) for one in ID.findall(group)}
    assert len(used) > 20
    assert used <= legend


def test_every_module_that_the_legend_names_is_there() -> None:
    rows = [line for line in (BASE / "docs/methods.md").read_text().splitlines() if line.startswith("| ")]
    named = {path for line in rows for path in re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", line)}
    assert len(named) > 40
    assert [path for path in named if not _is_there(path)] == []


def _is_there(path: str) -> bool:
    return any((folder / name).exists() for folder in (BASE, BASE / "apps") for name in (path, f"{path}.py"))


def test_the_readme_fits_on_a_screen() -> None:
    words = (BASE / "README.md").read_text(encoding="utf-8").split()
    assert len(words) < 600
