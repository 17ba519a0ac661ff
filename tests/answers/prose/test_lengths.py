import pytest

from apps.answers.prose.lengths import of_another_length

QUARTER, HALF = (
    "Why did sales grow in the second quarter of fiscal 2023?",
    "Why did sales grow in the first half of 2023?",
)


@pytest.mark.parametrize(
    ("question", "text", "another"),
    [
        (QUARTER, "Sales grew in the first six months of fiscal 2023.", True),
        (QUARTER, "Sales grew in the second quarter of fiscal 2023.", False),
        (QUARTER, "Sales grew in the three and six months ended June 30.", False),
        (QUARTER, "Sales grew.", False),
        (HALF, "Sales grew in the second quarter.", True),
        (HALF, "Sales grew in the six months ended June 30.", False),
        ("Why did sales grow in 2023?", "Sales grew in the first six months.", False),
    ],
)
def test_a_sentence_on_another_part_of_the_year(question: str, text: str, another: bool) -> None:
    assert of_another_length(question, text) is another
