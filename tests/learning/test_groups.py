"""Groups in files, and in the forms of other tools."""

import json
from pathlib import Path

import pytest

from apps.learning import formats
from apps.learning.builders import readers
from apps.learning.building import Plan, divided
from apps.learning.groups import Grade, Group, of_json, read, write

ANSWERED = Group("Why did sales fall?", ("A strike.", "Sales fell.", "Rain."), (3, 2, 0), "reader", "Quillmark")
OPEN = Group("Who leads it?", ("Sales fell.",), (0,), "reader")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    assert write([ANSWERED, OPEN], tmp_path / "set.jsonl.xz") == 2
    assert list(read(tmp_path / "set.jsonl.xz")) == [ANSWERED, OPEN]


def test_a_group_with_fewer_grades_than_texts_is_refused() -> None:
    with pytest.raises(ValueError, match="2 texts, but 1 grades"):
        of_json({"question": "Why?", "texts": ["a", "b"], "grades": [3], "origin": "x"})
    with pytest.raises(ValueError, match="no group"):
        of_json({"question": "Why?"})


def test_flagembeddings_form_has_answers_and_others_and_no_open_question(tmp_path: Path) -> None:
    file = tmp_path / "flag.jsonl"
    assert formats.export([ANSWERED, OPEN], file, "flagembedding") == 1
    assert json.loads(file.read_text()) == {
        "query": "Why did sales fall?",
        "pos": ["A strike."],
        "neg": ["Sales fell.", "Rain."],
    }
    (back,) = formats.imported(file)
    assert (back.question, back.texts, back.grades) == (ANSWERED.question, ANSWERED.texts, (3, 0, 0))


def test_sentence_transformers_form_keeps_every_grade(tmp_path: Path) -> None:
    file = tmp_path / "st.jsonl"
    assert formats.export([ANSWERED, OPEN], file, "sentence-transformers") == 2
    assert [one.grades for one in formats.imported(file)] == [(3, 2, 0), (0,)]


def test_a_line_of_another_form_is_told(tmp_path: Path) -> None:
    (tmp_path / "other.jsonl").write_text('{"query": "Why?"}\n')
    with pytest.raises(ValueError, match=r"line 1 of other\.jsonl"):
        list(formats.imported(tmp_path / "other.jsonl"))


def test_a_question_is_answered_where_a_text_has_the_highest_grade() -> None:
    assert ANSWERED.answered() and not OPEN.answered()
    assert ANSWERED.grades[0] == Grade.ANSWERS


def test_of_one_filer_its_filings_are_learned_and_its_readers_questions_only_measured() -> None:
    ruled, asked = (Group("Why?", ("A strike.",), (3,), origin, "Quillmark") for origin in ("by rule", readers.ORIGIN))
    other = Group("Why?", ("Rain.",), (3,), "by rule", "Harrowgate")
    assert divided([ruled, asked, other], Plan(company="Quillmark")) == ([ruled], [asked])
    assert divided([ruled, asked, other], Plan(held_out=("Harrowgate",))) == ([ruled, asked], [other])
