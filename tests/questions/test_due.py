"""What falls due when: read from the words of a question, beside the day as of which it is asked."""

import pytest

from apps.questions.due import due_of, left_open, read_as_due
from apps.questions.query import Due, Intent
from apps.questions.sentence import sentence
from tests.questions.test_corpus import query


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Zephyrwick lease payments due in 2023 and 2024 together", Due(("lease", "payments"), (2023, 2024))),
        (
            "What share of Zephyrwick's wick obligations is due within 12 months, as of Dec 2018?",
            Due(("wick", "obligations"), within=1, as_of=2018, share=True),
        ),
        (
            "As of the end of 2016, how much wick debt did Zephyrwick have to repay over 2017 and 2018?",
            Due(("wick", "debt"), (2017, 2018), as_of=2016),
        ),
        (
            "What portion of Zephyrwick's kiln rents at the end of FY2017 is due after 2022?",
            Due(("kiln", "rents"), after=2022, as_of=2017, share=True),
        ),
        (
            "Zephyrwick kiln commitments due beyond five years, end of 2017",
            Due(("kiln", "commitments"), beyond=5, as_of=2017),
        ),
        (
            "Zephyrwick kiln debt maturing in 2021, per the 2017 annual report",
            Due(("kiln", "debt"), (2021,), as_of=2017),
        ),
        (
            "What kiln rents must Zephyrwick pay in the first three years after 2017?",
            Due(("kiln", "rents"), within=3, as_of=2017),
        ),
        (
            "How much of Zephyrwick's kiln debt at the end of 2017 is due over the following three years?",
            Due(("kiln", "debt"), within=3, as_of=2017),
        ),
        (
            "Zephyrwick 10-K 2016: kiln rents planned 2017 thru 2021, and which year is heaviest?",
            Due(("kiln", "rents"), (2017, 2018, 2019, 2020, 2021), as_of=2016),
        ),
        (
            "Zephyrwick's 2020 annual report: how much kiln debt comes due through the end of 2023?",
            Due(("kiln", "debt"), (2021, 2022, 2023), as_of=2020),
        ),
        (
            "What share of Zephyrwick's kiln debt at the end of 2016 is due within the next five years (2017-2021)?",
            Due(("kiln", "debt"), (2017, 2018, 2019, 2020, 2021), as_of=2016, share=True),
        ),
        (
            "How much of Zephyrwick's debt at the end of 2017 doesn't come due until more than five years later?",
            Due(("debt",), beyond=5, as_of=2017),
        ),
        (
            "Zephyrwick YE2020: kiln debt that comes due by the end of 2024",
            Due(("kiln", "debt"), (2021, 2022, 2023, 2024), as_of=2020),
        ),
        ("How much does Zephyrwick owe on kiln debt after FY22?", Due(("kiln", "debt"), after=2022)),
        (
            "As of 2020, Zephyrwick kiln debt due through FY24",
            Due(("kiln", "debt"), (2021, 2022, 2023, 2024), as_of=2020),
        ),
        ("Zephyrwick FY20 10-K: kiln debt due in 2024", Due(("kiln", "debt"), (2024,), as_of=2020)),
        ("Zephyrwick annual rents due in 2023 and 2024 together", Due(("rents",), (2023, 2024))),
        ("How much amortization does Zephyrwick foresee for FY22 to FY24?", Due(("amortization",), (2022, 2023, 2024))),
    ],
)
def test_what_falls_due_is_read(asked: str, expected: Due) -> None:
    assert due_of(query(asked)) == expected


@pytest.mark.parametrize(
    "asked",
    [
        "What was Zephyrwick's revenue in 2022?",
        "Zephyrwick debt due beyond the next five years, at the end of 2020",
        "Zephyrwick debt due after the first five years, at the end of 2020",
        "Zephyrwick debt due after one year and within three years, at the end of 2020",
        "Zephyrwick debt due within one year or after five years, at the end of 2020",
        "Zephyrwick debt due after one year through five years, at the end of 2020",
        "As of 2020, how much of Zephyrwick's debt is due in the years after 2022?",
        "As of 2020, how much of Zephyrwick's debt is due in the two years after 2022?",
        "As of 2020, how much of Zephyrwick's debt is due in the 12 months after 2022?",
        "How much of Zephyrwick's debt is due in 2023 and beyond?",
        "How much of Zephyrwick's debt is due since 2023?",
        "How much of Zephyrwick's debt isn't due until 2025?",
        "Zephyrwick debt due in 2024 less debt due in 2023",
        "Zephyrwick debt due in 2024 over debt due in 2023",
        "Zephyrwick debt due in 2024 as a percentage of debt due in 2023",
        "Zephyrwick debt due per year 2023 to 2025",
        "How much of Zephyrwick's debt is due in 2023 or 2024?",
        "How much Zephyrwick debt is due in 2023; how much in 2024?",
        "How much is Zephyrwick's debt due in 2024 more than that due in 2023?",
        "Zephyrwick debt due in 2024 as a share of obligations in that year",
        "How much did Zephyrwick's debt fall in 2022?",
        "Zephyrwick lease payments due in 2023 vs 2024",
        "Zephyrwick lease payments due in 2023 and 2026",
        "Zephyrwick kiln commitments at the end of 2017",
        "What were Zephyrwick's purchase obligations in 2022?",
        "How much of Zephyrwick's debt isn't due within five years?",
        "By how much do Zephyrwick's lease payments fall from 2023 to 2024?",
        "How much more of Zephyrwick's debt matures in 2024 than in 2023?",
        "What portion of Zephyrwick's debt doesn't come due within five years?",
        "At the end of 2016, how much kiln debt is due at Zephyrwick in 2018 or later and the next two years?",
        "At the end of 2016, how much of Zephyrwick's kiln debt is due in 2018 and the following two years?",
        "Zephyrwick kiln debt due through 2023",
        "Zephyrwick's kiln debt falls due in 2024, and what was revenue in 2023?",
        "How many kiln leases of Zephyrwick expire in 2024?",
        "Zephyrwick debt maturing in Q2 2023",
        "By how much did Zephyrwick bring down its debt in 2020, counting notes payable?",
        "How far does Zephyrwick expect its amortization to drop between 2021 and 2025?",
        "Zephyrwick kiln commitments due in 2019 as a share of all obligations for that year",
        "Which of the next five years has the most Zephyrwick debt coming due?",
        "Zephyrwick debt maturing in the first three months of 2023",
        "Zephyrwick lease payments over the past two years",
        "Why are Zephyrwick's obligations due in 2023 higher?",
        "Is Zephyrwick's debt due in 2023 above 5 million?",
    ],
)
def test_nothing_else_is(asked: str) -> None:
    assert due_of(query(asked)) is None


def test_the_query_of_it_leaves_no_word_unread_and_says_how_it_was_read() -> None:
    plain = query("What share of Zephyrwick's wick obligations is due within 12 months, as of Dec 2018?")
    due = due_of(plain)
    assert due
    asked = read_as_due(plain, due)

    assert (asked.intent, asked.unread, asked.measures) == (Intent.FIGURE, (), ())
    assert sentence(asked).startswith("Wick obligations due within a year, as a share of all of it, by its schedule, ")


def test_what_is_asked_besides_is_told_to_be_open() -> None:
    assert left_open(query("Zephyrwick debt due in 2023 and 2024 together, and which year is heavier?")) == (
        "which year is heavier"
    )
    assert left_open(query("How much Zephyrwick debt is due in 2023, and what share of the total is that?")) == ""
    assert left_open(query("How much Zephyrwick debt is due in 2023?")) == ""
    assert left_open(query("Zephyrwick debt matures in 2023? Which year is heaviest?")) == "Which year is heaviest"
