"""Rankings of parts that no facts tell apart: by printed lines that add up, and by tables titled by each part."""

from collections.abc import Sequence

import pytest

from apps.accounts.models import User
from apps.answers.compute.outcome import Outcome
from apps.documents.models import DocumentVersion
from apps.questions.expressions import At, Expression, Item, OverTime, OverTimeFunction, Row, Share
from apps.questions.query import Intent, Order
from apps.questions.slots import Dimension, Part
from tests.answers.compute.filings import annual, computed, parts, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
SALES = [
    ("", "2023", "2022"),
    ("Hinges", "$900", "$700"),
    ("Castings", "500", "600"),
    ("Other", "200", "100"),
    ("Total", "$1,600", "$1,400"),
]
BY_SEGMENT = "Revenue of our reportable segments:"


def ranked(
    owner: User, by: Expression, dimension: Dimension = Dimension.SEGMENT, *, descending: bool = True, of: int = 2023
) -> Outcome:
    order, part = Order(by, descending=descending), Part(dimension)
    return computed(owner, by, intent=Intent.RANKING, order=order, part=part, periods=years(of))


def printed(
    version: DocumentVersion, caption: str, rows: Sequence[Sequence[str]], units: str = "(in millions)"
) -> None:
    table(version, caption, rows, units=units)


def names(outcome: Outcome) -> list[str]:
    return [figure.part for figure in outcome.figures]


def test_lines_that_add_up_to_the_sum_below_are_put_in_order(people: People) -> None:
    printed(annual(people.owner), BY_SEGMENT, SALES)
    outcome = ranked(people.owner, Item("revenue"))

    assert outcome.headline.startswith("Hinges has the highest revenue: USD 900 million. In order: Hinges")
    assert names(outcome) == ["Hinges", "Castings", "Other"]


def test_lines_that_do_not_add_up_are_no_parts(people: People) -> None:
    wrong = [*SALES[:-1], ("Total", "$1,700", "$1,500")]
    printed(annual(people.owner), BY_SEGMENT, wrong)
    outcome = ranked(people.owner, Item("revenue"))

    assert not outcome.found and "by segment was not found" in outcome.missing[0]


def test_growth_is_of_the_same_lines_in_both_years(people: People) -> None:
    printed(annual(people.owner), BY_SEGMENT, SALES)
    outcome = ranked(people.owner, OverTime(OverTimeFunction.GROWTH, Item("revenue")))

    assert outcome.headline.startswith("Other has the highest growth of revenue: 100.0%")


def test_sums_within_the_table_stand_for_their_own_lines(people: People) -> None:
    rows = [
        ("", "2023"),
        ("Door hinges", "$600"),
        ("Gate hinges", "300"),
        ("Total Hinges", "900"),
        ("Castings", "500"),
        ("Other", "200"),
        ("Revenue of reportable segments", "$1,600"),
    ]
    printed(annual(people.owner), BY_SEGMENT, rows)

    assert names(ranked(people.owner, Item("revenue"))) == ["Hinges", "Castings", "Other"]


def test_the_heading_over_lines_says_what_kind_of_parts_they_are(people: People) -> None:
    rows = [
        ("", "Hinges", "Castings", "Total"),
        ("", "2023", "2023", "2023"),
        ("Revenue by contract type", "", "", ""),
        ("Fixed-price", "$800", "$600", "$1,400"),
        ("Cost-plus", "100", "100", "200"),
        ("Total revenue", "$900", "$700", "$1,600"),
        ("Revenue by geographic region", "", "", ""),
        ("Northland", "$600", "$100", "$700"),
        ("Canada", "200", "400", "600"),
        ("Mexico", "100", "200", "300"),
        ("Total revenue", "$900", "$700", "$1,600"),
    ]
    table(annual(people.owner), "Disaggregation of revenue", rows, units="(in millions)", header_rows=2)

    assert names(ranked(people.owner, Item("revenue"), Dimension.GEOGRAPHY)) == ["Northland", "Canada", "Mexico"]


def test_segments_are_not_told_where_regions_are_asked_for(people: People) -> None:
    table(annual(people.owner), BY_SEGMENT, SALES, units="(in millions)", section=("Segment and geographic data",))

    assert not ranked(people.owner, Item("revenue"), Dimension.GEOGRAPHY).found


def test_a_reconciliation_of_the_figure_is_no_breakdown_of_it(people: People) -> None:
    rows = [
        ("", "2023"),
        ("Revenue of reportable segments", "$1,500"),
        ("Revenue of other businesses", "100"),
        ("Consolidated revenue", "$1,600"),
    ]
    printed(annual(people.owner), "Reconciliation of segment revenue to consolidated revenue", rows)

    assert not ranked(people.owner, Item("revenue")).found


def test_the_sum_of_the_segments_less_what_is_of_none_is_no_breakdown(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Hinges": {2023: "900"}, "Castings": {2023: "700"}})
    rows = [
        ("", "2023"),
        ("Hinges", "$200"),
        ("Castings", "90"),
        ("Total segment income", "290"),
        ("Unallocated corporate expenses", "(40)"),
        ("Restructuring charges", "(10)"),
        ("Operating income", "$240"),
    ]
    printed(version, "Operating income of our reportable segments", rows)

    assert names(ranked(people.owner, Item("operating_income"))) == ["Hinges", "Castings"]


def test_a_label_on_two_lines_is_one_name_where_it_is_known(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Hinges and Metal Goods": {2023: "900"}, "Castings": {2023: "700"}})
    rows = [("", "2023"), ("Hinges and Metal", ""), ("Goods", "$30"), ("Castings", "20"), ("Total", "$50")]
    printed(version, "Goodwill of our segments", rows)

    assert names(ranked(people.owner, Item("goodwill"))) == ["Hinges and Metal Goods", "Castings"]


REGIONS = {"Canada": ("900", "700"), "Latin America": ("500", "600"), "Europe": ("200", "100")}


def test_tables_titled_by_the_parts_make_up_the_whole(people: People) -> None:
    version = annual(people.owner)
    for name, (this, before) in REGIONS.items():
        printed(version, name, [("", "2023", "2022"), ("Revenues", this, before), ("Members", "7", "6")])

    assert names(ranked(people.owner, Item("revenue"), Dimension.GEOGRAPHY)) == list(REGIONS)


def test_without_one_of_them_they_do_not(people: People) -> None:
    version = annual(people.owner)
    for name, (this, before) in list(REGIONS.items())[1:]:
        printed(version, name, [("", "2023", "2022"), ("Revenues", this, before), ("Members", "7", "6")])

    assert not ranked(people.owner, Item("revenue"), Dimension.GEOGRAPHY).found


def test_counts_are_ranked_against_their_own_total(people: People) -> None:
    version = annual(people.owner)
    for name, count in (("Canada", "70"), ("Europe", "30"), ("All our regions", "100")):
        printed(version, name, [("", "2023"), ("Paying members", count), ("Members added", "7")], units="")

    outcome = ranked(people.owner, Row("paying members"), Dimension.GEOGRAPHY)
    assert names(outcome) == ["Canada", "Europe"], outcome.missing


def test_beside_the_first_its_share_of_the_whole_is_told(people: People) -> None:
    printed(annual(people.owner), BY_SEGMENT, SALES)
    by, part = Item("revenue"), Part(Dimension.SEGMENT)
    asked = {"intent": Intent.RANKING, "order": Order(by, descending=True), "part": part, "periods": years(2023)}
    outcome = computed(people.owner, by, Share(by, by), **asked)

    assert "Share of revenue, Hinges, of Quillmark Foundry, FY2023: 56.3%. In order: Hinges" in outcome.headline


def test_what_it_was_in_another_year_is_told_of_that_year(people: People) -> None:
    printed(annual(people.owner), BY_SEGMENT, SALES)
    by, part = Item("revenue"), Part(Dimension.SEGMENT)
    asked = {"intent": Intent.RANKING, "order": Order(by, descending=True), "part": part, "periods": years(2023)}
    outcome = computed(people.owner, by, At(by, period=years(2022).listed[0]), **asked)

    assert "Revenue, Hinges, of Quillmark Foundry, FY2022: " in outcome.headline


def test_lines_of_a_named_line_are_told_by_their_own_names(people: People) -> None:
    rows = [("", "2023", "2022"), ("Kiln bricks", "90", "70"), ("Kiln sand", "50", "60"), ("Kiln stock", "140", "130")]
    printed(annual(people.owner), "Kiln stock is made up of:", rows)
    outcome = ranked(people.owner, OverTime(OverTimeFunction.CHANGE, Row("kiln stock")), Dimension.LINE)

    assert outcome.headline.startswith("Kiln bricks has the highest change in kiln stock"), outcome


def test_a_total_of_a_shorter_name_is_that_of_a_wider_line(people: People) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Accrued loans", "90", "70"),
        ("Kiln deposits", "50", "60"),
        ("Total dues", "140", "130"),
    ]
    printed(annual(people.owner), "What we owe:", rows)

    assert not ranked(people.owner, Row("accrued dues"), Dimension.LINE).found
    assert ranked(people.owner, Row("dues"), Dimension.LINE).found


def test_the_lines_of_a_total_come_to_the_total_itself(people: People) -> None:
    version = annual(people.owner)
    some = [("", "2023"), ("Accrued pay", "$30"), ("Accrued interest", "10"), ("Total", "$40")]
    printed(version, "Other current liabilities:", some)
    assert not ranked(people.owner, Item("current_liabilities"), Dimension.LINE).found

    lines = [("Accounts payable", "$120"), ("Other current liabilities", "380"), ("Total current liabilities", "$500")]
    printed(version, "Balance sheet", [("", "2023"), *lines])
    outcome = ranked(people.owner, Item("current_liabilities"), Dimension.LINE)
    assert names(outcome) == ["Other current liabilities", "Accounts payable"], outcome.missing
