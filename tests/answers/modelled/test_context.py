"""What of a passage a model is shown: what is asked, and marks where something is left out."""

import re

from apps.answers.modelled.caller import PROMPTS
from apps.answers.modelled.context import CUT, GAP, excerpt, weighed
from apps.questions.formulas import parse
from apps.questions.ratios import ratios

FILLER = [f"The weather at quay {number} was mild and the cranes stood still." for number in range(20)]
REASON = "Freight fell because two piers were closed for the winter."
GOES_ON = "Their repair took until March."
TOLD = " ".join([*FILLER[:12], REASON, GOES_ON, *FILLER[12:]])


def test_an_excerpt_holds_the_sentences_that_speak_of_what_is_asked_and_marks_its_gaps() -> None:
    asked = weighed("Why did freight fall when piers were closed?", [TOLD, *FILLER])
    shown = excerpt(TOLD, 250, asked)
    assert f"{REASON} {GOES_ON}" in shown and len(shown) <= 250
    assert shown.endswith(GAP.rstrip()) and shown.count(GAP.strip()) >= 2
    assert excerpt(TOLD, len(TOLD), asked) == TOLD


def test_what_has_no_sentences_that_fit_is_cut_and_says_so() -> None:
    assert excerpt("x" * 400, 100, {}).endswith(CUT)


def test_formulas_that_the_planners_prompt_shows_are_formulas() -> None:
    told = (PROMPTS / "plan.txt").read_text().split("  program:")[1].split("  query")[0]
    shown = [one for one in re.findall(r'"([^"]+)"', " ".join(told.split())) if "/" in one or "'" in one]
    assert len(shown) == 2 and [parse(one, ratios()) for one in shown]


def test_a_word_that_every_passage_holds_weighs_less() -> None:
    weights = weighed("freight piers", ["freight of ports", "freight of quays", "piers"])
    assert 0 < weights["freight"] < weights["pier"]
