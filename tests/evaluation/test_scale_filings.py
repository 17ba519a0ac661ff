"""Filings made from the layouts of real ones."""

import pytest

from apps.documents.models import Chunk, ChunkVector, DocumentVersion, Fact, Page
from apps.evaluation.bench_ingest import SAMPLES, Load, Taken, figures, run
from apps.evaluation.scale.filings import another
from apps.reading.parsed import Block, BlockKind, Cell, ParsedDocument, ParsedPage, ParsedTable

TEXT = "Item 7. Net sales of 2019 were $ 1,577 million on December 31, 2019."
START = TEXT.index("577")
TABLE = ParsedTable((Cell("577", 0, 0, START, START + 3),), 1, 1)
PAGE = ParsedPage(0, TEXT, (Block(BlockKind.TABLE, 0, len(TEXT), table=0),), tables=(TABLE,))
LAYOUT = ParsedDocument((PAGE,), "none")


def test_figures_and_years_change_and_every_offset_holds() -> None:
    made = another(LAYOUT, 5, 3).pages[0]
    (cell,) = made.tables[0].cells
    assert len(made.text) == len(TEXT) and made.blocks == PAGE.blocks
    assert made.text[cell.start : cell.end] == cell.text != "577"
    assert made.text.count("2022") == 2 and "2019" not in made.text
    assert made.text.startswith("Item 7. Net sales of") and "December 31" in made.text


def test_filings_of_two_seeds_differ_and_those_of_one_do_not() -> None:
    assert another(LAYOUT, 1, 0) == another(LAYOUT, 1, 0) != another(LAYOUT, 2, 0)


def test_the_ratio_tells_the_last_tenth_from_the_first() -> None:
    found = figures([Taken(10, {"analyze": 1, "embed": 2, "publish": 1 + number / 10}) for number in range(20)])
    assert found["ratio"] == {"analyze": 1.0, "embed": 1.0, "publish": 2.71, "total": 1.44}
    assert (found["filings"], found["pages"]) == (20, 200)


@pytest.mark.django_db(transaction=True)
def test_filings_are_taken_into_a_store_of_copies_and_found_and_asked_about_there() -> None:
    seen = []

    def say(words: str) -> None:
        if "of 2: " in words:  # after each that is taken
            first, *copies = DocumentVersion.objects.filter(document__name__regex="^(Copied filer 1990|copy-)")[:4]
            seen.append((held(first), [held(copy) for copy in copies]))

    found = run(Load(filings=2, like=SAMPLES[:1], pages=3, beside=3), say)
    assert len(seen) == 2 and all(copies == [origin] * 3 for origin, copies in seen)
    assert seen[0][0]["vectors"] == seen[0][0]["chunks"] > 0
    assert (found["beside"], found["filings"]) == (3, 2)
    assert found["search"]["passages"] > 0 and found["answer"]["seconds_p95"] > 0


def held(version: DocumentVersion) -> dict[str, int]:
    chunks = Chunk.objects.filter(version=version, duplicate_of=None)
    rows = {"chunks": chunks, "vectors": ChunkVector.objects.filter(chunk__in=chunks)}
    rows |= {"pages": Page.objects.filter(version=version), "facts": Fact.objects.filter(version=version)}
    return {name: of.count() for name, of in rows.items()}
