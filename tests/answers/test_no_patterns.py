"""The question is read once, by the reader: nothing of the answering looks at its words with a pattern again."""

import ast
from pathlib import Path

import pytest

ANSWERS = Path(__file__).parents[2] / "apps" / "answers"
FIGURES_KEPT = "modelled/translated.py"  # that a translation states the same figures is compared, not what they mean
MATCHING = frozenset({"search", "match", "fullmatch", "finditer", "findall", "sub", "subn"})


def patterns_over_questions(source: str) -> list[int]:
    """Lines on which a pattern is held against something that is called a question."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in MATCHING
        and any("question" in ast.unparse(argument) for argument in node.args)
    ]


@pytest.mark.parametrize(
    "file",
    [file for file in sorted(ANSWERS.rglob("*.py")) if file != ANSWERS / FIGURES_KEPT],
    ids=lambda file: str(file.relative_to(ANSWERS)),
)
def test_no_pattern_is_held_against_a_question(file: Path) -> None:
    assert patterns_over_questions(file.read_text(encoding="utf-8")) == []


def test_such_a_pattern_would_be_found() -> None:
    assert patterns_over_questions("if PRICE.search(question):\n    pass\nre.findall('x', reading.question)") == [1, 3]
    assert patterns_over_questions("ITEM.finditer(page.text)") == []
