import os
import threading
import time
import zlib
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from apps.documents import rendering
from apps.documents.models import DocumentVersion
from apps.documents.rendering import CannotRender, TooBusy, page_image, place_for, prune
from apps.reading.drawing import scale_for
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
    assert scale_for((10, 10000), 900) == pytest.approx(4 * 900 / 10000, rel=1e-3)


def strokes(pages: int, each: int = 3_000_000) -> bytes:
    """A PDF of some kilobytes whose pages take minutes to draw."""
    content = zlib.compress(b"0 0 m 600 800 l S\n" * each, 9)
    stream = b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(content), content)
    kids = b" ".join(b"%d 0 R" % (4 + number) for number in range(pages))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids), stream]
    objects += [b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R>>"] * pages
    written, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(b"%010d 00000 n \n" % len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    size = len(objects) + 1
    trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (size, len(written))
    return written + b"xref\n0 %d\n0000000000 65535 f \n" % size + b"".join(offsets) + trailer


def test_strokes_without_end_hold_up_nobody_else(people: People) -> None:
    hostile, honest = shelve(people.stranger), shelve(people.owner)
    Path(hostile.file.path).write_bytes(strokes(pages=3))
    said: list[str] = []

    def ask(number: int) -> None:
        try:
            page_image(hostile, number, 1800)
        except (CannotRender, TooBusy) as refusal:
            said.append(type(refusal).__name__)

    attackers = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in attackers:
        thread.start()
    time.sleep(1.0)
    started = time.monotonic()
    assert page_image(honest, 0, 900).exists()
    waited = time.monotonic() - started
    for thread in attackers:
        thread.join(timeout=90)
    assert waited < 5, f"another user's page came after {waited:.1f} s"
    assert len(said) == 3 and "CannotRender" in said
    started = time.monotonic()
    with pytest.raises(CannotRender):
        page_image(hostile, 0, 1800)
    assert time.monotonic() - started < 5


def test_who_finds_no_place_is_told_to_come_again(
    people: People, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "PATIENCE_SECONDS", 0.1)
    version = shelve(people.owner)
    client.force_login(people.owner)
    address = reverse("documents:page_image", args=[version.uid, 0, 900])
    with place_for(people.owner.pk), place_for(people.owner.pk):
        with place_for(people.stranger.pk):
            busy = client.get(address)
        assert (busy.status_code, busy["Retry-After"]) == (503, "5")
    assert client.get(address).status_code == 200


def test_images_of_what_another_machine_erased_go(people: People) -> None:
    version, erased = shelve(people.owner), shelve(people.owner, name="erased_2023_10K")
    here, gone = page_image(version, 0, 240), page_image(erased, 0, 240)
    DocumentVersion.objects.filter(pk=erased.pk).delete()
    rendering.forget_erased(rendering.cache_folder())
    assert here.exists() and not gone.parent.exists()


def test_pruning_removes_what_was_opened_longest_ago(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "older", "oldest")):
        path = tmp_path / "version" / f"{name}.png"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * 100)
        os.utime(path, (1_000_000 - age, 1_000_000))
    prune(tmp_path, 150)
    assert [path.name for path in tmp_path.glob("*/*.png")] == ["new.png"]
