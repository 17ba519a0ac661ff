"""A printed line that is not called as it was asked for: what is wanting, what comes near, and what is told of it."""

from typing import Any

import pytest

from apps.answers.compute.books import shelf
from apps.answers.compute.computing import compute
from apps.answers.compute.ledger import Restatements
from apps.answers.compute.linking.sought import How, sought
from apps.answers.compute.links import Links
from apps.answers.compute.outcome import Outcome
from apps.answers.judge.links import Linked, Models, _trees, linked, table_of, tries
from apps.inference.embedding import embedder
from apps.inference.pair_scoring import Role, loaded
from apps.questions.query import Query
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import evidence, reading
from tests.people import People

pytestmark = pytest.mark.django_db
ASSETS = [
    ("", "2023", "2022"),
    ("Kiln patents and drawings", "$31", "$28"),
    ("Trade names", "12", "14"),
    ("Software", "9", "7"),
    ("Total intangible assets", "$52", "$49"),
]


@pytest.fixture(autouse=True)
def intangibles(people: People, settings: Any) -> None:
    settings.CROSS_ENCODER = "shipped"
    table(annual(people.owner), "Intangible assets, net", ASSETS, units="(in millions)")


def first(people: People, question: str) -> Outcome:
    return compute(reading(people.owner, question).query, Scope(), people.owner, Restatements.OWN_YEAR)


def tried(people: People, question: str, *strangers: str) -> list[Linked]:
    def computed(query: Query, links: Links) -> Outcome:
        return compute(query, Scope(), people.owner, Restatements.OWN_YEAR, links=links)

    outcome, held = first(people, question), shelf(people.owner, Scope())
    return tries(
        question, outcome, evidence(*strangers), held, Models(embedder(), loaded(Role.CROSS_ENCODER)), computed
    )


def test_a_name_that_no_line_bears_is_wanting_and_the_nearest_line_is_tried_first(people: People) -> None:
    question = "How much did purchased marks of Quillmark Foundry fall in 2023?"
    outcome = first(people, question)
    best = tried(people, question)[0]

    assert not outcome.figures and [one.phrase for one in outcome.wanting] == ["purchased marks"]
    assert best.outcome.figures[0].amount.value == 2_000_000
    assert {one.span.label for one in best.outcome.operands} == {"FY2022", "FY2023"}  # the operation is the question's
    assert best.outcome.headline.startswith("Trade names of Quillmark Foundry fell by USD 2 million")
    assert best.outcome.operands[0].says == (
        "“purchased marks” was taken to be the line “Trade names” of “Intangible assets, net (in millions)”.",
    )


def test_all_words_that_name_something_are_sought_where_no_measure_was_read(people: People) -> None:
    question = "Quillmark Foundry kiln blueprint patents growth 2023"
    outcome = first(people, question)
    found = sought(outcome.query, outcome)

    assert found is not None and found.wanting.phrase == "kiln blueprint patents"
    assert {one.span.label for one in tried(people, question)[0].outcome.operands} == {"FY2022", "FY2023"}


def test_two_names_that_nothing_bears_are_met_in_one_table(people: People) -> None:
    table(annual(people.owner, year=2022), "Dues", [("", "2023", "2022"), ("Drafting fees", "$5", "$4")])
    found = tried(people, "What share of intangible property of Quillmark Foundry was purchased marks in 2023?")

    assert found
    for one in found:
        assert len({each.candidate.place.table for each in one.outcome.operands if each.candidate.place}) == 1


def test_nothing_is_sought_where_it_was_found_or_is_a_condition(people: People) -> None:
    for question in (
        "Quillmark Foundry revenue 2023",
        "Were purchased marks of Quillmark Foundry above 10 million in 2023?",
    ):
        outcome = first(people, question)
        assert sought(outcome.query, outcome) is None or outcome.figures


def test_a_filer_that_is_not_held_is_no_reason_to_tell_of_another(people: People) -> None:
    question = "How much did purchased marks of Quillmark Foundry fall in 2023?"

    assert tried(people, question)
    assert not tried(people, question, "Harrow Mills")


def test_rows_tell_how_far_each_is_ahead_of_what_comes_to_another_figure(people: People) -> None:
    found = tried(people, "How much did kiln blueprint patents of Quillmark Foundry rise in 2023?")
    rows = table_of(found)

    assert len(rows) == len(found) > 1
    assert rows[0][0] > 0 > rows[1][0]  # of its own words the first says more than any other


def test_what_is_taken_is_told_as_a_models_choice_with_how_likely_it_is(people: People) -> None:
    def computed(query: Query, links: Links) -> Outcome:
        return compute(query, Scope(), people.owner, Restatements.OWN_YEAR, links=links)

    question = "How much did purchased marks of Quillmark Foundry fall in 2023?"
    outcome, held = first(people, question), shelf(people.owner, Scope())
    found = linked(question, outcome, evidence(), held, Models(embedder(), loaded(Role.CROSS_ENCODER)), computed)

    assert found is not None and found.guessed and found.likely is not None and 0 < found.likely < 1
    assert found.query == outcome.query  # the reading stays as it was


@pytest.mark.parametrize(
    ("question", "how", "phrase"),
    [
        ("{} depreciation on kilns cash flow 2023", How.SEVERAL, "depreciation kilns cash flow"),
        (
            "What share of {} hallmarked intangible assets was software in 2023?",
            How.LEAF,
            "hallmarked intangible assets",
        ),
    ],
)
def test_what_the_name_is_made_of(people: People, question: str, how: How, phrase: str) -> None:
    question = question.format("Quillmark Foundry's")
    outcome = first(people, question)
    found = sought(outcome.query, outcome)

    assert found is not None and (found.how, found.wanting.phrase) == (how, phrase)


@pytest.mark.parametrize(
    "question",
    [
        "How much did purchased marks of {} rise in 2031?",  # nothing that is held is of that time
        "What was the operating margin of lamp goods of {} in 2023?",  # lines of a formula of its own
        "Purchased marks of {} outside lamp goods, change in 2023",
        "What drove purchased marks of {} in 2023?",
        "What is the definition of purchased marks at {}?",
        "How does {} account for purchased marks?",
        "What is the outlook for purchased marks of {}?",
        "What does {} expect its purchased marks to be in 2023?",
        "Which purchased marks of {} were the highest in 2023?",
    ],
)
def test_no_line_is_tried_where_none_can_be_the_answer(people: People, question: str) -> None:
    assert not tried(people, question.format("Quillmark Foundry"))


def test_a_part_of_a_whole_is_not_taken_for_both(people: People) -> None:
    found = tried(people, "What share of revenue of Quillmark Foundry came from lamp goods in 2023?")

    assert all(one.outcome.figures[0].amount.value != 1 for one in found)
    assert all(len({each.candidate.place for each in one.outcome.operands}) > 1 for one in found)


def test_what_is_spent_is_an_amount_however_it_is_printed(people: People) -> None:
    rows = [("", "2023", "2022"), ("Advertising and fairs", "(31)", "(28)")]
    table(annual(people.owner, year=2022), "Costs of selling", rows, units="(in millions)")
    found = tried(people, "By how much did advertising expense of Quillmark Foundry rise in 2023?")

    assert [one.outcome.figures[0].amount.value for one in found if "Advertising" in one.outcome.headline] == [
        3_000_000
    ]


def test_rows_of_years_to_come_are_no_figures_of_the_year(people: People) -> None:
    rows = [("", "Kiln dues"), ("2024", "$5"), ("2025", "6"), ("Thereafter", "40")]
    table(annual(people.owner, year=2022), "Dues of kilns", rows, units="(in millions)")
    found = tried(people, "How much did the dues for leased kilns of Quillmark Foundry rise in 2023?")

    assert not any("Thereafter" in one.outcome.headline or "2025" in one.outcome.headline for one in found)


def test_what_ships_looks_at_the_signs_that_there_are(people: People) -> None:
    (first_row, *_) = table_of(tried(people, "How much did purchased marks of Quillmark Foundry fall in 2023?"))
    order, sure = _trees()  # the file itself

    assert 0 <= order.sign.max() < len(first_row)
    assert 0 <= sure.sign.max() < len(first_row) + 2
