"""Which sentence tells what a company expects of a figure, and which tells something else."""

from dataclasses import replace

import pytest

from apps.answers.check.expected import LIKELY, expected
from apps.answers.sources.candidate import Place, Span
from apps.answers.sources.passages import Told
from apps.questions.names import NoRegister
from apps.questions.reader import read
from tests.answers.asked import DOCUMENT, says, told

CAPEX = "What capex does it expect for 2023?"
OWN = "Our full-year capital expenditures are expected to be $265 million."


def of(period: str, year: int, *texts: str) -> list[Told]:
    """Sentences of a filing of that period, each on a page of its own."""
    made = Span(None, None, year, f"{period} {year}")
    places = (Place(DOCUMENT, 1, page, ((0, len(text)),)) for page, text in enumerate(texts))
    return told(*(replace(says(text), period=made, place=place) for text, place in zip(texts, places, strict=True)))


def found(question: str, sentences: list[Told]) -> list[str]:
    kept, verdicts = expected(read(question, NoRegister()).query, sentences)
    assert all(one.answers == LIKELY for one in verdicts) and len(kept) == len(verdicts)
    return [one.candidate.text for one in kept]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (CAPEX, OWN),
        (CAPEX, "For 2023 we plan capital expenditures of between $250 million and $280 million."),
        ("What is the EPS guidance for fiscal 2023?", "Fiscal 2023 outlook: EPS of 67 to 71 cents per share."),
        ("Net sales outlook 2023", "Net sales are expected to increase 4 to 5 percent."),
        ("Net sales outlook 2023", "We anticipate net sales to be up by a low-single digit percentage."),
    ],
)
def test_a_name_and_an_amount_beside_a_word_that_looks_ahead(question: str, text: str) -> None:
    assert found(question, of("Q1", 2023, text)) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Capital expenditures were $240 million.",  # what was
        "We expect capital expenditures to rise.",  # by no amount
        "We expect wages of $90 million.",  # of something else
        "Capital expenditures are expected to be $300 million in 2024.",  # of another year
        "We expect a milder winter in most of our markets, which helped last year as well and kept the sites of both "
        "plants free of snow for longer than usual; capital expenditures were $240 million.",  # far apart
    ],
)
def test_what_tells_something_else(text: str) -> None:
    assert found(CAPEX, of("Q1", 2023, text)) == []


@pytest.mark.parametrize("question", ["Capex guidance", "What capex does it expect for next year?"])
def test_where_no_year_is_named_the_one_that_lies_ahead_is_meant(question: str) -> None:
    next_year = "For 2024 we plan capital expenditures of $280 million."
    sentences = [*of("Q2", 2023, OWN), *of("FY", 2023, next_year)]

    assert found(question, sentences) == [next_year]
    assert found(question, of("FY", 2024, next_year)) == []


def test_of_a_balance_there_is_no_guidance() -> None:
    text = "We expect to recognize 45% of unearned revenue over the next twelve months."
    assert found("Unearned revenue expected for 2023", of("Q1", 2023, text)) == []


def test_the_newest_filing_before_the_end_of_the_year_tells() -> None:
    later = "We now expect capital expenditures of $275 million."
    past = "We had expected capital expenditures of $290 million."
    sentences = [*of("FY", 2022, OWN), *of("Q2", 2023, later), *of("FY", 2023, past)]

    assert found(CAPEX, sentences) == [later]
    assert found(CAPEX, of("FY", 2023, past)) == []
    assert found("What capex did it expect for 2023 with its first-quarter 2023 results?", sentences) == []


def test_each_figure_that_is_asked_for_is_told_or_none() -> None:
    eps = "For 2023 we expect EPS of $2.10 to $2.20."

    assert found("EPS and capex guidance 2023", of("Q1", 2023, OWN, eps)) == [eps, OWN]
    assert found("EPS and capex guidance 2023", of("Q1", 2023, OWN)) == []


@pytest.mark.parametrize("question", ["What was capex in 2023?", "What is the outlook for 2023?"])
def test_nobody_asks_what_is_expected_of_a_figure_in_a_year(question: str) -> None:
    assert found(question, of("Q1", 2023, OWN)) == []
