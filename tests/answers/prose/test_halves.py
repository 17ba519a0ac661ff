"""Each part of a question of two parts is answered."""

import pytest

from apps.answers.prose.halves import second_half
from tests.answers.prose.passages import passage
from tests.answers.prose.test_answering import answered, told

PARTNER = "Harrow is our largest strategic partner, and we have many arrangements with this railway partner."
ENDS = "The current agreement with our partner Harrow runs through the end of 2029."
OTHER = "Our risk committee reviews the railway partners and the overall railway strategy of partner firms."


@pytest.mark.parametrize(
    ("core", "half"),
    [
        (
            "Which railway is the partner of Quillmark and when does the agreement end?",
            "when does the agreement end?",
        ),
        ("Who was promoted, and what was her role before?", "what was her role before?"),
        ("Which segment declined, and why?", ""),
        ("What were sales and profit?", ""),
    ],
)
def test_the_second_half(core: str, half: str) -> None:
    assert second_half(core) == half


def test_the_second_part_follows_the_lead() -> None:
    question = "Which railway is the most important partner of Quillmark in 2023 and when does the agreement end?"
    prose = answered(question, passage(1, f"{PARTNER} {OTHER}"), passage(2, ENDS, page=6))

    assert told(prose)[:2] == [PARTNER, ENDS]


def test_what_an_acquisition_cost_in_fees_is_not_its_price() -> None:
    fees = "We incurred approximately $38 million of transaction costs associated with the Harrow acquisition in 2023."
    question = "Which company did Quillmark acquire in November 2023, and how much did it cost?"

    assert not answered(question, passage(1, fees)).sure
