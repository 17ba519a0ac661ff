"""Training what tells how likely a number of a sentence answers: of whom it is learned, and against what it is held."""

import random
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from apps.answers.judge.numbers import USUAL_LEAD
from apps.answers.judge.pair_model import Calibration
from apps.answers.judge.signs import Signs
from apps.inference.packed_pairs import SHIPPED, Card
from apps.learning.builders.filed import filings
from apps.learning.builders.numbers import AskedNumber
from apps.learning.exporting import write_card
from apps.learning.shipping import proof
from apps.learning.shipping.recipe import MARK, Recipe
from apps.learning.training.numbered import Numbered, crossed, held_out, learned, numbered
from tests.answers.asked import Scripted
from tests.answers.store import hold
from tests.people import People

HELD = Recipe("pairs", (), held_out=(sha256(b"Quillmark Foundry").hexdigest()[:MARK],))


def made(count: int) -> list[Numbered]:
    """The number is right where it leads."""
    draw = random.Random(3)
    leads = [draw.uniform(-1, 4) for _ in range(count)]
    return [Numbered(f"Filer {at % 4}", Signs(draw.uniform(-2, 5), lead), lead > 1) for at, lead in enumerate(leads)]


def test_a_number_that_leads_is_likelier() -> None:
    of = learned(made(200))
    assert of.probability(Signs(1.0, 0.0)) < 0.2 < 0.8 < of.probability(Signs(1.0, 2.5))


def test_how_likely_is_learned_across_filers() -> None:
    found = crossed(made(200))
    assert len(found) == 200 and sum((one.probability > 0.5) == one.right for one in found) > 180


def test_a_card_says_what_was_learned_and_keeps_the_rest(tmp_path: Path) -> None:
    write_card(Card.of(SHIPPED), tmp_path)
    proof.calibrate_numbers(tmp_path, Calibration({"score": (0.51234, 1.0), "lead": (0.7, 1.5)}, -0.25))
    before, card = Card.of(SHIPPED), Card.of(tmp_path)

    assert card.numbers == {"score": [0.512, 1.0], "lead": [0.7, 1.5]} and card.numbers_shift == -0.25
    assert (card.weights, card.shift, card.layers) == (before.weights, before.shift, before.layers)


@pytest.mark.django_db
def test_the_likeliest_number_is_held_against_the_marked_one(people: People) -> None:
    hold(people.owner)
    filed = {one.sha256: one for one in filings()}
    (filing,) = filed.values()
    said = next(one for one in filing.said if "1,240" in one.text)
    asked = AskedNumber("How many workers did {company} have in 2023?", filing.sha256, said.place, 0)
    assert held_out([asked], filed, HELD) == [asked] and held_out([asked], filed, Recipe("pairs", ())) == []

    ((found,),) = numbered([asked], filed, people.owner, Scripted(**{"« 1,240 »": 0.9}))
    assert (found.filer, found.right, found.signs.lead) == ("Quillmark Foundry", True, USUAL_LEAD)
    gone = replace(asked, number=1)
    assert list(numbered([gone], filed, people.owner, Scripted())) == [[]], "the sentence has one number"
