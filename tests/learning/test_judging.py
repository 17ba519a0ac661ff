"""A model measured on whole roads: pages, what it would accept, and a calibration that no question judges itself by."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from apps.inference.packed_pairs import Card
from apps.learning import judging, roads
from apps.learning.exporting import write_card
from apps.learning.roads import Quotation, Road
from apps.learning.shipping.proof import calibrate

FILERS = ("Quillmark", "Harrowgate", "Brackenfold")


class Scripted:
    """Knows by a word of the text."""

    name = "scripted"

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        return [0.9 if "strike" in one else 0.6 if "lanterns" in one else 0.1 for one in passages]

    def score_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [score for question, text in pairs for score in self.score(question, [text])]


def quotation(text: str, said: str, *, covers: float, passage: int = 0) -> Quotation:
    return Quotation(text, passage, covers, ("f", passage, 0, 9), said)


def road(number: int, filer: str) -> Road:
    """Every third has two sentences that score alike, and neither answers."""
    tied = number % 3 == 2
    told = (
        quotation("Sales fell because of a strike.", "" if tied else roads.ANSWERS, covers=0.8, passage=2),
        quotation("A strike was called off." if tied else "We lease our shops.", roads.NEAR, covers=0.1),
        quotation("We sell lanterns.", "", covers=0.4, passage=1),
    )
    views = ("Leases", "We sell lanterns.", "Sales fell because of a strike.")
    pages = ((("f", 0),), (("f", 1), ("f", 2)), (("f", 3),))
    return Road(f"Why did sales fall? {number}", filer, True, views, pages, frozenset({("f", 3)}), told)


ROADS = [road(number, filer) for filer in FILERS for number in range(6)]


def seen() -> list[judging.Seen]:
    model = Scripted()
    return [one for road in ROADS for one in judging.seen(road, judging.scored(road, model), model)]


def test_the_page_that_answers_comes_further_up_with_a_model_that_knows() -> None:
    model = Scripted()
    without, verdict = judging.pages(ROADS, [judging.ordered(road, judging.scored(road, model)) for road in ROADS])
    assert without == pytest.approx(1 / 4) and verdict.difference > 0.2 and verdict.passes


def test_of_equal_scores_the_one_that_leads_is_believed() -> None:
    said = judging.crossed(seen())
    tied = [chance for one, chance in said if one.signs.lead <= 0]
    leading = [chance for one, chance in said if one.signs.lead > 0]
    assert len(tied) == 6 and len(leading) == 12 and max(tied) < 0.3 < 0.7 < min(leading)
    assert judging.accepted(said, 0.5).told() == "from 0.50: 12 accepted (67%), right 100% (76% to 100%)"


def test_nobody_is_judged_by_what_his_own_filer_taught() -> None:
    odd = road(99, "Dalby")
    wrong = Road(**{**{name: getattr(odd, name) for name in odd.__slots__}, "quotations": odd.quotations[2:]})
    model = Scripted()
    own = judging.seen(wrong, judging.scored(wrong, model), model)
    together = {one.road.filer: chance for one, chance in judging.crossed([*seen(), *own])}
    assert together["Dalby"] == pytest.approx(judging.fitted(seen()).probability(own[0].signs))


def test_the_passage_is_known_only_where_words_are_asked_for() -> None:
    model = Scripted()
    figures = Road(**{**{name: getattr(ROADS[0], name) for name in ROADS[0].__slots__}, "for_words": False})
    for one, known in ((ROADS[0], True), (figures, False)):
        told = judging.seen(one, judging.scored(one, model), model)
        assert all((each.signs.passage is not None) is known and each.signs.covers for each in told)


def test_a_road_is_kept_and_a_calibration_goes_into_the_card(tmp_path: Path) -> None:
    roads.write(ROADS[:2], tmp_path / "roads.jsonl.xz")
    assert list(roads.read(tmp_path / "roads.jsonl.xz")) == ROADS[:2]
    write_card(Card("pairs", "a" * 64, "b" * 64, 6, 12, 224), tmp_path)
    assert Card.of(tmp_path).weights == {}
    calibrate(tmp_path, fitted := judging.fitted(seen()))
    card = Card.of(tmp_path)
    assert card.shift == pytest.approx(fitted.shift, abs=0.001) and card.weights.keys() == fitted.weights.keys()
    assert card.weights["lead"] == pytest.approx(fitted.weights["lead"], abs=0.001)


def test_a_card_from_before_the_signs_keeps_its_slope(tmp_path: Path) -> None:
    told = 'name = "pairs"\nwords = "a"\nlayers = "b"\ndepth = 6\nheads = 12\nlength = 224\nslope = 0.5\nshift = 0.1\n'
    (tmp_path / "model.toml").write_text(told, encoding="utf-8")
    assert Card.of(tmp_path).weights == {"score": [0.5, 0.0]} and Card.of(tmp_path).shift == 0.1
