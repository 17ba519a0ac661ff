"""Tables that come closest: which, what of them is marked, and where they are cited."""

from dataclasses import replace

import pytest

from apps.answers.compose.quotations import tables_of
from apps.answers.compute.books import shelf
from apps.answers.compute.closest import (
    LONGEST_ROW,
    LONGEST_TITLE,
    MOST_MARKED,
    WIDEST,
    ClosestTable,
    closest_tables,
)
from apps.answers.sources.candidate import Place
from apps.answers.sources.evidence import Evidence
from apps.documents.models import Page
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import evidence, reading
from tests.answers.compute.programs.test_enumerated import KILNS
from tests.people import People

pytestmark = pytest.mark.django_db
ASKED = "How many kilns were leased by Quillmark Foundry in 2023?"
STAFF = (("", "2023", "2022"), ("Potters", "81", "79"), ("Glazers", "22", "25"))


def closest(
    people: People,
    question: str = ASKED,
    most: int = 2,
    least: float = 0.0,
    words: float = 0.0,
    found: Evidence | None = None,
) -> tuple[ClosestTable, ...]:
    query, held = reading(people.owner, question).query, shelf(people.owner, Scope())
    return closest_tables(query, found or evidence(), held, most, least, words)


def test_the_table_that_speaks_of_it_comes_first_with_its_line_marked(people: People) -> None:
    version = annual(people.owner)
    table(version, "Staff", STAFF, units="(number of people)")
    held = table(version, "Kilns", KILNS, units="(number of kilns)")
    first, *others = closest(people)

    assert first.grid.table == held.pk and first.grid.title.startswith("Kilns")
    assert "Kilns leased" in [row.label for row in first.grid.rows if row.marked]
    assert not any(cell.marked for row in first.grid.rows for cell in row.cells)  # no figure is taken from it
    assert all(first.share >= other.share for other in others)


def test_its_row_is_cited_from_its_label_to_its_last_number(people: People) -> None:
    held = table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    (claim,) = tables_of(closest(people, most=1))
    page = Page.objects.get(version=held.version, number=held.page)
    quote = page.text[claim.anchor.start : claim.anchor.end]

    assert quote == claim.verbatim and " ".join(quote.split()) == claim.text
    assert claim.text.startswith("Kilns leased") and claim.grid is not None


def test_a_row_that_lies_in_no_passage_is_not_offered(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    (found,) = closest(people, most=1)
    place = found.row.place
    assert place is not None
    away = Place(place.document, place.version, place.page, ((90_000, 90_009),), table=place.table)
    assert tables_of([replace(found, row=replace(found.row, place=away))]) == ()


def test_few_and_likely_ones_alone(people: People) -> None:
    version = annual(people.owner)
    for caption in ("Kilns", "Kilns by town", "Kilns by age"):
        table(version, caption, KILNS, units="(number of kilns)")

    assert len(closest(people)) == 2 and len(closest(people, most=1)) == 1
    assert closest(people, least=1.1) == () and closest(people, words=1.1) == ()


def test_of_several_filers_and_of_none_there_is_none(people: People) -> None:
    annual(people.owner)
    annual(people.owner, "Oakfield Mills")

    assert closest(people, "How many kilns did Quillmark Foundry and Oakfield Mills lease in 2023?") == ()
    assert closest(people, found=evidence("Elmbrook Tannery")) == ()


def test_a_long_lead_gives_way_to_the_title_of_the_section_or_is_cut(people: People) -> None:
    lead = "The following table tells of each kind of kiln that the foundry runs how many it leased " * 2
    version = annual(people.owner)
    table(version, lead.strip(), KILNS, units="(number of kilns)", section=("Properties",))
    (titled,) = closest(people, most=1)
    assert titled.grid.title == "Properties"

    version.tables.filter(caption=lead.strip()).delete()
    table(version, lead.strip(), KILNS, units="(number of kilns)")
    (cut,) = closest(people, most=1)
    assert len(cut.grid.title) <= LONGEST_TITLE and cut.grid.title.endswith("…")


TURNING = [
    ("", "2023", "2022"),
    ("Kilns leased", "7", "6"),
    ("", "2021", "2020"),
    ("Kilns bought", "3", "2"),
]


def test_where_the_heads_of_columns_change_the_new_ones_stand_over_what_follows(people: People) -> None:
    held = table(annual(people.owner), "Kilns", TURNING, units="(number of kilns)")
    held.grid[2][0], held.header_rows = None, 1
    held.save()
    (found,) = closest(people, most=1)
    rows = [(row.label, tuple(cell.text for cell in row.cells)) for row in found.grid.rows]

    assert found.grid.columns == ("2023", "2022")
    assert rows.index(("", ("2021", "2020"))) == rows.index(("Kilns bought", ("3", "2"))) - 1


def test_long_labels_are_cut_and_few_lines_are_marked(people: People) -> None:
    kinds = [(f"Kilns leased {name}" + " of the foundry and its towns" * 20, "1", "2") for name in "abcdefgh"]
    table(annual(people.owner), "Kilns leased", [("", "2023", "2022"), *kinds], units="(number of kilns)")
    (found,) = closest(people, most=1)

    assert max(len(row.label) for row in found.grid.rows) <= LONGEST_TITLE and len(found.row.text) <= LONGEST_ROW
    assert sum(row.marked for row in found.grid.rows) <= MOST_MARKED


def test_a_table_too_wide_to_be_seen_is_not_shown(people: People) -> None:
    wide = [("", *map(str, range(2023, 2023 - WIDEST - 1, -1))), ("Kilns leased", *["4"] * (WIDEST + 1))]
    table(annual(people.owner), "Kilns", wide, units="(number of kilns)")

    assert closest(people) == ()
