"""Where a row of one part meets the column of another, figures printed several times, sums that are net already."""

from dataclasses import replace
from decimal import Decimal

import pytest

from apps.accounts.models import User
from apps.answers.compute.computing import compute
from apps.documents.models import DocumentVersion
from apps.questions.expressions import (
    At,
    Binary,
    Call,
    CallFunction,
    Expression,
    Item,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
)
from apps.questions.query import Form, Intent, Order
from apps.questions.slots import Dimension, Part
from apps.retrieval.found import Scope
from tests.answers.compute.filings import LINES, annual, asked, computed, only, parts, sentences, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)
REVENUE = Item("revenue")
HEAD = ("", "2023", "2022")
CROSSING = [
    ("", "Year ended December 31, 2023", ""),
    ("", "Cranes", "Hoists"),
    ("North America", "$300", "$200"),
    ("Europe", "60", "40"),
    ("Revenues", "$360", "$240"),
]


@pytest.fixture
def version(people: People) -> DocumentVersion:
    return annual(people.owner)


def part(name: str, within: str | None = None) -> Part:
    return Part(Dimension.ANY, name, name, within)


def of_2023(owner: User, measure: Expression, form: Form = MILLIONS, of: Part | None = None) -> tuple[Decimal, str]:
    return only(computed(owner, measure, periods=years(2023), form=form, part=of))


def test_a_part_within_another_is_where_their_row_and_column_cross(people: People, version: DocumentVersion) -> None:
    table(version, "Revenues by region", CROSSING, units="(in millions)", header_rows=2)

    assert of_2023(people.owner, REVENUE, of=part("Cranes", "Europe")) == (Decimal(60), "USD millions")
    assert of_2023(people.owner, REVENUE, of=part("Europe", "hoists")) == (Decimal(40), "USD millions")
    missing = computed(people.owner, REVENUE, periods=years(2023), part=part("Cranes", "Asia"))
    assert not missing.figures


def test_outside_of_a_place_a_part_has_what_it_does_not_have_there(people: People, version: DocumentVersion) -> None:
    table(version, "Revenues by region", CROSSING, units="(in millions)", header_rows=2)
    parts(version, "revenue", {"Cranes": {2023: "360"}, "Hoists": {2023: "240"}})

    assert of_2023(people.owner, REVENUE, of=part("Cranes", "outside Europe")) == (Decimal(300), "USD millions")


def test_a_line_of_a_part_is_a_share_of_what_that_part_has(people: People, version: DocumentVersion) -> None:
    table(version, "Revenues by region", CROSSING, units="(in millions)", header_rows=2)
    parts(version, "revenue", {"Cranes": {2023: "360"}, "Hoists": {2023: "240"}})

    share = Share(Row("Europe"), REVENUE)
    assert of_2023(people.owner, share, Form(decimals=1), part("Cranes")) == (Decimal("16.7"), "%")


def interest(version: DocumentVersion, capitalized: str) -> None:
    rows = [HEAD, ("Interest incurred", "$80", "$70"), ("Capitalized interest", capitalized, "(9)")]
    table(version, "Interest expense", rows, units="(in millions)")


def test_what_two_tables_print_differently_is_printed_by_neither_more_often(
    people: People, version: DocumentVersion
) -> None:
    for printed in ("(30)", "(2)"):
        interest(version, printed)
    outcome = computed(people.owner, Row("capitalized interest"), periods=years(2023))

    assert not outcome.figures and "printed twice" in outcome.ambiguous[0]


def test_what_a_sum_may_be_printed_net_of_is_not_deducted_again_but_may_be_excluded(
    people: People, version: DocumentVersion
) -> None:
    rows = [HEAD, ("Leases", "50", "40"), ("Sublease income", "(8)", "(6)"), ("Total lease cost", "$42", "$34")]
    table(version, "Components of lease cost", rows, units="(in millions)")
    less = Binary(Operator.SUBTRACT, Row("total lease cost"), Row("sublease income"))
    outcome = computed(people.owner, replace(less, net=True), periods=years(2023), form=MILLIONS)

    assert not outcome.figures and "taken off already" in " ".join(outcome.ambiguous)
    assert of_2023(people.owner, less) == (Decimal(50), "USD millions")  # "excluding sublease income"


def test_a_volume_is_no_share_of_money(people: People, version: DocumentVersion) -> None:
    rows = [("", "2023"), ("Volumes billed:", ""), ("Residential", "173,644")]
    table(version, "", rows, units="(in millions)")
    outcome = computed(people.owner, Share(Row("residential volumes billed"), REVENUE), periods=years(2023))

    assert not outcome.figures and "of one kind" in " ".join((*outcome.missing, *outcome.ambiguous))


def test_of_one_line_a_sentence_and_a_table_are_not_averaged(people: People, version: DocumentVersion) -> None:
    table(version, "Obligations", [("", "2023"), ("Operating leases", "$900")], units="(in millions)")
    sentences(version, "Operating lease expense was $24 million in 2022.")
    average = OverTime(OverTimeFunction.AVERAGE, Row("operating leases"))
    outcome = computed(people.owner, average, periods=years(2022, 2023))

    assert not outcome.figures


def test_all_other_may_be_left_out_of_an_order(people: People, version: DocumentVersion) -> None:
    names = {"Cranes": {2023: "360"}, "Hoists": {2023: "240"}, "All Other": {2023: "20"}}
    parts(version, "revenue", names)
    rows = [("", "Cranes", "Hoists"), ("Net income", "$90", "$30")]
    table(version, "Segments, year ended December 31, 2023", rows, units="(in millions)")
    each = Part(Dimension.SEGMENT)
    margin = Ratio("net_margin")
    outcome = computed(people.owner, margin, periods=years(2023), part=each, order=Order(margin), intent=Intent.RANKING)

    assert [one.part for one in outcome.figures] == ["Cranes", "Hoists"]


def test_the_margin_of_a_parts_own_line_is_over_the_revenue_of_that_part(
    people: People, version: DocumentVersion
) -> None:
    parts(version, "revenue", {"Kelp Strip": {2023: "400"}, "Elsewhere": {2023: "1,200"}})
    rows = [HEAD, ("Kelp Strip property earnings", "$100", "$90")]
    table(version, "Property earnings", rows, units="(in millions)")

    margin = Row("Kelp Strip property earnings margin")
    assert of_2023(people.owner, margin, Form(decimals=1)) == (Decimal("25.0"), "%")


def test_what_is_paid_is_an_amount_however_a_table_adds_it_up(people: People) -> None:
    lines = {"revenue": {2023: "1,600", 2022: "1,400"}}
    version = annual(people.owner, lines=lines)
    rows = [HEAD, ("Dividends and interest income", "$90", "$80"), ("Interest expense", "(22)", "(12)")]
    table(version, "Other income", rows, units="(in millions)")

    change = OverTime(OverTimeFunction.CHANGE, Item("interest_expense"))
    assert of_2023(people.owner, change) == (Decimal(10), "USD millions")


def test_the_average_price_of_repurchased_shares_is_what_was_paid_over_how_many(people: People) -> None:
    version = annual(people.owner, lines={**LINES, "stock_repurchased": {2023: "(200)", 2022: "(90)"}})
    sentences(version, "During 2023, Quillmark repurchased 4 million shares of its common stock.")

    assert of_2023(people.owner, Ratio("average_repurchase_price"), Form(decimals=2)) == (
        Decimal("50.00"),
        "USD per share",
    )
    (count,) = computed(people.owner, Item("shares_repurchased"), periods=years(2023)).figures
    assert count.amount.value == 4_000_000


def test_two_parts_of_one_line_are_added_up(people: People, version: DocumentVersion) -> None:
    table(version, "Revenues by region", CROSSING, units="(in millions)", header_rows=2)
    both = Call(
        CallFunction.SUM, (At(REVENUE, part=part("Cranes", "Europe")), At(REVENUE, part=part("Hoists", "Europe")))
    )
    assert of_2023(people.owner, both) == (Decimal(100), "USD millions")


def test_all_other_that_another_table_tells_of_stays_out_of_the_ranking(
    people: People, version: DocumentVersion
) -> None:
    names = {"Cranes": {2023: "360"}, "Hoists": {2023: "240"}, "All Other": {2023: "20"}}
    parts(version, "revenue", names)
    rows = [("", "Cranes", "Hoists"), ("Net income (loss)", "$36", "$48")]
    table(version, "Segments, year ended December 31, 2023", rows, units="(in millions)")
    rest = [("", "2023"), ("Net income of reportable segments", "$84"), ("Net loss of All Other", "(9)")]
    table(version, "Reconciliation to net income", rest, units="(in millions)")
    of = Item("net_income")
    segments = Part(Dimension.SEGMENT, None, "segments")
    outcome = computed(
        people.owner, of, intent=Intent.RANKING, order=Order(of), part=segments, periods=years(2023), form=MILLIONS
    )

    assert [(one.part, one.shown.value) for one in outcome.ranked] == [("Hoists", Decimal(48)), ("Cranes", Decimal(36))]


def test_of_two_tables_the_one_that_the_statements_bear_out_counts(people: People, version: DocumentVersion) -> None:
    own = [HEAD, ("Rope hire", "$410", "$400"), ("Other", "1,190", "1,000"), ("Revenue", "$1,600", "$1,400")]
    of_an_affiliate = [HEAD, ("Rope hire", "$31", "$30"), ("Other", "1,469", "1,370"), ("Revenue", "$1,500", "$1,400")]
    table(version, "Disaggregated, of the venture", of_an_affiliate, units="(in millions)")
    table(version, "Disaggregated", own, units="(in millions)")

    assert of_2023(people.owner, Row("rope hire")) == (Decimal(410), "USD millions")


def test_the_same_rows_in_two_reports_are_one_table_restated(people: People, version: DocumentVersion) -> None:
    rows = [("", "2023", "2022"), ("Rope hire", "$41", "$40"), ("Net hire", "12", "13")]
    table(version, "Details", rows, units="(in millions)")
    later = annual(people.owner, year=2024, lines={"revenue": {2024: "1,700", 2023: "1,600"}})
    again = [("", "2024", "2023"), ("Rope hire", "$47", "$45"), ("Net hire", "14", "12")]
    table(later, "Other lines that were put otherwise", again, units="(in millions)")
    table(version, "Fees", [("", "2023", "2022"), ("Net hire", "8", "7")], units="(in millions)")

    outcome = computed(people.owner, Row("rope hire"), periods=years(2023), form=MILLIONS)
    assert only(outcome) == (Decimal(41), "USD millions") and outcome.operands[0].restated[0].value == 45_000_000
    assert computed(people.owner, Row("net hire"), periods=years(2023)).ambiguous


def test_a_report_that_prints_the_figure_too_does_not_restate_it(people: People, version: DocumentVersion) -> None:
    rows = [("", "2023", "2022"), ("Rope hire", "$410", "$400"), ("Revenue", "$1,600", "$1,400")]
    table(version, "Details", rows, units="(in millions)")
    later = annual(people.owner, year=2024, lines={"revenue": {2024: "1,700", 2023: "1,600"}})
    again = [("", "2024", "2023"), ("Rope hire", "$430", "$410"), ("Revenue", "$1,700", "$1,600")]
    table(later, "Details", again, units="(in millions)")
    of_an_affiliate = [("", "2024", "2023"), ("Rope hire", "$33", "$31"), ("Revenue", "$1,550", "$1,500")]
    table(later, "Details of the venture", of_an_affiliate, units="(in millions)")
    query = asked(Row("rope hire"), periods=years(2023), form=MILLIONS)
    outcome = compute(query, Scope(), people.owner)

    assert only(outcome) == (Decimal(410), "USD millions") and not outcome.operands[0].restated


def test_a_name_of_one_thing_in_a_table_of_money_is_no_count(people: People, version: DocumentVersion) -> None:
    rows = [HEAD, ("Casino", "$30", "$28"), ("Hotel", "12", "11")]
    table(version, "Receivables", rows, units="(in millions)")

    assert of_2023(people.owner, Row("hotel")) == (Decimal(12), "USD millions")


def test_a_part_of_a_part_is_of_one_report(people: People, version: DocumentVersion) -> None:
    table(version, "Revenues of cranes", [HEAD, ("Revenues, harbor cranes", "$30", "$28")], units="(in millions)")
    later = annual(people.owner, year=2024, lines={"revenue": {2024: "1,700", 2023: "1,600"}})
    parts(later, "revenue", {"Cranes": {2023: "75"}, "Hoists": {2023: "25"}})
    share = Share(At(REVENUE, part=part("harbor cranes")), At(REVENUE, part=part("Cranes")))
    outcome = computed(people.owner, share, periods=years(2023))

    assert not outcome.figures and "two reports" in outcome.ambiguous[0]


def test_one_cell_puts_no_parts_in_order(people: People, version: DocumentVersion) -> None:
    parts(version, "revenue", {"Cranes": {2023: "360"}, "Hoists": {2023: "240"}})
    rows = [HEAD, ("Intersegment sales", "", ""), ("Total intersegment sales", "$7", "$5")]
    table(version, "Sales between cranes and hoists", rows, units="(in millions)")
    of, segments = At(REVENUE, part=part("intersegment")), Part(Dimension.SEGMENT, None, "segments")
    outcome = computed(
        people.owner, of, intent=Intent.RANKING, order=Order(of), part=segments, periods=years(2023), form=MILLIONS
    )

    assert not outcome.ranked and outcome.missing == ("What was found does not tell these apart.",)


def test_where_tables_differ_on_a_line_the_statements_tell(people: People, version: DocumentVersion) -> None:
    for caption, printed in (("Guarantors", "$1,100"), ("Summarized results of the venture", "$310")):
        table(version, caption, [("", "2023"), ("Net revenues", printed)], units="(in millions)")
    outcome = computed(people.owner, Row("net revenue", "revenue"), periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(1600), "USD millions")
    assert any("Tables differ on “net revenue”" in one for one in outcome.notes)


def test_two_that_have_as_much_are_both_told(people: People, version: DocumentVersion) -> None:
    parts(version, "revenue", {"Cranes": {2023: "300"}, "Hoists": {2023: "300"}, "Winches": {2023: "40"}})
    each = Part(Dimension.SEGMENT)
    outcome = computed(
        people.owner, REVENUE, periods=years(2023), part=each, order=Order(REVENUE), intent=Intent.RANKING
    )

    assert outcome.headline.startswith("Cranes and Hoists have the highest revenue: USD 300 million. In order: Cranes")
