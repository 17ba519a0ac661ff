"""The whole road of a question over a filing in the store, with real search and real vectors."""

import uuid
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.answers.judge.pair_model import PairJudge
from apps.answers.models import Answer, AnswerState, Stage, StageName, Status, Trust
from apps.answers.presentation import as_json
from apps.answers.run import stations, workflow
from apps.answers.run.asking import ask, retry, stop, sweep
from apps.answers.run.settings import PipelineSettings
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document, Page, Visibility
from apps.questions.query import as_json as as_query
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for
from tests.answers.asked import MAIN_ROAD, Scripted
from tests.answers.store import PROSE, hold
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def answered(people: People, question: str, scope: Scope | None = None, **given: Any) -> Answer:
    answer = ask(people.owner, question, scope, **given)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_a_figure_is_the_row_with_the_column_of_the_year(people: People) -> None:
    version = hold(people.owner)
    answer = answered(people, FIGURE)

    assert (answer.state, answer.status) == (AnswerState.DONE, Status.EXTRACTED)
    row = answer.result["rows"][0]
    assert (row["label"], row["period"], row["value"]) == ("Operating income", "FY2023", "214")
    assert (answer.result["value"], answer.result["unit"]) == ("214000000", "USD")
    citation = answer.citations.get()
    assert (citation.version, citation.page, citation.label) == (version, 1, 1)
    assert citation.quote == "214"


def test_the_value_comes_in_the_unit_asked_for(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "What were Quillmark's net sales in FY2022 (in USD millions)?")

    assert (answer.result["value"], answer.result["unit"]) == ("1402", "USD millions")


def test_a_textual_question_gets_sentences_word_for_word(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "Why did net sales of Quillmark grow?")

    assert answer.result["value"] is None
    assert "freight volumes in the northern ports recovered" in answer.result["answer"]


def test_what_nobody_judged_is_offered_as_the_closest_passage(people: People) -> None:
    hold(people.owner)
    quoted = answered(people, "To which ports does Quillmark ship its housings?")

    assert quoted.status == Status.CLOSEST and quoted.result["validation"]["trust"] == Trust.LOW
    assert "closest passages" in {reason["rule"] for reason in quoted.result["validation"]["reasons"]}
    assert "ship cast turbine housings" in quoted.result["answer"] and quoted.result["value"] is None


def test_a_count_is_cited_in_its_sentence(people: People) -> None:
    hold(people.owner)
    told = answered(people, "How many people did Quillmark employ in 2023?")

    assert told.result["value"] == "1240" and told.citations.exists()
    assert told.result["validation"]["trust"] in (Trust.HIGH, Trust.MEDIUM)  # how likely it is meant is the judge's


def test_figures_that_a_judge_doubts_are_not_told(people: People) -> None:
    hold(people.owner)
    answer = answered(people, FIGURE, own_settings={"figures": 1.01})

    assert answer.result["value"] is None and answer.status in {Status.CLOSEST, Status.NOT_FOUND}
    assert "confirm that under “Change the reading”" in answer.result["answer"]


def test_a_reading_that_the_asker_chose_is_not_doubted(people: People) -> None:
    hold(people.owner)
    read = as_query(read_for(people.owner, Scope(), FIGURE).query)
    answer = answered(people, FIGURE, query=read, own_settings={"figures": 1.01})

    assert answer.result["value"] == "214000000"
    assert answer.result["validation"]["trust"] == Trust.HIGH


@pytest.mark.parametrize(("least", "trust"), [(0.0, Trust.HIGH), (1.01, Trust.MEDIUM)])
def test_how_likely_figures_are_meant_bounds_their_trust(people: People, least: float, trust: Trust) -> None:
    hold(people.owner)
    told = answered(people, FIGURE, own_settings={"trust.computed_high": least}).result["validation"]

    assert told["trust"] == trust
    assert any("chance of being what you asked for" in one["text"] for one in told["reasons"]) == (
        trust == Trust.MEDIUM
    )


def test_passages_that_state_no_figure_are_no_answer_to_a_question_for_one(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "What was the inventory turnover of Quillmark in fiscal 2023?")

    assert answer.status in {Status.CLOSEST, Status.NOT_FOUND}
    assert answer.result["value"] is None


def test_what_was_searched_is_said_in_the_words_of_the_question(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "How many lighthouses of granite does Quillmark own?")

    assert answer.status == Status.NOT_FOUND
    told = answer.result["answer"].lower()
    assert "lighthouses" in told and "granite" in told and "granit," not in told


def test_every_citation_resolves_to_the_page(people: People) -> None:
    hold(people.owner)
    for question in (FIGURE, "How many people did Quillmark employ?"):
        answer = answered(people, question)
        assert answer.citations.exists()
        for citation in answer.citations.all():
            page = Page.objects.get(version=citation.version, number=citation.page)
            assert page.text[citation.start : citation.end] == citation.quote
            assert citation.boxes and all(box[0] == citation.page for box in citation.boxes)
            assert citation.chunk.version == citation.version


@pytest.mark.parametrize(
    "question",
    [
        "What was Quillmark's operating income in fiscal 1999?",
        "What was Brambleholt's operating income in fiscal 2023?",
        "How deep is the harbour of Atlantis?",
    ],
)
def test_what_does_not_fit_is_not_found_and_says_what_was_searched(people: People, question: str) -> None:
    hold(people.owner)
    answer = answered(people, question)

    assert (answer.state, answer.status) == (AnswerState.DONE, Status.NOT_FOUND)
    assert "Searched 1 document (2 passages)" in answer.result["answer"]
    assert answer.result["value"] is None
    assert not answer.citations.exists()


def test_an_empty_library_is_said(people: People) -> None:
    answer = answered(people, FIGURE)

    assert answer.status == Status.NOT_FOUND
    assert "0 documents" in answer.result["answer"]


def test_another_persons_private_filing_answers_nothing(people: People) -> None:
    hold(people.stranger, visibility=Visibility.PRIVATE)
    answer = answered(people, FIGURE)

    assert answer.status == Status.NOT_FOUND
    assert "214" not in str(as_json(answer, people.owner))
    assert answer.result["searched"]["passages"] == 0


def test_the_scope_narrows_the_search(people: People) -> None:
    hold(people.owner)
    other = hold(people.owner, "Brambleholt Mills")
    answer = answered(people, "What was operating income in fiscal 2023?", Scope(documents=(other.document.uid,)))

    assert answer.result["documents"] == [other.document.name]


def test_every_stage_and_candidate_is_kept(people: People) -> None:
    hold(people.owner)
    answer = answered(people, FIGURE)

    assert [stage.name for stage in answer.stages.all()] == MAIN_ROAD
    assert all(stage.ended and stage.ended >= stage.started for stage in answer.stages.all())
    chosen = answer.candidates.get(chosen=True)
    assert chosen.chunk == answer.citations.get().chunk
    assert chosen.reason == "cited as [1]"
    assert all(candidate.reason for candidate in answer.candidates.all())
    assert answer.settings_hash == PipelineSettings.configured().digest()
    assert answer.trace["pipeline"]["text"]["accept"] == PipelineSettings().text.accept


def test_asking_and_answering_leave_events(people: People) -> None:
    hold(people.owner)
    answer = answered(people, FIGURE)
    asked, done = AuditEvent.objects.filter(subject_uid=answer.uid).order_by("id")

    assert (asked.action, asked.actor_uid, asked.detail["question"]) == (Action.ASKED, people.owner.uid, FIGURE)
    assert (done.action, done.detail["status"]) == (Action.ANSWERED, "Extracted")
    assert done.detail["citations"] == [str(answer.citations.get().uid)]
    assert done.detail["settings"] == answer.settings_hash


def test_a_finished_answer_is_not_done_again(people: People) -> None:
    hold(people.owner)
    answer = answered(people, FIGURE)

    assert not workflow.answer(answer.pk)
    assert answer.stages.count() == len(MAIN_ROAD)


def test_an_answer_that_is_gone_is_left_quietly(db: None) -> None:
    assert not workflow.answer(10**9)


def test_a_dead_workers_answer_is_taken_up_with_nothing_doubled(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    past = timezone.now() - timedelta(minutes=5)
    Answer.objects.filter(pk=answer.pk).update(
        state=AnswerState.WORKING, lease=uuid.uuid4(), lease_until=past, attempts=1, enqueued=past
    )
    Stage.objects.create(answer=answer, name=StageName.INTENT, attempt=1, started=past)

    assert sweep() == 1
    assert workflow.answer(answer.pk)

    answer.refresh_from_db()
    assert Counter(stage.name for stage in answer.stages.filter(attempt=2)) == Counter(MAIN_ROAD)
    assert answer.citations.count() == 1
    actions = Counter(AuditEvent.objects.filter(subject_uid=answer.uid).values_list("action", flat=True))
    assert actions == Counter({Action.ASKED: 1, Action.RESUMED: 1, Action.ANSWERED: 1})


def test_a_question_that_kills_its_worker_ends_failed(people: People) -> None:
    answer = ask(people.owner, FIGURE)
    Answer.objects.filter(pk=answer.pk).update(attempts=workflow.MAX_ATTEMPTS)

    assert workflow.answer(answer.pk)

    answer.refresh_from_db()
    assert answer.state == AnswerState.FAILED
    assert "stopped the worker" in answer.error


def test_a_stage_that_breaks_is_recorded_and_can_be_retried(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)

    def broken(*args: Any) -> None:
        raise ZeroDivisionError("out of numbers")

    with monkeypatch.context() as patch:
        patch.setattr(stations, "judge", broken)
        with pytest.raises(ZeroDivisionError):
            workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert (answer.state, answer.diagnostics["exception"]) == (AnswerState.FAILED, "ZeroDivisionError")
    assert "out of numbers" not in answer.error

    retry(answer, people.owner)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert (answer.state, answer.error, answer.citations.count()) == (AnswerState.DONE, "", 1)


def test_an_answer_stopped_on_the_way_is_not_finished(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    judge = stations.judge

    def stopped_meanwhile(*args: Any) -> Any:
        stop(answer, people.owner)
        return judge(*args)

    monkeypatch.setattr(stations, "judge", stopped_meanwhile)
    assert workflow.answer(answer.pk)

    answer.refresh_from_db()
    assert (answer.state, answer.result) == (AnswerState.STOPPED, {})
    assert not answer.stages.filter(name=StageName.WRITE).exists()


def test_a_document_taken_away_on_the_way_is_not_shown(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    version = hold(people.owner)
    answer = ask(people.teammate, FIGURE)
    write = stations.write

    def hidden_meanwhile(*args: Any) -> Any:
        Document.objects.filter(pk=version.document_id).update(visibility=Visibility.PRIVATE)
        return write(*args)

    monkeypatch.setattr(stations, "write", hidden_meanwhile)
    workflow.answer(answer.pk)

    answer.refresh_from_db()
    assert answer.status == Status.NOT_FOUND
    assert "214" not in answer.result["answer"]


def test_a_name_with_one_slip_is_read_and_the_answer_names_the_filer_in_full(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "What was the operating income of Quilmark in 2023?")

    assert answer.result["value"] == "214000000"
    assert "Quillmark Foundry" in answer.result["answer"] and "Quillmark Foundry" in answer.result["read_as"]


def test_a_filer_that_is_not_held_is_not_answered_with_the_figures_of_another(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "What was the operating income of Oakfield in 2023?")

    assert answer.status == Status.NOT_FOUND and answer.result["value"] is None
    assert "No filing of Oakfield is among the documents searched." in answer.result["answer"]


def test_a_name_that_two_filers_bear_is_not_answered_and_both_are_named(people: People) -> None:
    hold(people.owner, "Quillmark Foundry")
    hold(people.owner, "Quillmark Shipping")
    answer = answered(people, FIGURE)

    assert answer.status == Status.NOT_FOUND and answer.result["value"] is None
    assert "Quillmark Foundry" in answer.result["answer"] and "Quillmark Shipping" in answer.result["answer"]
    assert not answer.citations.exists()


WHY = "Why did freight volumes recover in the northern ports of Quillmark?"


@pytest.mark.parametrize(
    ("score", "status", "trust"), [(0.99, Status.EXTRACTED, Trust.HIGH), (0.4, Status.CLOSEST, Trust.LOW)]
)
def test_a_trained_judge_decides_whether_sentences_answer(
    people: People, monkeypatch: pytest.MonkeyPatch, score: float, status: Status, trust: Trust
) -> None:
    hold(people.owner)
    monkeypatch.setattr(stations, "configured_judge", lambda: PairJudge(Scripted(strike=score)))
    answer = answered(people, WHY)

    assert (answer.status, answer.result["validation"]["trust"]) == (status, trust)
    assert PROSE[1] in answer.result["answer"]
    (told,) = (one for one in answer.trace["judged"] if PROSE[1] in one["text"])
    assert told["by"] == "scripted" and told["answers"] == pytest.approx(score)


def test_a_premise_that_the_figures_contradict_is_told(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "Why did Quillmark's net sales fall in fiscal 2023?")

    told = "Net sales of Quillmark Foundry rose, from USD 1,402 million in FY2022 to USD 1,577 million in FY2023."
    assert answer.result["answer"].startswith(f"The question supposes otherwise: {told}")
    assert PROSE[1] not in answer.result["answer"] and answer.result["value"] is None
