"""Words that make another figure of the one named are accounted for by the reading, or nothing is computed."""

import pytest

from apps.answers.figures.altering import altering, other_currency
from apps.answers.intent import read_question


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What were Quillmark's monthly net sales in fiscal 2023?", "monthly"),
        ("What were Quillmark's average monthly net sales in fiscal 2023?", "monthly"),
        ("What were Quillmark's weekly net sales in fiscal 2023?", "weekly"),
        ("What were Quillmark's daily net sales in fiscal 2023?", "daily"),
        ("What were Quillmark's net sales per day in fiscal 2023?", "per day"),
        ("What were Quillmark's net sales a week in fiscal 2023?", "a week"),
        ("What were Quillmark's quarterly net sales in fiscal 2023?", "quarterly"),
        ("What was half of Quillmark's net sales in fiscal 2023?", "half of"),
        ("What is a third of Quillmark's net income in 2023?", "a third of"),
        ("What was twice Quillmark's operating income in fiscal 2023?", "twice"),
        ("What was Quillmark's net sales per employee in fiscal 2023?", "per employee"),
        ("What were net sales per store of Quillmark in 2023?", "per store"),
        ("What would Quillmark's net sales be in 2023 with another week?", "would"),
        ("What is Quillmark's 2023 net income if cost of sales fell 5%?", "if"),
        ("What was Quillmark's net income assuming no interest in 2023?", "assuming"),
        ("What was Quillmark's net income without restructuring in fiscal 2023?", "without"),
        ("What was Quillmark's net income after dividends in fiscal 2023?", "after dividends"),
        ("What was the average operating income in 2023 at Quillmark?", "average"),
        ("What was the cumulative net income of Quillmark in 2023?", "cumulative"),
        ("What was the combined net income of Quillmark in fiscal 2023?", "combined"),
        ("How many days of goodwill did Quillmark have at the end of 2023?", "How many days"),
        ("What were Quillmark's cash days in 2023?", "days"),
        ("How much did Quillmark's net sales improve in 2023?", "improve"),
        ("What was the opening inventory of Quillmark in FY2023?", "opening"),
        ("What was Quillmark's net income in the year before 2023?", "the year before"),
        ("How many years in a row did Quillmark's net sales increase?", "in a row"),
    ],
)
def test_nothing_that_changes_the_figure_is_passed_over(question: str, word: str) -> None:
    figures = read_question(question).figures

    assert not figures.computes or word in altering(figures), altering(figures)


@pytest.mark.parametrize(
    "question",
    [
        "What were Quillmark's net sales in fiscal 2023?",
        "What was Quillmark's annual revenue in 2023, in USD millions, rounded to one decimal?",
        "What were the quarterly net sales of Quillmark in Q2 2023?",
        "According to the quarterly report, what was Quillmark's net income in Q2 2023?",
        "What were Quillmark's net sales in the first half of fiscal 2023?",
        "What were the average payables of Quillmark in FY2021?",
        "What is Quillmark's FY2022 inventory turnover, on average inventory?",
        "How many days of inventory did Quillmark hold on average in FY2018?",
        "What was the 3 year average net income margin of Quillmark from FY2021 to FY2023?",
        "How many weighted average diluted shares did Quillmark have in FY2021?",
        "What was the total net income of Quillmark from 2021 to 2023?",
        "How much did Quillmark's net sales grow in 2023?",
        "By what percentage did net sales of Quillmark increase from 2022 to 2023?",
        "What percent of sales is cost of goods sold for Quillmark in FY2022?",
        "What were Quillmark's earnings per share in 2023?",
        "Which year had the highest net sales for Quillmark, 2022 or 2023?",
        "What was income before taxes of Quillmark in 2023?",
        "What are Quillmark's restructuring costs for FY2023? If they are not explicitly outlined then state 0.",
        "What is Quillmark's leverage, assuming leverage is defined as total liabilities / total equity, for FY2023?",
        "As per the cash flow statement, what was Quillmark's capex in 2023?",
        "Did Quillmark's net sales double in 2023?",
    ],
)
def test_what_the_reading_accounts_for_stays(question: str) -> None:
    figures = read_question(question).figures

    assert figures.computes and altering(figures) == ()


@pytest.mark.parametrize(
    ("question", "currency", "words"),
    [
        ("What was Quillmark's operating income in fiscal 2023 in euros?", "USD", "in euros"),
        ("What was Quillmark's net income in millions of yen in 2023?", "USD", "in millions of yen"),
        ("What was Quillmark's net income in USD millions in 2023?", "EUR", "in USD"),
        ("What was Quillmark's net income in USD millions in 2023?", "USD", ""),
        ("What was Quillmark's net income in euros in 2023?", "EUR", ""),
        ("What was Quillmark's net income in 2023?", "EUR", ""),
        ("What was Quillmark's asset turnover in pounds in 2023?", "", ""),
    ],
)
def test_another_currency_is_told(question: str, currency: str, words: str) -> None:
    assert other_currency(question, [currency]) == words
