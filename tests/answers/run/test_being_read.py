"""Questions about files that are still being read."""

import pytest

from apps.accounts.models import User
from apps.answers.models import Answer, Status
from apps.answers.presentation import as_json
from apps.answers.run import workflow
from apps.answers.run.asking import ask, retry
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from apps.retrieval.found import Scope
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def uploaded(
    owner: User, name: str, state: str = State.UPLOADED, visibility: str = Visibility.EVERYONE, company: str = ""
) -> Document:
    filer = Company.objects.get_or_create(name=company)[0] if company else None
    document = Document.objects.create(name=name, owner=owner, team=owner.team, visibility=visibility, company=filer)
    DocumentVersion.objects.create(document=document, sha256=name, file_name=f"{name}.pdf", size=1, state=state)
    return document


def answered(asker: User, question: str, scope: Scope | None = None) -> Answer:
    answer = ask(asker, question, scope)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


@pytest.mark.parametrize("state", [State.UPLOADED, State.NORMALIZED, State.ANALYZED, State.INDEXED])
def test_the_first_filing_is_waited_for_and_not_called_absent(people: People, state: str) -> None:
    document = uploaded(people.owner, "quillmark_2023_10K", state)
    answer = answered(people.owner, FIGURE)

    assert answer.status == Status.BEING_READ and answer.result["value"] is None
    assert "Not found" not in answer.result["answer"]
    (file,) = as_json(answer, people.owner)["reading"]
    assert file == {"id": str(document.uid), "document": "quillmark_2023_10K", "state": State(state).label}


def test_the_asked_filers_filing_is_waited_for_though_others_are_ready(people: People) -> None:
    hold(people.owner, "Brambleholt Mills")
    document = uploaded(people.owner, "quillmarkfoundry_2023_10K")

    assert answered(people.owner, FIGURE).result["reading"] == [str(document.uid)]


def test_a_filer_known_only_by_the_company_given_at_the_upload(people: People) -> None:
    hold(people.owner, "Brambleholt Mills")
    document = uploaded(people.owner, "scan0012", company="Quillmark Foundry")

    assert answered(people.owner, FIGURE).result["reading"] == [str(document.uid)]


def test_what_others_answer_does_not_wait(people: People) -> None:
    hold(people.owner)
    uploaded(people.owner, "brambleholt_2023_10K")
    uploaded(people.owner, "annual_report_2024")

    assert answered(people.owner, FIGURE).status == Status.EXTRACTED
    assert answered(people.owner, "What was the operating income in fiscal 2023?").status == Status.EXTRACTED


@pytest.mark.parametrize("state", [State.READY, State.ERROR])
def test_files_that_are_read_or_cannot_be_are_not_waited_for(people: People, state: str) -> None:
    uploaded(people.owner, "quillmark_2023_10K", state)

    assert answered(people.owner, FIGURE).status == Status.NOT_FOUND


def test_a_strangers_private_file_is_not_told_of(people: People) -> None:
    uploaded(people.owner, "quillmark_2023_10K", visibility=Visibility.PRIVATE)
    answer = answered(people.stranger, FIGURE)

    assert answer.status == Status.NOT_FOUND and answer.result["reading"] == []


def test_names_are_told_to_those_who_may_see_the_files_now(people: People) -> None:
    document = uploaded(people.owner, "quillmark_2023_10K", visibility=Visibility.EVERYONE)
    answer = answered(people.teammate, FIGURE)
    Document.objects.filter(pk=document.pk).update(visibility=Visibility.PRIVATE)

    assert as_json(answer, people.teammate)["reading"] == []
    assert "quillmark" not in answer.result["answer"].lower()


def test_what_was_narrowed_to_other_documents_does_not_wait(people: People) -> None:
    held = hold(people.owner, "Brambleholt Mills").document
    uploaded(people.owner, "quillmark_2023_10K")

    assert answered(people.owner, FIGURE, Scope(documents=(held.uid,))).status == Status.NOT_FOUND


def test_asked_again_when_the_file_is_ready_it_is_answered(people: People) -> None:
    waiting = uploaded(people.owner, "quillmark_2023_10K")
    answer = answered(people.owner, FIGURE)
    waiting.versions.update(state=State.READY)
    hold(people.owner)

    retry(answer, people.owner)
    assert (answer.status, answer.result) == ("", {})
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert (answer.status, answer.result["value"]) == (Status.EXTRACTED, "214000000")
    assert answer.result["reading"] == []
