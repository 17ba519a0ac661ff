"""Normalisation: what changes, what must never change, and the way back to the source."""

import random

import pytest

from apps.reading.normal import normalize, normalize_with_offsets, one_line

ODD = [*"aB7€ \t\n", "  ", "\r\n", "\x0c", "\u00a0", "\u200b", "\u00ad", "e\u0301", "\ufb01", "\uf0b7", "\u202e"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("net\u00a0 sales\tof", "net sales of"),
        ("one \r\n two", "one\ntwo"),
        ("one\n\n\n\n two", "one\n\ntwo"),
        ("one\x0ctwo", "one\n\ntwo"),
        ("co\u00adoperate\u200b\ufeff", "cooperate"),
        ("pro\x00fit\x1b", "profit"),
        ("cafe\u0301", "café"),
        ("pro\ufb01t o\ufb03ce", "profit office"),
        ("\uf0b7 growth", "• growth"),
        ("\u2126 \u212b", "Ω Å"),
        ("evil\u202etxt.exe", "eviltxt.exe"),
        ("  \n\t ", ""),
        ("", ""),
    ],
)
def test_what_changes(source: str, expected: str) -> None:
    assert normalize(source) == expected
    assert normalize_with_offsets(source).text == expected


@pytest.mark.parametrize(
    "figure",
    [
        "$(1,234.5)", "(12.3)%", "€1.234,50", "£ 7", "¥100", "US$5", "September 28, 2024", "09/28/2024",
        "2024-09-28", "—", "–5", "−5",
        "½", "10²", "Tidemark™", "1,234(a)", "§ 7", "5‰", "¢", "“quoted”", "it’s", "n/m",
    ],
)  # fmt: skip
def test_what_a_figure_is_made_of_stays(figure: str) -> None:
    assert normalize(figure) == figure
    assert one_line(figure) == figure


def test_offsets_lead_back_to_the_source() -> None:
    source = "  Net\u00a0 sales\u200b were $5.8\u00a0million, pro\ufb01t e\u0301tc. "
    found = normalize_with_offsets(source)
    start = found.text.index("$5.8")
    assert source[slice(*found.source_span(start, start + len("$5.8 million")))] == "$5.8\u00a0million"
    start = found.text.index("profit")
    assert source[slice(*found.source_span(start, start + len("profit")))] == "pro\ufb01t"
    assert len(found.offsets) == len(found.text) + 1


def test_both_ways_agree_and_normalising_twice_changes_nothing() -> None:
    picks = random.Random(7)
    for _ in range(2000):
        source = "".join(picks.choices(ODD, k=picks.randrange(40)))
        found = normalize_with_offsets(source)
        assert found.text == normalize(source)
        assert normalize(found.text) == found.text
        assert list(found.offsets) == sorted(found.offsets)
        assert all(0 <= offset <= len(source) for offset in found.offsets)
        for at, character in enumerate(found.text):
            if character in "aB7€":
                assert source[found.offsets[at]] == character


def test_one_line() -> None:
    assert one_line(" Net\n sales \u00a0 2024 ") == "Net sales 2024"
