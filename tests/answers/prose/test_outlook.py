from dataclasses import replace

import pytest

from apps.answers.gather import Filing, Passage
from apps.answers.intent import read_question
from apps.answers.prose.asked import read_asked
from apps.answers.prose.outlook import outlook_of
from apps.answers.prose.settings import ProseSettings
from tests.answers.prose.passages import passage

TABLE = (
    "Fiscal 2024 Outlook\nFor fiscal 2024, the Company plans to:\nFreight revenue\t$4 million to $5 million\n"
    "Capital expenditures\tapproximately $2 million\nFerries bought\nFerries mended\t25-30\n20-30\nTax rate\t21% to 22%"
)


def told(question: str, *passages: Passage, years: frozenset[int] = frozenset({2023})) -> list[str]:
    intent = read_question(question)
    asked = read_asked(intent, ["Quillmark"])
    filing = Filing(1, 0, "quillmark", "Release", ("Quillmark",), max(years), years)
    return [one.sentence.text for one in outlook_of(intent, lambda _: asked, passages, {1: filing}, ProseSettings())]


def table(title: str = "Fiscal 2024 Outlook") -> Passage:
    return passage(1, TABLE, kind="table", titles=("Results", title))


def test_ranges_of_a_table_are_quoted_under_its_heading() -> None:
    assert told("What is the outlook of Quillmark for fiscal 2024?", table()) == [
        "Fiscal 2024 Outlook",
        "Freight revenue\t$4 million to $5 million",
        "Capital expenditures\tapproximately $2 million",
        "Tax rate\t21% to 22%",
    ]


def test_a_line_after_figures_without_as_many_labels_is_left() -> None:
    text = "Outlook for 2024\nFreight revenue\t$4 million\nTolls\t2%\n20-30\nTax rate\t21%\nCosts\t$1 million"
    section = passage(1, text, kind="table", titles=("Outlook for 2024",))

    assert told("What is the outlook for 2024?", section) == [
        "Outlook for 2024",
        "Freight revenue\t$4 million",
        "Costs\t$1 million",
    ]


def test_heads_of_columns_are_shown_and_torn_lines_are_not() -> None:
    text = (
        "Outlook for 2024\nPrior FY24 Outlook\tUpdated FY24 Outlook\nFreight revenue\t$4 million\t$5 million\n"
        "Tolls\t2%\t3%\nFerries bought\nFerries mended\t25-30\n20-30\tno change"
    )
    section = passage(1, text, kind="table", titles=("Outlook for 2024",))

    assert told("What is the outlook for 2024?", section) == text.split("\n")[:4]


def test_what_was_expected_last_is_quoted() -> None:
    section = passage(1, "We expect freight revenue of $6 million in 2024.", titles=("Outlook for 2024",))
    filings = {1: Filing(1, 0, "early", "", ("Quillmark",), 2022), 2: Filing(2, 1, "late", "", ("Quillmark",), 2023)}
    later = replace(section, found=replace(section.found, version_id=2, chunk_id=2))
    intent = read_question("What is the outlook for 2024?")
    hits = outlook_of(intent, lambda _: read_asked(intent), [section, later], filings, ProseSettings())

    assert [one.sentence.chunk_id for one in hits] == [2]


def test_offsets_are_those_of_the_page() -> None:
    intent = read_question("What is the outlook for fiscal 2024?")
    filing = Filing(1, 0, "quillmark", "Release", ("Quillmark",), 2023, frozenset({2023}))
    asked = read_asked(intent)
    hits = outlook_of(intent, lambda _: asked, [table()], {1: filing}, ProseSettings())

    assert hits
    assert all(TABLE[one.sentence.start : one.sentence.end] == one.sentence.text for one in hits)


def test_the_line_asked_for_stands_alone() -> None:
    assert told("What capital expenditures does Quillmark expect for fiscal 2024?", table())[1:] == [
        "Capital expenditures\tapproximately $2 million"
    ]


def test_sentences_of_such_a_section_are_quoted() -> None:
    text = "We expect freight revenue to reach $5 million. The ports will stay open through the whole winter."
    section = passage(1, text, titles=("Guidance for 2024",))

    assert told("What freight revenue is expected for 2024?", section) == [text[:46]]


@pytest.mark.parametrize("title", ["Recently Adopted Accounting Guidance", "Results of the Year"])
def test_a_section_on_something_else_is_left(title: str) -> None:
    assert told("What is the outlook for fiscal 2024?", table(title)) == []


@pytest.mark.parametrize(
    "question",
    [
        "What is the outlook for fiscal 2022?",
        "What lighthouses are expected for fiscal 2024?",
        "What was freight revenue in fiscal 2024?",
    ],
)
def test_another_year_another_item_or_no_expectation_is_not_answered(question: str) -> None:
    assert told(question, table()) == []
