"""Boilerplate across the filings of a company, near-duplicates within one, and the report of what was read."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.files.base import ContentFile
from django.test import Client

from apps.accounts.models import Team, User
from apps.documents import life_cycle
from apps.documents.models import Chunk, DocumentVersion, SectionVector, State, Visibility
from apps.documents.near_duplicates import repeats, says_the_same
from apps.documents.recurring import first_with
from apps.documents.uploads import accept
from apps.documents.validation_report import make_report, validation_report
from apps.inference.embedding import embedder
from tests.documents.filings import prose
from tests.people import make_person

COVER = """# FORM 10-K

For the fiscal year ended December 31, {year}

Commission File Number 001-99871

Quillmark Foundry, Inc.

(Exact name of registrant as specified in its charter)

Delaware 99-7654321
"""
REPEATED = f"Our foundry relies on patents granted before December 31, {{year}}. {prose(7, 6)}"
FIGURES = f"Sales of lanterns were $ 12 million in {{year}} and 7 % of them were kelp. {prose(8, 6)}"


def filing(year: int) -> ContentFile[bytes]:
    """Two items that say the same each year but for the year, one of them with figures, and one that is new."""
    items = [REPEATED.format(year=year), FIGURES.format(year=year), prose(year, 40)]
    parts = [f"## Item {number}. Chapter {number}\n\n{text}" for number, text in enumerate(items, 1)]
    return ContentFile("\n\n".join([COVER.format(year=year), *parts]).encode())


@pytest.fixture
def owner(db: None, tmp_path: Path, settings: Any) -> User:
    settings.MEDIA_ROOT = tmp_path
    return make_person("olga")


def ready(owner: User, year: int, visibility: Visibility = Visibility.PRIVATE) -> DocumentVersion:
    made = accept(owner, f"QUILLMARK_{year}_10K.md", filing(year), visibility=visibility).version
    assert life_cycle.run(made.pk) == State.READY
    return DocumentVersion.objects.get(pk=made.pk)


def about(version: DocumentVersion, words: str) -> Chunk:
    return version.chunks.get(text__contains=words, text__startswith="Item")


@pytest.mark.parametrize("order", [(2022, 2023), (2023, 2022)])
def test_what_repeats_each_year_is_marked_in_the_later_filing_whichever_came_first(
    owner: User, order: tuple[int, int]
) -> None:
    made = {year: ready(owner, year) for year in order}
    late, early = about(made[2023], "relies on patents"), about(made[2022], "relies on patents")
    assert late.boilerplate
    assert late.card["boilerplate"] is True
    assert first_with(late, owner) == made[2022].document
    assert not early.boilerplate
    assert first_with(early, owner) is None


def test_the_first_of_three_filings_had_it_first(owner: User) -> None:
    made = {year: ready(owner, year) for year in (2022, 2023, 2021)}
    for year in (2022, 2023):
        assert first_with(about(made[year], "relies on patents"), owner) == made[2021].document
        assert first_with(about(made[year], "relies on patents"), make_person(f"stranger{year}")) is None


def test_what_has_figures_of_its_own_or_is_new_is_no_boilerplate(owner: User) -> None:
    ready(owner, 2022)
    late = ready(owner, 2023)
    assert not about(late, "Sales of lanterns").boilerplate
    assert not late.chunks.filter(section__title__contains="Chapter 3", boilerplate=True).exists()
    assert about(late, "relies on patents").lexemes is not None  # it stays searchable


def test_a_mark_tells_nobody_of_a_private_filing(owner: User) -> None:
    ready(make_person("stranger"), 2022)
    assert not about(ready(owner, 2023), "relies on patents").boilerplate


def test_filings_of_a_team_count_for_the_team_and_those_of_everyone_for_all(owner: User) -> None:
    owner.team = Team.objects.create(name="Kelp")
    owner.save()
    ready(owner, 2022, Visibility.TEAM)
    assert not about(ready(make_person("stranger"), 2023, Visibility.EVERYONE), "relies on patents").boilerplate
    assert about(ready(owner, 2024, Visibility.TEAM), "relies on patents").boilerplate


def unit(*rows: list[float]) -> np.ndarray[Any, np.dtype[np.float32]]:
    made = np.array(rows, dtype=np.float32)
    lengths: np.ndarray[Any, np.dtype[np.float32]] = np.linalg.norm(made, axis=1, keepdims=True)
    return made / lengths


def test_a_later_text_repeats_the_first_that_it_is_close_to() -> None:
    words = "The foundry casts bells of bronze for ferries and lighthouses in the north"
    texts = [words, "Nothing of the kind", words + ".", words + "!"]
    assert repeats(unit([1, 0], [0, 1], [1, 0.01], [1, 0.02]), texts, 0.95) == {2: 0, 3: 0}
    assert repeats(unit([1, 0], [0, 1], [1, 0.5], [1, 0.02]), texts, 0.95) == {3: 0}


def test_figures_and_words_decide() -> None:
    table = "Net sales\t1,577\t1,402\nCost of sales\t900\t850"
    assert says_the_same(table, table.replace("\t", "  "))
    assert not says_the_same(table, table.replace("850", "851"))
    assert not says_the_same("Sales rose in fiscal 2022 by a tenth", "Sales rose in fiscal 2021 by a tenth")
    assert not says_the_same("We guarantee the notes", "Kelp Bank holds liens over harbour cranes")


def test_near_duplicates_point_at_the_first_and_lose_their_vectors(owner: User) -> None:
    text = prose(3, 7)
    again = text.replace(".", ";", 1)
    source = f"{COVER.format(year=2023)}\n\n## Item 1. Kelp\n\n{text}\n\n## Item 1A. Kelp\n\n{again}"
    made = accept(owner, "twice.md", ContentFile(source.encode())).version
    assert life_cycle.run(made.pk) == State.READY
    first, second = made.chunks.filter(text__startswith="Item").order_by("ordinal")
    assert first.hash != second.hash
    assert second.duplicate_of == first
    assert first.vectors.count() == 1
    assert not second.vectors.exists()


def test_the_report_counts_what_was_read_and_checks_it_against_the_text(owner: User) -> None:
    version = ready(owner, 2023)
    report = validation_report(version)
    assert version.report == report
    chunks = version.chunks.count()
    assert report["cards"] == {
        "valid": chunks, "invalid": 0, "placeholder": 0, "missing": 0, "by_maker": {"rules": chunks}, "issues": [],
    }  # fmt: skip
    assert report["numbers"]["all"] == report["numbers"]["verbatim"] > 1
    assert report["chunks"]["all"] == report["chunks"]["with_section"] == chunks


def test_the_report_names_cards_that_their_text_does_not_bear_out(owner: User) -> None:
    version = ready(owner, 2023)
    chunk = about(version, "Sales of lanterns")
    chunk.card["numbers"][0]["text"] = "$ 13 million"
    chunk.save()
    about_patents = about(version, "relies on patents")
    about_patents.card = {"topic": "gossip", "section": "other"}
    about_patents.save()
    report = make_report(version)
    assert report["cards"]["invalid"] == 2
    assert {issue["chunk"] for issue in report["cards"]["issues"]} == {chunk.ordinal, about_patents.ordinal}
    assert report["numbers"]["verbatim"] == report["numbers"]["all"] - 1


def test_sections_with_a_summary_have_lexemes_and_longer_ones_a_vector(owner: User) -> None:
    version = ready(owner, 2023)
    told = version.sections.exclude(summary="")
    assert told.count() == 3
    assert told.filter(lexemes=None).count() == 0
    (vector,) = SectionVector.objects.filter(section__version=version, model=embedder().name)
    assert vector.section.title == "Item 3. Chapter 3"  # the one with several passages


ELSEWHERE = "The statements are included in Exhibit 13 and incorporated by reference."


def test_a_filing_that_keeps_its_statements_elsewhere_says_so(owner: User, client: Client) -> None:
    source = f"{COVER.format(year=2023)}\n\n## Item 8. Financial Statements\n\n{ELSEWHERE}\n\n## Item 9. None\n\nNone."
    made = accept(owner, "QUILLMARK_2023_10K.md", ContentFile(source.encode())).version
    assert life_cycle.run(made.pk) == State.READY
    version = DocumentVersion.objects.get(pk=made.pk)
    assert validation_report(version)["elsewhere"] == {"sentence": ELSEWHERE, "page": 0}
    client.force_login(owner)
    for tab in ("statements", "report"):
        shown = client.get(f"/library/versions/{version.uid}/{tab}/").content.decode()
        assert "in another document" in shown and ELSEWHERE in shown


def test_a_filing_without_statements_need_not_say_where_they_are(owner: User) -> None:
    assert validation_report(ready(owner, 2023))["elsewhere"] is None
