"""Which sentence gives the reason of a change, and which only sounds like it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from apps.answers.check.reasons import CLAIMED, FIGURES, PROVED, _Asked, explained
from apps.answers.compute.figures import Figure
from apps.answers.compute.form import ShownFigure
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.tree import Amount, Constant
from apps.answers.sources.candidate import Span
from apps.answers.sources.passages import Told
from apps.questions.names import NoRegister
from apps.questions.query import Query
from apps.questions.reader import read
from apps.retrieval.sentences import Run, Sentence
from tests.answers.asked import says, told

WHY = "Why did gross margin fall in 2023?"
ENDS = (Decimal("0.40413"), Decimal("0.39276"))
TOLD = "As a percentage of sales, gross profit decreased to 39.3% compared to 40.4%, primarily due to freight costs."


def asked(question: str = WHY) -> Query:
    return read(question, NoRegister()).query


def outcome(query: Query, *values: Decimal, unit: str = "%") -> Outcome:
    figures = (
        Figure("Gross margin", "Quillmark", (Span(None, None, 2023, "FY2023"),), Constant(value), Amount(value), shown)
        for value in values
        for shown in [ShownFigure(value * 100, unit, f"{value:.1%}")]
    )
    return Outcome(query, tuple(figures))


def reasons(
    texts: list[str], question: str = WHY, values: tuple[Decimal, ...] = ENDS
) -> list[tuple[str, float | None]]:
    query = asked(question)
    sentences = told(*map(says, texts))
    found, verdicts = explained(question, query, outcome(query, *values), sentences, NoRegister())
    return [(one.candidate.text, verdict.answers) for one, verdict in zip(found, verdicts, strict=True)]


def test_both_ends_of_the_change_before_a_cause_prove_the_sentence() -> None:
    assert reasons([TOLD]) == [(TOLD, PROVED)]


@pytest.mark.parametrize("asks", ["miss the plan", "fall short of the plan"])
def test_of_a_plan_that_is_not_named_a_reason_of_the_change_says_little(asks: str) -> None:
    assert reasons([TOLD], f"Why did gross margin {asks} in 2023?") == [(TOLD, CLAIMED)]


def test_a_change_without_a_way_is_explained_like_any() -> None:
    assert reasons([TOLD], "Why did gross margin change in 2023?") == [(TOLD, PROVED)]


@pytest.mark.parametrize(
    "text",
    [
        "Gross profit decreased to 39.3% of sales compared to 40.4% in the prior year.",  # no cause
        "Gross margin fell to 35.1% from 36.2%, primarily due to higher freight costs.",  # another change
        "Gross margin fell in 2021, primarily due to higher freight costs.",  # another year
        "Higher freight costs, due to a strike at the harbor, made 40.4% compared to 39.3%.",  # behind the cause
        "Gross margin rose by 1.1 percentage points, primarily due to lower freight costs.",  # the other way
        "The gross margin rate decreased to 39.3%, reflecting higher markdowns.",  # one end, as in any other quarter
        "Income attributable to the parent was 39.3% of the total of 40.4% that was planned.",  # "attributable" to whom
    ],
)
def test_what_tells_another_change_or_no_cause_gives_no_reason(text: str) -> None:
    assert reasons([text]) == []


def test_one_figure_is_enough_where_the_sentence_names_what_changed() -> None:
    named = "Gross margin declined by 110 basis points, driven by higher freight costs."
    other = "Freight margin declined by 110 basis points, driven by higher wages."
    values = (Decimal("0.404"), Decimal("0.393"))
    assert reasons([named, other], values=values) == [(named, PROVED)]


def test_two_rounded_amounts_alone_are_chance() -> None:
    values = (Decimal("986000000"), Decimal("1242000000"))
    query = asked("Why did net income rise in 2023?")
    other = "Gross profit rose to $1.2 billion compared to $1.0 billion, primarily due to a favorable mix."
    own = "Net income rose to $1.2 billion compared to $1.0 billion, primarily due to a favorable mix."
    told_ = told(says(other), says(own))
    found, _ = explained("?", query, outcome(query, *values, unit="USD"), told_, NoRegister())
    assert [one.candidate.text for one in found] == [own]


def test_a_line_with_a_longer_name_is_another() -> None:
    other = "Discount revenue increased 25 percent, driven by volumes."
    own = "Net revenues increased 25 percent, driven by volumes."
    question = "Why did revenue rise 25% in 2023?"
    assert reasons([other], question, ()) == []
    assert reasons([own], question, ()) == [(own, PROVED)]


def test_the_question_itself_may_tell_the_figure() -> None:
    text = "Other expenses increased 35 percent, reflecting losses on investments."
    question = "Other expenses rose 35% in 2023. Why?"
    assert reasons([text], question, ()) == [(text, PROVED)]
    assert reasons(["Processed revenue increased 35 percent, driven by volumes."], question, ()) == []


def test_the_reason_of_one_change_does_not_prove_that_of_two() -> None:
    text = "Hardware costs increased 45%, reflecting new terminals."
    question = "Hardware costs up 45% in 2023, hardware revenue up 23% - why?"
    assert reasons([text], question, ()) == [(text, CLAIMED)]


def test_the_reason_does_not_prove_what_else_is_asked() -> None:
    both = "Why did gross margin fall in 2023, and what will be done about it?"
    assert reasons([TOLD], both) == [(TOLD, CLAIMED)]


@pytest.mark.parametrize(
    "question",
    [
        "Why did gross margin fall in 2023 while net margin rose?",
        "Why did gross margin of 2023 go from $89.95 billion in one report to $96.57 billion in the next?",
    ],
)
def test_of_two_moves_or_of_other_amounts_no_sentence_on_one_change_is_the_reason(question: str) -> None:
    assert reasons([TOLD], question) == []


def test_where_no_reason_is_asked_for_there_is_none() -> None:
    assert reasons([TOLD], "What was gross margin in 2023?") == []


def test_a_sentence_without_figures_needs_its_page() -> None:
    """No page is held here: words alone prove nothing."""
    query = asked()
    (one,) = told(says("The decrease in gross margin was primarily due to freight."))
    unheld = replace(one, candidate=replace(one.candidate, place=None))
    assert explained(WHY, query, outcome(query, *ENDS), [unheld], NoRegister()) == ([], [])


def test_a_part_is_the_same_with_and_without_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the page tells both ends, which is supposed here."""
    monkeypatch.setattr(_Asked, "_beside", lambda *_: True)
    text = "Sales in the Harbor segment decreased because distributors had less room."
    question = "Why did Harbor sales decrease in 2023?"

    assert reasons([text], question, ()) == [(text, CLAIMED)]
    assert reasons([text], "Why did Inland sales decrease in 2023?", ()) == []


def run_of(*texts: str, at: int) -> Told:
    """The sentence at a place of a run."""
    starts = [sum(len(one) + 1 for one in texts[:place]) for place in range(len(texts))]
    own = tuple(Sentence(1, 0, start, start + len(text), text) for start, text in zip(starts, texts, strict=True))
    (one,) = told(says(texts[at]))
    if one.candidate.place is None:
        raise ValueError("a sentence has a place")
    place = replace(one.candidate.place, page=0, spans=((own[at].start, own[at].end),))
    return replace(one, candidate=replace(one.candidate, place=place), run=Run(own, " ".join(texts)))


def test_a_sentence_that_points_back_comes_with_the_one_before_and_those_that_go_on() -> None:
    query = asked()
    texts = (
        "We opened three foundries.",
        "Gross margin was 39.3%, compared with 40.4% a year earlier.",
        "The decrease was primarily due to freight.",
        "This decrease was partially offset by rebates.",
        "Marketing expenses rose.",
    )
    found, verdicts = explained(WHY, query, outcome(query, *ENDS), [run_of(*texts, at=2)], NoRegister())
    assert [one.candidate.text for one in found] == [" ".join(texts[1:4])]
    assert [one.answers for one in verdicts] == [PROVED]
    assert [one.by for one in verdicts] == [FIGURES]
