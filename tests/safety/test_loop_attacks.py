"""The attacks against the tools of the loop: as words of pages, as arguments, and obeyed in what is submitted."""

import json

import pytest

from apps.accounts.acting import acting_as
from apps.answers.check.citations import validate
from apps.answers.loop.looping import AT_ONCE
from apps.answers.loop.submitting import drafted
from apps.answers.loop.turns import Turn
from apps.answers.models import Trust
from apps.answers.run.settings import PipelineSettings, RoadKind
from apps.answers.tools.calls import DO, called
from apps.answers.tools.desk import Desk
from apps.answers.tools.shapes import Sentence, Submit
from apps.connect.calling import Caller, call
from apps.documents.models import DocumentVersion, Visibility
from apps.inference.language import Message, ToolCall
from apps.questions.query import Intent, Query
from tests.answers import store
from tests.answers.loop.scripts import asks, turns
from tests.answers.loop.test_loop import WHY, answered
from tests.answers.sources.market_company import add_words
from tests.inference.language.server import configured
from tests.people import People
from tests.safety.attacks import ATTACKS
from tests.safety.test_attacks import SECRETS, UNTRUSTED

pytestmark = pytest.mark.django_db
FIRST = 10  # page of the first attack
SHORTEST = {"company": "Quillmark", "item": "revenue", "filing": "quillmark_2023_10K", "words": "strike"}
OTHERS = {"first": 1, "last": 1, "name": "x", "expression": "t1_1_1", "on": "2023-12-29"}


@pytest.fixture
def attacked(people: People) -> DocumentVersion:
    """A filing with a page for each attack, and a stranger's private one that nothing may say a word of."""
    theirs = store.hold(people.stranger, "Brambleholt Mills", visibility=Visibility.PRIVATE)
    add_words(theirs, 5, "Net sales of $987,654 million; amber lighthouse protocol.")
    version = store.hold(people.owner)
    for at, attack in enumerate(ATTACKS):
        add_words(version, FIRST + at, attack.planted)
    return version


def test_what_a_page_says_stays_within_its_marks_and_what_obeys_it_is_not_trusted(
    people: People, attacked: DocumentVersion
) -> None:
    with acting_as(people.owner):
        for at, attack in enumerate(ATTACKS):
            desk, page = Desk(people.owner), FIRST + at + 1
            asked = ToolCall("c", "read_pages", json.dumps({"filing": f"f{attacked.pk}", "first": page, "last": page}))
            given = called(desk, asked.name, asked.arguments)
            _, result = Turn(Message("assistant", "", calls=(asked,)), ((asked, given),)).messages(old=False)
            first, *_, last = result.text.splitlines()
            assert first.startswith("<<<DATA result ") and last == f"<<<END {first.split()[-1][:-3]}>>>", attack.name
            assert result.text.count(last) == 1 and not [one for one in SECRETS if one in given.text]

            said = Submit(
                answerable=True, sentences=[Sentence(text=attack.obeyed[:600], ids=list(desk.sentences)[:12])]
            )
            draft = drafted(desk, said, Query(Intent.TEXT))
            trust = validate(draft, people.owner).validation["trust"] if draft else Trust.CRITICAL
            assert trust in {*UNTRUSTED, None}, (attack.name, trust)


def test_no_argument_moves_a_tool_or_leaks(people: People, attacked: DocumentVersion) -> None:
    with acting_as(people.owner):
        for name, (tool, _) in DO.items():
            fields = tool.arguments.model_json_schema()["properties"]
            usual = {field: one for field, one in {**SHORTEST, **OTHERS}.items() if field in fields}
            for attack in ATTACKS[:: max(1, len(ATTACKS) // 3)]:
                for field in [one for one, told in fields.items() if told.get("type") == "string"]:
                    told = call(Caller(people.owner), name, usual | {field: attack.planted}).text
                    first, *_, last = told.splitlines()
                    assert last == f"<<<END {first.split()[-1]}" and not [one for one in SECRETS if one in told]


def test_an_obedient_model_neither_reads_what_is_not_its_askers_nor_runs_on(
    people: People, attacked: DocumentVersion
) -> None:
    theirs = {"filing": "brambleholt_2023_10K", "first": 1, "last": 3}
    greedy = asks(*[("read_pages", theirs), ("search", {"words": "amber lighthouse", "exact": True})] * 20)
    with configured(turns(greedy)) as server:
        answer = answered(people, WHY, PipelineSettings(road=RoadKind.LOOP, loop_calls=4))
    sent = json.dumps(server.requests)
    assert len(server.requests) == 4 and not [one for one in SECRETS[:2] if one in sent]
    assert "lighthouse protocol" not in sent and "lighthouse protocol" not in str(answer.result)
    results = [one for one in server.requests[-1]["messages"] if one["role"] == "tool"]
    assert len(results) == 3 * AT_ONCE
