"""Which statement of a figure wins."""

from datetime import date

import pytest

from apps.documents.fact_choice import choice, choices
from apps.documents.models import Fact
from tests.documents.stated import fact, filing


def _values(facts: list[Fact], asked_about: int | None = None) -> list[int]:
    """In millions: the winner, then the others."""
    made = choice(facts, asked_about)
    return [int(found.value / 10**6) for found in (made.winner, *made.others)]


def test_the_latest_filing_wins_and_the_original_stays_beside_it() -> None:
    first, later = filing(2021), filing(2022)
    stated = [fact(first, "revenue", 2021, "90"), fact(later, "revenue", 2021, "87")]
    assert _values(stated) == _values(stated[::-1]) == [87, 90]


def test_the_filing_asked_about_wins_over_a_later_one() -> None:
    first, later = filing(2021), filing(2022)
    stated = [fact(later, "revenue", 2021, "87"), fact(first, "revenue", 2021, "90")]
    assert _values(stated, first.document.pk) == [90, 87]


def test_an_amendment_of_the_same_period_wins_by_the_day_it_was_filed() -> None:
    original, amended = filing(2021, filed=date(2022, 2, 1)), filing(2021, filed=date(2022, 8, 1))
    assert _values([fact(original, "revenue", 2021, "90"), fact(amended, "revenue", 2021, "80")]) == [80, 90]
    assert _values([fact(amended, "revenue", 2021, "80"), fact(original, "revenue", 2021, "90")]) == [80, 90]


def test_in_one_filing_the_surest_statement_wins_then_the_first() -> None:
    version = filing(2022)
    doubtful = fact(version, "net_income", 2022, "7", confidence=0.5, page=1)
    sure, repeated = fact(version, "net_income", 2022, "8", page=2), fact(version, "net_income", 2022, "9", page=3)
    assert _values([repeated, doubtful, sure]) == [8, 9, 7]


def test_a_figure_is_told_by_concept_period_and_dimension() -> None:
    version = filing(2022)
    facts = [
        fact(version, "revenue", 2022, "10"),
        fact(version, "revenue", 2022, "4", dimension="Seaweed"),
        fact(version, "revenue", 2022, "3", months=3),
        fact(version, "revenue", 2021, "9"),
        fact(version, "revenue", 2022, "10", page=7),
    ]
    found = choices(facts)
    assert [(int(made.winner.value / 10**6), len(made.others)) for made in found.values()] == [
        (10, 1),
        (4, 0),
        (3, 0),
        (9, 0),
    ]


def test_lines_without_a_concept_are_told_by_their_label() -> None:
    version = filing(2022)
    facts = [fact(version, "", 2022, "1", label="Kelp fees"), fact(version, "", 2022, "2", label="Drying fees")]
    assert len(choices(facts)) == 2


def test_nothing_to_choose_from_is_an_error() -> None:
    with pytest.raises(ValueError, match="no fact"):
        choice([])
