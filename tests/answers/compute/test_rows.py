"""Printed lines that no item covers, and narrower ones than an item: by their label, in statements and any table."""

from decimal import Decimal

import pytest

from apps.answers.compute.computing import compute
from apps.answers.sources.tables import stored_table
from apps.documents.models import DocumentVersion, Fact, Page
from apps.questions.expressions import Binary, Item, Operator, OverTime, OverTimeFunction, Ratio, Row, Share
from apps.questions.query import Form
from apps.questions.slots import Dimension, Part
from apps.retrieval.found import Scope
from apps.statements.ontology import Unit
from tests.answers.compute.filings import COMPANY, LINES, annual, asked, computed, line, only, parts, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)
NET_SALES = Row("net sales", like="revenue")
HEAD = ("", "2023", "2022")


def test_net_sales_are_the_line_of_that_name_and_not_the_wider_total(people: People) -> None:
    version = annual(people.owner)
    line(version, "Net sales", {2023: "1,570", 2022: "1,380"})
    outcome = computed(people.owner, NET_SALES, periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(1570), "USD millions")
    assert outcome.operands[0].candidate.label == "Net sales"
    assert not outcome.notes


def test_growth_of_net_sales_is_that_of_the_line(people: People) -> None:
    version = annual(people.owner)
    line(version, "Net sales", {2023: "1,570", 2022: "1,380"})
    outcome = computed(
        people.owner, OverTime(OverTimeFunction.GROWTH, NET_SALES), periods=years(2022, 2023), form=Form(decimals=1)
    )

    assert only(outcome) == (Decimal("13.8"), "%")


def test_the_wider_item_stands_in_only_where_no_such_line_is_printed_and_it_is_told(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, NET_SALES, periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(1600), "USD millions")
    assert outcome.notes == ("No line called “net sales” is printed; this is “Revenue”.",)


def test_a_line_that_is_nowhere_is_missing(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Row("membership fees"), periods=years(2023))

    assert outcome.missing == (
        "No line called “membership fees” of FY2023 was found in the filings of Quillmark Foundry that are held.",
    )


def test_a_narrower_line_never_stands_for_the_one_asked(people: People) -> None:
    version = annual(people.owner)
    line(version, "Gross backlog of turbines", {2023: "400"})
    outcome = computed(people.owner, Row("backlog"), periods=years(2023))

    assert not outcome.figures


def test_a_line_of_a_note_is_read_with_its_own_scale(people: People) -> None:
    version = annual(people.owner)
    rows = [
        HEAD,
        ("Backlog", "$4,100", "$3,900"),
        ("Backlog (in thousands)", "7", "8"),
        ("Prepaid castings", "12", "11"),
    ]
    table(version, "Orders", rows, units="(in millions)")
    outcome = computed(people.owner, Row("prepaid castings"), Row("total backlog"), periods=years(2023), form=MILLIONS)

    assert [one.shown.value for one in outcome.figures] == [Decimal(12)]
    assert outcome.ambiguous


def test_the_cell_is_cited_with_its_place(people: People) -> None:
    version = annual(people.owner)
    made = table(version, "Orders", [HEAD, ("Backlog", "$4,100", "$3,900")], units="(in millions)")
    outcome = computed(people.owner, Row("backlog"), periods=years(2022), form=MILLIONS)

    assert only(outcome) == (Decimal(3900), "USD millions")
    place = outcome.used[0].place
    assert place and (place.table, place.row, place.column) == (made.pk, 1, 2)
    assert outcome.sheet and outcome.sheet["operands"][0]["printed"] == "$3,900"
    assert outcome.sheet["operands"][0]["units"] == "USD millions"


def test_per_share_percent_and_share_counts_within_a_table_in_millions(people: People) -> None:
    version = annual(people.owner)
    rows = [
        HEAD,
        ("Total return", "$40", "$30"),
        ("Adjusted earnings per share", "7.08", "6.50"),
        ("Non-GAAP diluted EPS", "$6.90", "$6.10"),
        ("Comparable sales growth", "4.1%", "3.0%"),
        ("Shares used in the calculation (000's)", "444,757", "443,651"),
        ("Number of plants", "31", "29"),
    ]
    table(version, "Key figures", rows, units="(in millions)")
    labels = (
        "adjusted earnings per share",
        "non-GAAP diluted EPS",
        "comparable sales growth",
        "shares used in the calculation",
        "number of plants",
    )
    outcome = computed(people.owner, *(Row(label) for label in labels), periods=years(2023))

    assert [(one.shown.value, one.shown.unit) for one in outcome.figures] == [
        (Decimal("7.08"), "USD per share"),
        (Decimal("6.90"), "USD per share"),
        (Decimal("4.1"), "%"),
        (Decimal(444_757_000), "shares"),
        (Decimal(31), ""),
    ]


def test_two_values_that_fit_alike_leave_no_figure_and_both_are_named(people: People) -> None:
    version = annual(people.owner)
    table(version, "Orders on hand", [HEAD, ("Backlog", "$41", "$39")], units="(in millions)")
    table(version, "Orders with partners", [HEAD, ("Backlog", "$52", "$39")], units="(in millions)")
    outcome = computed(people.owner, Row("backlog"), periods=years(2023))
    agreed = computed(people.owner, Row("backlog"), periods=years(2022), form=MILLIONS)

    assert not outcome.figures
    assert "$41 (Orders on hand, page" in outcome.ambiguous[0] and "$52 (Orders with partners" in outcome.ambiguous[0]
    assert only(agreed)[0] == 39


def test_a_column_of_a_part_is_not_the_whole(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "Harbor", "Inland"), ("", "2023", "2023"), ("Backlog", "$41", "$52")]
    table(version, "Orders", rows, units="(in millions)", header_rows=2)

    assert not computed(people.owner, Row("backlog"), periods=years(2023)).figures
    harbor = computed(
        people.owner,
        Row("backlog"),
        periods=years(2023),
        part=Part(Dimension.SEGMENT, "Harbor"),
        form=MILLIONS,
    )
    assert only(harbor)[0] == 41


def test_the_filing_on_the_year_is_read_first(people: People) -> None:
    old, new = annual(people.owner, year=2022, lines={"revenue": {2022: "1,400"}}), annual(people.owner)
    table(old, "Orders", [("", "2022"), ("Backlog", "$38")], units="(in millions)")
    table(new, "Orders", [HEAD, ("Backlog", "$41", "$39")], units="(in millions)")
    outcome = computed(people.owner, Row("backlog"), periods=years(2022), form=MILLIONS)

    assert only(outcome)[0] == 38


def test_a_cell_of_another_period_is_not_taken(people: People) -> None:
    version = annual(people.owner)
    table(version, "Orders", [("", "2022", "Change"), ("Backlog", "$38", "$2")], units="(in millions)")
    table(version, "Three months ended December 31,", [HEAD, ("Arrivals", "$5", "$4")], units="(in millions)")

    assert not computed(people.owner, Row("backlog"), periods=years(2023)).figures
    assert not computed(people.owner, Row("arrivals"), periods=years(2023)).figures


def test_a_row_and_an_item_go_into_one_formula(people: People) -> None:
    version = annual(people.owner)
    table(version, "Fees", [HEAD, ("Membership fees", "$80", "$70")], units="(in millions)")
    fees = Row("membership fees")
    outcome = computed(
        people.owner,
        Share(fees, Item("revenue")),
        Binary(Operator.SUBTRACT, Item("revenue"), fees),
        periods=years(2023),
        form=Form(decimals=1),
    )

    assert [one.shown.text for one in outcome.figures] == ["5.0%", "USD 1,520.0 million"]


def test_statement_lines_win_over_cells_of_notes(people: People) -> None:
    version = annual(people.owner)
    line(version, "Content assets, net", {2023: "500"}, statement="balance")
    table(version, "Content", [("", "2023"), ("Content assets, net", "$420")], units="(in millions)")

    assert only(computed(people.owner, Row("content assets"), periods=years(2023), form=MILLIONS))[0] == 500


def test_lines_of_statements_that_disagree_leave_no_figure(people: People) -> None:
    version = annual(people.owner)
    line(version, "Content assets, net", {2023: "500"}, statement="balance")
    line(version, "Content assets, net", {2023: "300"}, statement="balance")
    outcome = computed(people.owner, Row("content assets"), periods=years(2023))

    assert not outcome.figures and "500 and 300" in outcome.ambiguous[0]


def test_a_segment_line_is_not_the_company(people: People) -> None:
    version = annual(people.owner, lines={key: cells for key, cells in LINES.items() if key != "revenue"})
    parts(version, "revenue", {"Harbor": {2023: "900"}, "Inland": {2023: "700"}}, caption="Revenue by segment")

    assert not computed(people.owner, Item("revenue"), periods=years(2023)).figures


def test_companies_are_never_mixed_up(people: People) -> None:
    annual(people.owner)
    other = annual(people.owner, "Tallowby Mills")
    table(other, "Orders", [HEAD, ("Backlog", "$41", "$39")], units="(in millions)")

    assert not computed(people.owner, Row("backlog"), of=(COMPANY,), periods=years(2023)).figures
    assert computed(people.owner, Row("backlog"), of=("Tallowby Mills",), periods=years(2023)).figures


def test_the_same_table_of_a_later_filing_restates_and_another_table_contradicts(people: People) -> None:
    old, new = annual(people.owner, year=2022, lines={"revenue": {2022: "1,400"}}), annual(people.owner)
    table(old, "Orders on hand", [("", "2022"), ("Backlog", "$38")], units="(in millions)")
    table(new, "Orders on hand", [HEAD, ("Backlog", "$41", "$39")], units="(in millions)")
    restated = computed(people.owner, Row("backlog"), periods=years(2022), form=MILLIONS)
    table(old, "Claims of suppliers", [("", "2022"), ("Backlog", "$7")], units="(in millions)")
    contradicted = computed(people.owner, Row("backlog"), periods=years(2022))

    assert only(restated)[0] == 38
    assert restated.notes == ("Backlog of FY2022 is 38 in quillmark_2022_10-K; quillmark_2023_10-K states 39.",)
    assert not contradicted.figures and contradicted.ambiguous


def test_both_years_of_a_change_come_from_the_filing_on_the_last_one(people: People) -> None:
    old, new = annual(people.owner, year=2022, lines={"revenue": {2022: "1,400"}}), annual(people.owner)
    table(old, "Orders on hand", [("", "2022"), ("Backlog", "$38")], units="(in millions)")
    table(new, "Orders on hand", [HEAD, ("Backlog", "$41", "$39")], units="(in millions)")
    change = OverTime(OverTimeFunction.CHANGE, Row("backlog"))
    query = asked(change, periods=years(2022, 2023), form=MILLIONS)

    assert only(compute(query, Scope(), people.owner))[0] == 2


def test_amounts_per_share_that_differ_by_cents_are_not_the_same(people: People) -> None:
    version = annual(people.owner)
    line(version, "Continuing operations", {2023: "0.00000505"})
    line(version, "Continuing operations", {2023: "0.00000499"})
    Fact.objects.filter(label="Continuing operations").update(unit="per-share", scale=1)

    assert computed(people.owner, Row("continuing operations"), periods=years(2023)).ambiguous


def test_a_model_of_ones_own_never_stands_beside_what_is_filed(people: People) -> None:
    version = annual(people.owner)
    note = annual(people.owner, year=2024, lines={"revenue": {2023: "9,999"}}, form="other", period="")
    table(version, "Orders", [HEAD, ("Backlog", "$41", "$39")], units="(in millions)")
    table(note, "Model", [HEAD, ("Backlog", "$77", "$70"), ("Upside", "$5", "$4")], units="(in millions)")
    outcome = computed(people.owner, Item("revenue"), Row("backlog"), Row("upside"), periods=years(2023), form=MILLIONS)

    assert [one.shown.value for one in outcome.figures] == [1600, 41, 5]


def _backlogs(owner: object, *segments: str) -> None:
    version = annual(owner)  # type: ignore[arg-type]
    table(version, "Selected figures", [HEAD, ("Backlog", "$900", "$800")], units="In millions")
    for place, value in enumerate(segments):
        table(version, f"Dock {place}", [HEAD, ("Backlog", value, "$1")], units="In millions")


def test_of_lines_called_alike_the_one_that_the_others_add_up_to_is_the_whole(people: People) -> None:
    _backlogs(people.owner, "$500", "$300", "$100")
    outcome = computed(people.owner, Row("backlog"), periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(900), "USD millions")


def test_lines_called_alike_that_do_not_add_up_stay_ambiguous(people: People) -> None:
    _backlogs(people.owner, "$500", "$300")
    outcome = computed(people.owner, Row("backlog"), periods=years(2023), form=MILLIONS)

    assert not outcome.figures
    assert outcome.ambiguous


def test_what_a_table_of_a_segment_calls_its_own_is_that_of_the_segment(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "Harbor App", "Bulk"), ("Segment gross profit", "$40", "$20")]
    table(version, "Segments, year ended December 31, 2023", rows, units="In millions")
    part = Part(Dimension.SEGMENT, "Harbor App")
    outcome = computed(people.owner, Item("gross_profit"), periods=years(2023), form=MILLIONS, part=part)

    assert only(outcome) == (Decimal(40), "USD millions")


def test_a_count_in_a_table_of_thousands_says_that_its_scale_is_open(people: People) -> None:
    version = annual(people.owner)
    rows = [HEAD, ("Revenue per berth", "$12", "$11"), ("Memberships", "230,747", "221,844")]
    table(version, "Berths", rows, units="(in thousands, except revenue per berth)")
    outcome = computed(people.owner, Row("memberships"), periods=years(2023))

    assert outcome.operands[0].says == (
        "The table is stated “in thousands, except revenue per berth”; whether this count is too is not said.",
    )


def test_a_table_that_lost_its_scale_is_told_by_another_of_its_filing(people: People) -> None:
    filing, rows = annual(people.owner), [HEAD, ("Order intake", "$2,070,847", "$1,225,578")]
    table(filing, "Order intake by quarter", rows)
    table(filing, "Orders", rows, units="(in thousands)")

    assert only(computed(people.owner, Row("order intake"), periods=years(2023))) == (Decimal(2_070_847_000), "USD")


def test_a_table_that_lost_its_scale_is_told_by_a_filing_that_prints_the_same_digits(people: People) -> None:
    rows = [HEAD, ("Order intake", "$2,070,847", "$1,225,578")]
    table(annual(people.owner), "Orders", rows, units="(in thousands)")
    table(annual(people.owner, year=2022), "Orders", [("", "2022"), ("Order intake", "$1,225,578")])
    growth = OverTime(OverTimeFunction.GROWTH, Row("order intake"))
    outcome = computed(people.owner, growth, periods=years(2022, 2023), form=Form(decimals=0))

    assert only(outcome) == (Decimal(69), "%")
    assert not outcome.notes


def _says(version: DocumentVersion, *sentences: str) -> None:
    text = " ".join(sentences)
    Page.objects.create(version=version, number=90, width=612, height=792, text=text)


def test_a_count_that_only_a_sentence_tells_is_an_operand(people: People) -> None:
    _says(annual(people.owner), "As of December 31, 2023, we employed 1,250 people.")
    _says(annual(people.owner, year=2022), "As of December 31, 2022, we employed 1,000 people.")
    growth = OverTime(OverTimeFunction.GROWTH, Row("number of employees"))

    assert only(computed(people.owner, growth, periods=years(2022, 2023))) == (Decimal(25), "%")


@pytest.mark.parametrize(
    "sentence",
    [
        "As of December 31, 2023, we employed 900 people, 600 in the U.S. and 300 internationally.",
        "As of December 31, 2023, we had 900 employees, including 600 employees in the U.S.",
    ],
)
@pytest.mark.parametrize("name", ["US", "outside US"])
def test_a_count_of_all_is_none_of_a_country(people: People, sentence: str, name: str) -> None:
    _says(annual(people.owner), sentence)
    part = Part(Dimension.GEOGRAPHY, name, name)

    assert not computed(people.owner, Row("number of employees"), periods=years(2023), part=part).figures


def test_counts_that_differ_are_told_and_none_is_chosen(people: People) -> None:
    told = ("As of December 31, 2023, we employed 1,250 people.", "As of December 31, 2023, we had 1,300 employees.")
    _says(annual(people.owner), *told)
    outcome = computed(people.owner, Row("number of employees"), periods=years(2023))

    assert outcome.ambiguous == (
        "Of “number of employees”, FY2023, the filing tells different counts: 1,250 and 1,300.",
    )


def test_a_line_under_the_name_of_a_segment_is_not_the_whole(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Harbor Works": {2023: "900"}, "Rail": {2023: "700"}})
    table(version, "Backlog", [("", "2023"), ("Backlog", "$500")], units="(in millions)")
    table(version, "Harbor Works", [("", "2023"), ("Backlog", "$200")], units="(in millions)")

    assert only(computed(people.owner, Row("backlog"), periods=years(2023), form=MILLIONS)) == (
        Decimal(500),
        "USD millions",
    )


def test_of_two_measures_one_of_words_that_nothing_prints_leaves_both_unanswered(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"), Row("membership fees"), periods=years(2023))

    assert not outcome.figures and outcome.missing


def test_a_ratio_that_the_filing_states_is_not_computed_another_way(people: People) -> None:
    version = annual(people.owner)
    rows = [
        HEAD,
        ("Working capital", "$410", "$390"),
        ("Days sales outstanding", "31", "34"),
        ("Return on assets", "6.2%", "5.8"),
    ]
    table(version, "Measures of the balance sheet", rows, units="(in millions)")
    asked = (Ratio("days_sales"), OverTime(OverTimeFunction.CHANGE, Ratio("days_sales")), Ratio("return_on_assets"))
    outcome = computed(people.owner, *asked, periods=years(2022, 2023))

    told = [(one.shown.value, one.shown.unit) for one in outcome.figures]
    assert told[:3] == [(34, "days"), (31, "days"), (-3, "days")]
    assert told[3:] == [(Decimal("5.8"), "%"), (Decimal("6.2"), "%"), (Decimal("0.4"), "percentage points")]
    assert outcome.notes == (
        "Days sales outstanding is as the filing states it, not computed.",
        "Return on assets is as the filing states it, not computed.",
    )


def test_what_no_standard_defines_is_as_its_filer_prints_it(people: People) -> None:
    version = annual(people.owner)
    rows = [HEAD, ("Investments in content", "$(30)", "$(20)"), ("Free cash flow", "$185", "$142")]
    table(version, "Free cash flow", rows, units="(in millions)")
    average = OverTime(OverTimeFunction.AVERAGE, Ratio("free_cash_flow"))
    outcome = computed(people.owner, average, periods=years(2022, 2023, whole=True), form=MILLIONS)

    assert only(outcome) == (Decimal("163.5"), "USD millions")
    assert outcome.notes == ("Free cash flow is as the filing states it, not computed.",)


def test_what_its_filer_prints_for_one_year_alone_is_computed_for_all(people: People) -> None:
    version = annual(people.owner)
    table(version, "Free cash flow", [("", "2023"), ("Free cash flow", "$185")], units="(in millions)")
    change = OverTime(OverTimeFunction.CHANGE, Ratio("free_cash_flow"))

    assert only(computed(people.owner, change, periods=years(2022, 2023), form=MILLIONS))[0] == 53


def test_an_amount_per_share_that_no_statement_gives_may_stand_in_another_table(people: People) -> None:
    rows = [("", "2023", "2022"), ("Cash dividends declared per common share", "$1.10", "$1.00")]
    table(annual(people.owner), "Other data", rows)
    outcome = computed(people.owner, Item("dividends_per_share"), periods=years(2023))

    assert only(outcome)[0] == Decimal("1.10")
    assert any("a table prints it" in note for note in outcome.notes)


def test_money_of_an_item_that_statements_print_is_not_taken_from_another_table(people: People) -> None:
    rows = [("", "2023", "2022", "2020"), ("Revenue", "$110", "$100", "$90"), ("Net revenues", "$110", "$100", "$90")]
    table(annual(people.owner), "Results of the affiliate", rows, units="(in millions)")

    assert not computed(people.owner, Item("revenue"), periods=years(2020)).figures


def test_money_of_an_item_that_none_prints_is_that_of_a_line_called_so(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "2023", "2022"), ("Advertising", "$600", "$500"), ("Advertising expense", "$110", "$100")]
    table(version, "Other data", rows, units="(in millions)")
    outcome = computed(people.owner, Item("advertising_expense"), periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(110), "USD millions")
    assert outcome.notes == ("Advertising expense of FY2023 is in no statement that was read; a table prints it.",)


def test_money_under_a_total_of_years_to_come_is_no_amount_of_the_year(people: People) -> None:
    rows = [("", "2024", "Thereafter", "Total"), ("Interest payments", "$80", "$900", "$980")]
    caption = "Payments due by fiscal year for obligations as of December 31, 2023"
    table(annual(people.owner), caption, rows, units="(in millions)")

    assert not computed(people.owner, Item("interest_paid"), periods=years(2023)).figures


def test_money_of_a_table_without_units_is_told_with_a_doubt(people: People) -> None:
    table(annual(people.owner), "Other data", [("", "2023"), ("Rents of cranes", "$110")])
    outcome = computed(people.owner, Row("rents of cranes"), periods=years(2023))

    assert any("does not say in what it counts money" in note for note in outcome.notes)


def test_a_line_of_two_statements_of_which_one_goes_on_is_not_told(people: People) -> None:
    version = annual(people.owner)
    line(version, "Card loans", {2023: "15", 2022: "12"})
    line(version, "Card loans, less reserves", {2023: "1,040", 2022: "850"}, statement="balance")
    outcome = computed(people.owner, Row("card loans"), periods=years(2023))

    assert not outcome.figures
    assert "the balance sheet and the income statement" in outcome.ambiguous[0]


@pytest.mark.parametrize(
    ("label", "figures", "told"),
    [
        ("Gain on kiln transactions", {2023: "(22)", 2022: "—"}, 22),
        ("Gain on kiln transactions", {2023: "(22)", 2022: "5"}, -22),  # it has stood on both sides
        ("Gain (loss) on kiln transactions", {2023: "(22)", 2022: "—"}, -22),
    ],
)
def test_a_line_of_one_side_alone_has_its_amount(
    people: People, label: str, figures: dict[int, str], told: int
) -> None:
    line(annual(people.owner), label, figures)
    outcome = computed(people.owner, Row(label.lower()), periods=years(2023), form=Form(scale=1_000_000))

    assert only(outcome)[0] == told


def test_money_is_no_share_of_a_percentage(people: People) -> None:
    rows = [("", "2023"), ("Overdue hires", "$310"), ("Hires, in percent", "3.5%")]
    table(annual(people.owner), "Hires", rows, units="(in millions)")
    outcome = computed(people.owner, Share(Row("overdue hires"), Row("hires, in percent")), periods=years(2023))

    assert not outcome.figures
    assert outcome.missing == ("A share and its whole are of one kind; what is printed under these names is not.",)


def test_no_number_is_a_share_of_itself(people: People) -> None:
    lamps = [("Licensed lamps, net", "$310"), ("Made lamps, net", "$90"), ("Total lamp assets, net", "$400")]
    rows = [("", "2023"), *lamps]
    table(annual(people.owner), "Lamps", rows, units="(in millions)")
    whole = Row("Total lamp assets, net")
    outcome = computed(people.owner, Share(Row("lamp assets"), whole), periods=years(2023))

    assert not outcome.figures
    assert outcome.missing == ("What is printed under this name is the whole itself.",)
    assert only(computed(people.owner, Share(Row("made lamps"), whole), periods=years(2023))) == (Decimal("22.5"), "%")


def test_a_printed_percentage_of_the_whole_is_the_share(people: People) -> None:
    rows = [("", "2023"), ("Ferrow", "9%"), ("Saltgate", "7%")]
    table(annual(people.owner), "Largest customers, as a percentage of revenue", rows)
    outcome = computed(people.owner, Share(Row("Ferrow"), Item("revenue")), periods=years(2023))

    assert only(outcome) == (Decimal(9), "%")


INTEREST = [("", "2023", "2022"), ("Kiln interest incurred", "50", "40"), ("Lamp interest incurred", "20", "20")]


def test_what_is_taken_off_a_whole_is_a_part_of_it_by_its_size_which_is_said(people: People) -> None:
    version = annual(people.owner)
    rows = [*INTEREST, ("Interest capitalized", "(14)", "(15)"), ("", "56", "45")]
    table(version, "Interest", rows, units="(in millions)")
    table(version, "All", [("", "2023", "2022"), ("All interest incurred", "70", "60")], units="(in millions)")
    share = Share(Row("interest capitalized"), Row("all interest incurred"))
    outcome = computed(people.owner, share, periods=years(2023))
    assert only(outcome) == (Decimal(20), "%")
    assert "taken off" in " ".join(outcome.notes)


@pytest.mark.parametrize(
    ("part", "before"), [("Kiln operating income", "(15)"), ("Foreign translation", "(15)"), ("Kiln refunds", "15")]
)
def test_what_may_have_either_sign_keeps_it_in_a_share(people: People, part: str, before: str) -> None:
    rows = [("", "2023", "2022"), ("Lamp takings", "70", "60"), (part, "(14)", before), ("All takings", "56", "45")]
    table(annual(people.owner), "Results", rows, units="(in millions)")
    for whole, share in (("all takings", Decimal(-25)), ("lamp takings", Decimal(-20))):
        assert only(computed(people.owner, Share(Row(part), Row(whole)), periods=years(2023))) == (share, "%")


def test_a_line_is_called_so_whatever_a_sum_does_with_it(people: People) -> None:
    rows = [("", "2023"), ("Kiln leases", "70"), ("Less: kiln sublease income", "14"), ("Net cost of kilns", "56")]
    table(annual(people.owner), "Leases", rows, units="(in millions)")
    outcome = computed(people.owner, Row("kiln sublease income"), periods=years(2023), form=MILLIONS)
    assert only(outcome) == (Decimal(14), "millions")


def test_years_beside_percentages_are_no_percentage(people: People) -> None:
    rows = [("", "2023"), ("Remaining term of leases (years)", "6.5"), ("Discount rate of leases", "5.0%")]
    table(annual(people.owner), "Leases", rows)
    outcome = computed(people.owner, Row("remaining term of leases (years)"), periods=years(2023))

    assert only(outcome) == (Decimal("6.5"), "")


def test_what_one_report_tells_of_a_segment_goes_with_nothing_of_another_that_recasts_it(people: People) -> None:
    first, later = annual(people.owner), annual(people.owner, year=2024)
    parts(first, "revenue", {"Cranes": {2023: "600"}, "Hoists": {2023: "1,000"}})
    parts(later, "revenue", {"Cranes": {2023: "700"}, "Hoists": {2023: "900"}})
    parts(later, "operating_income", {"Cranes": {2023: "140"}, "Hoists": {2023: "100"}})
    cranes = Part(Dimension.SEGMENT, "Cranes", "Cranes")
    margin = asked(Ratio("operating_margin"), periods=years(2023), part=cranes, form=Form(decimals=1))

    found = compute(margin, Scope(), people.owner)
    assert not found.figures
    assert "does not go with" in " ".join(found.ambiguous)


def test_what_says_that_it_is_of_all_is_no_line_of_what_its_table_is_about(people: People) -> None:
    version = annual(people.owner)
    rows = [HEAD, ("Castings", "$210", "$190"), ("Total consolidated result", "$2,037", "$1,900")]
    table(version, "Business Segment Summary", rows, units="(in millions)")

    assert not computed(people.owner, Row("total business segment result"), periods=years(2023)).figures


def test_the_mark_of_a_footnote_behind_a_label_is_no_word_of_it(people: People) -> None:
    version = annual(people.owner)
    rows = [HEAD, ("Result of castings 1", "$210", "$190"), ("Other, net1,2", "30", "20"), ("Level 2", "7", "6")]
    table(version, "Summary", rows, units="(in millions)")
    wanted = (Row("result of castings"), Row("other, net"), Row("Level 2"))
    outcome = computed(people.owner, *wanted, periods=years(2023), form=MILLIONS)

    assert [one.shown.value for one in outcome.figures] == [Decimal(210), Decimal(30), Decimal(7)]
    assert not computed(people.owner, Row("Level 3"), periods=years(2023)).figures


def test_a_column_that_counts_is_no_money_for_another_of_its_row(people: People) -> None:
    version = annual(people.owner)
    head = ("State", "Revenues (in millions)", "Number of customers (in thousands)")
    made = table(version, "As of December 31, 2023", [head, ("North Bay", "$826", "715"), ("South Bay", "349", "491")])
    read = stored_table(made)
    for one in read.lines:
        told = [read.quantity(one, cell) for cell in one.cells.values()]
        assert [each and each.unit for each in told] == [Unit.MONEY, Unit.COUNT]
