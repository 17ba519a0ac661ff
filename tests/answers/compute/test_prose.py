"""Lines that only sentences state: as they are called there, of the period that is joined to them, and of the whole."""

from decimal import Decimal

import pytest

from apps.documents.models import DocumentVersion
from apps.questions.expressions import Item, OverTime, OverTimeFunction, Row, Share
from apps.questions.query import Form
from apps.questions.slots import Dimension, Part
from tests.answers.compute.filings import annual, computed, line, only, parts, sentences, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)
LANTERNS = "Lantern rebates were $12 million, $10 million and $9 million in 2023, 2022 and 2021, respectively."


@pytest.fixture
def version(people: People) -> DocumentVersion:
    return annual(people.owner)


def test_a_line_that_a_sentence_states_is_computed_with_like_any_other(
    people: People, version: DocumentVersion
) -> None:
    sentences(version, LANTERNS)
    growth = computed(people.owner, OverTime(OverTimeFunction.GROWTH, Row("lantern rebates")), periods=years(2023))

    assert only(growth) == (Decimal(20), "%")
    leaf = growth.operands[-1]
    assert (leaf.candidate.text, leaf.candidate.label) == ("12", "Lantern rebates")
    assert leaf.candidate.place and not growth.notes


def test_the_place_is_that_of_the_figure_on_its_page(people: People, version: DocumentVersion) -> None:
    page = sentences(version, f"Other matters were quiet.\n\n{LANTERNS}")
    outcome = computed(people.owner, Row("lantern rebates"), periods=years(2022), form=MILLIONS)

    place = outcome.operands[0].candidate.place
    assert only(outcome)[0] == 10 and place
    ((start, end),) = place.spans
    assert (place.page, page.text[start:end]) == (page.number, "10")


def test_an_annual_report_without_a_year_beside_the_figure_is_of_its_own_year_and_says_so(
    people: People, version: DocumentVersion
) -> None:
    sentences(version, "The rate of lantern rebates was 4.5%.")
    outcome = computed(people.owner, Row("rate of lantern rebates"), periods=years(2023))

    assert only(outcome) == (Decimal("4.5"), "%")
    assert outcome.notes == ("“rate of lantern rebates” is told in a sentence without its period.",)
    assert not computed(people.owner, Row("rate of lantern rebates"), periods=years(2022)).figures


@pytest.mark.parametrize(
    "text",
    [
        "Net lantern rebates were $12 million in 2023.",  # a narrower line
        "Lantern rebates were $12 million in 2020.",  # another year
        "We expect that lantern rebates will be $12 million in 2023.",
        "An increase in lantern rebates of $12 million was seen in 2023.",
        "Lantern rebates were $12 million in 2023. Lantern rebates totaled $15 million in 2023.",
    ],
)
def test_nothing_is_told_of_another_line_year_or_case_nor_of_two_amounts(
    people: People, version: DocumentVersion, text: str
) -> None:
    sentences(version, text)
    assert not computed(people.owner, Row("lantern rebates"), periods=years(2023)).figures


def test_what_stands_under_the_name_of_a_segment_is_of_that_part(people: People, version: DocumentVersion) -> None:
    parts(version, "revenue", {"Hinges": {2023: "900"}, "Cranes": {2023: "700"}})
    sentences(version, LANTERNS, section=["Results", "Cranes Segment"])

    assert not computed(people.owner, Row("lantern rebates"), periods=years(2023)).figures


def test_neither_the_name_nor_the_period_may_both_be_said_elsewhere(people: People, version: DocumentVersion) -> None:
    sentences(version, "The rebates of $4 million paid for cranes.")
    part = Part(Dimension.ANY, "crane", "crane")

    assert not computed(people.owner, Row("rebates"), part=part, periods=years(2023)).figures


def test_a_part_may_be_told_of_in_words_alone(people: People, version: DocumentVersion) -> None:
    sentences(version, "Crane rebates were $4 million in 2023.")
    part = Part(Dimension.ANY, "crane", "crane")
    outcome = computed(people.owner, Row("rebates"), part=part, periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(4), "USD millions")


def test_an_item_that_no_statement_prints_is_taken_from_a_sentence(people: People, version: DocumentVersion) -> None:
    sentences(version, "Advertising expense was $33 million in 2023.")
    outcome = computed(people.owner, Item("advertising_expense"), periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(33), "USD millions")


def test_an_item_of_the_statements_is_not(people: People, version: DocumentVersion) -> None:
    line(version, "Advertising expense", {2021: "20"})
    line_of = version.facts.get(label="Advertising expense")
    line_of.concept = "advertising_expense"
    line_of.save()
    sentences(version, "Advertising expense was $33 million in 2023.")

    assert not computed(people.owner, Item("advertising_expense"), periods=years(2023)).figures


@pytest.mark.parametrize(
    ("text", "year", "value"),
    [
        ("During 2023, we repurchased 2.5 million shares of our common stock for $90 million.", 2023, 2_500_000),
        ("In 2023 Quillmark purchased 40 shares under the 2021 plan.", 2023, 40),
        (
            "We bought 40 shares at an average price of $9.10 in 2023, 50 shares at an average price of $8 in 2022.",
            2023,
            40,
        ),
        ("In addition, we repurchased 40 shares in 2023.", 2023, None),  # not all of them
        ("The Saltgate venture repurchased 40 shares in 2023.", 2023, None),
        ("In March 2023 we repurchased 40 shares.", 2023, None),
        ("We repurchased 40 shares.", 2023, None),
    ],
)
def test_things_that_were_acted_on_are_counted(
    people: People, version: DocumentVersion, text: str, year: int, value: int | None
) -> None:
    sentences(version, text)
    outcome = computed(people.owner, Row("shares repurchased"), periods=years(year))

    assert [one.amount.value for one in outcome.figures] == ([] if value is None else [value])


def test_a_share_that_cannot_be_computed_may_be_told(people: People, version: DocumentVersion) -> None:
    sentences(version, "We bought 65% of all lamps in 2023 from Ferrow, and 12% of our lamps in 2023 from Saltgate.")
    ferrow = computed(people.owner, Share(Row("Ferrow"), Row("lamps")), periods=years(2023))
    other = computed(people.owner, Share(Row("Ostwick"), Row("lamps")), periods=years(2023))

    assert not ferrow.figures and not other.figures  # both shares are of the lamps, and both names are there
    sentences(annual(people.owner, "Oakhollow Mills"), "In 2023, 65% of our lamps came from Ferrow.")
    told = computed(people.owner, Share(Row("Ferrow"), Row("lamps")), of=("Oakhollow Mills",), periods=years(2023))
    assert only(told) == (Decimal(65), "%")


@pytest.mark.parametrize("narrower", ["foreign", "deferred"])
def test_a_share_of_a_part_of_the_line_is_none_of_the_line(
    people: People, version: DocumentVersion, narrower: str
) -> None:
    sentences(version, f"In 2023, 65% of our {narrower} lamps came from Ferrow.")

    assert not computed(people.owner, Share(Row("Ferrow"), Row("lamps")), periods=years(2023)).figures


def test_a_share_of_one_word_more_says_so(people: People, version: DocumentVersion) -> None:
    sentences(version, "In 2023, 65% of our brass lamps came from Ferrow.")
    outcome = computed(people.owner, Share(Row("Ferrow"), Row("lamps")), periods=years(2023))

    assert only(outcome) == (Decimal(65), "%")
    assert outcome.notes == ("What the sentence tells is called “brass lamps” there.",)
