"""Tables of every shape: headers over several columns, periods in captions and headings, units, schedules, lists."""

from decimal import Decimal

import pytest

from apps.answers.compute.outcome import Grid
from apps.documents.models import Table
from apps.questions.expressions import Item, Ratio, Row
from apps.questions.query import Form, Intent
from apps.questions.slots import Dimension, Part, Period, PeriodKind, Periods
from tests.answers.compute.filings import annual, computed, only, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)
DUE = ("2024", "2025", "2026", "2027", "Thereafter")


def figure(people: People, label: str, year: int = 2023, **slots: object) -> Decimal:
    outcome = computed(people.owner, Row(label), periods=years(year), form=MILLIONS, **slots)
    return only(outcome)[0]


def listed(people: People, *labels: str, **slots: object) -> Grid:
    outcome = computed(
        people.owner, *(Row(label) for label in labels), periods=years(2023), intent=Intent.LIST, **slots
    )
    assert outcome.grid is not None, outcome.missing
    return outcome.grid


def test_a_header_stands_over_every_column_that_it_spans(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "Year ended December 31, 2023", "", "Year ended December 31, 2022", ""),
        ("", "Ferries", "Barges", "Ferries", "Barges"),
        ("Arrears", "$7", "$9", "$5", "$6"),
    ]
    table(version, "Dues", rows, units="(in millions)", header_rows=2, spans={(0, 1): 2, (0, 3): 2})
    ferries = Part(Dimension.PRODUCT, "Ferries")

    assert (figure(people, "arrears", part=ferries), figure(people, "arrears", 2022, part=ferries)) == (7, 5)


def test_a_header_within_the_body_holds_for_the_rows_below_it(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "2023"),
        ("Backlog", "$41"),
        ("", "Year ended December 31, 2022"),
        ("Backlog", "$39"),
        ("(in millions)", "2021"),
        ("Backlog", "$37"),
    ]
    table(version, "Orders", rows, units="(in millions)")

    assert [figure(people, "backlog", year) for year in (2023, 2022, 2021)] == [41, 39, 37]


def test_a_second_table_in_the_same_grid_has_periods_of_its_own(people: People) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Harbor", "$27", "$24"),
        ("(In millions)", "", ""),
        ("Year ended December 31, 2023", "", ""),
        ("Balance, beginning", "", "$48"),
        ("Deferral of arrears", "", "123"),
    ]
    table(annual(people.owner), "Arrears by segment", rows, units="(in millions)")

    assert figure(people, "deferral of arrears") == 123
    assert not computed(people.owner, Row("deferral of arrears"), periods=years(2022)).figures


def test_a_table_without_marked_header_rows(people: People) -> None:
    version = annual(people.owner)
    table(version, "Orders", [("", "2023", "2022"), ("Backlog", "$41", "$39")], units="(in millions)", header_rows=0)

    assert figure(people, "backlog", 2022) == 39


def test_a_part_that_continues_has_the_header_of_the_first(people: People) -> None:
    version = annual(people.owner)
    first = table(version, "Orders", [("", "2023", "2022"), ("Arrivals", "$5", "$4")], units="(in millions)")
    second = table(version, "", [("Backlog", "$41", "$39")], header_rows=0)
    Table.objects.filter(pk=second.pk).update(continues=first)

    assert figure(people, "backlog", 2022) == 39


def test_the_caption_says_of_which_months_bare_years_are(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "2023", "2022"), ("Arrivals", "$5", "$4")]
    table(version, "Three months ended September 30,", rows, units="(in millions)")
    quarter = Periods((Period(PeriodKind.QUARTER, 2023, 3),))
    outcome = computed(people.owner, Row("arrivals"), periods=quarter, form=MILLIONS)

    assert only(outcome)[0] == 5
    assert not computed(people.owner, Row("arrivals"), periods=years(2023)).figures


def test_a_heading_may_name_the_period(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "Harbor", "Inland"),
        ("2023", "", ""),
        ("Backlog", "$41", "$52"),
        ("2022", "", ""),
        ("Backlog", "$40", "$50"),
    ]
    table(version, "Orders", rows, units="(in millions)")
    harbor = Part(Dimension.SEGMENT, "Harbor")

    assert (figure(people, "backlog", part=harbor), figure(people, "backlog", 2022, part=harbor)) == (41, 40)


@pytest.mark.parametrize(
    ("units", "header", "printed", "expected", "unit"),
    [
        ("(in thousands)", "2023", "$41", "41000", "USD"),
        ("", "2023 (in millions)", "$41", "41000000", "USD"),
        ("", "2023", "$41", "41000000", "USD"),  # as the statements of its filing
        ("", "2023", "$41.25", "41.25", "USD"),
        ("", "2023", "$41,000,000", "41000000", "USD"),
        ("", "2023", "$4,100", "4100", "USD"),  # in millions it would be more than anything in the statements
        ("(€ in millions)", "2023", "41", "41000000", "EUR"),
        ("", "2023", "41%", "41", "%"),
    ],
)
def test_units_are_those_of_the_table_or_of_its_header(
    people: People, units: str, header: str, printed: str, expected: str, unit: str
) -> None:
    table(annual(people.owner), "Orders", [("", header), ("Backlog", printed)], units=units)
    outcome = computed(people.owner, Row("backlog"), periods=years(2023))

    assert only(outcome) == (Decimal(expected), unit)


def test_a_number_of_which_nothing_says_what_it_counts_is_no_figure(people: People) -> None:
    table(annual(people.owner), "Orders", [("", "2023"), ("Backlog", "41")])

    assert not computed(people.owner, Row("backlog"), periods=years(2023)).figures


def test_a_dash_is_no_figure_to_compute_with(people: People) -> None:
    table(annual(people.owner), "Orders", [("", "2023"), ("Backlog", "—"), ("Arrivals", "$4")], units="(in millions)")

    assert not computed(people.owner, Row("backlog"), periods=years(2023)).figures


def test_percentages_within_a_table_of_money_are_told_by_their_row(people: People) -> None:
    rows = [("", "2023", "2022"), ("Orders", "$41", "$39"), ("Order growth", "5.1%", "4.0")]
    table(annual(people.owner), "Orders", rows, units="(in millions)")
    outcome = computed(people.owner, Row("order growth"), periods=years(2023))

    assert only(outcome) == (Decimal("5.1"), "%")


def test_what_falls_due_is_the_schedule_of_the_years_to_come(people: People) -> None:
    version = annual(people.owner)
    notes = [("", "2023", "2022"), ("4.5% notes due 2031", "$300", "$300"), ("Debt, total", "$600", "$550")]
    table(version, "Debt by maturity consisted of:", notes, units="(in millions)")
    rows = [(label, f"${amount}") for label, amount in zip(DUE, (60, 70, 80, 90, 300), strict=True)]
    made = table(version, "Repayments of debt principal due in each of the next years:", rows, header_rows=0)
    grid = listed(people, "debt maturities")

    assert grid.table == made.pk
    assert [row.label for row in grid.rows] == list(DUE)


def test_a_table_about_something_else_is_not_the_answer(people: People) -> None:
    version = annual(people.owner)
    table(version, "Debt", [("", "2023"), ("Notes", "$300"), ("Loans", "$20")], units="(in millions)")
    outcome = computed(people.owner, Row("stock repurchases"), periods=years(2023), intent=Intent.LIST)

    assert outcome.grid is None and len(outcome.missing) == 2


def test_a_table_that_is_about_it_wins_over_one_that_mentions_it(people: People) -> None:
    version = annual(people.owner)
    table(version, "Cash flows", [("", "2023"), ("Comparable sales", "$3"), ("Other", "$1")], units="(in millions)")
    rows = [("", "2023", "2022"), ("Domestic comparable sales growth", "2.5%", "1%"), ("International", "3%", "2%")]
    made = table(version, "Comparable sales", rows)

    assert listed(people, "comparable sales growth").table == made.pk


def test_headings_stand_as_rows_of_their_own(people: People) -> None:
    rows = [("", "2023"), ("Owned", ""), ("Ferries", "12"), ("Leased", ""), ("Ferries", "5")]
    table(annual(people.owner), "Fleet at year end", rows)
    grid = listed(people, "fleet")

    assert [(row.label, row.heading) for row in grid.rows] == [
        ("Owned", True),
        ("Ferries", False),
        ("Leased", True),
        ("Ferries", False),
    ]


def test_a_list_of_measures_over_years_is_a_grid(people: People) -> None:
    annual(people.owner)
    outcome = computed(
        people.owner, Item("revenue"), Ratio("operating_margin"), periods=years(2022, 2023), form=Form(table=True)
    )

    assert outcome.grid is not None and outcome.grid.columns == ("FY2022", "FY2023")
    assert [[cell.text for cell in row.cells] for row in outcome.grid.rows] == [
        ["USD 1,400 million", "USD 1,600 million"],
        ["13.0%", "15.0%"],
    ]
    assert outcome.grid.rows[0].cells[0].place is not None and outcome.grid.rows[1].cells[0].place is None


def test_companies_stand_below_each_other(people: People) -> None:
    annual(people.owner)
    annual(people.owner, "Tallowby Mills")
    outcome = computed(
        people.owner,
        Item("revenue"),
        of=("Quillmark Foundry", "Tallowby Mills"),
        periods=years(2023),
        intent=Intent.LIST,
    )

    assert outcome.grid is not None
    assert [row.label for row in outcome.grid.rows] == ["Quillmark Foundry: Revenue", "Tallowby Mills: Revenue"]


def test_of_one_figure_in_two_scales_most_tables_are_right(people: People) -> None:
    version, rows = annual(people.owner), [("", "2023"), ("Backlog", "$44,887")]
    for title, units in (
        ("Orders", "(in millions)"),
        ("Orders held", "(in thousands)"),
        ("Orders kept", "(in thousands)"),
    ):
        table(version, title, rows, units=units)

    assert only(computed(people.owner, Row("backlog"), periods=years(2023)))[0] == 44_887_000


def test_titles_of_one_kind_do_not_name_each_others_tables(people: People) -> None:
    rows = [("", "2023"), ("Wick rate", "84.5%")]
    table(annual(people.owner), "Performance", rows, section=("Rail Segment", "Marine Segment"))

    assert only(computed(people.owner, Row("marine segment wick rate"), periods=years(2023)))[0] == Decimal("84.5")
    assert not computed(people.owner, Row("rail segment wick rate"), periods=years(2023)).figures


ROLLED = [
    ("", "2023", "2022"),
    ("Balance, beginning of year", "$40", "$35"),
    ("Additions", "5", "9"),
    ("Balance, end of year", "$41", "$40"),
]
BY_DAYS = [
    ("", "2023", "2022"),
    ("Balance as of January 1", "$40", "$35"),
    ("Additions", "5", "9"),
    ("Balance as of December 31", "$41", "$40"),
]
CALLED_SO = [
    ("", "2023", "2022"),
    ("Kiln reserve at January 1", "$40", "$35"),
    ("Additions", "5", "9"),
    ("Kiln reserve at December 31", "$41", "$40"),
]


@pytest.mark.parametrize("rows", [ROLLED, BY_DAYS, CALLED_SO])
def test_what_a_table_follows_over_a_year_is_its_closing_balance(people: People, rows: list[tuple[str, ...]]) -> None:
    table(annual(people.owner), "Activity in the kiln reserve was as follows:", rows, units="(in millions)")

    assert (figure(people, "kiln reserve"), figure(people, "kiln reserve", 2022)) == (41, 40)
    assert not computed(people.owner, Row("reserve"), periods=years(2023)).figures  # wider than what is followed


@pytest.mark.parametrize(
    "title",
    [
        "Interest on the kiln reserve was as follows:",
        "Kiln reserve in Norland",
        "Charges to the kiln reserve",
        "Kiln reserve expense",
    ],
)
def test_a_title_that_says_more_names_another_thing(people: People, title: str) -> None:
    table(annual(people.owner), title, ROLLED, units="(in millions)")

    assert not computed(people.owner, Row("kiln reserve"), periods=years(2023)).figures


def test_a_line_of_the_owners_is_the_filers_and_one_of_others_is_not(people: People) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Kiln income attributable to Quillmark Foundry", "$41", "$40"),
        ("Mill income attributable to minority interests", "3", "2"),
    ]
    table(annual(people.owner), "Income", rows, units="(in millions)")

    assert figure(people, "kiln income") == 41
    assert not computed(people.owner, Row("mill income"), periods=years(2023)).figures


def test_the_total_of_a_table_is_what_it_is_titled(people: People) -> None:
    rows = [("", "2023", "2022"), ("Norland", "$30", "$28"), ("Sudland", "11", "12"), ("Total", "$41", "$40")]
    table(annual(people.owner), "Long-lived kilns, by country, were as follows:", rows, units="(in millions)")

    assert figure(people, "long-lived kilns") == 41
    assert not computed(people.owner, Row("lived country"), periods=years(2023)).figures


def test_of_two_groups_of_columns_the_one_counts_that_says_the_word(people: People) -> None:
    rows = [
        ("", "Kiln plans", "", "Other mill plans", ""),
        ("", "2023", "2022", "2023", "2022"),
        ("Obligation at end of year", "$41", "$40", "$7", "$6"),
    ]
    spans = {(0, 1): 2, (0, 3): 2}
    made = annual(people.owner)
    table(made, "Plans and their obligations", rows, units="(in millions)", header_rows=2, spans=spans)
    some = [("", "2023", "2022"), ("Obligation of kiln plans", "$19", "$18")]
    table(made, "Kiln plans with obligations in excess of assets", some, units="(in millions)")

    assert figure(people, "kiln obligation") == 41


def test_a_column_of_shares_counts_shares(people: People) -> None:
    rows = [("", "Shares", "Price"), ("Kiln units granted", "1,840", "$46.14")]
    caption = "Kiln units, in the year ended December 31, 2023"
    table(annual(people.owner), caption, rows, units="(shares in thousands)")

    assert figure(people, "kiln units granted") == Decimal("1.84")
