"""Parts told by a name that no lexicon knows, all but a part, and lines called otherwise than they are asked for."""

from decimal import Decimal

import pytest

from apps.accounts.models import User
from apps.documents.models import DocumentVersion
from apps.questions.expressions import At, Binary, Expression, Item, Operator, Row, Share
from apps.questions.query import Form
from apps.questions.slots import Dimension, Part
from tests.answers.compute.filings import COMPANY, annual, computed, line, only, parts, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)
REVENUE = Item("revenue")
HEAD = ("", "2023", "2022")


def part(name: str, kind: Dimension = Dimension.ANY) -> Part:
    return Part(kind, name, name)


def of_2023(owner: User, measure: Expression, form: Form = MILLIONS, of: Part | None = None) -> tuple[Decimal, str]:
    return only(computed(owner, measure, periods=years(2023), form=form, part=of))


def products(owner: User) -> DocumentVersion:
    version = annual(owner)
    rows = [
        HEAD,
        ("Lanterns", "$400", "$300"),
        ("Kettles (a) direct sales", "$240", "$250"),
        ("Total", "1,600", "1,400"),
    ]
    table(version, "Revenue by product", rows, units="(in millions)")
    stock = [("", "Finished goods"), ("Lanterns", "33"), ("Kettles", "21")]
    table(version, "Inventories at December 31, 2023", stock, units="(in millions)")
    return version


def test_a_name_as_a_share_of_revenue_is_a_part_of_revenue_and_no_other_line_of_that_name(people: People) -> None:
    products(people.owner)
    both = Binary(Operator.ADD, Row("lanterns"), Row("kettles"))

    assert of_2023(people.owner, Share(Row("lanterns"), REVENUE), Form(decimals=1)) == (Decimal("25.0"), "%")
    assert of_2023(people.owner, Share(both, REVENUE), Form(decimals=1)) == (Decimal("40.0"), "%")


def test_a_line_that_is_no_part_stays_a_line_in_a_share(people: People) -> None:
    version = annual(people.owner)
    line(version, "Membership fees", {2023: "80"})

    assert of_2023(people.owner, Share(Row("membership fees"), REVENUE), Form(decimals=1)) == (Decimal("5.0"), "%")


def test_a_line_over_a_whole_is_none_of_a_part_that_is_not_told_apart(people: People) -> None:
    version = annual(people.owner)
    table(version, "Revenue by kind", [HEAD, ("Adjusted lamps", "$400", "$300")], units="(in millions)")
    measure = Share(Row("adjusted lamps"), REVENUE)
    part = Part(Dimension.ANY, "Cellar", "Cellar")

    assert computed(people.owner, measure, periods=years(2023)).figures
    assert not computed(people.owner, measure, periods=years(2023), part=part).figures


def test_a_line_of_what_moved_a_part_is_not_the_part(people: People) -> None:
    version = products(people.owner)
    table(version, "Revenue drivers", [HEAD, ("Growth of lanterns", "$100", "$7")], units="(in millions)")

    assert of_2023(people.owner, REVENUE, of=part("lanterns")) == (Decimal(400), "USD millions")


def test_a_part_may_carry_the_name_of_its_filer(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Northern": {2023: "900"}, f"{COMPANY.split()[0]} China": {2023: "700"}})

    assert of_2023(people.owner, REVENUE, of=part("China", Dimension.GEOGRAPHY)) == (Decimal(700), "USD millions")


def test_all_but_a_part_is_the_whole_less_the_part(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"United States": {2023: "1,000"}, "Europe": {2023: "600"}})
    beyond = part("outside United States", Dimension.GEOGRAPHY)

    assert of_2023(people.owner, REVENUE, of=beyond) == (Decimal(600), "USD millions")
    share = Share(At(REVENUE, part=beyond), REVENUE)
    assert of_2023(people.owner, share, Form(decimals=1)) == (Decimal("37.5"), "%")


def test_all_but_a_part_that_is_not_told_is_not_the_whole(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"United States": {2023: "1,000"}, "Europe": {2023: "600"}})
    outcome = computed(people.owner, REVENUE, periods=years(2023), part=part("outside Japan", Dimension.GEOGRAPHY))

    assert not outcome.figures
    assert "“Japan”" in outcome.missing[0]


def test_a_line_that_says_its_part_itself_needs_no_other(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Hardware": {2023: "90"}, "Services": {2023: "1,510"}})
    line(version, "Hardware costs", {2023: "140"})
    gap = Binary(Operator.SUBTRACT, REVENUE, Row("hardware costs"))

    assert of_2023(people.owner, gap, of=part("hardware")) == (Decimal(-50), "USD millions")


def reconciled(owner: User) -> DocumentVersion:
    version = annual(owner)
    rows = [
        ("", "Hinges", "Castings", "Total"),
        ("EBIT", "$90", "150", "240"),
        ("Adjusted EBIT", "$100", "$180", "$280"),
    ]
    table(version, "Reconciliation of adjusted EBIT, year ended December 31, 2023", rows, units="(in millions)")
    parts(version, "revenue", {"Hinges": {2023: "400"}, "Castings": {2023: "1,200"}})
    return version


def test_a_line_is_found_by_another_of_its_names_and_word_for_word_before_others(people: People) -> None:
    reconciled(people.owner)

    found = of_2023(people.owner, Row("adjusted operating income"), of=part("hinges"))
    assert found == (Decimal(100), "USD millions")


def test_a_margin_that_is_not_printed_is_its_line_over_revenue_of_the_same_part(people: People) -> None:
    reconciled(people.owner)
    margin = Row("adjusted operating margin")

    assert of_2023(people.owner, margin, Form(decimals=1), part("hinges")) == (Decimal("25.0"), "%")


def test_over_what_a_part_has_stands_what_is_of_that_part(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Retail": {2023: "900"}, "Mail": {2023: "600"}})
    rows = [HEAD, ("Claims processed:", "", ""), ("Retail", "30.1", "20.2"), ("Mail", "20", "10.1")]
    table(version, "Results of the pharmacy", rows, units="(in millions)")

    per_claim = Binary(Operator.DIVIDE, REVENUE, Row("mail claims"))
    assert of_2023(people.owner, per_claim, Form())[0] == Decimal(30)


def test_a_margin_of_some_stores_is_not_over_the_revenue_of_all(people: People) -> None:
    version = reconciled(people.owner)
    rows = [("", "2023", "2022"), ("Hinges same-store EBIT", "$60", "$50")]
    table(version, "Results of stores open for two years", rows, units="(in millions)")

    outcome = computed(people.owner, Row("hinges same-store EBIT margin"), periods=years(2023))
    assert not outcome.figures
    assert outcome.missing


def test_a_margin_that_is_printed_is_told_as_it_is(people: People) -> None:
    version = annual(people.owner)
    table(version, "Key figures", [HEAD, ("Contribution margin", "31%", "30%"), ("Contribution", "7", "6")])

    assert of_2023(people.owner, Row("contribution margin"), Form(decimals=0)) == (Decimal(31), "%")


def test_a_line_as_a_share_of_what_a_part_has_is_of_the_whole_filer(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Cards": {2023: "400"}, "Loans": {2023: "1,200"}})
    line(version, "Card rewards", {2023: "100"})
    share = Share(Row("card rewards"), At(REVENUE, part=part("cards")))

    assert of_2023(people.owner, share, Form(decimals=1)) == (Decimal("25.0"), "%")


def test_members_of_another_measure_are_ranked_by_what_lines_called_alike_tell_of_them(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Hinges": {2023: "400"}, "Castings": {2023: "1,200"}})
    for name, backlog in (("Hinges", "$55"), ("Castings", "$70")):
        rows = [HEAD, ("Orders", "$9", "$8"), ("Backlog at year-end", backlog, "$50")]
        table(version, f"{name} segment", rows, units="(in millions)", section=(name,))
    each = Part(Dimension.SEGMENT, None, "by segment")
    outcome = computed(people.owner, Row("backlog"), periods=years(2023), form=MILLIONS, part=each)

    assert [(one.part, one.shown.value) for one in outcome.figures] == [("Hinges", 55), ("Castings", 70)]


def test_members_that_are_told_in_different_scales_are_not_put_beside_each_other(people: People) -> None:
    version = annual(people.owner)
    parts(version, "revenue", {"Hinges": {2023: "400"}, "Castings": {2023: "1,200"}})
    for name, units in (("Hinges", "(in millions)"), ("Castings", "(in thousands)")):
        rows = [HEAD, ("Orders", "$9", "$8"), ("Backlog at year-end", "$70", "$50")]
        table(version, f"{name} segment", rows, units=units, section=(name,))
    each = Part(Dimension.SEGMENT, None, "by segment")
    outcome = computed(people.owner, Row("backlog"), periods=years(2023), form=MILLIONS, part=each)

    assert not outcome.figures


def test_a_year_above_the_middle_of_its_columns_holds_for_all_of_them(people: People) -> None:
    version = annual(people.owner)
    rows = [
        ("", "", "2023", "", "", "2022", ""),
        ("In thousands", "Own", "Leased", "Total", "Own", "Leased", "Total"),
        ("Members of clubs", "30", "12", "42", "25", "11", "36"),
    ]
    table(version, "Members as of December 31, 2023 and 2022", rows, units="In thousands", header_rows=2)

    assert of_2023(people.owner, Row("members of clubs"), Form()) == (Decimal(42_000), "")


@pytest.mark.parametrize(("asked", "told"), [("hfc", True), ("HFC", True), ("hf", False), ("fch", False)])
def test_a_part_may_be_told_by_its_first_letters(people: People, asked: str, told: bool) -> None:
    parts(annual(people.owner), "revenue", {"Hinges and Flame Control": {2023: "900"}, "Castings": {2023: "700"}})
    outcome = computed(people.owner, REVENUE, periods=years(2023), form=MILLIONS, part=part(asked))

    assert bool(outcome.figures) is told


@pytest.mark.parametrize(("asked", "expected"), [("US", "70"), ("at home", "70"), ("abroad", "30"), ("foreign", "30")])
def test_home_and_abroad_go_by_what_a_table_calls_them(people: People, asked: str, expected: str) -> None:
    version = annual(people.owner)
    rows = [HEAD, ("Domestic", "$70", "$60"), ("Foreign", "30", "25"), ("Income before income taxes", "100", "85")]
    table(version, "Income before income taxes", rows, units="(in millions)")

    assert of_2023(people.owner, Item("income_before_tax"), of=part(asked))[0] == Decimal(expected)
