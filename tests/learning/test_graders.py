"""A language model grades in two lines; whoever does not keep to them is told once, then left out."""

from apps.inference.language import Role, language_model
from apps.learning.graders import ByModel, of_two_lines
from apps.learning.groups import Grade
from tests.inference.language.server import configured

TEXTS = ["Sales fell because of a strike.", "Sales were 7 million.", "We lease our shops."]


def test_a_model_grades_each_text_in_two_lines() -> None:
    said = [
        "direct match\nIt gives the reason.",
        "I think it is relevant.",
        "Contextual support.\nIt tells the amount.",
        "not relevant because of leases",
    ]
    with configured(said, judge=True) as server:
        model = language_model(Role.JUDGE)
        assert model is not None
        grades = ByModel(model).grades("Why did sales fall?", TEXTS)
    assert grades == [Grade.ANSWERS, Grade.SUPPORTS, None]
    assert "exactly two lines" in server.prompt(2) and "strike" in server.prompt(0)


def test_a_reply_of_another_form_is_no_grade() -> None:
    assert of_two_lines("other period\nIt is of 2019.") == Grade.TOPIC
    assert [of_two_lines(one) for one in ("", "direct match", "relevant\nYes.", "direct match\nA.\nB.")] == [None] * 4
