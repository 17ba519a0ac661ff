"""A trial over a model that is written down: rows, recordings, and what comes of walking them again."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from apps.answers.run.settings import RoadKind
from apps.evaluation import trial
from tests.answers.loop.scripts import asks, id_before, submits, turns
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.store import hold
from tests.inference.language.server import configured
from tests.people import People

pytestmark = pytest.mark.django_db
WHY = "Why did freight volumes recover in the northern ports of Quillmark?"
GREW = "Net sales grew because freight volumes in the northern ports recovered after the strike."
SEARCH = asks(("search", {"words": "freight strike", "company": "Quillmark"}))


def test_what_was_asked_is_kept_once_and_walked_again_without_an_endpoint(people: People, tmp_path: Path) -> None:
    hold(people.owner)
    asked = [trial.Question("q1", WHY)]
    script = turns(SEARCH, lambda body: submits((GREW, [id_before(body, "after the strike")])))
    with configured(script):
        (row,) = trial.run(asked, RoadKind.LOOP, people.owner, tmp_path, lambda line: None)
        assert trial.run(asked, RoadKind.LOOP, people.owner, tmp_path, lambda line: None) == []

    assert (row["calls"], row["tokens_in"], row["status"]) == (2, 200, "Written")
    assert json.loads((tmp_path / trial.ROWS).read_text()) == row and row["steps"][-1] == "submitted"
    file = tmp_path / trial.RECORDINGS / "q1-loop.json"
    assert trial.replayed(file, people.owner).same

    told = json.loads(file.read_bytes())
    told["calls"][1]["replies"] = ["nothing"]
    file.write_text(json.dumps(told))
    again = trial.replayed(file, people.owner)
    assert not again.same and again.strangers and "loop" in " ".join(again.told)

    told["made_with"]["settings"]["gone"] = 1
    file.write_text(json.dumps(told))
    with pytest.raises(CommandError, match="another state of the code"):
        call_command("trial", "replay", out=tmp_path, user=people.owner.username)


def test_a_workflow_is_walked_again_from_its_recording(people: People, tmp_path: Path) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(f"{GREW[:-1]} [1][2]."))):
        (row,) = trial.run([trial.Question("q1", WHY)], RoadKind.WORKFLOW, people.owner, tmp_path, lambda line: None)
    assert (row["calls"], row["status"]) == (3, "Written")
    assert trial.replayed(tmp_path / trial.RECORDINGS / "q1-workflow.json", people.owner).same


def test_parts_of_a_list_are_all_of_it_and_tell_no_gold(tmp_path: Path) -> None:
    file = tmp_path / "list.jsonl"
    rows = [{"id": f"q{at}", "question": f"What is {at}?", "answer": "gold"} for at in range(7)]
    file.write_text("\n".join(map(json.dumps, rows)))
    parts = [trial.questions(file, part, 3) for part in (1, 2, 3)]
    assert sorted(one.ident for part in parts for one in part) == [row["id"] for row in rows]
    assert "gold" not in str(parts)
    with pytest.raises(ValueError):
        trial.questions(file, 4, 3)
