"""Figures of the workflow with a model, over a model that lies."""

import pytest

from apps.answers.models import Answer
from apps.evaluation.bench_model import invented, run
from apps.retrieval.found import Scope
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.store import hold
from tests.inference.language.server import configured
from tests.people import People

pytestmark = pytest.mark.django_db
WHY = "Why did freight volumes recover in the northern ports of Quillmark?"


def test_what_a_model_took_and_whether_its_inventions_passed(people: People) -> None:
    hold(people.owner)
    lie = written("Net sales grew by 37.5% after the strike in the northern ports [1][2].")
    with configured(by_shape(plan=plan(WHY), curate=["no JSON", curation(1, 2)], write=lie)):
        figures = run([(WHY, Scope())], people.owner, lambda line: None)

    assert (figures["questions"], figures["calls"], figures["calls_valid_after_repairs"]) == (1, 3, 3)
    assert (figures["repairs"], figures["sentences_marked"], figures["invented_numbers_passed"]) == (2, 1, 0)
    assert figures["stages"]["curate"]["tokens_in"] == 200


def test_an_invention_that_passed_would_be_counted(people: People) -> None:
    answer = Answer.objects.create(asker=people.owner, question=WHY)
    sentence = {"text": "They grew by 37.5%.", "supported": True, "citations": [1], "rounded": []}

    assert invented(answer, [sentence]) == ["37.5"]
