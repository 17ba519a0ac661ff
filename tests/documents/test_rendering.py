import os
import threading
from pathlib import Path

import pytest
from PIL import Image

from apps.documents import rendering
from apps.documents.rendering import CannotRender, page_image, prune
from tests.documents.shelf import shelve
from tests.people import People


def test_a_page_is_drawn_once_at_the_width_asked_for(people: People) -> None:
    version = shelve(people.owner)
    path = page_image(version, 0, 900)
    drawn = path.stat().st_mtime_ns
    assert page_image(version, 0, 900) == path
    assert path.stat().st_mtime_ns == drawn
    with Image.open(path) as image:
        assert image.size == (900, 1165)


@pytest.mark.parametrize(("number", "width"), [(3, 900), (0, 901)])
def test_what_cannot_be_drawn_is_said(people: People, number: int, width: int) -> None:
    with pytest.raises(CannotRender):
        page_image(shelve(people.owner), number, width)


def test_a_source_without_pages_has_no_images(people: People) -> None:
    with pytest.raises(CannotRender):
        page_image(shelve(people.owner, media_type="text/html"), 0, 900)


def test_a_damaged_file_leaves_nothing_behind(people: People) -> None:
    version = shelve(people.owner)
    Path(version.file.path).write_bytes(b"%PDF-1.7 cut off")
    with pytest.raises(CannotRender):
        page_image(version, 0, 900)
    assert list((rendering.cache_folder() / str(version.uid)).iterdir()) == []


def test_many_readers_at_once_get_whole_images(people: People) -> None:
    version = shelve(people.owner)
    sizes: list[tuple[int, int]] = []

    def read(number: int) -> None:
        with Image.open(page_image(version, number % 3, 240)) as image:
            image.load()
            sizes.append(image.size)

    threads = [threading.Thread(target=read, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sizes == [(240, 311)] * 12


def test_a_very_tall_page_is_drawn_smaller() -> None:
    assert rendering.scale_for((10, 10000), 900) == pytest.approx(4 * 900 / 10000, rel=1e-3)


def test_pruning_removes_what_was_opened_longest_ago(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "older", "oldest")):
        path = tmp_path / "version" / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * 100)
        os.utime(path, (1_000_000 - age, 1_000_000))
    prune(tmp_path, 150)
    assert [path.name for path in tmp_path.glob("*/*.png")] == ["new.png"]
