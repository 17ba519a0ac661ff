"""Whatever goes wrong at whatever call of the workflow, an answer appears within its budget and says so."""

import json
from typing import Any

import pytest

from apps.answers.models import AnswerState, Status
from tests.answers.modelled.replies import Reply, by_shape, curation, plan, verdict
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.test_road import GREW, WHY, answered
from tests.answers.store import PROSE, hold
from tests.inference.language.server import Said, configured, refusal
from tests.people import People

INVENTED = written("Net sales grew by 37.5% after the strike [1].")
GOOD: dict[str, Reply] = {"plan": plan(WHY), "curate": curation(1, 2), "write": written(GREW), "judge": verdict()}
CUT = Said(json.dumps(written(GREW))[:40], finish="length")
FAULTS = {
    "fails": refusal(500, "out"),
    "hangs": Said("{}", delay=30),
    "nonsense": Said("Well, freight."),
    "cut off": CUT,
}
SAYS_SO = ("made without it", "the rules stood in for it", "was to read this answer and could not")


SEARCH = curation(1, question="What of the strike in the northern ports of Quillmark?")
USELESS = curation() | {"answerable": False, "missing": "The reason is missing."}
WANTS = written("", answerable=False) | {"calculate": [{"name": "Nothing", "expression": "'two' / 2"}]}


def broken_at(call: str, fault: Reply) -> dict[str, Any]:
    """The replies of a road on which this call comes to nothing, and those before it to something."""
    before: dict[str, dict[str, Any]] = {
        "search": {"curate": [SEARCH, fault]},
        "replan": {"plan": [GOOD["plan"], fault], "curate": [USELESS, GOOD["curate"]]},
        "repair": {"write": [INVENTED, fault]},
        "calculate": {"write": [WANTS, fault]},
    }
    return before.get(call, {call: fault})


@pytest.mark.django_db
@pytest.mark.parametrize("call", ["plan", "curate", "search", "replan", "write", "repair", "calculate", "judge"])
def test_a_call_that_comes_to_nothing_is_told_and_the_rules_answer(people: People, call: str) -> None:
    hold(people.owner)
    for name, fault in FAULTS.items():
        broken = broken_at(call, fault)
        limits = {"LLM_RETRIES": 0, "LLM_TIMEOUT_SECONDS": 0.4, "LLM_BUDGET_SECONDS": 20}
        judge = call not in {"search", "replan"}  # of five calls a second reader takes the one that they need
        with configured(by_shape(**GOOD | broken), judge=judge, **limits) as server:
            answer = answered(people, WHY)

        told = answer.result["answer"]
        assert answer.state == AnswerState.DONE and len(server.requests) <= 5, name
        assert any(words in told for words in SAYS_SO), f"{name}: {told}"
        late = call in {"replan", "write", "repair", "calculate"}  # nothing is left to write from, or no call
        alone = late or (call != "judge" and name in {"fails", "hangs"})
        assert answer.status == (Status.CLOSEST if alone else Status.WRITTEN), name
        assert not alone or PROSE[1] in told, name
