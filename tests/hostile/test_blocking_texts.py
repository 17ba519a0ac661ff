"""The two texts that stopped every worker for hours: each is answered or refused in two seconds of its worker."""

import resource
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile

from apps.answers.models import AnswerState
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.documents import life_cycle
from apps.documents.models import State
from apps.documents.uploads import accept
from tests.people import People

pytestmark = pytest.mark.django_db
ALLOWED = 2.0  # seconds of processor time, children included


def spent() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def test_a_question_of_blanks(people: People) -> None:
    workflow.answer(ask(people.owner, "What is a lease?").pk)  # models are loaded once
    answer = ask(people.owner, f"net{' ' * 3900}income")
    before = spent()
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert answer.state == AnswerState.DONE
    assert spent() - before < ALLOWED


@pytest.mark.parametrize("question", ["that is " * 249, "with is defined as " * 105, "net income of the " * 111])
def test_a_question_of_repeats(people: People, question: str) -> None:
    workflow.answer(ask(people.owner, "What is a lease?").pk)
    answer = ask(people.owner, question)
    before = spent()
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert answer.state == AnswerState.DONE
    assert spent() - before < ALLOWED * 2  # many stages read it


def test_a_file_of_one_letter(people: People, tmp_path: Path, settings: Any) -> None:
    """It takes no longer than plain prose of its size, give or take what a loaded machine adds."""
    settings.MEDIA_ROOT = tmp_path

    def read(name: str, text: bytes) -> float:
        version = accept(people.owner, name, ContentFile(text)).version
        before = spent()
        assert life_cycle.advance(version.pk) in {State.NORMALIZED, State.ERROR}
        assert life_cycle.advance(version.pk) in {State.ANALYZED, State.ERROR}
        return spent() - before

    read("first.txt", b"Annual Report of Zephyrwick")  # libraries are loaded once
    prose = read("prose.txt", b"Annual Report " + b"Sales rose by a tenth in the year. " * 14_286)
    assert read("note.txt", b"Annual Report " + b"A" * 500_000) < 2 * prose + ALLOWED
