"""What sentences state: amounts with the words that they are said of and the period that is joined to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.retrieval.sentences import Sentence
from apps.retrieval.stated import StatedAmount, stated_in

HOSTILE = 10_000


def told(text: str) -> list[StatedAmount]:
    return list(stated_in(Sentence(1, 0, 0, len(text), text)))


def years(text: str) -> list[tuple[str, int | None]]:
    return [(one.printed, one.when.label_year if one.when else None) for one in told(text)]


@pytest.mark.parametrize(
    ("text", "said_of", "amounts"),
    [
        (
            "Advertising expense was $1.5 billion, $1.6 billion and $1.9 billion in fiscal years 2017, 2016 and 2015.",
            "Advertising expense",
            [("1.5", 2017), ("1.6", 2016), ("1.9", 2015)],
        ),
        (
            "Lamp revenue, which comprises lanterns, wicks, and lamp oil, increased 56% to $23.2 million in 2018.",
            "Lamp revenue",
            [("23.2", 2018)],
        ),
        (
            "Total contributions were $984 million in 2020, $741 million in 2019 and $658 million in 2018.",
            "Total contributions",
            [("984", 2020), ("741", 2019), ("658", 2018)],
        ),
        (
            "For the years ended May 31, 2021 and 2020, the fair value of shares vested was $5 million and $4 million.",
            "fair value of shares vested",
            [("5", 2021), ("4", 2020)],
        ),
        (
            "Lantern ARR exiting fiscal 2017 was $4.6 billion, up from $3.5 billion at the end of fiscal 2016.",
            "Lantern ARR",
            [("4.6", 2017), ("3.5", 2016)],
        ),
        ("Rent, which includes kilns, was $7 million in 2022.", "Rent", [("7", 2022)]),
        ("As of May 31, 2022, we had $181 million of unvested cost.", "unvested cost", [("181", 2022)]),
        ("Kiln sales increased 4 percent to $52 million in 2022.", "Kiln sales", [("52", 2022)]),
        ("Our tax rate was 21.4%.", "tax rate", [("21.4", None)]),
    ],
)  # fmt: skip
def test_each_amount_has_its_name_and_its_period(text: str, said_of: str, amounts: list[tuple[str, int]]) -> None:
    assert {one.said_of for one in told(text)} == {said_of} and years(text) == amounts


@pytest.mark.parametrize(
    "text",
    [
        "We expect that capital spending will be approximately $80 million in 2024.",
        "Rent was $2 30 million in 2017.",  # torn in two
        "The Company had outstanding letters of credit of $31.1 as of May 31, 2015.",  # in millions, as the note says
        "Forty kilns stand there for the $5 million that they cost in 2022.",
    ],
)
def test_what_is_expected_torn_or_only_mentioned_is_not_stated(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Lamp revenues of approximately $13.5 billion, down 64% from 2022 results.", [("13.5", None)]),
        ("Rent was $9 million for the thirteen weeks ended October 29, 2022.", [("9", 2022)]),
        ("We recorded more than $1 billion in kiln revenues in 2016.", []),  # a bound
        ("Costs incurred and recorded in kiln inventories totaled $2 billion in 2018.", []),
    ],
)
def test_what_it_is_compared_with_bounds_and_places_are_not_its_own(
    text: str, amounts: list[tuple[str, int | None]]
) -> None:
    assert years(text) == amounts and not any(one.when and one.when.months in {12, None} for one in told(text))


def test_a_list_that_is_longer_than_its_years_has_none() -> None:
    assert years("Rent was $5 million, $4 million and $3 million for 2022 and 2021.") == []


def test_amounts_are_in_whole_units_and_where_they_are_printed() -> None:
    text = "Kiln rent was $1.2 billion in 2022; the price paid was $3.10 per share."
    rent, price = told(text)

    assert (rent.value, rent.currency, rent.step) == (1_200_000_000, "USD", 100_000_000)
    assert (price.unit.value, price.value) == ("per-share", price.value) and float(price.value) == 3.1
    assert text[rent.start : rent.end] == "1.2"


def test_who_did_it_belongs_to_what_is_said() -> None:
    (sales,) = told("During 2020 the Saltgate venture generated sales of $1.4 billion.")
    assert {"saltgat", "ventur"} <= sales.stems


def test_things_that_somebody_acted_on_are_counted() -> None:
    text = "During 2015, we opened 161 new kiln yards, acquired 1,672 huts from Ferrow and shut 31 huts."
    found = [(one.said_of, one.printed, one.by) for one in told(text)]

    assert found == [("kiln yards opened", "161", "we"), ("huts acquired", "1,672", ""), ("huts shut", "31", "")]
    assert not told("We have waited 30 days, and dated 24 May 2023 is the letter.")


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("In 2022, we bought 65% of our lamp oil from one supplier, Ferrow.", [("65", "lamp oil", 2022)]),
        (
            "Guilds made up 10 percent of all kiln hires and 21 percent of yard hires as of May 31, 2022.",
            [("10", "all kiln hires", 2022), ("21", "yard hires", 2022)],
        ),
        ("Each yard buys from 50% to 75% of its lamps there.", []),
        ("We expect 40% of our sales to come from Ferrow.", []),
    ],
)
def test_a_percentage_of_something_is_a_share_of_it_and_said_of_nothing_else(
    text: str, shares: list[tuple[str, str, int]]
) -> None:
    found = [(one.printed, one.share_of, one.when.label_year if one.when else None) for one in told(text)]
    assert found == shares and not any(one.said_of for one in told(text))


@given(st.text(alphabet="$%0123456789., aofwsinfiscal2022()", max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for one in told(text):
        assert 0 <= one.start < one.end <= len(text)


@pytest.mark.parametrize(
    "piece", ["$1 ", "of $5 ", "1,", "was (", "2022 ", ", which ", "increased ", " and ", "$5 of a"]
)
def test_hostile_text_states_nothing_slowly(piece: str) -> None:
    told((piece * HOSTILE)[:HOSTILE])
