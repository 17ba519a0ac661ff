"""Figures of prose that a model computes with: quoted with words beside them, in one place, or refused."""

import uuid
from decimal import Decimal

import pytest

from apps.answers.tools.quoting import NotQuotedError, Stretch, operand, words_of
from apps.statements.ontology import Unit

TEXT = (
    "As of May 31, we employed approximately 7,730 people (5,130 people abroad). Costs of $4.2\nbillion arose, "
    "margins of 12.5% and 3.1 percent; one loss was (18) and two piers cost 18 each, 9 each."
)
PAGE = "Heading\n" + TEXT


def shown(page: int = 4) -> list[Stretch]:
    """Passages overlap: the same place is one place."""
    return [Stretch(uuid.UUID(int=3), 2, page, words_of(TEXT, len("Heading\n")), "a filing", None)] * 2


@pytest.mark.parametrize(
    ("quotation", "value", "unit", "printed"),
    [
        ("5,130 people abroad", "5130", Unit.COUNT, "5,130"),
        ("approximately 7,730 people", "7730", Unit.COUNT, "7,730"),
        ("$4.2 billion", "4200000000", Unit.MONEY, "$4.2"),
        ("margins of 12.5%", "12.5", Unit.PERCENT, "12.5%"),
        ("3.1 percent", "3.1", Unit.PERCENT, "3.1"),
        ("loss was (18)", "-18", Unit.COUNT, "(18)"),
    ],
)
def test_a_quoted_figure_is_bound_to_its_place(quotation: str, value: str, unit: Unit, printed: str) -> None:
    found = operand(quotation, shown())
    ((start, end),) = found.candidate.place.spans if found.candidate.place else ((0, 0),)
    assert (found.value, found.unit, PAGE[start:end]) == (Decimal(value), unit, printed)


@pytest.mark.parametrize(
    "quotation",
    [
        "operated 1950 stores in 12 countries",
        "As of December 31, 2023",
        "9,999 people",
        "each",
        "7,730 people 5,130 people",
        "18 piers",
    ],
)
def test_what_is_no_figure_or_stands_nowhere_is_refused(quotation: str) -> None:
    with pytest.raises(NotQuotedError):
        operand(quotation, shown())


def told(text: str, page: int = 4) -> Stretch:
    return Stretch(uuid.UUID(int=3), 2, page, words_of(text, 0), "a filing", None)


@pytest.mark.parametrize(
    ("text", "quotation", "value", "unit"),
    [
        ("Revenue of $52.0 to $54.0 billion", "Revenue of $52.0", "52000000000", Unit.MONEY),
        ("Revenue of $52.0 to $54.0 billion", "to $54.0 billion", "54000000000", Unit.MONEY),
        ("Revenue of $52.0 to $54.0 billion", "$52.0 to", "52000000000", Unit.MONEY),
        ("Growth of 3 to 5 percent", "Growth of 3", "3", Unit.PERCENT),
        ("from 7,255 to $7.4 billion", "from 7,255", "7255", Unit.COUNT),
        ("revenue of $4.2 billion", "revenue of $4.2", "4200000000", Unit.MONEY),
        ("3.458 million at the end of fiscal 2014", "3.458 million at the end of fiscal 2014", "3458000", Unit.COUNT),
        ("In 2014 it opened 12 piers", "In 2014 it opened 12 piers", "12", Unit.COUNT),
        ("As of December 31, 2023, 12 piers", "December 31, 2023, 12 piers", "12", Unit.COUNT),
        ("between 3 and 5 percent", "between 3", "3", Unit.PERCENT),
        ("$7.0 - $9.0 million", "$7.0 -", "7000000", Unit.MONEY),
        ("dividends of $2.10 and $40 million in buybacks", "dividends of $2.10", "2.10", Unit.MONEY),
        ("sales of 120 and 5% growth", "sales of 120", "120", Unit.COUNT),
        ("employees were 350 – 12% more", "employees were 350", "350", Unit.COUNT),
        ("rose 12% and 15 billion", "rose 12%", "12", Unit.PERCENT),
        ("from 3.5% to 4 million", "from 3.5%", "3.5", Unit.PERCENT),
    ],
)
def test_what_it_counts_is_read_from_its_place(text: str, quotation: str, value: str, unit: Unit) -> None:
    found = operand(quotation, [told(text)])
    assert (found.value, found.unit) == (Decimal(value), unit)


def test_an_end_of_a_range_that_may_count_otherwise_is_refused() -> None:
    with pytest.raises(NotQuotedError, match="not clear whether"):
        operand("fell from $900", [told("It fell from $900 to $1.2 million")])


def test_a_quotation_is_told_as_it_was_quoted() -> None:
    assert operand("5,130  people abroad", shown()).candidate.label == "“5,130 people abroad”"


def test_the_same_words_in_several_places_tell_the_same() -> None:
    pages = [told("It will pay $85 million to its pension plan.", page) for page in (4, 9)]
    found = operand("pay $85 million to its pension plan", pages)
    assert found.value == 85_000_000 and found.candidate.place and found.candidate.place.page == 4


def test_a_figure_that_stands_in_several_places_needs_more_words() -> None:
    with pytest.raises(NotQuotedError, match="several places"):
        operand("5,130 people abroad", [*shown(), *shown(5)])


def test_the_same_words_of_two_filings_need_more_of_them() -> None:
    text = "Net sales increased 5% in the year"
    other = Stretch(uuid.UUID(int=4), 3, 4, words_of(text, 0), "another", None)
    with pytest.raises(NotQuotedError, match="several places"):
        operand("Net sales increased 5%", [told(text), other])


def test_the_same_words_that_tell_otherwise_need_more_of_them() -> None:
    pages = [told("it will pay to the plan $85 million"), told("it will pay to the plan $85 thousand", 5)]
    with pytest.raises(NotQuotedError, match="several places"):
        operand("it will pay to the plan $85", pages)
