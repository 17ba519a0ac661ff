"""Programs over one table: which there are, and what they come to."""

import pytest

from apps.answers.compute.programs.series import Dating
from apps.questions.operations import Operation
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import as_told, made
from tests.people import People

pytestmark = pytest.mark.django_db
KILNS = [
    ("", "2023", "2022"),
    ("Kilns retired", "30", "20"),
    ("Kilns leased", "50", "80"),
    ("Kilns idle", "20", "25"),
    ("Total kilns", "100", "125"),
]
DUES = [("Year", "Kiln leases"), ("2024", "$40"), ("2025", "60"), ("Total", "$100")]


def test_one_line_gives_its_value_and_its_move(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    found, _, _ = made(people.owner, "Quillmark Foundry kilns leased 2023")
    told = [as_told(one) for one in found if one.series[0].label == "Kilns leased"]

    assert (Operation.VALUE, ("Kilns leased",), 50.0) in told
    assert (Operation.CHANGE, ("Kilns leased",), -30.0, -0.375) in told


def test_two_periods_are_told_with_what_changed_between_them(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    found, _, _ = made(people.owner, "Quillmark Foundry kilns leased 2023 vs 2022")

    assert (Operation.VALUE, ("Kilns leased",), 80.0, 50.0, -30.0, -0.375) in [as_told(one) for one in found]
    assert Operation.CHANGE not in {one.operation for one in found}


def test_two_lines_give_a_share_a_sum_and_a_difference_each_once(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    found, _, _ = made(people.owner, "Quillmark Foundry share of kilns leased 2023")
    told = [as_told(one) for one in found]

    assert (Operation.SHARE, ("Kilns leased", "Total kilns"), 0.5) in told
    sums = [one for one in found if one.operation is Operation.SUM and len(one.series) == 2]
    pairs = [frozenset(each.label for each in one.series) for one in sums]
    assert len(pairs) == len(set(pairs)) and frozenset({"Kilns leased", "Kilns idle"}) in pairs


def test_rankings_leave_totals_out(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    found, _, _ = made(people.owner, "which kilns did Quillmark Foundry have most of in 2023")
    ranked = {one.operation: one for one in found if one.among}

    assert [one.label for one in ranked[Operation.LARGEST].among] == ["Kilns leased", "Kilns retired", "Kilns idle"]
    assert ranked[Operation.MOST_RISEN].series[0].label == "Kilns retired"
    assert ranked[Operation.MOST_FALLEN].values == (-30.0,)


def test_rows_that_are_called_by_years_are_a_schedule(people: People) -> None:
    table(annual(people.owner), "Payments", DUES, units="(in millions)")
    found, _, _ = made(people.owner, "Quillmark Foundry kiln lease payments due in 2025")
    dated = [one for one in found if one.series[0].dating is Dating.ROW and one.operation is Operation.VALUE]

    assert [one.values for one in dated] == [(60e6,)]


def test_a_table_that_says_nothing_of_what_is_asked_gives_only_rankings(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    found, tables, _ = made(people.owner, "Quillmark Foundry goodwill 2023")
    own = {id(one) for each in tables if each.read.caption == "Kilns" for one in each.series}

    assert all(one.among for one in found if id(one.series[0]) in own)
