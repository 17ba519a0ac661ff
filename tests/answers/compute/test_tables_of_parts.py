"""Tables whose rows or columns are parts of what their head, their sum or their title names."""

from decimal import Decimal

import pytest

from apps.accounts.models import User
from apps.questions.expressions import At, Item, Row, Share
from apps.questions.query import Form
from apps.questions.slots import Dimension, Part
from apps.statements.ontology import concepts
from tests.answers.compute.filings import LINES, annual, computed, only, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)


def of_part(owner: User, measure: Item | Row, name: str) -> tuple[Decimal, str]:
    return only(computed(owner, measure, periods=years(2023), form=MILLIONS, part=Part(Dimension.ANY, name, name)))


def test_the_head_of_the_labels_says_what_the_rows_are_parts_of(people: People) -> None:
    rows = [("Backlog", "2023", "2022"), ("Hinges", "$55", "$50"), ("Castings", "$70", "$60")]
    table(annual(people.owner), "Other data", rows, units="(in millions)")

    assert of_part(people.owner, Row("backlog"), "castings") == (Decimal(70), "USD millions")


def test_rows_that_add_up_to_a_line_are_parts_of_it(people: People) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Northland", "$40", "$30"),
        ("Southland", "$60", "$50"),
        ("Net sales", "$100", "$80"),
    ]
    table(annual(people.owner), "", rows, units="(in millions)")

    assert of_part(people.owner, Row("net sales"), "Northland") == (Decimal(40), "USD millions")


def test_rows_that_do_not_add_up_to_a_line_are_not_its_parts(people: People) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Northland", "$41", "$30"),
        ("Southland", "$65", "$50"),
        ("Net sales", "$100", "$80"),
    ]
    table(annual(people.owner), "", rows, units="(in millions)")
    outcome = computed(
        people.owner, Row("net sales"), periods=years(2023), part=Part(Dimension.ANY, "Northland", "Northland")
    )

    assert not outcome.figures


def test_a_balance_under_the_name_of_a_part_is_what_the_table_is_about(people: People) -> None:
    rows = [
        ("", "Hinges", "Castings", "Total"),
        ("Balance, December 31, 2022", "$20", "$10", "$30"),
        ("Acquisitions", "4", "—", "4"),
        ("Balance, December 31, 2023", "$24", "$10", "$34"),
    ]
    table(annual(people.owner), "Changes in the carrying amount of goodwill", rows, units="(in millions)")

    assert of_part(people.owner, Item("goodwill"), "hinges") == (Decimal(24), "USD millions")


def test_a_part_that_is_far_more_than_the_whole_is_none_of_it(people: People) -> None:
    rows = [("Revenue", "2023", "2022"), ("Hinges", "$9,000", "$800"), ("Castings", "$500", "$600")]
    table(annual(people.owner), "Other data", rows, units="(in millions)")
    share = Share(At(Item("revenue"), part=Part(Dimension.ANY, "Hinges", "Hinges")), Item("revenue"))
    outcome = computed(people.owner, share, periods=years(2023))

    assert not outcome.figures and "more than the whole" in outcome.missing[0]


def test_what_names_no_part_is_the_whole(people: People) -> None:
    annual(people.owner)

    assert of_part(people.owner, Item("revenue"), "worldwide") == (Decimal(1600), "USD millions")


def test_words_between_a_name_and_its_numbers_narrow_it(people: People) -> None:
    rows = [
        ("Revenue", "Region", "2023", "2022"),
        ("Lanterns", "Int’l.", "$28", "$20"),
        ("Castings", "U.S.", "$18", "$10"),
        ("Hinges", "Worldwide", "$70", "$60"),
    ]
    table(annual(people.owner), "Revenue of products", rows, units="(in millions)")

    assert of_part(people.owner, Item("revenue"), "Hinges") == (Decimal(70), "USD millions")
    for name in ("Lanterns", "Castings"):
        part = Part(Dimension.ANY, name, name)
        assert not computed(people.owner, Item("revenue"), periods=years(2023), part=part).figures


def test_a_part_within_another_is_of_a_table_about_the_other(people: People) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Northland", "$40", "$30"),
        ("Southland", "$60", "$50"),
        ("Net sales", "$100", "$80"),
    ]
    filing = annual(people.owner)
    table(filing, "Hinges: net sales by region", rows, units="(in millions)")
    other = [(name, first and first.replace("0", "1"), last) for name, first, last in rows]
    table(filing, "Castings: net sales by region", other, units="(in millions)")
    within = Part(Dimension.ANY, "hinges", "hinges", within="Northland")
    outcome = computed(people.owner, Row("net sales"), periods=years(2023), form=MILLIONS, part=within)

    assert only(outcome) == (Decimal(40), "USD millions")
    assert outcome.figures[0].part == "hinges, Northland"


def test_a_part_within_another_that_nothing_tells_is_missing(people: People) -> None:
    annual(people.owner)
    within = Part(Dimension.ANY, "hinges", "hinges", within="Northland")
    outcome = computed(people.owner, Item("revenue"), periods=years(2023), part=within)

    assert not outcome.figures and "“hinges” within “Northland”" in outcome.missing[0]


def test_what_is_more_than_a_whole_is_a_line_of_its_table(people: People) -> None:
    lines = LINES | {"research_and_development": {2023: "(100)"}, "stock_compensation": {2023: "20"}}
    filing = annual(people.owner, lines=lines)
    research = concepts()["research_and_development"].name
    rows = [("", "2023"), (research, "$12"), ("Selling", "8"), ("Stock-based compensation", "$20")]
    table(filing, "Stock-based compensation", rows, units="(in millions)")
    share = Share(Item("research_and_development"), Item("stock_compensation"))
    outcome = computed(people.owner, share, periods=years(2023))

    assert only(outcome) == (Decimal("60.0"), "%")


def test_a_part_of_a_part_is_the_one_within_the_other(people: People) -> None:
    rows = [
        ("", "2023", "2022"),
        ("Service revenue", "", ""),
        ("Castings", "$30", "$25"),
        ("Hinges", "$20", "$15"),
        ("Total service revenue", "$50", "$40"),
        ("Product revenue", "", ""),
        ("Castings", "$60", "$50"),
        ("Hinges", "$10", "$10"),
        ("Total product revenue", "$70", "$60"),
    ]
    table(annual(people.owner), "Revenue by segment", rows, units="(in millions)")
    service, castings = (Part(Dimension.ANY, name, name) for name in ("service", "castings"))
    share = Share(At(Row("revenue"), part=castings), At(Row("revenue"), part=service))
    outcome = computed(people.owner, share, periods=years(2023))

    assert [one.shown.text for one in outcome.figures] == ["60.0%"], (outcome.missing, outcome.ambiguous)


def test_a_line_that_is_more_than_twice_the_whole_is_no_share_of_it(people: People) -> None:
    filing = annual(people.owner)
    table(filing, "", [("", "2023", "2022"), ("Latches", "$90", "$80")], units="(in millions)")
    table(filing, "", [("", "2023", "2022"), ("Bolts", "$20", "$30")], units="(in millions)")
    outcome = computed(people.owner, Share(Row("latches"), Row("bolts")), periods=years(2023))

    assert not outcome.figures
    assert "no part of it" in " ".join(outcome.missing)


@pytest.mark.parametrize(
    ("label", "told"), [("Costs recoverable through rates", "USD 314 million"), ("Average rate of a kiln", "USD 314")]
)
def test_what_is_no_rate_counts_as_the_statements_do(people: People, label: str, told: str) -> None:
    filing = annual(people.owner)
    table(filing, "Other", [("", "2023", "2022"), (label, "$314", "$313")])
    outcome = computed(people.owner, Row(label.lower()), periods=years(2023))

    assert [one.shown.text for one in outcome.figures] == [told], outcome.missing


@pytest.mark.parametrize(
    ("caption", "rows"),
    [
        (
            "Additional data by segment: Capital expenditures for the acquisition of long-lived assets by segment were",
            [("", "2023", "2022"), ("Hinges", "$33", "$30"), ("Castings", "$21", "$20")],
        ),
        (
            "Note 10 - Goodwill and other intangible assets",
            [
                ("", "Hinges", "Castings"),
                ("Balance, December 31, 2022", "$8", "$9"),
                ("Balance, December 31, 2023", "$7", "$9"),
            ],
        ),
    ],
)
def test_a_table_of_another_item_that_speaks_of_assets_tells_no_total_assets(
    people: People, caption: str, rows: list[tuple[str, ...]]
) -> None:
    table(annual(people.owner), caption, rows, units="(in millions)")
    hinges = Part(Dimension.ANY, "Hinges", "Hinges")

    assert not computed(people.owner, Item("total_assets"), periods=years(2023), part=hinges).figures


def test_a_table_titled_assets_tells_the_assets_of_parts(people: People) -> None:
    rows = [("", "2023", "2022"), ("Hinges", "$330", "$300"), ("Castings", "$210", "$200")]
    table(annual(people.owner), "Assets by segment", rows, units="(in millions)")

    assert of_part(people.owner, Item("total_assets"), "Hinges") == (Decimal(330), "USD millions")


def test_a_total_is_of_its_parts_column_where_one_title_names_it_whole(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "Hinge plans 2023", "Casting plans 2023"), ("Actuarial losses", "$5", "$1"), ("Total", "$5", "$1")]
    told = table(version, "Losses on benefits", rows, units="(in millions)", section=("Obligations",))
    plans = Part(Dimension.ANY, "Hinge plans", "Hinge plans")
    obligation = Row("benefits obligations")
    assert not computed(people.owner, obligation, periods=years(2023), part=plans).figures

    told.delete()
    table(version, "Benefits obligations", rows, units="(in millions)")
    assert of_part(people.owner, obligation, "Hinge plans") == (Decimal(5), "USD millions")
