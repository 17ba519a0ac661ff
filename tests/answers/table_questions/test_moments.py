import pytest

from apps.answers.table_questions.asked import Kind, read_question
from apps.answers.table_questions.moments import Moment, mentions, moments
from apps.answers.table_questions.parts import guarded, moments_asked, topic


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("fiscal 2019", [Moment(2019)]),
        ("FY19 and F18", [Moment(2019), Moment(2018)]),
        ("December 31, 2019", [Moment(2019, 12)]),
        ("30 June 2018", [Moment(2018, 6)]),
        ("at June 30 and December 31, 2019", [Moment(2019, 6), Moment(2019, 12)]),
        ("the third quarter of 2020", [Moment(2020, None, 3)]),
        ("between the first and second quarter", [Moment(quarter=1), Moment(quarter=2)]),
        ("Q4 2019", [Moment(2019, None, 4)]),
        ("$2,019 of the 2019.5", []),
        ("what may be", []),
    ],
)
def test_moments_as_people_write_them(text: str, named: list[Moment]) -> None:
    assert moments(text) == named


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Q4 2019 and 2018", [Moment(2019, None, 4), Moment(2018, None, 4)]),
        ("in 2019, the first quarter and second quarter", [Moment(2019, None, 1), Moment(2019, None, 2)]),
        ("outstanding at 1 April in 2019 from 2018", [Moment(2019), Moment(2018)]),
    ],
)
def test_what_is_said_once_holds_for_all(text: str, asked: list[Moment]) -> None:
    assert moments_asked(mentions(text)) == asked


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What was the percentage increase in dues from 2018 to 2019?", Kind.GROWTH),
        ("What was the increase in dues from 2018 to 2019?", Kind.CHANGE),
        ("What is A as a percentage of B?", Kind.SHARE),
        ("What is the ratio of A to B?", Kind.RATIO),
        ("What is the average dues?", Kind.AVERAGE),
        ("What is the change in the average dues?", Kind.CHANGE),
        ("What is the sum of A and B?", Kind.SUM),
        ("How many years did dues exceed $5 million?", Kind.COUNT),
        ("In which year were dues higher?", Kind.WHICH_MOMENT),
        ("Which years does the table provide information for?", Kind.MOMENTS),
        ("What are the dues in 2019 and 2018 respectively?", Kind.LISTED),
        ("Why did dues increase?", Kind.TEXT),
        ("What were the dues in 2019?", Kind.LOOKUP),
    ],
)
def test_the_operation_is_told_by_the_words(question: str, kind: Kind) -> None:
    assert read_question(question).kind is kind


def test_the_topic_is_what_is_left() -> None:
    assert topic("What was the percentage change in harbour dues between 2018 and 2019") == "harbour dues"


def test_labels_with_and_are_not_taken_apart() -> None:
    text = guarded("sum of research and development and leasing", ["Research and development", "Leasing"])
    assert text == "sum of research & development and leasing"
