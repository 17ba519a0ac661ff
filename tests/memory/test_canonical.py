"""Which questions are one question for a look-up, whatever way they are written; and which are not."""

import pytest

from apps.memory.calibration import Bank, answered
from apps.memory.canonical import core_of
from apps.memory.index import Nobody, made_of
from apps.memory.lookup import matched
from apps.memory.matching import Thresholds, content
from apps.memory.slots import slots_of
from apps.questions.query import Query, as_json
from apps.questions.reader import read
from tests.memory.embedding import no_embedding


def core(text: str) -> Query:
    return core_of(read(text, Nobody()).query)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("total of current assets in 2022", "current assets in 2022"),
        ("ratio of current assets to current liabilities", "current ratio"),
        ("R&D expense as a percentage of revenue", "R&D intensity"),
    ],
)
def test_one_figure_is_written_in_many_ways(one: str, other: str) -> None:
    assert core(one) == core(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cumulative dividends paid in 2022", "dividends paid in 2022"),  # it may begin years before
        ("total of current assets over three years", "current assets"),
        ("ratio of current liabilities to current assets", "current ratio"),
        ("net income divided by revenue", "net margin"),  # no percentage is asked for
    ],
)
def test_other_figures_stay_others(one: str, other: str) -> None:
    assert core(one) != core(other)


@pytest.mark.django_db
def test_company_and_period_are_read_in_parentheses_and_behind_percent() -> None:
    bank = Bank()
    for text in (
        "What are the main risks? (Oakfield Mills, fiscal 2021)",
        "gross margin in percent of Oakfield Mills for FY2021",
    ):
        query = read(text, bank.names).query
        assert slots_of(query) and not query.unread, text
    assert answered(bank, "What are the main risks? (Oakfield Mills, fiscal 2021)", Thresholds())[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("Which legal proceedings are pending?", True),
        ("What legal proceedings are not pending?", False),
        ("What legal proceedings are pending in Texas?", False),
    ],
)
def test_a_word_more_asks_for_something_else(text: str, is_it: bool) -> None:
    kept = "What legal proceedings are pending?"
    held = made_of([(1, as_json(core(kept)), True, [kept])])
    query = read(text, Nobody()).query
    found = matched(content(query), held.like(query), held, no_embedding(), Thresholds(words_lexical=0.5))
    assert bool(found) is is_it
