"""What the page shows as "read as", and the JSON that others may write."""

# ruff: noqa: E501 - one case a line

import json
from decimal import Decimal

import pytest
from pydantic import ValidationError

from apps.questions.expressions import Binary, Item, Number, Operator, OverTime, operands, walk
from apps.questions.query import as_json, from_json, json_schema
from apps.questions.sentence import label, sentence
from tests.questions.notation import line
from tests.questions.registers import query, reading
from tests.questions.test_corpus import CASES

TOLD = {
    "What did Zephyrwick spend on fixed assets in 2022?": "capital expenditures, Zephyrwick, fiscal 2022",
    "Zephyrwick's debt minus cash, end of 2022": "total debt minus cash and cash equivalents, Zephyrwick, the end of fiscal 2022",
    "net sales growth 2021 to 2022": 'the growth of "net sales", fiscal 2021 to fiscal 2022',
    "capex as % of sales, 3-year average 2016-2018": "the average of (capital expenditures as a percentage of revenue), fiscal 2016 to fiscal 2018",
    "3-year average of capex as % of revenue, FY2017 to FY2019, one decimal": "the average of (capital expenditures as a percentage of revenue) over 3 years, fiscal 2017 to fiscal 2019, 1 decimal",
    "Which segment had the highest net income in Q2 2023?": "which segment has the most net income, by segment, Q2 of fiscal 2023",
    "Which segment grew sales the most in 2022?": "which segment has the most growth of revenue, by segment, fiscal 2022",
    "What is Zephyrwick's guidance for capital expenditures in fiscal 2025?": "expected capital expenditures, Zephyrwick, fiscal 2025",
    "top 3 regions by revenue in 2022": "the 3 regions that have the most revenue, by region, fiscal 2022",
    "sales by region last three years": "the table of revenue, by region, the year 2 before the latest to the latest year",
    "How much of its sales were online?": "revenue (channel online) as a percentage of revenue, the latest period that is held",
    "Is Zephyrwick capital intensive?": "whether it is capital-intensive, by the ratios that decide this, Zephyrwick, the latest period that is held",
    "Why did gross margin fall in 2022?": "what the filings say (why) about gross margin, supposing that gross margin is below the period before, fiscal 2022",
    "How is Zephyrwick doing?": "how it is doing: the main figures and what the filing says of them, Zephyrwick, the latest period that is held",
    "Was net debt less than 2 times EBITDA in 2022?": "whether net debt is below 2 times EBITDA, fiscal 2022",
    "revenue of Glimmerford in 2022": 'revenue, "Glimmerford" (no company that is held), fiscal 2022',
    "Hollow revenue 2022": 'revenue, "Hollow" (more than one company), fiscal 2022',
    "Zephyrwick's ROE on December 31, 2022, in percent": "return on equity, Zephyrwick, December 31, 2022, in percent",
    "revenue in USD millions as a table, calendar 2022": "revenue, calendar 2022, in millions, as a table",
    "revenue nine months 2022 in EUR": "revenue, nine months of fiscal 2022, in EUR",
    "TTM revenue": "revenue, the last twelve months",
    "Q2 2023 revenue minus Q1 2023 revenue": "revenue (Q2 of fiscal 2023) minus revenue (Q1 of fiscal 2023), Q1 of fiscal 2023 and Q2 of fiscal 2023",
    "What was asset turnover in 2022, defined as revenue / average total assets?": "asset turnover as the question defines it (revenue divided by the average of (total assets and total assets of the period before)), fiscal 2022",
    "Is its operating margin above that of its peers?": "whether operating margin is above its peers, its peers, the latest period that is held",
}  # fmt: skip


@pytest.mark.parametrize("question", TOLD)
def test_a_query_is_told_in_plain_english(question: str) -> None:
    assert sentence(query(question)) == TOLD[question]


@pytest.mark.parametrize("name", CASES)
def test_each_query_has_a_sentence_and_comes_back_from_json(name: str) -> None:
    found = query(CASES[name][0])
    written = json.dumps(as_json(found))
    assert from_json(json.loads(written)) == found
    told = sentence(found)
    assert told and not told.endswith(".") and "None" not in told and "  " not in told


@pytest.mark.parametrize(
    "raw", [{}, [], "revenue", {"intent": "guess"}, {"intent": "figure", "measures": [{"node": "magic"}]}]
)
def test_what_is_no_query_is_refused(raw: object) -> None:
    with pytest.raises(ValidationError):
        from_json(raw)


def test_the_schema_names_every_intent_and_node() -> None:
    schema = json.dumps(json_schema())
    assert all(word in schema for word in ("figure", "verdict", "ranking", "over-time", "stated", "binary", "share"))


def test_a_minimal_query_written_by_others_is_read() -> None:
    written = {
        "intent": "figure",
        "measures": [{"node": "over-time", "function": "growth", "of": {"node": "item", "concept": "revenue"}}],
    }
    assert line(from_json(written)) == "figure | growth(revenue)"


def test_nested_arithmetic_is_told_with_parentheses() -> None:
    inner = Binary(Operator.SUBTRACT, Item("revenue"), Item("cost_of_revenue"))
    assert label(Binary(Operator.DIVIDE, inner, Number(Decimal(2)))) == "(revenue minus cost of revenue) divided by 2"


def test_an_expression_is_walked_left_to_right() -> None:
    found = query("growth in revenue per employee from 2021 to 2022").measures[0]
    assert isinstance(found, OverTime)
    assert [type(node).__name__ for node in walk(found)] == ["OverTime", "Binary", "Item", "Row"]
    assert operands(found) == (found.of,)


@pytest.mark.parametrize(
    ("question", "other", "reason"),
    [
        ("What was Zephyrwick's margin in 2022?", "figure | %gross_margin | of Zephyrwick | in 2022", '"margin" may also mean gross margin'),
        ("What were Zephyrwick's earnings in 2022?", "figure | operating_income | of Zephyrwick | in 2022", '"earnings" may also mean operating income'),
        ("How much did revenue change in 2022?", "figure | growth(revenue) | in 2022", "the change may be meant in percent"),
        ("subscription revenue 2022", "figure | 'subscription revenue' | in 2022", '"subscription revenue" may be a line of its own'),
    ],
)  # fmt: skip
def test_a_second_reading_is_offered_with_its_reason(question: str, other: str, reason: str) -> None:
    offered = {alternative.reason: line(alternative.query) for alternative in reading(question).alternatives[1:]}
    assert offered[reason] == other


@pytest.mark.parametrize(
    "question", ["Did Zephyrwick grow in 2022?", "Zephyrwick's growth in 2022", "Which segment grew fastest in 2022?"]
)
def test_growth_of_what_is_not_said_is_taken_as_revenues_and_said(question: str) -> None:
    first = reading(question).alternatives[0]
    assert "revenue" in line(first.query) and "revenue is the usual" in first.reason
