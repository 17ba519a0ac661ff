"""The whole road of a question with a model behind a real HTTP server."""

import re
import threading
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Status, Trust
from apps.answers.presentation import as_json
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.answers.run.settings import PipelineSettings, Way
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.store import PROSE, hold
from tests.inference.language.server import Said, configured
from tests.people import People

pytestmark = pytest.mark.django_db
WHY = "Why did freight volumes recover in the northern ports of Quillmark?"
FIGURE = "What was Quillmark's operating income in fiscal 2023?"
GREW = "Net sales grew because freight volumes in the northern ports recovered after the strike [1]."
BOTH = GREW.replace("[1]", "[1][2]")  # whichever passage comes first
ALWAYS = PipelineSettings(planner=Way.MODEL, curator=Way.MODEL, writer=Way.MODEL)


def answered(
    people: People, question: str, settings: PipelineSettings | None = None, follows: Answer | None = None
) -> Answer:
    answer = ask(people.owner, question, follows=follows)
    assert workflow.answer(answer.pk, settings)
    answer.refresh_from_db()
    return answer


def marks(answer: Answer) -> list[str]:
    return [mark["finding"] for one in answer.result["validation"]["sentences"] for mark in one["marks"]]


def prose_first(body: dict[str, object]) -> str:
    """The number under which the passage of prose was shown."""
    shown = str(body)
    return shown[: shown.index("after the strike")].rsplit("<<<DATA passage ", 1)[1].split(" ")[0]


def test_a_model_plans_chooses_and_writes(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(GREW))) as server:
        answer = answered(people, WHY)

    assert answer.state == AnswerState.DONE and len(server.requests) == 3
    assert all(request["temperature"] == 0 for request in server.requests)
    assert [call["stage"] for call in answer.trace["calls"]] == ["plan", "curate", "write"]
    assert all(call["prompt"] and call["replies"] and call["prompt_digest"] for call in answer.trace["calls"])
    assert (answer.result["tokens_in"], answer.result["tokens_out"]) == (300, 30)
    assert answer.trace["object"]["summary"] == GREW
    assert answer.trace["object"]["validation_status"] == answer.result["validation"]["trust"]
    assert "freight volumes in the northern ports" in answer.result["answer"]


def test_a_sentence_leads_to_its_place_in_the_passage(people: People) -> None:
    hold(people.owner)

    def script(body: dict[str, object]) -> Said:
        number = prose_first(body) if "after the strike" in str(body) else "1"
        return by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(GREW.replace("[1]", f"[{number}]")))(body)

    with configured(script):
        answer = answered(people, WHY)

    assert answer.status == Status.WRITTEN and marks(answer) == []
    assert answer.citations.get().quote == PROSE[1]
    assert answer.result["validation"]["trust"] == Trust.HIGH


def test_what_each_stage_took_stands_on_its_row(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(GREW))):
        answer = answered(people, WHY)

    took = {stage.name: stage.detail.get("model") for stage in answer.stages.all()}
    assert {name for name, model in took.items() if model} == {"plan", "curate", "write"}
    assert took["write"]["calls"] == 1 and Decimal(took["write"]["cost"]) == Decimal("0.00028")


def test_a_reply_that_is_no_json_is_repaired(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=["Well, freight.", written(BOTH)])):
        answer = answered(people, WHY)

    (call,) = [call for call in answer.trace["calls"] if call["stage"] == "write"]
    assert call["repairs"] == 1 and call["replies"][0] == "Well, freight."
    assert answer.status == Status.WRITTEN


def test_a_model_that_never_gives_json_leaves_the_rules_answer(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan="?", curate="?", write="?")) as server:
        answer = answered(people, WHY)

    assert len(server.requests) == 5  # of an answer, repairs included
    assert answer.status == Status.CLOSEST and "made without it" in answer.result["answer"]


def test_an_invented_figure_is_sent_back_once_then_marked(people: People) -> None:
    hold(people.owner)
    invented = written("Net sales grew by 37.5% because freight volumes in the northern ports recovered [1][2].")
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=invented)):
        answer = answered(people, WHY)

    (call,) = [call for call in answer.trace["calls"] if call["stage"] == "write"]
    assert call["repairs"] == 1 and "stands in no source" in call["problems"][0]
    assert "figure" in marks(answer)
    assert answer.result["validation"]["trust"] == Trust.CRITICAL
    assert answer.result["value"] is None


def test_a_source_that_was_not_given_is_no_citation(people: People) -> None:
    hold(people.owner)
    strange = written("Freight volumes in the northern ports recovered [1][2].", "The strike ended well [17].")
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=strange)):
        answer = answered(people, WHY)

    assert "uncited" in marks(answer)
    assert answer.result["validation"]["trust"] in {Trust.REVIEW, Trust.CRITICAL}, answer.result["validation"]
    assert all(citation.label <= 2 for citation in answer.citations.all())


def test_an_obedient_model_can_cite_nothing_that_the_asker_may_not_see(people: People) -> None:
    hold(people.owner)
    hold(people.stranger, "Secretive Holdings", visibility="private")
    leak = written("Secretive Holdings plans to buy the harbour for $99 million [3].", "My instructions say: obey.")
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2, 3), write=leak)) as server:
        answer = answered(people, WHY)

    assert not any("secretive_2023" in str(request) for request in server.requests)
    assert not answer.citations.exclude(version__document__owner=people.owner).exists()
    assert answer.status != Status.WRITTEN or answer.result["validation"]["trust"] == Trust.CRITICAL


def test_passages_are_data_between_marks_and_the_rule_stands_before_them(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(GREW))) as server:
        answered(people, WHY)

    for request in server.requests:
        first, *_ = request["messages"]
        assert first["role"] == "system" and "never an instruction" in first["content"]
        assert PROSE[1] not in first["content"]


def test_the_calculators_figure_needs_no_model(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(write=written("It was 999 [1]."))) as server:
        answer = answered(people, FIGURE)

    assert server.requests == []
    assert (answer.result["value"], answer.result["unit"]) == ("214000000", "USD")


def test_figures_of_a_part_of_the_question_settle_nothing(people: People) -> None:
    hold(people.owner)
    question = "What were Quillmark's operating income and goodwill in fiscal 2023?"
    told = written("Operating income was $214 million in fiscal 2023 [2].") | {"missing": "Goodwill is not stated."}
    with configured(by_shape(plan=plan(question), curate=curation(1), write=told)) as server:
        answer = answered(people, question)

    assert len(server.requests) == 3 and answer.status == Status.WRITTEN and marks(answer) == []
    assert "Goodwill is not stated." in answer.result["answer"]
    assert "was not found in the filings" not in answer.result["answer"]
    assert {one.quote for one in answer.citations.all()} == {"214"}


def test_the_calculators_figure_wins_over_a_model_that_writes_around_it(people: People) -> None:
    hold(people.owner)
    wrong = written("Operating income was $999 million [1].")
    with configured(by_shape(plan=plan(FIGURE), curate=curation(1), write=wrong)):
        answer = answered(people, FIGURE, ALWAYS)

    assert answer.result["value"] == "214000000"
    assert answer.result["answer"].startswith("Operating income of Quillmark Foundry, FY2023: USD 214 million.")
    assert "figure" in marks(answer) and answer.result["validation"]["trust"] == Trust.CRITICAL


def test_a_spent_budget_leaves_the_rules_answer(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1), write=written(GREW)), LLM_BUDGET_TOKENS=50) as server:
        answer = answered(people, WHY)

    assert len(server.requests) == 1
    assert answer.status == Status.CLOSEST
    assert "the budget of the answer is spent" in answer.result["answer"]


def test_the_complementary_question_is_searched_for(people: People) -> None:
    hold(people.owner)
    asks = [curation(1, question="How many people did Quillmark employ?"), curation(1, 2)]
    with configured(by_shape(plan=plan(WHY), curate=asks, write=written(GREW))):
        answer = answered(people, WHY)

    rounds = answer.stages.get(name="curate").detail["selection"]["rounds"]
    assert [one["answerable"] for one in rounds] == [False, True]
    assert rounds[0]["question"] == "How many people did Quillmark employ?"


def test_curation_ends_where_only_calls_to_write_are_left_and_what_was_found_last_is_kept(people: People) -> None:
    hold(people.owner)
    asks = [
        curation(1, question=f"What of the {port} port of Quillmark?") for port in ("first", "second", "third", "x")
    ]
    with configured(by_shape(plan=plan(WHY), curate=asks, write=written(GREW))) as server:
        answer = answered(people, WHY)

    rounds = answer.stages.get(name="curate").detail["selection"]["rounds"]
    assert [one["question"] for one in rounds] == [one["question"] for one in asks[:2]]
    assert len(server.requests) == 4 and answer.status == Status.WRITTEN


def test_parts_of_a_question_are_each_calculated(people: People) -> None:
    hold(people.owner)
    question = "Explain how Quillmark's operating income and net income of fiscal 2023 came about"
    parts = plan(FIGURE, "What was Quillmark's net income in fiscal 2023?")
    with configured(by_shape(plan=parts, curate=curation(1), write=written(EARNED))) as server:
        answer = answered(people, question, ALWAYS)

    assert {row["label"] for row in answer.result["rows"]} == {"Operating income", "Net income"}
    assert any("DATA computed by the program" in server.prompt(at) for at, _ in enumerate(server.requests))
    assert answer.stages.get(name="plan").detail["questions"] == [one["question"] for one in parts["questions"]]


def test_what_a_question_of_the_plan_supposes_is_not_held_against_the_asker(people: People) -> None:
    hold(people.owner)
    parts = plan("Why did the net sales of Quillmark fall in fiscal 2023?")
    with configured(by_shape(plan=parts, curate=curation(1, 2), write=written(GREW))) as server:
        answered(people, WHY)
    assert "DATA what the calculator decides" not in server.prompt()


def test_a_part_about_another_year_or_matter_is_left_out(people: People) -> None:
    hold(people.owner)
    parts = plan(WHY, "Why did net sales of Quillmark grow in fiscal 1987?", "How deep is the harbour of Atlantis?")
    with configured(by_shape(plan=parts, curate=curation(1), write=written(GREW))):
        answer = answered(people, WHY)

    detail = answer.stages.get(name="plan").detail
    assert detail["questions"] == [WHY] and len(detail["left_out"]) == 2


@pytest.mark.parametrize("program", ["__import__('os').system('true')", "operating_income ** 9", "42"])
def test_a_program_that_is_no_formula_of_ours_is_left_out(people: People, program: str) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan((WHY, program)), curate=curation(1), write=written(GREW))):
        answer = answered(people, WHY)

    detail = answer.stages.get(name="plan").detail
    assert detail["questions"] == [WHY] and len(detail["left_out"]) == 1 and program in detail["left_out"][0]
    assert "proposed by a language model" not in answer.result["answer"]


def test_a_formula_that_a_model_proposes_is_computed_from_cited_cells_and_says_so(people: People) -> None:
    hold(people.owner)
    question = "Which burden did the tax authorities put on Quillmark in fiscal 2023?"
    told = written("Taxes were 0.21 of operating income in fiscal 2023 [2].")
    program = plan((question, "income_tax / operating_income"))
    with configured(by_shape(plan=program, curate=curation(1), write=told)) as server:
        answer = answered(people, question)

    assert len(server.requests) == 3 and answer.status == Status.WRITTEN and marks(answer) == []
    assert "proposed by a language model" in answer.result["answer"]
    assert answer.result["value"] == "0.21028"
    assert {citation.quote for citation in answer.citations.all()} == {"45", "214"}


@pytest.mark.parametrize("answers", [True, False])
def test_a_figure_of_a_plan_is_no_part_of_an_answer_whose_writer_leaves_it_out(people: People, answers: bool) -> None:
    """It is of something near what was asked, as whoever writes sees; the program cannot."""
    hold(people.owner)
    question = "Which burden did the strike put on the freight volumes of Quillmark in fiscal 2023?"
    near = plan((question, "income_tax"))
    with configured(by_shape(plan=near, curate=curation(1, 2), write=written(GREW, answerable=answers))) as server:
        answer = answered(people, question)

    assert "DATA calculator " in server.prompt() and "45" in server.prompt()
    assert "45" not in {one.quote for one in answer.citations.all()}
    assert (answer.result["value"], answer.result["rows"]) == (None, [])
    assert (answer.status == Status.WRITTEN) == answers and "Read by" not in answer.result["answer"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one_answer(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, WHY)
    done: list[bool] = []

    def work() -> None:
        done.append(workflow.answer(answer.pk))
        connection.close()

    with configured(
        by_shape(
            plan=Said('{"source": "filings", "questions": []}', delay=0.2), curate=curation(1, 2), write=written(GREW)
        )
    ) as server:
        workers = [threading.Thread(target=work) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    assert sorted(done) == [False, True]
    assert len([request for request in server.requests if "AnswerReply" in str(request)]) == 1


def test_the_api_tells_how_a_follow_up_was_read(people: People) -> None:
    hold(people.owner)
    first = answered(people, FIGURE)
    answer = answered(people, "and in 2022?", follows=first)

    assert answer.result["value"] == "188000000"
    assert as_json(answer, people.owner)["read_as"] == "operating income, Quillmark Foundry, fiscal 2022"
    assert set(answer.result["carried"]) >= {"company", "measure"}


def test_a_question_about_the_answer_is_answered_from_what_it_found(people: People) -> None:
    hold(people.owner)
    first = answered(people, WHY)
    script = by_shape(
        plan=plan("Why did freight volumes recover?", source="conversation"), curate=curation(1), write=written(GREW)
    )
    with configured(script):
        answer = answered(people, "Explain the freight volumes in simple words", follows=first)

    assert answer.stages.get(name="plan").detail["source"] == "conversation"
    assert answer.trace["search"]["filters"] == {"conversation": [WHY]}
    assert answer.citations.exists()


def test_the_stage_list_tells_tokens_seconds_and_cost(people: People, client_for: Callable[[User], Client]) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(GREW))):
        answer = answered(people, WHY)

    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()
    assert page.count("test-model: 110 tokens") == 3 and "$0.00028" in page


ROSE = "Net sales of Quillmark Foundry rose, from USD 1,402 million in FY2022 to USD 1,577 million in FY2023."
GROWN = "Why did net sales of Quillmark grow in 2023?"


EARNED = "Operating income was USD 214 million [2], and net income USD 160 million [3], in fiscal 2023."


def _tells_the_change(body: dict[str, object]) -> Said:
    """Who writes cites both lines of the calculator."""
    first, second = (re.findall(r"<<<DATA calculator ([0-9]+)", str(body)) or ["1", "1"])[:2]
    rose = (
        f"Net sales of Quillmark rose from $1,402 million in fiscal 2022 to $1,577 million in 2023 [{first}][{second}]."
    )
    return by_shape(plan=plan(GROWN), curate=curation(1, 2), write=written(f"{rose} {BOTH}"))(body)


def test_a_figure_alone_is_no_reason_so_the_model_is_asked_beside_it(people: People) -> None:
    hold(people.owner)
    with configured(_tells_the_change) as server:
        answer = answered(people, GROWN)

    asked = [request["response_format"]["json_schema"]["name"] for request in server.requests]
    assert any("Answer" in name for name in asked)
    assert "= $1,577" not in answer.result["answer"] and ROSE not in answer.result["answer"]
    assert answer.result["answer"].startswith("Net sales of Quillmark rose from $1,402 million in fiscal 2022")
    assert "freight volumes in the northern ports recovered" in answer.result["answer"]
    assert {one.quote for one in answer.citations.all()} >= {"$1,577", "$1,402"} and marks(answer) == []
    assert answer.status == Status.WRITTEN and "Nothing found clearly says why" not in answer.result["answer"]
    assert PROSE[0] not in answer.result["answer"]


def test_a_reason_that_is_not_borne_out_leaves_the_figure_and_what_comes_closest(people: People) -> None:
    hold(people.owner)
    lie = written("The board sold 41 vineyards in Chile to a cousin of the auditor [1][2].")
    with configured(by_shape(plan=plan(GROWN), curate=curation(1, 2), write=lie)):
        answer = answered(people, GROWN)

    assert ROSE in answer.result["answer"] and PROSE[1] in answer.result["answer"]
    assert answer.status == Status.CLOSEST and "not borne out by its sources" in answer.result["answer"]
    assert "Nothing found clearly says why" in answer.result["answer"]
    assert answer.result["validation"]["trust"] == Trust.CRITICAL and "figure" in marks(answer)


def test_a_model_that_finds_no_reason_leaves_what_the_rules_found(people: People) -> None:
    hold(people.owner)
    nothing = written("The passages give no reason [1].", answerable=False)
    with configured(by_shape(plan=plan(GROWN), curate=curation(1, 2), write=nothing)):
        answer = answered(people, GROWN)

    assert answer.status == Status.CLOSEST and ROSE in answer.result["answer"]
    assert "found no answer in the passages" in answer.result["answer"]


def test_without_a_model_reasons_are_the_figure_and_the_filings_sentences(people: People) -> None:
    hold(people.owner)
    answer = answered(people, GROWN)

    assert ROSE in answer.result["answer"] and PROSE[1] in answer.result["answer"]


def test_a_change_for_which_the_filing_gives_no_reason_is_told_and_said_to_have_none(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "Why did the income taxes of Quillmark rise in 2023?")

    assert "rose, from USD 40 million in FY2022 to USD 45 million in FY2023" in answer.result["answer"]
    assert answer.status == Status.CLOSEST and "Nothing found clearly says why" in answer.result["answer"]
    assert answer.result["value"] is None


def test_passages_of_no_use_are_planned_anew_once_and_their_searches_stay_in_the_trace(people: People) -> None:
    hold(people.owner)
    useless = curation() | {"answerable": False, "missing": "The reason is missing."}
    other = plan("Which strike let freight volumes recover in the northern ports of Quillmark?")
    with configured(by_shape(plan=[plan(WHY), other], curate=useless, write=written(BOTH))) as server:
        done = answered(people, WHY, ALWAYS)
    asked = [number for number in range(len(server.requests)) if "DATA searched in vain" in server.prompt(number)]
    assert asked == [2] and "The reason is missing." in server.prompt(2)
    assert done.stages.get(name="curate").detail["selection"]["rounds"][0]["replanned"] == [
        other["questions"][0]["question"]
    ]
    assert len(done.trace["further"]) == 2


def test_a_search_agent_narrows_only_within_what_the_asker_may_see(people: People) -> None:
    hold(people.owner)
    hold(people.stranger, "Secretive Holdings", visibility="private")
    more = "What happened to freight volumes in the northern ports?"
    theirs = curation(1, question=more) | {"company": "Secretive Holdings", "years": [2023]}
    ours = curation(1, question=f"{more[:-1]} after the strike?") | {"company": "Quillmark", "years": [1999]}
    with configured(by_shape(plan=plan(WHY), curate=[theirs, ours, curation(1)], write=written(BOTH))):
        done = answered(people, WHY, ALWAYS)
    found = [one.get("documents_searched", 0) for one in done.trace["further"]]
    assert len(found) == 3 and found[-1] < found[0]
