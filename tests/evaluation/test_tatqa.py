"""The published definition on answers worked out by hand, and the command over an invented table."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from apps.evaluation.tatqa import HELD_OUT, figures, halves_of, run
from apps.evaluation.tatqa_score import is_number, normalised, same_sign, score

RIGHT = [
    (["224"], "million", "arithmetic", ["224.00"], "million"),
    (["$224 million"], "", "span", ["224"], "million"),  # the word says the size
    (["12.46"], "percent", "arithmetic", ["12.46"], "percent"),
    (["23.42"], "percent", "arithmetic", ["0.2342"], ""),  # a bare ratio
    (["-43"], "million", "arithmetic", ["43.00"], "million"),  # signs are lost at hyphens, as published
    (["3.333"], "", "arithmetic", ["3.33"], ""),  # two decimals
    (["36%", "8%"], "", "multi-span", ["8%", "36%"], ""),  # in any order
    (["The lease, and the dues."], "", "span", ["lease and dues"], ""),
    (["2"], "", "count", ["2"], ""),
]
WRONG = [
    (["224"], "million", "arithmetic", ["224.00"], "thousand"),
    (["224"], "million", "arithmetic", ["224.00"], ""),
    (["224"], "million", "arithmetic", ["224.01"], "million"),
    (["36%", "8%"], "", "multi-span", ["36%"], ""),
    (["2"], "", "count", [], ""),
]


@pytest.mark.parametrize(("gold", "gold_scale", "kind", "given", "scale"), RIGHT)
def test_right_answers(gold: list[str], gold_scale: str, kind: str, given: list[str], scale: str) -> None:
    got = score(gold, gold_scale, kind, given, scale)
    assert (got.exact, got.f1) == (1.0, 1.0)


@pytest.mark.parametrize(("gold", "gold_scale", "kind", "given", "scale"), WRONG)
def test_wrong_answers(gold: list[str], gold_scale: str, kind: str, given: list[str], scale: str) -> None:
    assert score(gold, gold_scale, kind, given, scale).exact == 0.0


def test_words_in_common_count_for_spans() -> None:
    # of 3 words given and 4 wanted, 3 are shared: 2 * 1 * 0.75 / 1.75
    assert score(["closure of east pier"], "", "span", ["closure of pier"], "").f1 == 0.86


def test_a_scale_after_words_is_a_word() -> None:
    assert score(["north pier"], "million", "span", ["north pier"], "").f1 == 0.8


def test_computed_answers_have_no_part_marks() -> None:
    assert score(["12 piers"], "", "count", ["12 berths"], "").f1 == 0.0


def test_normal_forms() -> None:
    assert normalised("The East-Pier, 1,200") == "east pier 1200.0"
    assert is_number("$ 1,200 million")
    assert not is_number("1,200 berths")
    assert not is_number("nan")


def test_the_sign_is_told_apart() -> None:
    assert same_sign("-3.5", "(3.50)")
    assert not same_sign("-3.5", "3.50")


def _folder(path: Path) -> Path:
    table = [["", "2023", "2022"], ["(in millions)", "", ""], ["Pier fees", "$40", "$30"]]
    questions = [
        ("q1", "What was the change in pier fees from 2022 to 2023?", 10, "arithmetic", "million"),
        ("q2", "What were the pier fees in 2022?", ["$30"], "span", "million"),
        ("q3", "Who built the pier?", ["Abel Quill"], "span", ""),
    ]
    context = {
        "table": {"uid": "t1", "table": table},
        "paragraphs": [{"uid": "p1", "order": 1, "text": "The pier was opened long ago."}],
        "questions": [
            {"uid": uid, "question": text, "answer": gold, "answer_type": kind, "scale": scale}
            for uid, text, gold, kind, scale in questions
        ],
    }
    (path / "tatqa_dev.json").write_text(json.dumps([context]), encoding="utf-8")
    return path


def test_every_question_counts(tmp_path: Path) -> None:
    found = figures(run(_folder(tmp_path)))
    assert found["all"]["arithmetic"]["exact"] == 1.0
    assert found["all"]["span"]["exact"] == 0.5
    assert found["all"]["overall"]["questions"] == 3


def test_parts_are_drawn_by_table_and_stay_the_same() -> None:
    names = [f"table {number}" for number in range(20)]
    halves = halves_of(names)
    assert halves == halves_of(reversed(names))
    assert sorted(halves.values()).count(HELD_OUT) == 5


def test_the_command_writes_a_line_for_each_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    call_command("bench", "tatqa", "--data", str(_folder(tmp_path)), "--out", str(out), "--misses")
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["exact"] for row in rows] == [1.0, 1.0, 0.0]
    assert "arithmetic" in capsys.readouterr().out
