"""Which questions ask for a name, and which sentences hold one."""

import pytest

from apps.answers.prose.names import asks_customer, asks_name, has_name, shares_whole
from tests.answers.prose.passages import passage
from tests.answers.prose.test_answering import answered, told

NONE = "No other customer accounted for 10 percent or more of our consolidated net sales."
NAMED = "During fiscal 2023, Harrow Stores and its affiliates accounted for 21 percent of our consolidated net sales."
OF_SEGMENT = "In 2023, Dellmark Rail accounted for 63% of the Ports segment’s net sales."
WORK = "The board of directors elects officers each year and considers their work with customers."


@pytest.mark.parametrize(
    ("core", "asked"),
    [
        ("Who is the largest customer of Quillmark?", True),
        ("Which companies did Quillmark acquire in 2023?", True),
        ("Which outside audit firm signed?", True),
        ("Who are the competitors of Quillmark?", False),
        ("Which kinds of customers does Quillmark have?", False),
        ("What were sales in 2023?", False),
        ("Were there nominees who had more votes than others?", False),
        ("In 2023, with whom did Quillmark merge?", True),
    ],
)
def test_names_are_asked_for(core: str, asked: bool) -> None:
    assert asks_name(core) is asked


def test_a_name_is_neither_of_the_filer_nor_of_the_report() -> None:
    assert has_name(NAMED, ())
    assert has_name("Harrow is our largest partner.", ())
    assert not has_name("In March 2023, the Company filed its Annual Report.", ())
    assert not has_name("In March 2023, the Quillmark Foundry sold plants.", {"quillmark", "foundri"})
    assert not has_name(NONE, ())


def test_the_share_of_a_customer_is_one_of_all_sales() -> None:
    assert asks_customer("Who is the largest customer of Quillmark?")
    assert shares_whole(NAMED)
    assert shares_whole("In 2023, 69% of our $51.0 billion in net sales were from the Northland Ministry.")
    assert not shares_whole(OF_SEGMENT)
    assert not shares_whole("Products of the Ports segment represented 39% of our total consolidated net sales.")


def test_the_largest_customer_is_told_by_name_or_not_surely() -> None:
    question = "Who is the largest customer of Quillmark in fiscal 2023?"
    prose = answered(question, passage(1, f"{NONE} {NAMED} {OF_SEGMENT}"))

    assert prose.sure
    assert told(prose)[0] == NAMED
    assert not answered(question, passage(1, f"{NONE} {WORK}")).sure
