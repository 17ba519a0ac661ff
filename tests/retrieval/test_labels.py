"""Labels that filings print: of lines, of columns and of parts, of the filers and years asked about, as far as seen."""

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.documents.models import Document, DocumentVersion, Visibility
from apps.questions.labels import Label, stem
from apps.questions.slots import Period, PeriodKind, Periods
from apps.retrieval.found import Scope
from apps.retrieval.labels import PrintedLabels
from tests.answers.compute.filings import annual, filer, parts, table
from tests.people import People

pytestmark = pytest.mark.django_db
IN_2023 = Periods((Period(PeriodKind.YEAR, 2023),))
ROWS = [("", "Harbor App", "Bulk"), ("Berth fees", "$40", "$20"), ("Berths:", "", "")]


def held(viewer: User, *words: str, periods: Periods = IN_2023) -> set[Label]:
    return set(PrintedLabels(viewer, Scope()).held([filer()], periods, [stem(word) for word in words]))


def test_lines_and_heads_of_columns_that_hold_a_word_are_labels(people: People) -> None:
    table(annual(people.owner), "Fees", ROWS)

    assert held(people.owner, "berth") == {Label("Berth fees")}  # a heading without figures is none
    over = Label("Fees", member=True, title=True)
    assert held(people.owner, "harbor", "fees") == {Label("Harbor App", member=True), Label("Berth fees"), over}
    assert held(people.owner, "crane") == set()


def test_without_words_or_filers_nothing_is_read(people: People) -> None:
    table(annual(people.owner), "Fees", ROWS)

    assert held(people.owner) == set()
    assert PrintedLabels(people.owner, Scope()).held([], IN_2023, ["berth"]) == ()


def test_filings_of_other_years_are_not_looked_at(people: People) -> None:
    table(annual(people.owner, year=2015), "Fees", ROWS)

    assert held(people.owner, "berth") == set()
    assert held(people.owner, "berth", periods=Periods()) == {Label("Berth fees")}


def test_without_a_period_only_the_latest_filings_are_looked_at(people: People) -> None:
    for year, row in ((2015, "Mooring fees"), (2022, "Berth fees"), (2023, "Quay fees")):
        table(annual(people.owner, year=year), "Fees", [ROWS[0], (row, *ROWS[1][1:])])

    found = held(people.owner, "fee", periods=Periods())
    assert {one.text for one in found} >= {"Berth fees", "Quay fees"}
    assert not any("Mooring" in one.text for one in found)


def test_what_the_asker_may_not_see_has_no_labels(people: People) -> None:
    version = annual(people.owner)
    table(version, "Fees", ROWS)
    Document.objects.filter(pk=version.document_id).update(visibility=Visibility.PRIVATE)

    assert held(people.stranger, "berth") == set()
    assert held(people.owner, "berth") == {Label("Berth fees")}


def test_a_member_of_a_dimension_is_a_part(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Quay Works": {2023: "5"}})

    assert Label("Quay Works", member=True) in held(people.owner, "quay")


def test_what_is_written_short_is_found_by_its_words(people: People) -> None:
    table(annual(people.owner), "Berths", [("", "EMEA", "APAC"), ("Berth fees", "$40", "$20")])

    assert held(people.owner, "europe", "middle", "east", "africa") == {Label("EMEA", member=True)}


def test_labels_of_a_version_are_read_once_and_again_when_it_was_read_anew(people: People) -> None:
    version = annual(people.owner)
    table(version, "Fees", ROWS)
    DocumentVersion.objects.filter(pk=version.pk).update(ready=timezone.now())
    assert held(people.owner, "berth") == {Label("Berth fees")}

    version.tables.all().delete()
    table(version, "Cranes", [("", "2023"), ("Crane hire", "$5")])
    assert held(people.owner, "berth", "hire") == {Label("Berth fees")}
    DocumentVersion.objects.filter(pk=version.pk).update(ready=timezone.now())
    assert held(people.owner, "berth", "hire") == {Label("Crane hire")}


def test_of_what_is_kept_nobody_gets_what_they_may_not_see(people: People) -> None:
    version = annual(people.owner)
    table(version, "Fees", ROWS)
    DocumentVersion.objects.filter(pk=version.pk).update(ready=timezone.now())
    Document.objects.filter(pk=version.document_id).update(visibility=Visibility.PRIVATE)

    assert held(people.owner, "berth") == {Label("Berth fees")}
    assert held(people.stranger, "berth") == set()
