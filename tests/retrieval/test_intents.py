"""What is read out of a question."""

from datetime import date

import pytest

from apps.questions.filers import Filer, Register
from apps.retrieval.forms import forms_named
from apps.retrieval.intents import read
from apps.retrieval.metrics import read_metrics
from apps.retrieval.periods import Periods, read_periods
from apps.retrieval.unheld import unheld_companies
from apps.retrieval.weighing import covering
from apps.retrieval.wording import word
from apps.statements.mentions import mentions
from apps.statements.ontology import Statement

REGISTER = Register.of(
    [
        Filer(1, "BRACKENFOLD BAKERIES, INC.", ("Bracken Ovens Company",), "BKFD"),
        Filer(2, "Quill Harbor Mills Corporation", (), "Q"),
        Filer(3, "American Teapots Company", (), "ATP"),
        Filer(4, "American Lanterns, Inc.", ()),
        Filer(5, "Dorsey & Finch Co.", ()),
        Filer(6, "Hinge, Inc.", ()),
        Filer(7, "Société Lumière S.A.", ()),
    ]
)


def named(question: str) -> set[int]:
    return {filer.pk for mention in REGISTER.mentions(question) for filer in mention.filers}


@pytest.mark.parametrize(
    ("question", "companies"),
    [
        ("What was Brackenfold Bakeries' revenue?", {1}),
        ("what was brackenfold's revenue?", {1}),
        ("What was BrackenFold’s revenue?", {1}),
        ("Did Bracken Ovens pay a dividend?", {1}),
        ("BKFD margin in 2022", {1}),
        ("Compare Quill Harbor with American Teapots", {2, 3}),
        ("How did QuillHarbor do?", {2}),
        ("The American economy", set()),
        ("What did AmTea earn?", {3}),
        ("Revenue of D&F in 2020", {5}),
        ("Dorsey and Finch, revenue", {5}),
        ("Does the deal hinge on Hinge?", {6}),
        ("Does the deal hinge on Finland?", set()),
        ("Chiffre of Societe Lumiere", {7}),
        ("What is Q?", set()),
        ("What is ATP's ROE and EBITDA?", {3}),
        ("", set()),
    ],
)
def test_companies(question: str, companies: set[int]) -> None:
    assert named(question) == companies


def test_two_filers_of_one_name_are_both_meant() -> None:
    register = Register.of([Filer(1, "Hinge, Inc."), Filer(2, "Hinge plc")])
    assert [filer.pk for filer in register.mentions("What does Hinge sell?")[0].filers] == [1, 2]
    assert read("What does Hinge sell?", register).ambiguous == (("Hinge, Inc.", "Hinge plc"),)


@pytest.mark.parametrize(
    ("question", "periods"),
    [
        ("in FY2017", Periods((2017,))),
        ("in fiscal 2017", Periods((2017,))),
        ("FY17 and FY'18", Periods((2017, 2018))),
        ("from FY2019 - FY2021", Periods((2019, 2020, 2021), ranged=True)),
        ("between fiscal 2019 and 2021", Periods((2019, 2020, 2021), ranged=True)),
        ("FY19 to FY21", Periods((2019, 2020, 2021), ranged=True)),
        ("in 2019 and 2021", Periods((2019, 2021))),
        ("Q2 of FY2023", Periods((2023,), 2)),
        ("in Q22023", Periods((2023,), 2)),
        ("As of Q2'2023", Periods((2023,), 2, year_end=True)),
        ("3Q22", Periods((2022,), 3)),
        ("the third quarter of 2022", Periods((2022,), 3)),
        ("H1 FY2023", Periods((2023,), 2, months=6)),
        ("nine months of 2020", Periods((2020,), 3, months=9)),
        ("dated 1st July 2022", Periods((2022,), None, (date(2022, 7, 1),))),
        ("on July 1, 2022", Periods((2022,), None, (date(2022, 7, 1),))),
        ("on 2022-07-01", Periods((2022,), None, (date(2022, 7, 1),))),
        ("February 31, 2020", Periods((2020,))),
        ("revenue of $2017 million", Periods()),
        ("2,017 shares, 2017.5 and 2021%", Periods()),
        ("item 1990s", Periods()),
    ],
)
def test_periods(question: str, periods: Periods) -> None:
    assert read_periods(question) == periods


def test_the_fewest_years_that_state_all() -> None:
    assert covering([2022, 2021, 2020]) == [2022]
    assert covering([2015, 2021, 2022]) == [2022, 2015]
    assert covering([]) == []


@pytest.mark.parametrize(
    ("question", "forms"),
    [
        ("in its 10-K", {"10-K"}),
        ("this 10K report", {"10-K"}),
        ("the 8k filing", {"8-K"}),
        ("its annual report", {"10-K", "20-F", "annual-report"}),
        ("10-Q and earnings release", {"10-Q", "earnings"}),
        ("the 110-Kilo bag", set()),
    ],
)
def test_forms(question: str, forms: set[str]) -> None:
    assert set(forms_named(question)) == forms


@pytest.mark.parametrize(
    ("question", "statements"),
    [
        ("Using the balance sheet, what is the working capital?", {Statement.BALANCE}),
        ("from the statement of cash flows and the P&L", {Statement.CASH_FLOW, Statement.INCOME}),
        ("What is the quick ratio?", {Statement.BALANCE}),
        ("What was the operating income?", {Statement.INCOME}),
        ("How much capex was there?", {Statement.CASH_FLOW}),
        ("Where is the head office?", set()),
    ],
)
def test_statements(question: str, statements: set[Statement]) -> None:
    assert set(read_metrics(question, question).statements_of(prose=False)) == statements


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What was Umberfell Cranes' revenue?", ["Umberfell Cranes"]),
        ("Did Zorblat pay dividends in 2020?", ["Zorblat"]),
        ("What was the Net Income in Q2 of FY2022?", []),
        ("How much was spent on R&D in North America?", []),
        ("Has Umberfell's quick ratio improved?", ["Umberfell"]),
        ("Here's the question: did Zorblat grow?", ["Zorblat"]),
        ("What was the impact of Hurricane Zoe?", []),
        ("Does Umberfell Cranes' chief come from Zorblat?", ["Umberfell Cranes", "Zorblat"]),
    ],
)
def test_companies_that_are_not_held(question: str, names: list[str]) -> None:
    assert unheld_companies(question) == names


def test_what_only_frames_a_question_is_left_out() -> None:
    wording = word(
        "You are a banker and your only source is (are): the balance sheet. Here's the question: what is Hinge's "
        "FY2020 quick ratio? Round your answer to two decimal places.",
        ("Hinge's",),
    )
    assert wording.core == "the balance sheet. what is Hinge's FY2020 quick ratio?"
    assert wording.words == "the balance sheet. what is FY2020 quick ratio"
    assert "total current assets" in wording.expansion


def test_a_question_that_is_all_frame_stays() -> None:
    question = "Please answer in USD millions."
    assert word(question).core == question


def test_a_whole_reading() -> None:
    reading = read("What did Brackenfold's 10-Q for Q2 2023 say on debt?", REGISTER)
    assert reading.company_names == ("BRACKENFOLD BAKERIES, INC.",)
    assert (reading.years, reading.quarter, set(reading.forms)) == ((2023,), 2, {"10-Q"})
    assert not reading.asks_for_year
    assert reading.unheld == ()


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What was Quillmark's cash at June 30, 2022?", True),
        ("What was Quillmark's cash in fiscal 2022?", True),
        ("How much cash did Quillmark Foundry have at year end?", True),
        ("What dividends were paid in cash in 2022?", False),
        ("What was restricted cash at June 30, 2022?", False),
        ("What was net cash at December 31, 2022?", False),
        ("How much cash did Quillmark spend on acquisitions?", False),
        ("How much cash was used in investing in 2022?", False),
    ],
)
def test_cash_alone_is_the_balance_where_a_balance_can_be_meant(question: str, asked: bool) -> None:
    assert ("cash" in {one.concept for one in mentions(question)}) is asked
