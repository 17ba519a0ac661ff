"""Token vectors are made where the settings want them, once, and say what was made of which passage."""

import numpy as np
import pytest
from django.conf import LazySettings
from django.core.management import call_command

from apps.documents.index import index
from apps.documents.models import Chunk, ChunkTokens
from apps.documents.passage_views import dense_view
from apps.documents.token_vectors import embed_tokens
from apps.inference.late_interaction import token_encoder
from apps.inference.packed import unpack
from tests.people import People
from tests.retrieval.library import PROSE, publish

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("on", "rows"), [(False, 0), (True, len(PROSE))])
def test_indexing_makes_them_only_where_they_are_wanted(
    on: bool, rows: int, people: People, settings: LazySettings
) -> None:
    settings.LATE_INTERACTION = on
    index(publish(people.owner, "F", PROSE).version, lambda done, total: None)
    assert ChunkTokens.objects.count() == rows


@pytest.mark.parametrize(("bits", "cosine"), [(8, 0.99), (1, 0.6)])
def test_the_store_gives_back_the_vectors(bits: int, cosine: float, people: People, settings: LazySettings) -> None:
    settings.LATE_INTERACTION_BITS = bits
    filing = publish(people.owner, "F", PROSE)
    assert embed_tokens(filing.version) == len(PROSE)
    row = ChunkTokens.objects.get(chunk=filing.chunks[2])
    (made,) = token_encoder().passages([dense_view(filing.chunks[2])])
    back = unpack(bytes(row.vectors), row.dimensions, row.bits)
    assert back.shape == made.shape
    assert np.sum(back * made, axis=1).min() > cosine


def test_they_are_made_once_and_not_of_repeats(people: People) -> None:
    filing = publish(people.owner, "F", PROSE)
    Chunk.objects.filter(pk=filing.chunks[1].pk).update(duplicate_of=filing.chunks[0])
    assert embed_tokens(filing.version) == len(PROSE) - 1
    assert embed_tokens(filing.version) == 0


def test_what_was_indexed_before_gets_them_by_command(people: People, capsys: pytest.CaptureFixture[str]) -> None:
    publish(people.owner, "F", PROSE)
    call_command("token_vectors")
    call_command("token_vectors")
    assert capsys.readouterr().out == f"F {len(PROSE)} passages\nF 0 passages\n"
