"""Question sets of one's own: brought as files, asked as runs, judged, compared; nobody else's business."""

import json
from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from apps.answers.models import Answer, AnswerState, Stage, Status
from apps.evaluation import conditions, costs, question_sets, runs, variants
from apps.evaluation.models import Expected, QuestionSet, Run, Verdict
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = {"question": "Quillmark revenue 2023?", "type": "figure", "value": 1577, "unit": "USD millions"}
WORDS = {"question": "Why did sales fall?", "type": "words", "documents": ["quillmark_2023"], "pages": [4]}


def brought(people: People, *rows: dict[str, object]) -> QuestionSet:
    lines = "\n".join(json.dumps(row) for row in rows or (FIGURE, WORDS))
    return question_sets.take(people.owner, "Quarterly", "set.jsonl", lines.encode())


def answered(run: Run, ordinal: int, value: str | None = None, status: Status = Status.CALCULATED) -> None:
    """What a worker would have done."""
    result = {"answer": "An answer.", "value": value, "unit": "USD", "documents": [], "pages": [["quillmark_2023", 3]]}
    row = run.answers.get(expected__ordinal=ordinal)
    Answer.objects.filter(pk=row.answer_id).update(state=AnswerState.DONE, status=status, result=result)


def test_a_table_and_lines_of_json_are_the_same_set(people: People) -> None:
    table = 'question,type,value,unit,documents,pages\nSales?,figure,"1,577",USD millions,a;b,4;5\n'
    of_table = question_sets.take(people.owner, "t", "set.csv", table.encode()).questions.get()
    line = {"question": "Sales?", "type": "figure", "value": 1577, "unit": "USD millions", "documents": ["a", "b"]}
    of_json = brought(people, line | {"pages": [4, 5]}).questions.get()
    for name in ("question", "kind", "value", "unit", "documents", "pages"):
        assert getattr(of_table, name) == getattr(of_json, name)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no questions"),
        (b"{not json", "Line 1 is no JSON"),
        (b"[1]", "no object"),
        (b'{"question": ""}', "Question 1 is empty"),
        (b'{"question": "a", "value": "much"}', "is no number"),
        (b'{"question": "a", "value": "1e99"}', "cannot be kept"),
        (b'{"question": "a", "pages": ["x"]}', "is no page"),
        (b"\xff\xfe", "not UTF-8"),
        (b'{"question": "a"}\n' * 501, "may hold 500"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(people: People, content: bytes, told: str) -> None:
    with pytest.raises(question_sets.BadSetError, match=told):
        question_sets.take(people.owner, "t", "set.jsonl", content)
    assert not QuestionSet.objects.exists()


@pytest.mark.parametrize(
    ("value", "unit", "expected", "expected_unit", "same"),
    [
        ("1577000000", "USD", "1577", "USD millions", True),
        ("1.577", "USD billions", "1577", "million dollars", True),
        ("1577", "USD", "1577", "USD millions", False),
        ("24.13", "%", "24.1", "%", True),
        ("24.4", "%", "24.1", "%", False),
        ("-5", "", "5", "", False),
        ("0", "", "0", "", True),
    ],
)
def test_figures_are_compared_in_their_scale(
    value: str, unit: str, expected: str, expected_unit: str, same: bool
) -> None:
    assert runs.is_same(Decimal(value), unit, Decimal(expected), expected_unit) is same


def test_the_program_judges_figures_and_people_words(people: People) -> None:
    run = runs.start(people.owner, brought(people), "before")
    assert [one.ended for one in runs.judged(run)] == [False, False]
    answered(run, 1, "1577000000")
    answered(run, 2, status=Status.EXTRACTED)
    assert [(one.verdict, one.page) for one in runs.judged(run)] == [("right", None), ("", True)]
    total, figures, words = runs.lines(runs.judged(run))
    assert (total.right.count, total.right.of, total.unjudged) == (1, 1, 1)
    assert (figures.kind, words.pages.share) == ("figure", 1.0)
    runs.decide(run, 2, Verdict.WRONG)
    runs.decide(run, 1, Verdict.PARTLY)
    assert [one.verdict for one in runs.judged(run)] == ["partly", "wrong"]
    runs.decide(run, 1, "")
    assert runs.judged(run)[0].verdict == "right"


def test_what_was_not_found_is_declined_and_an_interval_is_wilsons() -> None:
    expected = Expected(value=Decimal(1))
    for answer in (Answer(state=AnswerState.DONE, status=Status.NOT_FOUND), Answer(state=AnswerState.FAILED)):
        assert runs.by_program(expected, answer) == Verdict.DECLINED
    low, high = runs.Share(8, 10).interval
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert runs.Share(0, 0).interval == (0.0, 1.0)


def test_two_runs_are_compared_question_by_question(people: People) -> None:
    held = brought(people, FIGURE, FIGURE)
    before, after = runs.start(people.owner, held, "before"), runs.start(people.owner, held, "after")
    for run, values in ((before, ("1577000000", "9")), (after, ("1577000000", "1577000000"))):
        for ordinal, value in enumerate(values, start=1):
            answered(run, ordinal, value)
    found = runs.compared(runs.judged(before), runs.judged(after))
    assert [(one.before.verdict, one.after.verdict) for one in found.differing] == [("wrong", "right")]
    assert found.right is not None and found.right.difference == 0.5 and not found.right.passes


def test_runs_stand_beside_a_base_with_what_was_changed_and_what_each_stage_cost(
    people: People, client: Client
) -> None:
    held = brought(people, FIGURE)
    before, after = runs.start(people.owner, held, "before"), runs.start(people.owner, held, "after")
    for run, value, accept in ((before, "9", 0.6), (after, "1577000000", 0.5)):
        answered(run, 1, value)
        trace = {"pipeline": {"text": {"accept": accept, "quoted": 3}}, "versions": {"code": "c", "judges": ["a", "b"]}}
        own = Answer.objects.filter(pk=run.answers.get().answer_id)
        own.update(trace=trace, settings_hash=str(accept), finished=now())
        model = {"names": ["m"], "calls": 2, "tokens_in": 700, "tokens_out": 34, "cost": "0.002"}
        Stage.objects.create(
            answer=own.get(), name="write", detail={"model": model}, started=now(), ended=now() + timedelta(seconds=2)
        )
    base, other = variants.variants([before, after], before)
    assert base.against is None and other.against is not None and other.against.right is not None
    assert other.against.right.difference == 1.0
    assert other.changed == [conditions.Changed("text.accept", "0.6", "0.5")]
    writing, whole = costs.costs(after)
    assert (writing.stage, writing.calls, writing.tokens, writing.dollars) == ("Writing", 2, 734, Decimal("0.002"))
    assert 1.9 < writing.median < 2.1 and (whole.stage, whole.tokens) == (costs.WHOLE, 734)
    client.force_login(people.owner)
    page = client.get(reverse("evaluation:set", args=[held.uid]) + f"?base={after.uid}").content.decode()
    assert "text.accept</span> 0.5 → 0.6" in page and "-100 points" in page
    page = client.get(reverse("evaluation:compare", args=[after.uid, before.uid])).content.decode()
    assert "text.accept" in page and "text.quoted" not in page
    assert "Cost by stage" in client.get(reverse("evaluation:run", args=[after.uid])).content.decode()


def test_the_pages_from_the_file_to_the_comparison(people: People, client: Client) -> None:
    client.force_login(people.owner)
    file = SimpleUploadedFile("set.jsonl", json.dumps(FIGURE).encode())
    page = client.post(reverse("evaluation:add"), {"name": "Quarterly", "file": file}, follow=True)
    held = QuestionSet.objects.get()
    assert "Not asked yet" in page.content.decode()
    for label in ("=before", "after"):
        shown = client.post(reverse("evaluation:start", args=[held.uid]), {"label": label}, follow=True)
        assert "0 of 1 answered" in shown.content.decode()
    after, before = held.runs.all()
    answered(after, 1, "1577000000")
    answered(before, 1, "3")
    assert (
        "Right in the second"
        in client.get(reverse("evaluation:compare", args=[after.uid, before.uid])).content.decode()
    )
    decided = client.post(reverse("evaluation:verdict", args=[after.uid, 1]), {"verdict": "partly"}, follow=True)
    assert "Partly right" in decided.content.decode()
    assert "partly" in client.get(reverse("evaluation:export", args=[after.uid])).content.decode()
    client.post(reverse("evaluation:delete", args=[held.uid]))
    assert not QuestionSet.objects.exists() and Answer.objects.count() == 2


def test_a_set_is_its_owners_alone(people: People, client: Client) -> None:
    run = runs.start(people.owner, brought(people), "")
    for person in (people.teammate, people.stranger, people.administrator):
        client.force_login(person)
        assert client.get(reverse("evaluation:set", args=[run.set.uid])).status_code == 404
        for name in ("run", "export"):
            assert client.get(reverse(f"evaluation:{name}", args=[run.uid])).status_code == 404
        assert client.post(reverse("evaluation:start", args=[run.set.uid])).status_code == 404
    client.force_login(people.reviewer)
    assert client.post(reverse("evaluation:start", args=[run.set.uid])).status_code == 403
    assert client.post(reverse("evaluation:add")).status_code == 403


def test_a_wrong_file_is_told_on_the_page(people: People, client: Client) -> None:
    client.force_login(people.owner)
    file = SimpleUploadedFile("set.csv", b"answer\nnothing asked\n")
    page = client.post(reverse("evaluation:add"), {"name": "x", "file": file})
    assert page.status_code == 422 and "Question 1 is empty" in page.content.decode()
