"""What a follow-up takes from the question before it, and what it leaves."""

# ruff: noqa: E501 - one case a line

import pytest

from apps.questions.query import Query, Reading
from apps.questions.sentence import sentence
from tests.questions.notation import line
from tests.questions.registers import query, reading

WALKS = {
    "a figure, then its periods, margin, part, reason and another company": [
        ("What was Zephyrwick's revenue in 2022?", "figure | revenue | of Zephyrwick | in 2022", ()),
        ("And the year before?", "figure | revenue | of Zephyrwick | in 2021", ("measure", "company", "period")),
        ("And in 2019?", "figure | revenue | of Zephyrwick | in 2019", ("measure", "company")),
        ("and for Europe?", "figure | revenue | of Zephyrwick | in 2019 | part geography:Europe", ("measure", "company", "period")),
        ("and the year before?", "figure | revenue | of Zephyrwick | in 2018 | part geography:Europe", ("measure", "company", "period", "part")),
        ("and Brambleton?", "figure | revenue | of Brambleton | in 2018 | part geography:Europe", ("measure", "period", "part")),
        ("net income?", "figure | net_income | of Brambleton | in 2018", ("company", "period")),
    ],
    "the margin of what was asked before": [
        ("EBITDA of Zephyrwick in 2021", "figure | %ebitda | of Zephyrwick | in 2021", ()),
        ("What about its margin?", "figure | %ebitda_margin | of Zephyrwick | in 2021", ("measure", "company", "period")),
        ("Why did it change?", "text/why | %ebitda_margin | of Zephyrwick | in 2021", ("measure", "company", "period")),
        ("Why did it fall?", "text/why | %ebitda_margin | of Zephyrwick | in 2021 | supposing %ebitda_margin < prior period", ("measure", "company", "period")),
    ],
    "what is asked of another company anew": [
        ("Free cash flow of Zephyrwick in 2020?", "figure | %free_cash_flow | of Zephyrwick | in 2020", ()),
        ("Which Brambleton segment grew fastest in 2022?", "ranking | growth(revenue) | of Brambleton | in 2022 | part segment:each | most growth(revenue)", ()),
    ],
    "a long question that names no company": [
        ("What was Zephyrwick's revenue in 2022?", "figure | revenue | of Zephyrwick | in 2022", ()),
        ("What were the total operating income and the total net income of the whole of 2021, in millions?", "figure | operating_income; net_income | of Zephyrwick | in 2021 | as /1000000", ("company",)),
    ],
    "which share of the whole a part is": [
        ("Zephyrwick's revenue in Europe in 2022", "figure | revenue | of Zephyrwick | in 2022 | part geography:Europe", ()),
        ("and what share of the total is that?", "figure | share(revenue of revenue) | of Zephyrwick | in 2022 | part geography:Europe", ("measure", "company", "period", "part")),
    ],
    "quarters of the year that was asked for": [
        ("Zephyrwick's net income in Q2 2023", "figure | net_income | of Zephyrwick | in Q2 2023", ()),
        ("and Q3?", "figure | net_income | of Zephyrwick | in Q3 2023", ("measure", "company", "period")),
        ("and the quarter before?", "figure | net_income | of Zephyrwick | in Q2 2023", ("measure", "company", "period")),
        ("and in 2021?", "figure | net_income | of Zephyrwick | in Q2 2021", ("measure", "company", "period")),
        ("and the growth?", "figure | growth(net_income) | of Zephyrwick | in Q2 2021", ("measure", "company", "period")),
        ("did it grow?", "verdict | net_income | of Zephyrwick | in Q2 2021 | whether net_income > prior period", ("measure", "company", "period")),
    ],
    "a first quarter has the fourth of another year before it": [
        ("Zephyrwick's revenue in Q1 2023", "figure | revenue | of Zephyrwick | in Q1 2023", ()),
        ("and the previous quarter?", "figure | revenue | of Zephyrwick | in Q4 2022", ("measure", "company", "period")),
    ],
    "a change is told as a rate, and courtesy asks nothing": [
        ("Zephyrwick's revenue in 2022", "figure | revenue | of Zephyrwick | in 2022", ()),
        ("How did that change?", "figure | change(revenue) | of Zephyrwick | in 2022", ("measure", "company", "period")),
        ("in percent?", "figure | growth(revenue) | of Zephyrwick | in 2022 | as percent", ("measure", "company", "period")),
        ("Thanks!", "text/what", ()),
    ],
    "rankings keep their part and order": [
        ("Which segment of Zephyrwick had the highest revenue in 2022?", "ranking | revenue | of Zephyrwick | in 2022 | part segment:each | most revenue", ()),
        ("and the lowest?", "ranking | revenue | of Zephyrwick | in 2022 | part segment:each | least revenue", ("measure", "company", "period", "part")),
        ("and in 2020?", "ranking | revenue | of Zephyrwick | in 2020 | part segment:each | least revenue", ("measure", "company", "part")),
    ],
    "texts and briefs": [
        ("What are Zephyrwick's main risks?", "text/risk | of Zephyrwick | about main risks", ()),
        ("and Brambleton's?", "text/risk | of Brambleton | about main risks", ("measure",)),
        ("How is Brambleton doing?", "brief | of Brambleton", ()),
        ("and Zephyrwick?", "brief | of Zephyrwick", ("measure",)),
        ("Who audits it?", "text/who | of Zephyrwick | about audits", ("company",)),
    ],
    "a question that stands by itself takes nothing": [
        ("What was Zephyrwick's revenue in 2022?", "figure | revenue | of Zephyrwick | in 2022", ()),
        ("What was Brambleton's net income in fiscal 2021?", "figure | net_income | of Brambleton | in 2021", ()),
        ("What was Brambleton's gross profit?", "figure | gross_profit | of Brambleton", ()),
    ],
    "the last day of a year": [
        ("Zephyrwick's cash on December 31, 2022", "figure | cash | of Zephyrwick | in end 2022-12-31", ()),
        ("and the year before?", "figure | cash | of Zephyrwick | in end 2021-12-31", ("measure", "company", "period")),
    ],
    "the latest, and the one before": [
        ("Zephyrwick's latest annual revenue", "figure | revenue | of Zephyrwick | in year-0", ()),
        ("and the year before?", "figure | revenue | of Zephyrwick | in year-1", ("measure", "company", "period")),
    ],
}  # fmt: skip


@pytest.mark.parametrize("walk", WALKS)
def test_a_conversation_is_read_turn_by_turn(walk: str) -> None:
    earlier: Reading | None = None
    for question, expected, carried in WALKS[walk]:
        earlier = reading(question, earlier)
        assert (line(earlier.query), earlier.carried) == (expected, carried), question


def test_a_query_may_stand_for_the_reading_before() -> None:
    before: Query = query("What was Zephyrwick's revenue in 2022?")
    assert line(reading("and the year before?", before).query) == "figure | revenue | of Zephyrwick | in 2021"


def test_of_several_asks_of_one_time_all_are_asked_again_of_another() -> None:
    told = "which segment has the {} operating margin, Zephyrwick, by segment, fiscal {}"
    before = query(f"{told.format('most', 2022)}; {told.format('least', 2022)}")
    assert (
        sentence(reading("and in 2021?", before).query) == f"{told.format('most', 2021)}; {told.format('least', 2021)}"
    )
    apart = query(f"{told.format('most', 2022)}; {told.format('least', 2021)}")
    for follow_up, earlier in (("and in 2020?", apart), ("how much did it grow?", before), ("and for Europe?", before)):
        assert reading(follow_up, earlier).unclear == "Which figure?", follow_up


@pytest.mark.parametrize("question", ["And the year before?", "and for Europe?", "in 2021?", "and Brambleton?"])
def test_without_a_question_before_it_a_follow_up_is_unclear(question: str) -> None:
    alone = reading(question)
    assert alone.unclear and not alone.carried


def test_the_quarter_before_a_whole_year_is_asked_back() -> None:
    before = reading("What was Zephyrwick's revenue in 2022?")
    assert reading("and the quarter before?", before).unclear == "Which quarter?"


def test_a_question_with_a_measure_is_clear_by_itself() -> None:
    assert not reading("What was revenue in 2022?").unclear


def test_what_is_carried_is_never_the_companys_name_over_a_named_one() -> None:
    before = reading("What was Zephyrwick's revenue in 2022?")
    assert "company" not in reading("and what was Brambleton's revenue?", before).carried
