"""What a model says is missing is shown as its words, and never with a figure."""

import pytest

from apps.answers.check.left_open import PART, left_open

FORM = "The 10-K of fiscal 2022 gives no reason."
SEARCHED, LIE, NONE = "Two filings were searched.", "Net sales were $9,191 million.", "No reason is given."


@pytest.mark.parametrize(("told", "kept"), [(FORM, FORM), (f"{SEARCHED} {LIE} {NONE}", f"{SEARCHED} {NONE}"), ("", "")])
def test_sentences_with_figures_are_left_out(told: str, kept: str) -> None:
    assert left_open(told) == (f"A language model says of what is missing: {kept}" if kept else "")


@pytest.mark.parametrize(
    "told",
    [
        LIE,
        "Sales were 42.",
        "Sales were nine billion dollars.",
        "Sales were \u0669\u0668.",
        "See https://evil.invalid/x.",
        "Sales: USD9191.",
        f"Sales were {'9' * 40}.",
        "It was $9,\u200b191.",
        "Margins will double to 64.2%.",
    ],
)
def test_of_figures_alone_only_that_something_is_missing_stays(told: str) -> None:
    assert left_open(told) == PART
