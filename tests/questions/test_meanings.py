"""Phrases that nothing knows are read by what a model takes them to mean, where it is sure; else they are offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from apps.questions.expressions import Item, Share
from apps.questions.labels import Label, stems
from apps.questions.query import Query, Reading
from apps.questions.reader import read
from tests.questions.registers import REGISTER
from tests.questions.test_placing import Printed


@dataclass(frozen=True, slots=True)
class Guess:
    measure: str
    probability: float


@dataclass(frozen=True, slots=True)
class Guessing:
    """Takes any phrase with "goods" for inventories."""

    probability: float
    said: str = "stock of goods on hand"

    @property
    def said_of(self) -> Mapping[str, frozenset[str]]:
        return {"inventories": stems(self.said)}

    def of(self, phrases: Sequence[str]) -> Sequence[Guess]:
        return [Guess("inventories", self.probability if "goods" in phrase else 0.0) for phrase in phrases]


def asked(question: str, probability: float, *labels: Label) -> Reading:
    return read(question, REGISTER, labels=Printed(labels), meanings=Guessing(probability))


def shown(query: Query) -> list[tuple[str, bool]]:
    return [(one.asked, one.meaning) for one in query.taken]


QUESTION = "How much stock of goods did Zephyrwick have in 2022?"


def test_a_phrase_that_the_model_is_sure_of_is_read_and_told() -> None:
    query = asked(QUESTION, 0.95).query
    assert (query.measures, query.unread) == ((Item("inventories"),), ())
    assert [meaning for _, meaning in shown(query)] == [True]


@pytest.mark.parametrize(
    "question", ["Zephyrwick stock of goods % at end 2022 vs end 2021?", "Zephyrwick % stock of goods 2022"]
)
def test_what_is_told_in_percent_means_no_amount(question: str) -> None:
    assert Item("inventories") not in asked(question, 0.95).query.measures


def test_as_a_percentage_of_another_line_it_is_an_amount() -> None:
    measures = asked("Zephyrwick stock of goods as % of total assets 2022", 0.95).query.measures
    assert measures == (Share(Item("inventories"), Item("total_assets")),)
    short = asked("Zephyrwick stock of goods % of total assets 2022", 0.95).query.measures
    assert short == measures


def test_a_printed_line_comes_first() -> None:
    query = asked(QUESTION, 0.95, Label("Stock of goods")).query
    assert Item("inventories") not in query.measures


@pytest.mark.parametrize(
    "question",
    [
        "How much gribble stock of goods did Zephyrwick have in 2022?",  # a word that nobody says of it
        "What were Zephyrwick's inventories of goods in Arkadia in 2022?",  # what narrows the item is not swallowed
        "How much did Zephyrwick earn from goods in 2022?",  # one word says too little
    ],
)
def test_words_that_are_none_of_its_own_stand_in_the_way(question: str) -> None:
    assert not asked(question, 0.95).query.taken


def test_what_the_model_is_less_sure_of_is_not_read() -> None:
    assert Item("inventories") not in asked(QUESTION, 0.5).query.measures


def test_without_a_model_nothing_is_meant() -> None:
    assert not read(QUESTION, REGISTER).query.taken
