"""Parts of a question that its answer leaves out are told."""

import pytest

from apps.answers.intent import read_question
from apps.answers.prose.figure_wanted import names_measure
from apps.answers.unanswered import unanswered

NAMES = ("Quillmark Foundry",)
SALES = "Net sales of ferry parts were $412 million in fiscal 2023."
WHY = "Net sales of ferry parts rose because freight volumes recovered."


def left(question: str, *said: str, rows: int = 0) -> tuple[str, ...]:
    return unanswered(read_question(question), NAMES, said, rows, sure=True)


@pytest.mark.parametrize(
    ("question", "said", "told"),
    [
        ("What were ferry part sales in 2023 and why did they rise?", (SALES,), "why did they rise"),
        ("What were ferry part sales in 2023 and why did they rise?", (SALES, WHY), ""),
        (
            "How much were ferry part sales in 2023 and what share of sales is it?",
            (SALES,),
            "what share of sales is it",
        ),
        ("What was the impairment at Quillmark in 2023, and which unit did it concern?", (SALES,), "which unit"),
        ("What were ferry part sales by segment in 2023?", (SALES,), "by segment"),
        ("What were ferry part sales by geographic region in 2023?", (SALES,), "by geographic region"),
        ("Did Quillmark double its warehouse space in Oslo?", (SALES,), "yes or no"),
        ("Did Quillmark pledge its turbines to lenders?", ("Our turbines are pledged to our lenders.",), ""),
        ("Did ferry parts sales exceed $400 million at Quillmark?", (WHY,), "yes or no"),
        ("What were ferry part sales in 2023?", (SALES,), ""),
        ("Is it false that ferry part sales rose at Quillmark?", (WHY,), "yes or no"),
        ("How did Quillmark's ferry parts change and why?", ("Ferry parts are valued at cost due to a rule.",), "why"),
    ],
)
def test_what_is_left_out(question: str, said: tuple[str, ...], told: str) -> None:
    found = " ".join(left(question, *said))

    assert told in found if told else not found, found


def test_a_split_has_several_rows() -> None:
    question = "What was goodwill by segment at Quillmark in 2023?"

    assert "by segment" in " ".join(left(question, "Goodwill, 2023: 14", rows=1))
    assert not left(question, "Ports, 2023: 4", "Ferries, 2023: 10", rows=2)


def test_what_only_comes_closest_is_not_looked_at_again() -> None:
    question = read_question("What were ferry part sales by segment in 2023?")
    assert unanswered(question, NAMES, (SALES,), 0, sure=False) == ()


@pytest.mark.parametrize(
    ("question", "measure"),
    [
        ("What was Quillmark's gain on the sale of its Oslo yard?", True),
        ("What were Quillmark's operating lease costs in 2023?", True),
        ("What was the allowance for doubtful accounts of Quillmark at May 30, 2023?", True),
        ("In 2023, what was the advertising expense of Quillmark?", True),
        ("What are Quillmark's main sources of revenue?", False),
        ("What were Quillmark's advertising and media expenses in fiscal 2023?", True),
        ("What is Quillmark's policy on revenue?", False),
        ("What are the risks to net sales of Quillmark?", False),
        ("What is the outlook of Quillmark for 2024?", False),
    ],
)
def test_an_amount_is_asked_for_by_its_own_name(question: str, measure: bool) -> None:
    assert names_measure(question) is measure
