"""Words judged by three readers: the majority counts, figures are left to the program, agreement is counted."""

import json

import pytest

from apps.evaluation import judges, runs
from apps.evaluation.models import Verdict
from tests.evaluation.test_runs import answered, brought
from tests.inference.language.server import Said, configured
from tests.people import People

pytestmark = pytest.mark.django_db


def says(*verdicts: str) -> list[Said]:
    return [Said(json.dumps({"reason": "Because.", "verdict": one})) for one in verdicts]


def test_two_of_three_carry_a_verdict_and_a_figure_needs_no_reader(people: People) -> None:
    run = runs.start(people.owner, brought(people), "")
    answered(run, 1, "1577000000")
    answered(run, 2)
    left = says("correct", "incorrect", "correct")
    with configured(lambda body: left.pop(0)) as server:
        assert judges.judge(run) == 1 and judges.judge(run) == 0
    assert len(server.requests) == 3 and "Why did sales fall?" in server.prompt(0)
    assert len({server.prompt(at) for at in range(3)}) == 3
    assert [one.verdict for one in runs.judged(run)][1] == Verdict.RIGHT

    runs.decide(run, 2, Verdict.WRONG)
    assert judges.agreement(run.answers.all()) == judges.Agreement(both=1, same=0)
    assert runs.judged(run)[1].verdict == Verdict.WRONG


def test_without_a_majority_nobody_has_judged(people: People) -> None:
    assert runs.majority([{"verdict": one} for one in ("right", "wrong", "declined")]) == ""
    assert runs.majority([{"verdict": one} for one in ("right", "", "")]) == ""
    with pytest.raises(ValueError, match="No language model"):
        judges.judge(runs.start(people.owner, brought(people), ""))
