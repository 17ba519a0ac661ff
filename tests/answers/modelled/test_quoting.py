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


@pytest.mark.parametrize("quotation", ["9,999 people", "each", "7,730 people 5,130 people", "18 piers"])
def test_what_is_no_figure_or_stands_nowhere_is_refused(quotation: str) -> None:
    with pytest.raises(NotQuotedError):
        operand(quotation, shown())


def test_a_figure_that_stands_in_several_places_needs_more_words() -> None:
    with pytest.raises(NotQuotedError, match="several places"):
        operand("5,130 people abroad", [*shown(), *shown(5)])
