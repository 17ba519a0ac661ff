"""Questions of every kind, with the one line of what each must be read as."""

import tomllib
from pathlib import Path

import pytest

from apps.questions.expressions import OverTime, OverTimeFunction
from tests.questions.notation import line
from tests.questions.registers import query, reading

CORPUS = Path(__file__).parent / "corpus"
CASES = {
    f"{file.stem}: {question}": (question, expected)
    for file in sorted(CORPUS.glob("*.toml"))
    for question, expected in tomllib.loads(file.read_text(encoding="utf-8")).items()
}


@pytest.mark.parametrize("name", CASES)
def test_a_question_is_read_as_what_it_asks(name: str) -> None:
    question, expected = CASES[name]
    assert line(query(question)) == expected


def test_the_corpus_holds_a_few_hundred_questions() -> None:
    assert len(CASES) > 280


@pytest.mark.parametrize("name", [name for name, (_, expected) in CASES.items() if expected.startswith("figure")])
def test_other_readings_differ_and_give_a_reason(name: str) -> None:
    alternatives = reading(CASES[name][0]).alternatives
    assert len({alternative.query for alternative in alternatives}) == len(alternatives) <= 4
    assert all(alternative.reason for alternative in alternatives[1:])


def test_of_several_changes_another_reading_turns_all() -> None:
    first, other = reading("How much did Zephyrwick's revenue in Europe and Asia change in 2022?").alternatives[:2]

    functions = [{one.function for one in each.query.measures if isinstance(one, OverTime)} for each in (first, other)]
    assert functions == [{OverTimeFunction.CHANGE}, {OverTimeFunction.GROWTH}]
    assert len(other.query.measures) == 2
