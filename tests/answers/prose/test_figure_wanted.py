import pytest

from apps.answers.gather import Filing
from apps.answers.intent import read_question
from apps.answers.prose.asked import read_asked
from apps.answers.prose.figure_wanted import holds_figure, states_figure, wants_figure
from apps.answers.table_reading import Source, read_table

FILING = Filing(1, 0, "quillmark", "10-K", ("Quillmark",), 2023, frozenset({2023}))
CELLS = ({"text": "Average leased berths", "start": 0, "end": 21}, {"text": "5", "start": 22, "end": 23})
BERTHS = read_table(Source(1, 1, 3), [CELLS], 0)


def states(question: str, text: str) -> bool:
    intent = read_question(question)
    return states_figure(intent, read_asked(intent, FILING.names), FILING, text)


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many berths does Quillmark lease?", True),
        ("What was the average toll of the ports in 2023?", True),
        ("What were Quillmark's average leased berths in the north in 2023?", True),
        ("What were the ports of Quillmark in 2023?", False),
        ("How often does the board meet?", False),
    ],
)
def test_which_questions_are_for_a_figure(question: str, wanted: bool) -> None:
    intent = read_question(question)
    assert wants_figure(intent, read_asked(intent, FILING.names), [BERTHS]) is wanted


@pytest.mark.parametrize(
    "text",
    [
        "At the end of 2023, 1,240 berths in northern ports were leased.",
        "In 2023 we leased twelve northern berths.",
        "No northern berth was leased.",
    ],
)
def test_a_sentence_that_names_all_and_holds_a_figure_states_it(text: str) -> None:
    assert states("How many northern berths were leased in 2023?", text)


@pytest.mark.parametrize(
    "text",
    [
        "In 2023 we leased 1,240 berths.",
        "A northern berth (1) is leased as described in Note 4.",
        "On March 3, 2023, northern berths were leased.",
        "Leased northern berths grew by 6% in 2023.",
        "In 2023 we spent $4 million on leased northern berths.",
        "In 2021 we leased 900 northern berths.",
    ],
)
def test_another_figure_or_none_is_not_the_one_asked_for(text: str) -> None:
    assert not states("How many northern berths were leased in 2023?", text)


def test_a_share_is_a_percentage() -> None:
    assert states("What percentage of northern berths was leased in 2023?", "Of northern berths 6% were leased.")


def test_a_word_of_the_same_family_names_the_item() -> None:
    assert states("How many ferries did Quillmark deliver in 2023?", "Ferry deliveries were 14 in 2023.")


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("The sale of the Oslo yard closed in 2023 with a pre-tax gain of $215 million.", True),
        ("In 2023 we recorded a gain of $215 million on the sale of the yard in Oslo to a local buyer.", True),
        ("The sale of the Oslo yard led to an impairment of $90 million in 2023.", False),
        ("A gain on the sale of the Oslo yard is expected.", False),
        ("A gain on a swap of $3 million was booked in 2023.", False),
    ],
)
def test_an_amount_by_its_own_name_is_called_so_and_stated(text: str, stated: bool) -> None:
    assert states("What was Quillmark's gain on the sale of its Oslo yard in 2023?", text) is stated


def test_another_item_of_like_name_is_not_the_one_asked_for() -> None:
    question = "What was Quillmark's cash at March 26, 2023?"

    assert not states(question, "Cash from operations was $1.6 billion in 2023.")
    assert states(question, "At March 26, 2023, cash and cash equivalents were $2.4 billion.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Northern berths made up 23% of the revenue of 2023.", True),
        ("More than half of the revenue of 2023 came from northern berths.", True),
        ("Revenue of northern berths was $4 million in 2023.", False),
        ("Revenue of 2023 includes that of northern berths.", False),
    ],
)
def test_a_share_is_told_as_one(text: str, told: bool) -> None:
    question = "What share of Quillmark's 2023 revenue came from northern berths?"
    intent = read_question(question)
    assert wants_figure(intent, read_asked(intent, FILING.names), [])
    assert holds_figure(intent, text) is told
