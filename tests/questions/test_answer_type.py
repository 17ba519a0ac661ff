"""Words or figures: what a small model says where the grammar is at a loss."""

import pytest

from apps.memory.lookup import _names_a_line
from apps.questions.answer_type import SURE, _weights, likely_in_words, told_words, words_answer
from apps.questions.query import Intent, Query, Role, TextKind, Token
from apps.questions.reader import FOR_FIGURES
from apps.questions.sentence import sentence
from tests.questions.registers import query, reading

FOR_WORDS = (
    "What is Zephyrwick's tax dispute with the port authority about?",
    "What does Zephyrwick's goodwill dispute turn on?",
    "Which landlords' borrowings is Zephyrwick on the hook for?",
)


@pytest.mark.parametrize("question", FOR_WORDS)
def test_a_question_that_only_names_a_line_is_one_for_words(question: str) -> None:
    found = reading(question)

    assert (found.query.intent, found.query.text_kind) == (Intent.TEXT, TextKind.WHAT)
    assert not found.query.unread
    assert not found.query.measures  # its figure would be of what was not read
    (figures,) = (one.query for one in found.alternatives if one.reason == FOR_FIGURES)
    assert figures.intent is Intent.FIGURE
    assert figures.left_open and not figures.unread  # whoever chooses it gets the figure, and what it leaves open


@pytest.mark.parametrize("question", FOR_WORDS)
def test_how_it_was_read_may_be_sent_as_the_question(question: str) -> None:
    told = sentence(query(question))

    assert [one.query.intent for one in reading(told).alternatives] == [Intent.TEXT]


@pytest.mark.parametrize("question", FOR_WORDS)
def test_what_only_names_a_line_is_no_entry_of_the_memory_bank(question: str) -> None:
    assert _names_a_line(query(question))
    assert not _names_a_line(query("Why did Zephyrwick's revenue fall in 2022?"))


@pytest.mark.parametrize(
    "question", ["Zephyrwick goodwill 2022", "What was Zephyrwick's pension deficit at the end of 2022, blorptively?"]
)
def test_a_question_for_a_figure_stays_one(question: str) -> None:
    assert query(question).intent is Intent.FIGURE


def test_what_is_read_to_the_last_word_is_not_doubted() -> None:
    found = query("What was Zephyrwick's revenue in 2022?")

    assert not found.unread
    assert not words_answer(found)


def test_the_figure_of_a_first_ask_is_not_lost() -> None:
    found = query("What was Zephyrwick's revenue in 2022, and how did the port strike affect it?")

    assert found.intent is Intent.FIGURE
    assert found.measures


def test_how_much_asks_for_a_figure() -> None:
    assert query("How much goodwill does Zephyrwick's barge fleet carry?").intent is Intent.FIGURE


def test_what_follows_up_on_a_question_is_as_it_was_carried() -> None:
    before = reading("What was Zephyrwick's revenue in 2022?")
    found = reading("And what about its goodwill dispute with the port authority?", before)

    assert found.carried
    assert FOR_FIGURES not in [one.reason for one in found.alternatives]


def test_marks_between_words_say_nothing() -> None:
    one, other = query("Zephyrwick: tax dispute; why?"), query("Zephyrwick tax dispute, why")

    assert told_words(one) == told_words(other)
    assert likely_in_words(one) == likely_in_words(other)
    assert 0 < likely_in_words(one) < 1


def test_no_question_is_too_long_to_be_weighed() -> None:
    every = " ".join(sorted(gram for gram, weight in _weights().items() if weight < 0 and " " not in gram))
    tokens = tuple(Token(word, 0, 1, Role.UNREAD) for word in every.split())

    assert 0 <= likely_in_words(Query(Intent.FIGURE, tokens=tokens)) < SURE


def test_no_words_at_all_are_no_question_for_words() -> None:
    assert likely_in_words(query("?")) < 1
    assert 0.5 < SURE < 1
