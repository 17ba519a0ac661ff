"""Figures of prose that a model computes with: quoted with words beside them, in one place, or refused."""

import uuid
from decimal import Decimal

import pytest

from apps.answers.modelled.quoting import Stretch, operand, stretches
from apps.answers.sources.evidence import Filing, Passage
from apps.answers.tools.desk import ToolError
from apps.retrieval.found import Found
from apps.statements.ontology import Unit

TEXT = (
    "As of May 31, we employed approximately 7,730 people (5,130 people abroad). Costs of $4.2\nbillion arose, "
    "margins of 12.5% and 3.1 percent; one loss was (18) and two piers cost 18 each, 9 each."
)
PAGE = "Heading\n" + TEXT


def shown() -> tuple[Stretch, ...]:
    found = Found(
        chunk_id=1,
        version_id=2,
        document_uid=uuid.UUID(int=3),
        document_name="a filing",
        page=4,
        pages=(4,),
        kind="text",
        text=TEXT,
        section_path=(),
        rank=1,
        fused=1.0,
        scores={},
        reasons=(),
    )
    filing = Filing(2, 1, "a filing", "A filing", ("Quillmark",), 2023)
    whole = Passage(found, ((4, len("Heading\n"), len(PAGE)),))
    return stretches([whole, whole], [filing])  # passages overlap: the same place is one place


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
    with pytest.raises(ToolError):
        operand(quotation, shown())


def test_a_figure_that_stands_in_several_places_needs_more_words() -> None:
    twice = shown() + tuple(Stretch(one.passage, one.filing, 5, one.words) for one in shown())
    with pytest.raises(ToolError, match="several places"):
        operand("5,130 people abroad", twice)
