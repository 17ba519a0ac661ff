"""A line that no table prints, read from sentences: by one number that is surely meant, or not at all."""

from dataclasses import replace
from decimal import Decimal

import pytest

from apps.answers.compute.books import Book
from apps.answers.judge.pair_model import Calibration, PairJudge
from apps.answers.judge.sentence_reader import READ, SentenceReader
from apps.answers.sources.candidate import Candidate, Place, Span
from apps.statements.ontology import Unit
from tests.answers.asked import DOCUMENT, OAKFIELD, QUILLMARK, Scripted, says, told

BOOK = Book(QUILLMARK, 1, ())
FY2023 = Span(12, None, 2023, "FY2023")
PATENTS = says("At year end 2023 we held 1,150 patents, of which 435 were\nin the United States.")
READS = Calibration({"score": (1.0, 0.0)})


def reader(*candidates: Candidate, **scores: float) -> SentenceReader:
    return SentenceReader(PairJudge(Scripted(**scores), numbers=READS), told(*candidates), 0.9)


def test_the_number_that_is_surely_meant_is_an_operand_with_its_place() -> None:
    found = reader(PATENTS, **{"« 435 »": 0.95}).read("United States patents", FY2023, BOOK)

    assert found is not None and found.candidate.place is not None
    assert (found.value, found.unit, found.name) == (Decimal(435), Unit.COUNT, "United States patents")
    ((start, end),) = found.candidate.place.spans
    assert PATENTS.text[start:end] == "435"
    assert found.says == (READ.format("United States patents", 0.95),)


def test_places_count_the_blanks_of_the_page() -> None:
    place = Place(DOCUMENT, 1, 4, ((100, 180),))
    spaced = says("Of our   patents\n\n about  $ 5.2 million \n lapsed in 2023.", place=place)
    found = reader(spaced, **{"million": 0.95}).read("lapsed patents", FY2023, BOOK)

    assert found is not None and found.candidate.place is not None
    ((start, end),) = found.candidate.place.spans
    assert spaced.text[start - 100 : end - 100] == "$ 5.2 million" and found.candidate.place.page == 4
    assert (found.value, found.unit, found.currency) == (Decimal(5_200_000), Unit.MONEY, "USD")


def test_what_is_not_sure_enough_or_tells_two_things_is_not_read() -> None:
    assert reader(PATENTS, **{"« 435 »": 0.89}).read("patents", FY2023, BOOK) is None
    assert reader(PATENTS, **{"«": 0.95}).read("patents", FY2023, BOOK) is None, "two numbers are as sure"
    again = replace(PATENTS, text="Our 435 patents in the United States expire by 2041, and in 2023 none did.")
    both = reader(PATENTS, again, **{"« 435 »": 0.95}).read("patents", FY2023, BOOK)
    assert both is not None and both.value == 435, "the same told twice"


@pytest.mark.parametrize(
    "other",
    [
        replace(PATENTS, filer=OAKFIELD),
        replace(PATENTS, text="At year end 2021 we held 435 patents."),
        replace(PATENTS, text="We held 435 patents.", period=Span(None, None, 2022, "FY 2022")),
        replace(PATENTS, text="We held 435 patents.", period=Span(None, None, 2023, "Q2 2023")),
        replace(PATENTS, text="We held 435 kilns in 2023."),
    ],
    ids=["another filer", "another year", "another report", "a part of a year", "another thing"],
)
def test_rules_come_first(other: Candidate) -> None:
    assert reader(other, **{"« 435 »": 0.99}).read("patents", FY2023, BOOK) is None


def test_money_whose_scale_is_not_told_is_not_read() -> None:
    small, whole = says("Patents cost $31.1 in 2023."), says("Patents cost $31,100 in 2023.")
    assert reader(small, **{"«": 0.99}).read("patents", FY2023, BOOK) is None
    found = reader(whole, **{"«": 0.99}).read("patents", FY2023, BOOK)
    assert found is not None and found.value == 31_100


def test_a_line_is_asked_for_once() -> None:
    scripted = Scripted(**{"« 435 »": 0.95})
    read = SentenceReader(PairJudge(scripted, numbers=READS), told(PATENTS), 0.9)
    assert read.read("patents", FY2023, BOOK) == read.read("patents", FY2023, BOOK)
    assert len(scripted.read) == 2, "its two numbers"


def test_quarters_and_models_that_read_no_numbers_read_nothing() -> None:
    quarter = Span(3, None, 2023, "Q2 FY2023")
    assert reader(PATENTS, **{"« 435 »": 0.95}).read("patents", quarter, BOOK) is None
    assert SentenceReader(PairJudge(Scripted()), told(PATENTS), 0.9).read("patents", FY2023, BOOK) is None
