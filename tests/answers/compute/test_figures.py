"""Figures of statements, through `compute`: values, units, forms, sheets, and what is said where there is none."""

from datetime import date
from decimal import Decimal

import pytest

from apps.answers.compute.computing import compute
from apps.answers.compute.figures import one_line_each
from apps.answers.compute.missing import ImpossibleError
from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Place, Span
from apps.documents.models import Company, Visibility
from apps.questions.expressions import (
    At,
    Binary,
    Call,
    CallFunction,
    Expression,
    Item,
    Number,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    Stated,
)
from apps.questions.formulas import parse
from apps.questions.query import About, Form, Intent, Query, Role, Shown, Term, TextKind, Token
from apps.questions.slots import Period, PeriodKind, UnresolvedFiler
from apps.retrieval.found import Scope
from tests.answers.asked import DOCUMENT, says
from tests.answers.compute.filings import COMPANY, LINES, annual, asked, computed, filer, only, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)
OWN_DPO = Stated("DPO", parse("365 * average accounts_payable / (cost_of_revenue + change in inventories)"))


@pytest.mark.parametrize(
    ("measure", "told", "form", "expected"),
    [
        (Item("capital_expenditures"), (2023,), MILLIONS, (Decimal(95), "USD millions")),
        (Item("dividends_paid"), (2022,), Form(scale=1000), (Decimal(30000), "USD thousands")),
        (Item("net_income"), (2021,), Form(), (Decimal(-12_000_000), "USD")),
        (Item("eps_diluted"), (2023,), Form(), (Decimal("2.35"), "USD per share")),
        (Ratio("current_ratio"), (2023,), Form(decimals=1), (Decimal("1.4"), "ratio")),
        (Ratio("ebitda"), (2022,), MILLIONS, (Decimal(252), "USD millions")),
        (Ratio("gross_margin"), (2023,), Form(), (Decimal("43.75"), "%")),
        (Ratio("free_cash_flow"), (2023,), MILLIONS, (Decimal(215), "USD millions")),
        (Ratio("total_debt"), (2023,), MILLIONS, (Decimal(600), "USD millions")),
        (Ratio("net_debt"), (2023,), MILLIONS, (Decimal(450), "USD millions")),
        (Ratio("days_payable"), (2023,), Form(decimals=2), (Decimal("44.61"), "days")),
        (OWN_DPO, (2023,), Form(decimals=2), (Decimal("43.64"), "days")),
        (
            Binary(Operator.SUBTRACT, Ratio("total_debt"), Item("cash")),
            (2023,),
            MILLIONS,
            (Decimal(450), "USD millions"),
        ),
        (Share(Item("capital_expenditures"), Item("revenue")), (2023,), Form(decimals=2), (Decimal("5.94"), "%")),
        (
            OverTime(OverTimeFunction.GROWTH, Item("revenue")),
            (2022, 2023),
            Form(decimals=1),
            (Decimal("14.3"), "%"),
        ),
        (OverTime(OverTimeFunction.GROWTH, Item("revenue")), (2023,), Form(decimals=1), (Decimal("14.3"), "%")),
        (OverTime(OverTimeFunction.CHANGE, Item("revenue")), (2021, 2023), MILLIONS, (Decimal(600), "USD millions")),
        (OverTime(OverTimeFunction.CAGR, Item("revenue")), (2021, 2023), Form(decimals=1), (Decimal("26.5"), "%")),
        (
            OverTime(OverTimeFunction.AVERAGE, Ratio("capex_to_revenue"), years=3),
            (2023,),
            Form(decimals=1),
            (Decimal("5.4"), "%"),
        ),
        (OverTime(OverTimeFunction.SUM, Item("revenue"), years=2), (2023,), MILLIONS, (Decimal(3000), "USD millions")),
        (
            OverTime(OverTimeFunction.CHANGE, Ratio("operating_margin")),
            (2022, 2023),
            Form(shown=Shown.BASIS_POINTS),
            (Decimal(200), "basis points"),
        ),
        (
            Share(Item("cost_of_revenue"), Item("revenue")),
            (2023,),
            Form(shown=Shown.BASIS_POINTS),
            (Decimal(5625), "basis points"),
        ),
        (
            Call(CallFunction.MAXIMUM, (Item("cash"), Item("inventories"))),
            (2023,),
            MILLIONS,
            (Decimal(210), "USD millions"),
        ),
        (
            Binary(Operator.SUBTRACT, Item("revenue"), Item("revenue", lag=1)),
            (2023,),
            MILLIONS,
            (Decimal(200), "USD millions"),
        ),
        (
            Binary(Operator.MULTIPLY, Number(Decimal(2)), Item("cash")),
            (2023,),
            MILLIONS,
            (Decimal(300), "USD millions"),
        ),
        (
            Binary(Operator.DIVIDE, Item("revenue"), At(Item("revenue"), period=Period(PeriodKind.YEAR, year=2021))),
            (2023,),
            Form(decimals=2),
            (Decimal("1.60"), "ratio"),
        ),
    ],
)
def test_a_figure_is_computed_in_the_unit_and_rounding_asked_for(
    people: People, measure: Expression, told: tuple[int, ...], form: Form, expected: tuple[Decimal, str]
) -> None:
    annual(people.owner)

    assert only(computed(people.owner, measure, periods=years(*told), form=form)) == expected


def test_without_a_period_the_latest_year_is_meant_and_told(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"))

    assert outcome.headline == "Revenue of Quillmark Foundry, FY2023: USD 1,600 million."
    assert outcome.notes == ("The latest that is held of Quillmark Foundry: FY2023.",)


def test_the_sheet_shows_the_formula_in_words_and_in_figures_and_each_cell(people: People) -> None:
    annual(people.owner)
    sheet = computed(people.owner, Ratio("current_ratio"), periods=years(2023)).sheet

    assert sheet is not None
    assert sheet["lines"][0]["formula"] == "Total current assets / Total current liabilities"
    assert sheet["lines"][0]["working"] == "700 / 500 (millions)"
    assert [one["printed"] for one in sheet["operands"]] == ["700", "500"]
    assert [one["citation"] for one in sheet["operands"]] == [1, 2]
    assert sheet["operands"][0]["units"] == "USD millions" and not sheet["stated"]


def test_periods_are_named_in_a_formula_that_speaks_of_several(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Ratio("days_payable"), periods=years(2023))

    assert outcome.sheet is not None
    assert outcome.sheet["lines"][0]["formula"] == (
        "365 × average(Accounts payable FY2022; Accounts payable FY2023) / Cost of revenue FY2023"
    )


def test_an_average_without_the_year_before_takes_the_end_and_says_so(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Ratio("days_payable"), periods=years(2022), form=Form(decimals=1))

    assert only(outcome) == (Decimal("43.5"), "days")
    assert any("stands in for the average" in note for note in outcome.notes)


def test_a_definition_that_the_question_states_is_marked_as_its_own(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, OWN_DPO, periods=years(2023))

    assert outcome.sheet is not None and outcome.sheet["stated"]
    assert outcome.figures[0].name == "DPO"


def test_spending_is_the_flow_and_never_the_balance(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("capital_expenditures"), periods=years(2023))

    assert [one.candidate.concept for one in outcome.operands] == ["capital_expenditures"]
    assert outcome.operands[0].value == 95_000_000


def test_a_missing_half_of_a_difference_leaves_no_figure(people: People) -> None:
    lines = {key: cells for key, cells in LINES.items() if key != "cash"}
    annual(people.owner, lines=lines)
    outcome = computed(people.owner, Binary(Operator.SUBTRACT, Ratio("total_debt"), Item("cash")), periods=years(2023))

    assert not outcome.figures and outcome.sheet is None and outcome.headline == ""
    assert outcome.missing == (
        "Cash and cash equivalents of FY2023 was not found in the filings of Quillmark Foundry that are held.",
    )


def test_a_year_that_is_not_held_is_told_with_the_latest_that_is(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"), periods=years(2030))

    assert outcome.missing == (
        "No filing of Quillmark Foundry that is held is of FY2030; the latest is of fiscal 2023.",
    )


def test_a_line_that_is_not_printed_is_computed_from_those_that_are_and_told(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("gross_profit"), periods=years(2023), form=MILLIONS)

    assert only(outcome) == (Decimal(700), "USD millions")
    assert outcome.notes == ("Gross profit of FY2023 is computed from “Revenue” “Cost of revenue”.",)


def test_several_measures_filers_and_years_are_several_figures(people: People) -> None:
    annual(people.owner)
    annual(people.owner, "Tallowby Mills")
    outcome = computed(
        people.owner, Item("revenue"), Item("net_income"), of=(COMPANY, "Tallowby Mills"), periods=years(2022, 2023)
    )

    assert [(one.filer, one.name, one.period) for one in outcome.figures][:3] == [
        (COMPANY, "Revenue", "FY2022"),
        (COMPANY, "Revenue", "FY2023"),
        (COMPANY, "Net income", "FY2022"),
    ]
    assert [one.over for one in outcome.figures] == [""] * 8 + ["growth"] * 4


def test_of_two_periods_it_is_told_by_how_much_a_figure_changed(people: People) -> None:
    table(annual(people.owner), "Docks", [("", "2023", "2022"), ("Shipyard result", "$(40)", "$(25)")])
    money, rate = (
        computed(people.owner, measure, periods=years(2022, 2023))
        for measure in (Item("revenue"), Ratio("operating_margin"))
    )
    assert "rose by" in money.headline and "%" in money.headline and money.headline.count("FY2022") == 1
    assert "percentage points, from" in rate.headline
    loss = computed(people.owner, Row("shipyard result"), periods=years(2022, 2023))
    assert [(one.amount.value, one.over) for one in loss.figures] == [(-25_000_000, ""), (-40_000_000, "")]
    three = computed(people.owner, Item("revenue"), periods=years(2021, 2022, 2023))
    assert not any(one.over for one in three.figures)
    asked = computed(
        people.owner, Item("revenue"), OverTime(OverTimeFunction.CHANGE, Item("revenue")), periods=years(2022, 2023)
    )
    assert [one.over for one in asked.figures if one.over] == ["change"]


def test_a_stretch_of_years_holds_every_year_of_it(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"), periods=years(2021, 2023, whole=True))

    assert [one.period for one in outcome.figures] == ["FY2021", "FY2022", "FY2023"]
    assert outcome.headline == (
        "Revenue of Quillmark Foundry: FY2021: USD 1,000 million; FY2022: USD 1,400 million; FY2023: USD 1,600 million."
    )


def test_currencies_are_never_mixed(people: People) -> None:
    annual(people.owner)
    annual(people.owner, "Tallowby Mills", currency="EUR")
    mixed = Binary(Operator.ADD, Item("revenue"), At(Item("revenue"), filer=filer("Tallowby Mills")))
    outcome = computed(people.owner, mixed, periods=years(2023))

    assert outcome.missing == ("The figures are stated in different currencies (EUR, USD).",)


def test_a_filer_that_is_compared_tells_the_year_by_its_own_calendar(people: People) -> None:
    annual(people.owner)
    mills = "Tallowby Mills"
    annual(people.owner, mills, 2023, lines={"revenue": {2023: "600", 2022: "500"}}, end=date(2023, 6, 30))
    apart = Binary(Operator.SUBTRACT, *(At(Item("revenue"), filer=filer(one)) for one in (COMPANY, mills)))
    outcome = computed(people.owner, apart, of=(COMPANY, mills), periods=years(2023), form=Form(scale=1_000_000))

    assert only(outcome) == (Decimal(1_000), "USD millions")


def test_another_currency_than_the_stated_one_is_not_converted(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"), periods=years(2023), form=Form(currency="EUR"))

    assert outcome.missing == ("The figures are stated in USD; no rate to EUR is known here.",)


@pytest.mark.parametrize(
    "measure",
    [
        Binary(Operator.ADD, Item("revenue"), Item("eps_diluted")),
        Binary(Operator.DIVIDE, Item("revenue"), Binary(Operator.SUBTRACT, Item("cash"), Item("cash"))),
        Binary(Operator.POWER, Item("revenue"), Number(Decimal(2))),
        OverTime(OverTimeFunction.CAGR, Item("net_income"), years=2),
    ],
)
def test_what_does_not_go_together_says_why(people: People, measure: Expression) -> None:
    annual(people.owner)
    outcome = computed(people.owner, measure, periods=years(2023))

    assert not outcome.figures and len(outcome.missing) == 1


def test_the_filing_on_the_year_itself_is_asked_first_and_later_ones_are_told(people: People) -> None:
    annual(people.owner, year=2022, lines={"revenue": {2022: "1,380", 2021: "1,000"}})
    annual(people.owner)
    query = asked(Item("revenue"), periods=years(2022), form=MILLIONS)
    outcome = compute(query, Scope(), people.owner)

    assert only(outcome) == (Decimal(1380), "USD millions")
    assert outcome.notes == ("Revenue of FY2022 is 1,380 in quillmark_2022_10-K; quillmark_2023_10-K states 1,400.",)
    assert outcome.sheet is not None and outcome.sheet["operands"][0]["restated"] == ["1,400 in quillmark_2023_10-K"]


def test_every_operand_of_a_formula_is_of_that_filing(people: People) -> None:
    for year in (2021, 2022, 2023):
        annual(people.owner, year=year, lines=LINES)
    query = asked(Ratio("days_payable"), Ratio("operating_margin"), periods=years(2022))
    outcome = compute(query, Scope(), people.owner)

    assert len(outcome.figures) == 2
    assert {one.candidate.source for one in outcome.operands} == {"quillmark_2022_10-K"}


def test_a_form_that_the_question_names_is_read_first(people: People) -> None:
    annual(people.owner, lines={"revenue": {2023: "1,600"}})
    annual(people.owner, lines={"revenue": {2023: "1,610"}}, form="earnings")
    outcome = computed(people.owner, Item("revenue"), periods=years(2023), reports=("earnings",), form=MILLIONS)

    assert only(outcome)[0] == 1610


def test_the_report_that_the_question_names_is_read_first(people: People) -> None:
    annual(people.owner, year=2022, lines={"revenue": {2022: "1,380"}})
    annual(people.owner, year=2023, lines={"revenue": {2023: "1,600", 2022: "1,400"}})
    outcome = computed(people.owner, Item("revenue"), periods=years(2022), report_years=(2023,), form=MILLIONS)

    assert only(outcome)[0] == 1400
    assert "quillmark_2022_10-K states 1,380" in outcome.notes[0]


def test_a_change_takes_both_ends_from_one_filing_where_one_states_both(people: People) -> None:
    annual(people.owner, year=2022, lines={"revenue": {2022: "1,380", 2021: "1,100"}})
    annual(people.owner, year=2023, lines={"revenue": {2023: "1,600", 2022: "1,400"}})
    outcome = computed(people.owner, OverTime(OverTimeFunction.CHANGE, Item("revenue")), periods=years(2021, 2022))

    assert {one.candidate.source for one in outcome.operands} == {"quillmark_2022_10-K"}


def test_a_figure_in_a_statement_that_fails_a_check_is_told(people: People) -> None:
    annual(people.owner, confidence=0.7)
    outcome = computed(people.owner, Item("revenue"), periods=years(2023))

    assert any("self-check" in note for note in outcome.notes)


def test_what_others_keep_private_is_not_computed_with(people: People) -> None:
    annual(people.owner, visibility=Visibility.PRIVATE)

    assert only(computed(people.owner, Item("revenue"), periods=years(2023)))[0] == 1_600_000_000
    hidden = computed(people.stranger, Item("revenue"), periods=years(2023))
    assert hidden.missing == ("No filing of Quillmark Foundry is among those that are searched.",)


def test_the_scope_bounds_what_is_read(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"), periods=years(2022), scope=Scope(years=(2019,)))

    assert not outcome.figures and outcome.missing


def test_the_only_company_held_need_not_be_named(people: People) -> None:
    annual(people.owner)
    outcome = compute(Query(Intent.FIGURE, (Item("revenue"),)), Scope(), people.owner)

    assert only(outcome)[0] == 1_600_000_000


def test_of_several_companies_one_must_be_named(people: People) -> None:
    annual(people.owner)
    annual(people.owner, "Tallowby Mills")
    outcome = compute(Query(Intent.FIGURE, (Item("revenue"),)), Scope(), people.owner)

    assert outcome.missing == ("The question names no company that is held.",)


def test_a_company_that_is_not_clear_is_asked_back(people: People) -> None:
    annual(people.owner)
    annual(people.owner, "Quillmark Paper")
    either = UnresolvedFiler("Quillmark", (filer(), filer("Quillmark Paper")))
    unknown = UnresolvedFiler("Zephyrwick")
    outcome = compute(Query(Intent.FIGURE, (Item("revenue"),), (either, unknown)), Scope(), people.owner)

    assert outcome.missing == (
        "“Quillmark” may be Quillmark Foundry or Quillmark Paper.",
        "No filing of Zephyrwick is among the documents searched.",
    )


def test_words_that_were_not_read_forbid_a_figure(people: People) -> None:
    annual(people.owner)
    query = asked(Item("revenue"), tokens=(Token("organic", 0, 7, Role.UNREAD),))

    assert compute(query, Scope(), people.owner).missing == ("It is not clear what “organic” asks for.",)


def test_an_estimate_is_not_answered_with_what_was_reported(people: People) -> None:
    annual(people.owner)

    assert not computed(people.owner, Item("revenue"), estimate=True).figures


def test_a_question_of_words_computes_nothing(people: People) -> None:
    annual(people.owner)
    query = Query(Intent.TEXT, text_kind=TextKind.WHO, about=About((Term("customers"),)), filers=(filer(),))
    outcome = compute(query, Scope(), people.owner)

    assert not outcome.found and not outcome.missing


def test_a_why_question_is_given_the_change_that_it_asks_about(people: People) -> None:
    annual(people.owner)
    change = OverTime(OverTimeFunction.CHANGE, Ratio("gross_margin"))
    outcome = computed(people.owner, change, intent=Intent.TEXT, text_kind=TextKind.WHY, periods=years(2023))

    assert outcome.headline == (
        "Gross margin of Quillmark Foundry rose by 3.8 percentage points, from 40.0% in FY2022 to 43.8% in FY2023."
    )


def test_an_unknown_item_or_ratio_is_missing_and_no_error(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("goodness"), Ratio("moonshine"), periods=years(2023))

    assert not outcome.figures and len(outcome.missing) == 2


def test_used_candidates_carry_filer_period_and_place(people: People) -> None:
    version = annual(people.owner)
    outcome = computed(people.owner, Ratio("current_ratio"), periods=years(2023))

    for candidate in outcome.used:
        assert candidate.filer == filer() and candidate.period and candidate.period.label == "FY2023"
        assert candidate.place and candidate.place.version == version.pk
    assert Company.objects.count() == 1


def test_a_sum_that_makes_no_sense_leaves_nothing_beside_it(people: People) -> None:
    annual(people.owner)
    summed = OverTime(OverTimeFunction.SUM, Item("long_term_debt"))
    outcome = computed(people.owner, Item("total_assets"), summed, periods=years(2022, 2023))

    assert not outcome.figures and "not added up over time" in outcome.missing[0]


def test_an_average_growth_is_that_of_each_year(people: People) -> None:
    annual(people.owner)
    growth = OverTime(OverTimeFunction.GROWTH, Item("revenue"))
    average = computed(
        people.owner, OverTime(OverTimeFunction.AVERAGE, growth), periods=years(2022, 2023), form=Form(decimals=1)
    )

    assert only(average)[0] == Decimal("27.1")  # of 40.0% and 14.3%


def test_one_number_is_never_two_lines_of_a_formula() -> None:
    cell = says("2.0", place=Place(DOCUMENT, 1, 0, ((4, 7),)))
    revenue, cost = (Operand(cell, Decimal(2), name, Span(12, None)) for name in ("Revenue", "Cost of revenue"))
    one_line_each([revenue, revenue])
    with pytest.raises(ImpossibleError, match="for Revenue and for Cost of revenue"):
        one_line_each([revenue, cost])


def test_a_share_of_two_years_or_of_two_changes_is_one_figure(people: People) -> None:
    annual(people.owner)
    first, last = (Period(PeriodKind.YEAR, year) for year in (2022, 2023))
    of_two_years = Share(At(Item("revenue"), period=first), At(Item("revenue"), period=last))
    change = OverTime(OverTimeFunction.CHANGE, Item("cost_of_revenue"))
    of_two_changes = Share(change, OverTime(OverTimeFunction.CHANGE, Item("revenue")))

    for measure in (of_two_years, of_two_changes):
        assert len(computed(people.owner, measure, periods=years(2022, 2023)).figures) == 1
    of_each = computed(people.owner, Share(Item("cost_of_revenue"), Item("revenue")), periods=years(2022, 2023))
    assert [one.over for one in of_each.figures] == ["", "", "change"]
