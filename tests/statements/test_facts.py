"""Cells of invented statements as facts."""

from datetime import date
from decimal import Decimal

from apps.statements.facts import StatementFact, Year, facts_of
from apps.statements.ontology import Statement, Unit
from apps.statements.recognise import Located, StatementTables
from tests.statements.sheets import Rows, page, table

END = date(2023, 12, 31)
YEARS = [("", "December 31, 2023", "December 31, 2022")]


def _facts(
    statement: Statement, *tables_: tuple[Rows, Rows, str, str], end: date = END, last: date | None = None
) -> list[StatementFact]:
    parts = []
    for number, (lines, headers, caption, units) in enumerate(tables_):
        sheet = table(lines, headers, caption, units)
        parts.append(Located(page(number, sheet), 0, sheet))
    return facts_of(StatementTables(statement, tuple(parts), 1.0), Year(2023, end, last, {2022: date(2022, 12, 30)}))


def _values(facts: list[StatementFact]) -> dict[str, Decimal]:
    """The first value of each concept: that of the leftmost column."""
    values: dict[str, Decimal] = {}
    for fact in facts:
        if fact.concept:
            values.setdefault(fact.concept, fact.value)
    return values


def test_a_statement_in_thousands_beside_one_in_millions() -> None:
    line = [("Total revenue", "1,500", "1,400")]
    thousands = _facts(Statement.INCOME, (line, YEARS, "", "(in thousands)"))
    millions = _facts(Statement.INCOME, (line, YEARS, "", "(in millions)"))
    assert thousands[0].value == Decimal(1_500_000)
    assert millions[0].value == Decimal(1_500_000_000)


def test_units_may_stand_in_the_corner_of_the_header() -> None:
    facts = _facts(Statement.INCOME, ([("Net sales", "15", "14")], [("($ million)", "2023", "2022")], "", ""))
    assert facts[0].value == Decimal(15_000_000)


def test_three_and_nine_months() -> None:
    ends = ("September 30, 2023", "September 30, 2022")
    header = [("", *(f"{span} Months Ended {end}" for span in ("Three", "Nine") for end in ends))]
    facts = _facts(Statement.INCOME, ([("Net sales", "10", "9", "31", "28")], header, "", ""))
    assert [fact.period.months for fact in facts] == [3, 3, 9, 9]
    assert [fact.period.end.year for fact in facts if fact.period.end] == [2023, 2022, 2023, 2022]


def test_a_span_in_the_corner_holds_for_the_bare_years() -> None:
    header = [("Six months ended June 30,", "2023", "2022")]
    facts = _facts(Statement.INCOME, ([("Net sales", "10", "9")], header, "", ""))
    assert [(fact.period.end, fact.period.months) for fact in facts] == [
        (date(2023, 6, 30), 6),
        (date(2022, 6, 30), 6),
    ]


def test_a_span_printed_once_across_holds_for_its_neighbours() -> None:
    header = [("", "2023", "Years ended June 30, 2022", "2021")]
    facts = _facts(Statement.INCOME, ([("Net sales", "10", "9", "8")], header, "", ""))
    assert [fact.period.end for fact in facts] == [date(2023, 6, 30), date(2022, 6, 30), date(2021, 6, 30)]


def test_periods_in_the_caption() -> None:
    lines = [("Cash and cash equivalents", "5", "4"), ("Total current assets", "5", "4")]
    facts = _facts(Statement.BALANCE, (lines, [], "Balance Sheets June 30, December 31, 2023 2022", ""))
    assert [fact.period.end for fact in facts[:2]] == [date(2023, 6, 30), date(2022, 12, 31)]


def test_a_bare_year_ends_on_the_day_that_the_filing_names() -> None:
    facts = _facts(Statement.INCOME, ([("Net sales", "10", "9")], [("", "2023", "2022")], "", ""))
    assert [fact.period.end for fact in facts] == [END, date(2022, 12, 30)]


def test_zones_of_a_sheet_that_begins_with_plant_and_capital() -> None:
    assets = [
        ("Property, plant and equipment, net Current assets:", "70", "60"),
        ("Cash and cash equivalents", "5", "4"),
        ("Total current assets", "5", "4"),
        ("Total assets", "75", "64"),
    ]
    rest = [
        ("Capitalization:", "", ""),
        ("Common stock", "1", "1"),
        ("Retained earnings", "39", "30"),
        ("Total common shareholders' equity", "40", "31"),
        ("Current liabilities:", "", ""),
        ("Accounts payable", "15", "14"),
        ("Total current liabilities", "15", "14"),
        ("Deferred income taxes", "20", "19"),
        ("Total capitalization and liabilities", "75", "64"),
    ]
    values = _values(_facts(Statement.BALANCE, (assets, YEARS, "", ""), (rest, YEARS, "", "")))
    assert values == {
        "property_plant_equipment": 70, "cash": 5, "current_assets": 5, "total_assets": 75, "common_stock": 1,
        "retained_earnings": 39, "total_equity": 40, "accounts_payable": 15, "current_liabilities": 15,
        "deferred_tax_liabilities": 20, "liabilities_and_equity": 75,
    }  # fmt: skip


def test_totals_without_a_label() -> None:
    lines = [
        ("Current assets:", "", ""), ("Cash and cash equivalents", "5", "4"), ("Inventory", "6", "5"), ("", "11", "9"),
        ("Goodwill", "9", "9"), ("", "20", "18"),
        ("Current liabilities:", "", ""), ("Accounts payable", "8", "7"), ("", "8", "7"),
        ("Total stockholders' equity", "10", "9"), ("Noncontrolling interests", "2", "2"), ("Total equity", "12", "11"),
        ("", "20", "18"),
    ]  # fmt: skip
    facts = _facts(Statement.BALANCE, (lines, YEARS, "", ""))
    values = _values(facts)
    assert [values["current_assets"], values["total_assets"]] == [11, 20]
    assert [values["current_liabilities"], values["liabilities_and_equity"]] == [8, 20]
    assert [values["equity_parent"], values["total_equity"]] == [10, 12]
    assert "[Total assets]" in {fact.label for fact in facts}


def test_an_unlabelled_line_that_adds_up_to_nothing_is_no_total() -> None:
    lines = [("Current assets:", "", ""), ("Cash", "5", "4"), ("", "7", "6"), ("Total assets", "20", "18")]
    assert "current_assets" not in _values(_facts(Statement.BALANCE, (lines, YEARS, "", "")))


def test_unlabelled_revenue_net_of_allowances() -> None:
    lines = [
        ("Revenues", "", ""), ("Rooms", "60", "50"), ("Food", "40", "30"), ("", "100", "80"),
        ("Less: Allowances", "(9)", "(8)"), ("", "91", "72"), ("Operating income", "20", "18"),
    ]  # fmt: skip
    assert _values(_facts(Statement.INCOME, (lines, YEARS, "", "")))["revenue"] == 91


def test_earnings_and_shares_below_headings_on_shares() -> None:
    lines = [
        ("Net income attributable to common stockholders", "468", "476"),
        ("Basic earnings per share:", "", ""),
        ("Loss from discontinued operations", "(0.04)", "-"),
        ("Net income attributable to common stockholders", "2.63", "2.66"),
        ("Diluted earnings per share:", "", ""),
        ("Net income attributable to common stockholders", "2.62", "2.64"),
        ("Weighted average common shares outstanding", "", ""),
        ("Basic", "178", "179"),
        ("Diluted", "179", "180"),
    ]
    facts = _facts(Statement.INCOME, (lines, YEARS, "", "(in millions, except per share data)"))
    million = Decimal(10) ** 6
    assert _values(facts) == {
        "net_income": 468 * million, "eps_basic": Decimal("2.63"), "eps_diluted": Decimal("2.62"),
        "shares_basic": 178 * million, "shares_diluted": 179 * million,
    }  # fmt: skip
    loss = next(fact for fact in facts if fact.label.startswith("Loss from"))
    assert (loss.unit, loss.value) == (Unit.PER_SHARE, Decimal("-0.04"))


def test_a_label_over_several_lines_is_one() -> None:
    lines = [("Treasury stock, at cost: 597 shares in 2023 and 550 shares in", "", ""), ("2022", "(28)", "(24)")]
    facts = _facts(Statement.BALANCE, (lines, YEARS, "", ""))
    assert (facts[0].concept, facts[0].label[-12:]) == ("treasury_stock", "ares in 2022")


def test_a_total_gets_the_beginning_of_its_label_back_from_the_row_above() -> None:
    lines = [("Other, net Net cash provided by operating", "18", "17"), ("activities", "110", "98")]
    facts = _facts(Statement.CASH_FLOW, (lines, YEARS, "", ""))
    assert [fact.label for fact in facts[::2]] == ["Other, net", "Net cash provided by operating activities"]
    assert _values(facts) == {"operating_cash_flow": 110}


def test_net_plant_wins_over_gross_plant_above_it() -> None:
    lines = [
        ("Property, plant and equipment", "90", "80"),
        ("Accumulated depreciation", "(20)", "(20)"),
        ("Property, plant and equipment, net", "70", "60"),
        ("Current assets:", "", ""),
    ]
    assert _values(_facts(Statement.BALANCE, (lines, YEARS, "", ""))) == {
        "property_plant_equipment": 70,
        "accumulated_depreciation": -20,
    }


def test_a_row_gets_its_label_back_when_only_the_allowance_is_left_of_it() -> None:
    lines = [
        ("Cash and cash equivalents Trade accounts receivable, net of doubtful accounts -", "24", "23"),
        ("$8 and $6", "18", "19"),
        ("Total current assets", "42", "42"),
    ]
    values = _values(_facts(Statement.BALANCE, (lines, YEARS, "", "")))
    assert values == {"cash": 24, "receivables": 18, "current_assets": 42}


def test_the_year_end_in_a_quarterly_filing_belongs_to_the_year_before() -> None:
    head = [("", "June 30, 2023", "December 31, 2022")]
    line = [("Total assets", "90", "80")]
    facts = _facts(Statement.BALANCE, (line, head, "", ""), end=date(2023, 6, 30), last=date(2023, 12, 29))
    assert [(fact.period.end, fact.period.label_year) for fact in facts] == [
        (date(2023, 6, 30), 2023),
        (date(2022, 12, 31), 2022),
    ]


def test_cents_among_whole_numbers_are_per_share() -> None:
    lines = [
        ("Total revenue", "900", "800"),
        ("Net income", "90", "80"),
        ("Other, net", "1", "2"),
        ("Basic",),
        ("Discontinued operations", "(0.20)", "—"),
    ]
    facts = _facts(Statement.INCOME, (lines, YEARS, "", "(in millions)"))
    assert [(fact.value, fact.unit) for fact in facts if fact.label == "Discontinued operations"] == [
        (Decimal("-0.20"), Unit.PER_SHARE),
        (Decimal(0), Unit.PER_SHARE),
    ]
    assert {fact.scale for fact in facts if fact.unit is Unit.MONEY} == {Decimal(10**6)}


def test_lines_that_name_shares_are_money_where_money_moves_or_stands() -> None:
    issued = [
        ("Proceeds from issuance of Class A shares, net", "1,250", "—"),
        ("Redemption of preferred shares", "—", "(16)"),
    ]
    stock = [("Common stock – shares authorized 24,000; outstanding 7,708 and 7,808", "69,315", "68,178")]
    cash = _facts(Statement.CASH_FLOW, (issued, YEARS, "", "(in millions)"))
    held = _facts(Statement.BALANCE, (stock, YEARS, "", "(In millions)"))
    counted = _facts(
        Statement.BALANCE, ([("Number of shares outstanding", "7,708", "7,808")], YEARS, "", "(In millions)")
    )

    assert {fact.unit for fact in [*cash, *held]} == {Unit.MONEY}
    assert held[0].value == Decimal(69_315_000_000)
    assert {fact.unit for fact in counted} == {Unit.SHARES}


def test_rates_below_a_statement_are_no_amounts() -> None:
    lines = [
        ("Net sales", "15", "14"),
        ("Average exchange rate", "0.9185", "0.9400"),
        ("Effect of exchange rates", "2", "1"),
    ]
    facts = _facts(Statement.INCOME, (lines, YEARS, "", "(in millions)"))
    assert {fact.label for fact in facts} == {"Net sales", "Effect of exchange rates"}


def test_a_sum_without_a_label_is_called_a_total() -> None:
    lines = [("Rooms", "15", "14"), ("Casino", "5", "6"), ("", "20", "20"), ("Less: allowances", "(1)", "(1)")]
    assert "[Total]" in {fact.label for fact in _facts(Statement.INCOME, (lines, YEARS, "", "(in millions)"))}
