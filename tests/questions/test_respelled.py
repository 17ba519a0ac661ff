"""A word that nothing knows is read as the one word of the lexicon that it is a letter off, and the answer says so."""

import pytest

from apps.questions.expressions import Item, OverTime, OverTimeFunction
from apps.questions.labels import Label
from apps.questions.query import Intent, Taken
from apps.questions.reader import read
from tests.questions.registers import REGISTER, query
from tests.questions.test_placing import Printed


def test_a_slip_in_a_function_and_in_a_measure_is_put_right_and_told() -> None:
    asked = query("Averge divdends paid by Zephyrwick over 2019 to 2021")
    assert asked.measures == (OverTime(OverTimeFunction.AVERAGE, Item("dividends_paid")),)
    assert {("Averge", True), ("divdends", True)} == {(one.asked, one.meaning) for one in asked.taken}


@pytest.mark.parametrize("question", ["Zephyrwick reciept 2021", "Zephyrwick Invntory 2021", "Zephyrwick divided 2021"])
def test_what_names_no_measure_may_be_a_name_or_is_a_word_stays_as_it_is(question: str) -> None:
    assert query(question).taken == ()


def test_a_printed_label_is_no_slip() -> None:
    question = "Zephyrwick inventries in 2021"
    assert query(question).taken == (Taken("inventries", "inventory", meaning=True),)
    printed = Printed((Label("Inventries reserve"),))
    assert read(question, REGISTER, labels=printed).query.taken == ()
    assert query(question).intent is Intent.FIGURE
