"""Training what tells how likely a quotation answers: what is learned from, and that it is learned across filers."""

import random
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from apps.answers.judge.signs import Signs
from apps.learning.builders.filed import filers_by_filing
from apps.learning.builders.quotations import Graded, Place, Quotation
from apps.learning.groups import Grade
from apps.learning.shipping.recipe import MARK, Recipe
from apps.learning.training import quoted
from apps.learning.training.quoted import Quoted, crossed, learned, unlearned
from tests.answers.store import hold
from tests.people import People

SHA = "ab" * 32
QUESTION = "Why did the sales of Quillmark Foundry change?"
ASKED = Graded("Why did it close the works?", SHA)


def made(count: int) -> list[Quoted]:
    """Two quotations of each question; that with the higher score answers where it is above zero."""
    draw, found = random.Random(3), list[Quoted]()
    for at in range(count):
        scores = [draw.uniform(-4, 4) for _ in range(2)]
        for own, other in (scores, scores[::-1]):
            its = Signs(own, own - other, best=max(scores), length=draw.uniform(1, 5), asked=draw.randrange(20))
            found.append(Quoted(f"Filer {at % 5}", f"{at}?", its, own > max(other, 0)))
    return found


def test_how_likely_is_learned_across_filers() -> None:
    found = crossed(made(400))

    assert len(found) == 400  # of each question the likeliest
    assert sum((one.probability > 0.5) == one.right for one in found) > 340


def test_a_quotation_that_leads_is_likelier() -> None:
    ahead, behind = Signs(2.0, 3.0, best=2.0, length=3.0, asked=9), Signs(-2.0, -3.0, best=2.0, length=3.0, asked=9)
    made_of = learned(made(200))

    assert made_of.probability(behind) < 0.2 < 0.8 < made_of.probability(ahead)


def test_quotations_that_never_answer_teach_nothing() -> None:
    with pytest.raises(ValueError, match="texts that answer"):
        learned([Quoted("A", "?", Signs(0.0), False)] * 3)


def test_what_the_model_learned_from_says_nothing_of_its_scores() -> None:
    later, elsewhere = replace(ASKED, later=True), replace(ASKED, later=True, filing="cd" * 32)
    filers = {SHA: "Quillmark Foundry"}
    mark = sha256(b"Quillmark Foundry").hexdigest()[:MARK]

    assert unlearned([ASKED, later, elsewhere], filers, Recipe("pairs", ())) == [later]
    assert unlearned([ASKED], filers, Recipe("pairs", (), held_out=(mark,))) == [ASKED]


@pytest.mark.django_db
def test_quotations_are_those_that_the_judge_sees(people: People, settings: Any, monkeypatch: Any) -> None:
    settings.CROSS_ENCODER = settings.JUDGE_MODEL = "shipped"
    version = hold(people.owner)
    filers = filers_by_filing()
    places: list[Place] = []
    with monkeypatch.context() as patched:
        patched.setattr(quoted, "_grade", lambda of, place: places.append(place))
        assert list(quoted.quoted([replace(ASKED, question=QUESTION, filing=version.sha256)], filers, people.owner))
    assert places
    file, page, start, end = places[0]
    graded = Graded(QUESTION, version.sha256, found=(Quotation((file, page, start, end + 1), Grade.ANSWERS),))
    ((found,),) = quoted.quoted([graded], filers, people.owner)

    assert (found.filer, found.question, found.answers) == ("Quillmark Foundry", QUESTION, True)
    assert found.signs.asked == len(QUESTION.split())
    moved = replace(graded, found=(Quotation((file, page, end, 2 * end), Grade.ANSWERS),))
    assert list(quoted.quoted([moved], filers, people.owner)) == [[]]  # what was graded lies elsewhere
