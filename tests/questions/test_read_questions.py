import json
from pathlib import Path

import pytest

from scripts.read_questions import main


def test_questions_of_every_form_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "plain.txt").write_text("Zephyrwick revenue 2022\nrevenue not from Europe in 2022\n")
    (tmp_path / "lines.jsonl").write_text(json.dumps({"question": "Why did margins fall?"}) + "\n")
    (tmp_path / "tables.json").write_text(json.dumps([{"questions": [{"question": "revenue by segment"}]}]))
    (tmp_path / "names.txt").write_text("Zephyrwick\n")
    files = [str(tmp_path / name) for name in ("plain.txt", "lines.jsonl", "tables.json")]
    assert main([*files, "--list", "--names", str(tmp_path / "names.txt")]) == 0
    out = capsys.readouterr().out
    assert "figure: revenue, Zephyrwick, fiscal 2022" in out and "unread: not" in out
    assert "4 questions" in out and "1 (25%) unread words" in out and "list: 1 (25%)" in out


def test_only_those_with_unread_words_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plain.txt"
    file.write_text("revenue 2022\nrevenue 2022 frobnicated\n")
    assert main([str(file), "--unread"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("revenue 2022 frobnicated\n") and "unread: frobnicated" in out
