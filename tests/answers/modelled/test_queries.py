"""Queries that a model writes: the same schema as the grammar's, bound by the program or refused."""

import json
import uuid

import pytest

from apps.answers.modelled.queries import Unbound, bound, draft_of, years_of
from apps.answers.models import Status
from apps.questions.expressions import Item, Ratio
from apps.questions.query import Intent, Query, as_json
from apps.questions.slots import Filer, Period, PeriodKind, Periods, UnresolvedFiler
from apps.retrieval.found import Scope
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation
from tests.answers.modelled.test_road import answered
from tests.answers.store import hold
from tests.inference.language.server import configured
from tests.people import People

pytestmark = pytest.mark.django_db
ODD = "Which burden did the authorities lay on QF in fiscal 2023?"
ASKED = Query(
    Intent.FIGURE,
    (Item("income_tax"),),
    (UnresolvedFiler("Quillmark Foundry"),),
    Periods((Period(PeriodKind.YEAR, 2023),)),
)


def planned(query: Query, question: str = ODD) -> dict[str, object]:
    return {"source": "filings", "questions": [{"question": question, "program": "", "query": as_json(query)}]}


def test_a_query_that_a_model_writes_is_bound_computed_and_offered_as_a_reading(people: People) -> None:
    hold(people.owner)
    script = by_shape(plan=planned(ASKED), curate=curation(1), write=written("Nothing.", answerable=False))
    with configured(script) as server:
        answer = answered(people, ODD)
    assert answer.status == Status.EXTRACTED and {one.quote for one in answer.citations.all()} == {"45"}
    assert "Read by a language model as: " in answer.result["answer"]
    readings = answer.trace["readings"]
    assert [one["reason"] for one in readings].count("as a language model reads it") == 1 and len(readings) > 1
    assert "Quillmark Foundry" in server.prompt(0) and '"intent":' in server.prompt(0)
    assert "query" in json.dumps(server.requests[0]["response_format"])


def test_what_cannot_be_bound_is_said(people: People) -> None:
    hold(people.owner)
    strange = Query(Intent.FIGURE, (Item("moonshine"),), ASKED.filers, ASKED.periods)
    script = by_shape(plan=planned(strange), curate=curation(1), write=written("Nothing.", answerable=False))
    with configured(script):
        answer = answered(people, ODD)
    assert "moonshine is no item" in answer.stages.get(name="plan").detail["left_out"][0]


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        (Query(Intent.FIGURE, (Ratio("luck"),)), "no ratio"),
        (Query(Intent.FIGURE, (), (UnresolvedFiler("Secretive Holdings"),)), "no filer that is held"),
        (Query(Intent.FIGURE, (), (Filer(uuid.UUID(int=1), "Secretive Holdings"),)), "no filer that is held"),
    ],
)
def test_a_query_names_only_what_its_asker_may_see(people: People, query: Query, problem: str) -> None:
    hold(people.owner)
    hold(people.stranger, "Secretive Holdings", visibility="private")
    with pytest.raises(Unbound, match=problem):
        bound(query, people.owner, Scope())


def test_an_id_that_a_model_writes_counts_for_nothing(people: People) -> None:
    version = hold(people.owner)
    wrong = Query(Intent.FIGURE, (), (Filer(uuid.UUID(int=1), "Quillmark"),))
    (found,) = bound(wrong, people.owner, Scope()).filers
    assert isinstance(found, Filer) and version.document.company and found.uid == version.document.company.uid


def test_a_draft_is_short_and_names_filers() -> None:
    draft = draft_of(ASKED)
    assert draft["filers"] == ["Quillmark Foundry (not resolved)"] and "tokens" not in draft and "order" not in draft
    assert years_of(ASKED) == {2023}
