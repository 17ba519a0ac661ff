"""A table over two pages on its way through the store: each part keeps its place and has the names of the first."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile

from apps.documents.life_cycle import advance
from apps.documents.models import Chunk, DocumentVersion, State, Table
from apps.documents.normalize import parsed_pages
from apps.documents.passage_views import dense_view
from apps.documents.uploads import accept
from tests.people import make_person

pytestmark = pytest.mark.django_db

ROW = "<tr><td>{name}</td><td>$</td><td>{one}</td><td>$</td><td>{two}</td></tr>"
HEADER = "<tr><td></td><td colspan=2>March 31, 2023</td><td colspan=2>March 31, 2022</td></tr>"
NAMES = ("Beacons", "Buoys", "Candles", "Lamps", "Lanterns", "Torches")


def rows(names: tuple[str, ...]) -> str:
    return "".join(ROW.format(name=name, one=f"{len(name)},411", two=f"{len(name)},207") for name in names)


FILING = f"""<html><body><p><b>FORM 10-K</b></p><p>For the fiscal year ended March 31, 2023</p>
<p>Emberline Works, Inc.</p><p>(Exact name of registrant as specified in its charter)</p>
<p><b>INVENTORIES BY PRODUCT</b></p><p>(in thousands)</p><table>{HEADER}{rows(NAMES)}</table>
<p>17</p><hr style="page-break-after:always">
<table>{rows(("Mirrors", "Prisms", "Total"))}</table><p>{"The company counts its stock each spring. " * 20}</p>
<p>18</p><hr style="page-break-after:always"><p>{"Nothing more is to be said of lamps. " * 20}</p></body></html>"""


@pytest.fixture
def version(tmp_path: Path, settings: Any) -> DocumentVersion:
    settings.MEDIA_ROOT = tmp_path
    owner = make_person("olga", team="Credit")
    kept = accept(owner, "EMBERLINE_2023_10K.htm", ContentFile(FILING.encode())).version
    while advance(kept.pk) is not State.ANALYZED:
        pass
    return kept


def test_the_second_part_points_at_the_first(version: DocumentVersion) -> None:
    one, two = Table.objects.filter(version=version)
    assert (one.page, two.page) == (0, 1)
    assert one.continues is None
    assert two.continues == one
    assert two.headed == one
    assert (two.caption, two.units) == ("INVENTORIES BY PRODUCT", "in thousands")


def test_the_way_back_to_plain_data(version: DocumentVersion) -> None:
    pages = parsed_pages(version)
    (table,) = pages[1].tables
    assert table.continues
    assert (table.continues.page, table.continues.index) == (0, 0)
    assert table.headed == pages[0].tables[0]


def test_the_passage_of_the_second_part_repeats_caption_units_and_header(version: DocumentVersion) -> None:
    chunk = Chunk.objects.get(version=version, table__continues__isnull=False)
    assert chunk.text.startswith("Mirrors\t$7,411\t$7,207")
    about, _, body = chunk.view.partition("\n\n")
    assert {"INVENTORIES BY PRODUCT", "in thousands"} <= set(about.splitlines())
    assert body.startswith("March 31, 2023 | March 31, 2022\nMirrors\t")
    assert "March 31, 2022; Mirrors" in dense_view(chunk)
