"""Where a report that holds no statements says they are."""

import pytest

from apps.statements.elsewhere import statements_elsewhere

HEAD = "Item 8. Financial Statements and Supplementary Data"
NEXT = "Item 9. Changes in and Disagreements with Accountants\n\nNone, see our Annual Report to Stockholders."


@pytest.mark.parametrize(
    "sentence",
    [
        "Refer to pages 46 through 121 of the 2024 Annual Report to Stockholders, which are incorporated herein.",
        "Information in response to this Item 8 can be found in the Annual Report to Shareholders under “Statements.”",
        "The statements are included in Exhibit 13 and incorporated by reference.",
    ],
)
def test_the_sentence_and_its_page(sentence: str) -> None:
    found = statements_elsewhere(["A cover", f"{HEAD}\n\nMost of it is old. {sentence} That is all.\n\n9\n\n{NEXT}"])
    assert found and (found.sentence, found.page) == (sentence, 1)


def test_a_sentence_on_the_next_page() -> None:
    found = statements_elsewhere([HEAD, f"The statements appear in Exhibit 99.1 to this report.\n\n{NEXT}"])
    assert found and found.sentence == "The statements appear in Exhibit 99.1 to this report."


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["Our statements are in Exhibit 13 and incorporated by reference."],
        [f"{HEAD}\n\nNone of them is given.\n\n{NEXT}"],
        [f"{HEAD}\n\n{'We cast bells. ' * 300}They appear in Exhibit 13."],
    ],
)
def test_nothing_is_said(texts: list[str]) -> None:
    assert statements_elsewhere(texts) is None
