import pytest

from apps.answers.intent import read_question
from apps.answers.prose.asked import read_asked
from apps.answers.prose.denied import is_denied

CUSTOMER = "Does any single customer account for more than 10% of sales in fiscal 2023?"
DIVIDEND = "Has it ever paid cash dividends?"


def denied(question: str, text: str) -> bool:
    intent = read_question(question)
    return is_denied(intent, read_asked(intent, ()), text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (CUSTOMER, "We did not have sales to a single customer that exceeded 10% of net sales in fiscal 2023."),
        (DIVIDEND, "We have never declared or paid any cash dividends, and we do not expect to pay any."),
    ],
)
def test_what_a_sentence_denies_directly(question: str, text: str) -> None:
    assert denied(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (CUSTOMER, "We did not have sales to a single customer that exceeded 20% of net sales."),
        (CUSTOMER, "No single customer other than the navy accounted for more than 10% of net sales."),
        (CUSTOMER, "A single customer accounted for more than 10% of our sales, which did not change in fiscal 2023."),
        (DIVIDEND, "We may not pay cash dividends."),
        (DIVIDEND, "We paid cash dividends."),
        (DIVIDEND, "The lender does not forbid that cash dividends are paid."),
        ("Has it paid cash dividends or bought shares?", "We have not paid cash dividends."),
        ("Does it have debt covenants?", "We are not in default of our debt covenants."),
        ("What dividends were paid in cash?", "We have never paid cash dividends."),
    ],
)
def test_what_is_no_plain_denial(question: str, text: str) -> None:
    assert not denied(question, text)
