"""Parts of a filer: segments, regions and products, by name and each; never the whole for a part, nor a part for it."""

from decimal import Decimal

import pytest

from apps.questions.expressions import (
    At,
    Binary,
    Item,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
)
from apps.questions.query import Against, Comparator, Comparison, Form, Intent, Order, TextKind
from apps.questions.ratios import profit_of
from apps.questions.slots import Dimension, Part
from tests.answers.compute.filings import annual, computed, line, only, parts, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)
SEGMENTS = {"Harbor Works": {2023: "900", 2022: "850"}, "Inland Castings": {2023: "700", 2022: "550"}}
REGIONS = {"North America": {2023: "1,000", 2022: "900"}, "Europe": {2023: "600", 2022: "500"}}
PRODUCTS = {"Housings": {2023: "1,100"}, "Rotors": {2023: "500"}}


def segment(name: str | None = None) -> Part:
    return Part(Dimension.SEGMENT, name)


def region(name: str | None = None) -> Part:
    return Part(Dimension.GEOGRAPHY, name)


def test_a_segment_has_its_own_figure(people: People) -> None:
    parts(annual(people.owner), "revenue", SEGMENTS)
    outcome = computed(people.owner, Item("revenue"), part=segment("Harbor"), periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(900), "USD millions")
    assert outcome.headline == "Revenue, Harbor, of Quillmark Foundry, FY2023: USD 900 million."
    assert outcome.used[0].part == "Harbor Works"


def test_growth_of_a_segment(people: People) -> None:
    parts(annual(people.owner), "revenue", SEGMENTS)
    growth = OverTime(OverTimeFunction.GROWTH, Item("revenue"))
    outcome = computed(
        people.owner, growth, part=segment("inland castings"), periods=years(2023), form=Form(decimals=1)
    )

    assert only(outcome) == (Decimal("27.3"), "%")


def test_what_a_question_supposes_of_a_segment_is_told_of_the_segment(people: People) -> None:
    parts(annual(people.owner), "revenue", SEGMENTS)
    rose = Comparison(OverTime(OverTimeFunction.CHANGE, Item("revenue")), Comparator.ABOVE, Against.ZERO, premise=True)
    asks = {"intent": Intent.TEXT, "text_kind": TextKind.WHY, "condition": rose}
    outcome = computed(people.owner, part=segment("Harbor Works"), periods=years(2023), **asks)

    assert outcome.headline.startswith("Revenue, Harbor Works, of Quillmark Foundry rose, from")


def test_a_share_is_of_the_company(people: People) -> None:
    parts(annual(people.owner), "revenue", SEGMENTS)
    share = Share(Item("revenue"), Item("revenue"))
    outcome = computed(people.owner, share, part=segment("Harbor Works"), periods=years(2023), form=Form(decimals=2))

    assert only(outcome) == (Decimal("56.25"), "%")


def test_an_unknown_member_is_not_found_and_those_that_there_are_are_told(people: People) -> None:
    parts(annual(people.owner), "revenue", REGIONS, caption="Revenue by geography")
    outcome = computed(people.owner, Item("revenue"), part=region("Mars"), periods=years(2023))

    assert outcome.missing == (
        "Revenue of “Mars”, FY2023, was not found in the filings of Quillmark Foundry that are held."
        " Told apart are: North America, Europe.",
    )


def test_the_members_that_there_are_are_told_once(people: People) -> None:
    parts(annual(people.owner), "revenue", REGIONS, caption="Revenue by geography")
    outcome = computed(people.owner, Item("revenue"), part=region("Mars"), periods=years(2022, 2023))

    assert ["Told apart are" in one for one in outcome.missing] == [True, False]
    assert all("of “Mars”, FY202" in one for one in outcome.missing)


def test_two_members_that_fit_alike_are_both_named(people: People) -> None:
    parts(annual(people.owner), "revenue", {"Harbor Works": {2023: "900"}, "Harbor Services": {2023: "80"}})
    outcome = computed(people.owner, Item("revenue"), part=segment("harbor"), periods=years(2023))

    assert outcome.ambiguous == ("“harbor” may be Harbor Works or Harbor Services.",)


def test_the_name_as_printed_wins_over_one_that_reads_alike(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Harbor": {2023: "900"}}, caption="Segments")
    parts(version, "revenue", {"Harbor products": {2023: "80"}}, caption="Products")
    outcome = computed(people.owner, Item("revenue"), part=segment("Harbor"), periods=years(2023), form=MILLIONS)

    assert only(outcome)[0] == 900


def test_each_region_is_a_row_of_a_grid_and_each_year_a_column(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", SEGMENTS)
    parts(version, "revenue", REGIONS, caption="Revenue by geographic area")
    outcome = computed(people.owner, Item("revenue"), part=region(), periods=years(2022, 2023), intent=Intent.LIST)
    grid = outcome.grid

    assert grid is not None and grid.title == "Revenue by geography"
    assert grid.columns == ("FY2022", "FY2023") and grid.units == "USD millions"
    assert [(row.label, [cell.text for cell in row.cells]) for row in grid.rows] == [
        ("North America", ["900", "1,000"]),
        ("Europe", ["500", "600"]),
    ]
    assert all(cell.marked and cell.place for row in grid.rows for cell in row.cells)


@pytest.mark.parametrize(
    ("dimension", "expected"),
    [
        (Dimension.SEGMENT, ["Harbor Works", "Inland Castings"]),
        (Dimension.GEOGRAPHY, ["North America", "Europe"]),
        (Dimension.PRODUCT, ["Housings", "Rotors"]),
    ],
)
def test_parts_of_one_kind_are_told_from_parts_of_another(
    people: People, dimension: Dimension, expected: list[str]
) -> None:
    version = annual(people.owner)
    parts(version, "revenue", REGIONS, caption="Revenue by region")
    parts(version, "revenue", PRODUCTS, caption="Revenue by product")
    parts(version, "revenue", SEGMENTS, caption="Reportable segments")
    outcome = computed(people.owner, Item("revenue"), part=Part(dimension), periods=years(2023))

    assert [one.part for one in outcome.figures] == expected


def test_regions_are_not_told_as_products(people: People) -> None:
    parts(annual(people.owner), "revenue", REGIONS, caption="Disaggregation of revenue")

    assert not computed(people.owner, Item("revenue"), part=Part(Dimension.PRODUCT), periods=years(2023)).figures


def test_segments_are_not_told_as_products(people: People) -> None:
    parts(annual(people.owner), "revenue", SEGMENTS)
    outcome = computed(people.owner, Item("revenue"), part=Part(Dimension.PRODUCT), periods=years(2023))

    assert not outcome.figures and "by product" in outcome.missing[0]


def test_where_no_facts_tell_parts_apart_the_printed_table_answers(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "2023", "2022"),
        ("Housings", "$1,100", "$980"),
        ("Rotors", "500", "420"),
        ("Revenue", "$1,600", "$1,400"),
    ]
    made = table(version, "Revenue by major product was:", rows, units="(in millions)")
    outcome = computed(
        people.owner, Item("revenue"), part=Part(Dimension.PRODUCT), periods=years(2023), intent=Intent.LIST
    )

    assert outcome.grid is not None and outcome.grid.table == made.pk
    assert outcome.grid.units == "(in millions)" and outcome.grid.columns == ("2023", "2022")
    assert [[cell.marked for cell in row.cells] for row in outcome.grid.rows] == [[True, False]] * 3
    assert [one.text for one in outcome.used] == ["$1,100", "500", "$1,600"]
    assert not outcome.missing


def test_a_member_is_found_in_a_table_of_cells(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "2023", "2022"), ("Housings", "$1,100", "$980"), ("Rotors", "500", "420")]
    table(version, "Revenue by major product was:", rows, units="(in millions)")
    outcome = computed(
        people.owner, Item("revenue"), part=Part(Dimension.PRODUCT, "rotors"), periods=years(2022), form=MILLIONS
    )

    assert only(outcome) == (Decimal(420), "USD millions")


def test_a_member_under_a_heading_or_over_a_column(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "2023"),
        ("Harbor Works", ""),
        ("Backlog", "$41"),
        ("Inland Castings", ""),
        ("Backlog", "$52"),
    ]
    table(version, "Orders", rows, units="(in millions)")
    wide = [("", "Ferries", "Barges"), ("", "2023", "2023"), ("Arrears", "$7", "$9")]
    table(version, "Dues", wide, units="(in millions)", header_rows=2)

    backlog = computed(
        people.owner, Row("backlog"), part=segment("Inland Castings"), periods=years(2023), form=MILLIONS
    )
    arrears = computed(people.owner, Row("arrears"), part=segment("Barges"), periods=years(2023), form=MILLIONS)
    assert (only(backlog)[0], only(arrears)[0]) == (52, 9)


def test_a_members_figure_of_another_measure_is_not_taken(people: People) -> None:
    version = annual(people.owner)
    table(version, "Capital expenditures by region", [("", "2023"), ("Europe", "$40")], units="(in millions)")

    assert not computed(people.owner, Item("revenue"), part=region("Europe"), periods=years(2023)).figures


def test_the_whole_never_stands_for_a_part(people: People) -> None:
    annual(people.owner)

    for measure in (Item("revenue"), Row("net sales", like="revenue")):
        assert not computed(people.owner, measure, part=segment("Harbor"), periods=years(2023)).figures


def test_which_segment_has_the_most(people: People) -> None:
    parts(annual(people.owner), "operating_income", {"Harbor": {2023: "90"}, "Inland": {2023: "150"}})
    item = Item("operating_income")
    outcome = computed(
        people.owner, item, part=segment(), periods=years(2023), intent=Intent.RANKING, order=Order(item)
    )

    assert [one.part for one in outcome.ranked] == ["Inland", "Harbor"]
    assert outcome.headline.startswith("Inland has the highest operating income: USD 150 million.")


def test_a_margin_by_segment_takes_both_figures_of_each(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Harbor": {2023: "900"}, "Inland": {2023: "700"}}, caption="Segment revenue")
    parts(version, "operating_income", {"Harbor": {2023: "90"}, "Inland": {2023: "140"}}, caption="Segment income")
    margin = Binary(Operator.DIVIDE, Item("operating_income"), Item("revenue"))
    outcome = computed(people.owner, margin, part=segment(), periods=years(2023))

    assert [(one.part, one.shown.text) for one in outcome.figures] == [("Harbor", "0.10"), ("Inland", "0.20")]


def test_operands_may_be_of_parts_of_their_own(people: People) -> None:
    parts(annual(people.owner), "revenue", SEGMENTS)
    ratio = Binary(
        Operator.DIVIDE,
        At(Item("revenue"), part=segment("Harbor Works")),
        At(Item("revenue"), part=segment("Inland Castings")),
    )
    outcome = computed(people.owner, ratio, periods=years(2023), form=Form(decimals=3))

    assert only(outcome) == (Decimal("1.286"), "ratio")
    assert outcome.figures[0].name == "Revenue, Harbor Works / Revenue, Inland Castings"


def test_a_line_may_say_both_the_part_and_the_measure(people: People) -> None:
    rows = [("", "2023", "2022"), ("Quillmark kiln impairment losses", "$41", "$7"), ("Other", "3", "2")]
    table(annual(people.owner), "Charges", rows, units="(in millions)")

    kiln = computed(people.owner, Item("impairment"), part=Part(Dimension.ANY, "kiln"), periods=years(2023))
    assert only(kiln) == (Decimal(41_000_000), "USD")
    other = computed(people.owner, Item("goodwill_impairment"), part=Part(Dimension.ANY, "kiln"), periods=years(2023))
    assert not other.figures


def test_a_table_whose_title_says_more_is_no_conflict(people: People) -> None:
    version = annual(people.owner)
    for title, amount in (("Earnings of affiliates", "$352"), ("Core earnings of affiliates", "$201")):
        rows = [("", "2023"), ("Dunmoor Glass Group", amount)]
        table(version, f"Equity earnings, {title.lower()}", rows, units="(in millions)", section=(title,))
    asked = computed(people.owner, Row("equity earnings"), part=Part(Dimension.ANY, "Dunmoor"), periods=years(2023))

    assert only(asked) == (Decimal(352_000_000), "USD")


def test_the_costs_of_a_part_are_not_its_revenue_nor_is_a_loss_its_profit(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "2023", "2022"),
        ("Revenue:", "", ""),
        ("Hinge revenue", "$100", "$80"),
        ("Castings revenue", "1,500", "1,320"),
        ("Cost of revenue:", "", ""),
        ("Hinge costs", "125", "90"),
        ("Castings costs", "775", "750"),
    ]
    table(version, "Results of operations", rows, units="(in millions)")
    losses = [("", "2023", "2022"), ("Less: Hinge impairment losses", "$7", "$6")]
    table(version, "Reconciliation of segment gross profit", losses, units="(in millions)")

    margin = computed(people.owner, Ratio("gross_margin"), part=Part(Dimension.ANY, "hinge"), periods=years(2023))
    assert only(margin) == (Decimal(-25), "%")


def test_what_is_left_out_of_a_measure_is_a_part_of_it(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", SEGMENTS)
    left = Binary(Operator.SUBTRACT, Item("revenue"), Row("harbor works"))

    assert only(computed(people.owner, left, periods=years(2023), form=MILLIONS)) == (Decimal(700), "USD millions")


def test_what_is_no_part_of_the_whole_may_be_a_line_of_a_statement(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", SEGMENTS)
    line(version, "Hauling and handling", {2023: "80", 2022: "70"})
    of = At(Item("revenue"), part=Part(Dimension.ANY, "hauling and handling"))

    assert only(computed(people.owner, Share(of, Item("revenue")), periods=years(2023))) == (Decimal(5), "%")


def test_the_profit_of_a_part_is_its_revenue_less_its_costs(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "2023", "2022"),
        ("Revenue:", "", ""),
        ("Hinge revenue", "$100", "$80"),
        ("Cost of revenue:", "", ""),
        ("Hinge costs", "125", "90"),
    ]
    table(version, "Results of operations", rows, units="(in millions)")
    profit = computed(
        people.owner, Item("gross_profit"), part=Part(Dimension.ANY, "hinge"), periods=years(2023), form=MILLIONS
    )

    assert only(profit) == (Decimal(-25), "USD millions")


def test_one_part_is_no_share_of_a_smaller_one(people: People) -> None:
    parts(annual(people.owner), "revenue", SEGMENTS)
    larger, smaller = (At(Item("revenue"), part=segment(name)) for name in ("Harbor Works", "Inland Castings"))

    assert only(computed(people.owner, Share(smaller, larger), periods=years(2023), form=Form(decimals=1))) == (
        Decimal("77.8"),
        "%",
    )
    over = computed(people.owner, Share(larger, smaller), periods=years(2022, 2023))
    assert not over.figures and over.missing == ("What is more than a part is no share of it.",)


def test_the_share_of_a_part_in_a_line_by_its_printed_name_is_of_the_part(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", SEGMENTS)
    table(version, "Net sales", [("", "2023"), ("Total net sales", "1,600")], units="(in millions)")
    sales = Row("net sales", like="revenue")

    outcome = computed(people.owner, Share(sales, sales), part=segment("Harbor Works"), periods=years(2023))
    assert only(outcome) == (Decimal("56.25"), "%")


def test_a_share_of_a_margin_is_one_of_its_profit(people: People) -> None:
    parts(annual(people.owner), "operating_income", {"Harbor": {2023: "90"}, "Inland": {2023: "124"}})
    margin = Ratio("operating_margin")
    harbor = At(margin, part=Part(Dimension.SEGMENT, "Harbor", "Harbor"))
    share = computed(people.owner, Share(harbor, margin), periods=years(2023))
    assert only(share) == (Decimal("37.500000"), "%")  # 90 of 240, whatever the segment's revenue
    assert (profit_of(Ratio("ebitda_margin")), profit_of(Ratio("current_ratio"))) == (
        Ratio("ebitda"),
        Ratio("current_ratio"),
    )


def test_a_loss_is_no_part_of_a_profit(people: People) -> None:
    parts(annual(people.owner), "operating_income", {"Harbor": {2023: "(90)"}, "Inland": {2023: "330"}})
    harbor = At(Item("operating_income"), part=Part(Dimension.SEGMENT, "Harbor", "Harbor"))
    outcome = computed(people.owner, Share(harbor, Item("operating_income")), periods=years(2023))
    assert not outcome.figures and "What is below zero is no part of what is above it." in outcome.missing


def test_what_is_expected_is_no_reported_figure(people: People) -> None:
    annual(people.owner)
    told = {"intent": Intent.TEXT, "periods": years(2023)}
    assert not computed(people.owner, Item("revenue"), text_kind=TextKind.OUTLOOK, **told).figures
    assert computed(people.owner, Item("revenue"), text_kind=TextKind.WHAT, **told).figures
