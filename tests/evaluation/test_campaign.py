"""Injected failures, as the campaign makes them: a few, on a database of the tests; `manage.py campaign` has all."""

from pathlib import Path

import pytest
from django.db import connections
from pytest_django import Settings

from apps.evaluation.campaign import campaign, plan, subjects
from apps.evaluation.campaign.campaign import Result
from apps.evaluation.campaign.faults import Fault
from apps.evaluation.campaign.plan import Injection, injections
from apps.evaluation.campaign.report import as_json, line, table
from apps.inference import at_work

FEWEST = 60


def wanted(subject: str, words: str, fault: Fault) -> Injection:
    return next(one for one in injections() if (one.subject, one.words, one.fault) == (subject, words, fault))


def injected(injection: Injection, number: int = 1) -> Result:
    connections.close_all()  # what follows forks
    return campaign.injected(injection, number)


@pytest.fixture
def installation(settings: Settings, tmp_path: Path, transactional_db: None) -> None:
    settings.AUDIT_LOG_DIR, settings.MODELS_DIR = tmp_path / "log", tmp_path / "models"
    settings.AUDIT_KEY_PATH = tmp_path / "audit.key"
    settings.AUDIT_KEY = settings.AUDIT_VKEY = ""


@pytest.mark.faults
def test_work_that_was_harmed_is_taken_up_and_nothing_is_doubled(installation: None, subtests: pytest.Subtests) -> None:
    harmed = [
        wanted("sealing", "rows are there, no files", Fault.KILL),
        wanted("sealing", "signed, not written", Fault.KILL),
        wanted("sealing", "from the start", Fault.AHEAD),
        wanted("models", "committed, not yet pointed to", Fault.KILL),
    ]
    for number, injection in enumerate(harmed, start=1):
        with subtests.test(injection.words):
            result = injected(injection, number)
            assert result.good and result.died == (injection.fault is Fault.KILL), line(result)


@pytest.mark.faults
def test_what_is_not_recovered_is_told(installation: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "settle", lambda: None)
    monkeypatch.setattr(campaign, "PATIENCE", 0.5)
    monkeypatch.setattr(at_work, "point_to", lambda name: None)
    result = injected(wanted("models", "committed, not yet pointed to", Fault.KILL))
    assert not result.good and result.wrong == ("it came to no end",)
    assert (
        "NOT SURVIVED" in line(result)
        and "0 of 1 injections" in table([result])
        and '"killed": true' in as_json([result])
    )


def test_every_stage_and_every_fault_is_in_the_plan() -> None:
    made = injections()
    assert len(made) >= FEWEST and {one.subject for one in made} == set(subjects.SUBJECTS)
    assert {one.fault for one in made} == set(Fault)
    assert len({(one.subject, one.words, one.fault) for one in made}) == len(made)


def test_every_place_of_the_plan_is_there() -> None:
    places = [one.place for one in plan.injections() if one.place]
    assert all(callable(getattr(*place.owner())) for place in places)
