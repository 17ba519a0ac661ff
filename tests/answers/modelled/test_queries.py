"""Queries that a model writes: the same schema as the grammar's, bound by the program or refused."""

import json
import uuid

import pytest

from apps.answers.modelled.planner import PlanReply
from apps.answers.modelled.queries import Unbound, bound, years_of
from apps.answers.modelled.query_form import draft_of, filled
from apps.answers.models import Status
from apps.inference.shapes import Shape
from apps.questions.expressions import At, Item, Ratio
from apps.questions.query import Form, Intent, Query, as_json, json_schema
from apps.questions.slots import Filer, Peers, Period, PeriodKind, Periods, UnresolvedFiler
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
    script = by_shape(plan=planned(ASKED), curate=curation(1), write=written("It was $45 million of tax [2]."))
    with configured(script) as server:
        answer = answered(people, ODD)
    assert answer.status == Status.WRITTEN and {one.quote for one in answer.citations.all()} == {"45"}
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
    assert draft == {
        "intent": "figure",
        "measures": [{"concept": "income_tax", "node": "item"}],
        "filers": ["Quillmark Foundry (not resolved)"],
        "periods": {"listed": [{"kind": "year", "year": 2023}]},
    }
    assert years_of(ASKED) == {2023}


def test_a_model_writes_a_query_in_the_form_of_the_draft_by_the_grammars_schema() -> None:
    """Names stand for filers, and what the program fills is not asked for."""
    other = {"of": {"concept": "revenue", "lag": 0, "node": "item"}, "filer": "Brackwater", "node": "at"}
    draft = draft_of(ASKED) | {"filers": ["Quillmark Foundry", "peers"], "measures": [other]}
    reply = {"source": "filings", "questions": [{"question": ODD, "program": "", "query": draft}]}
    (proposed,) = PlanReply.model_validate_json(json.dumps(reply)).questions
    assert proposed.query and proposed.query.filers == (UnresolvedFiler("Quillmark Foundry"), Peers())
    assert isinstance(proposed.query.measures[0], At) and proposed.query.measures[0].filer == Filer(
        uuid.UUID(int=0), "Brackwater"
    )
    told, whole = Shape(PlanReply).response_format(), json_schema()["$defs"]
    (query,) = [one for one in fields(told) if "measures" in one]
    assert set(query) < whole["Query"]["properties"].keys() and not {"tokens", "taken", "about", "form"} & set(query)
    known = [*fields(whole), {"question", "program", "query"}, {"source", "questions"}]
    assert all(any(set(one) <= set(other) for other in known) for one in fields(told))
    assert len(json.dumps(told)) < 6_000


def fields(schema: object) -> list[dict[str, object]]:
    """The properties of every object in a schema."""
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = [schema["properties"]] if isinstance(schema, dict) and "properties" in schema else []
    return own + [found for one in inner for found in fields(one)]


def test_what_a_model_does_not_write_stays_as_the_rules_read_it() -> None:
    by_rules = Query(Intent.TEXT, form=Form(decimals=3), reports=("10-Q",), estimate=True)
    made = filled(ASKED, by_rules)
    assert (made.form, made.reports, made.estimate) == (by_rules.form, ("10-Q",), True)
    assert (made.intent, made.measures) == (ASKED.intent, ASKED.measures)
