"""Notes to the financial statements; tables tie to the statements by construction or by `check_notes`."""

from company.numbers import BALANCES, QUARTERS, SEGMENTS, YEAR_ENDS, YEARS, percent
from company.statements import Grid, Row, Value, segments

Y, P, E = YEARS[2024], YEARS[2023], YEARS[2022]
B, A = BALANCES[2024], BALANCES[2023]
ENDS = (YEAR_ENDS[2024], YEAR_ENDS[2023])
TWO = ("2024", "2023")
THREE = ("2024", "2023", "2022")


def parts(title: str, lines: dict[str, tuple[int, int]], last: str, total: tuple[int, int], name: str) -> Grid:
    """Components that end in a total of the balance sheet; the last component is what remains."""
    rest = tuple(total[i] - sum(v[i] for v in lines.values()) for i in (0, 1))
    rows = [Row(label, v, dollar=i == 0) for i, (label, v) in enumerate(lines.items())]
    return Grid(title, "(in thousands)", ENDS, (*rows, Row(last, rest), Row(name, total, 0, True, True, True)))


def inventories() -> Grid:
    lines = {"Raw materials and components": (68420, 74310), "Work in process": (24185, 26940)}
    return parts("Inventories", lines, "Finished goods", (B.inventories, A.inventories), "Total inventories")


def property_plant() -> Grid:
    lines = {
        "Land": (14210, 14210),
        "Buildings and improvements": (168940, 161300),
        "Machinery and equipment": (312475, 286610),
        "Construction in progress": (21380, 24115),
    }
    title = "Property, plant and equipment"
    total = (B.property_net, A.property_net)
    return parts(title, lines, "Less accumulated depreciation", total, "Property, plant and equipment, net")


def accrued() -> Grid:
    lines = {
        "Compensation and benefits": (54310, 49870),
        "Warranty": (9260, 8840),
        "Restructuring": (6145, 3920),
        "Income taxes": (11480, 10265),
    }
    return parts("Accrued liabilities", lines, "Other", (B.accrued, A.accrued), "Total accrued liabilities")


def goodwill() -> Grid:
    start = (141200, 72300, A.goodwill - 141200 - 72300)
    rows = (
        Row("Balance at September 30, 2023", (*start, A.goodwill), dollar=True),
        Row("Acquisition of Brindle Analytics", (None, None, Y.acquired_goodwill, Y.acquired_goodwill), 1),
        Row(
            "Balance at September 28, 2024",
            (*start[:2], start[2] + Y.acquired_goodwill, B.goodwill),
            0,
            True,
            True,
            True,
        ),
    )
    return Grid("Goodwill", "(in thousands)", (*SEGMENTS, "Total"), rows)


def intangibles() -> Grid:
    rows = (
        Row("Customer relationships", (128400, -78935, 49465), dollar=True),
        Row("Developed technology", (71600, -42180, 29420)),
        Row("Trade names", (21300, B.intangibles - 49465 - 29420 - 21300, B.intangibles - 49465 - 29420)),
        Row("Total", (221300, B.intangibles - 221300, B.intangibles), 0, True, True, True),
    )
    columns = ("Gross Carrying Amount", "Accumulated Amortization", "Net")
    return Grid("Intangible assets", "(in thousands)", columns, rows, "September 28, 2024")


def debt() -> Grid:
    rows = (
        Row("Term loan due 2028, variable rate", (150000, 175000), dollar=True),
        Row("Term loan due 2029, variable rate", (50000, None)),
        Row("4.75% senior notes due 2031", (150000, 150000)),
        Row("Total debt", (B.debt, A.debt), 0, True, False, True),
        Row("Less current portion", (-B.current_debt, -A.current_debt)),
        Row("Long-term debt, less current portion", (B.long_term_debt, A.long_term_debt), 0, True, True, True),
    )
    return Grid("Debt", "(in thousands)", ENDS, rows)


def taxes() -> Grid:
    years = (Y, P, E)
    statutory = tuple(round(y.pretax * 0.21) for y in years)
    state = (2810, 2490, 2215)
    foreign = (1640, 1385, 1120)
    credit = (-4350, -3780, -3260)
    rest = tuple(
        y.taxes - s - a - f - c for y, s, a, f, c in zip(years, statutory, state, foreign, credit, strict=True)
    )
    rates: tuple[Value, ...] = tuple(percent(y.taxes, y.pretax) for y in years)
    rows = (
        Row("Tax at the federal statutory rate of 21%", statutory, dollar=True),
        Row("State taxes, net of federal benefit", state),
        Row("Foreign rate differential", foreign),
        Row("Research and development credits", credit),
        Row("Other, net", rest),
        Row("Provision for income taxes", tuple(y.taxes for y in years), 0, True, True, True),
        Row("Effective tax rate", rates),
    )
    return Grid("Income taxes", "(dollars in thousands)", THREE, rows, "Fiscal Year")


def geography() -> Grid:
    rows = []
    lines = {
        "United States": (515710, 496630, 468780),
        "Europe": (243260, 220725, 196040),
        "Japan": (72980, 69900, 66480),
    }
    for i, (name, values) in enumerate(lines.items()):
        rows.append(Row(name, values, dollar=i == 0))
    rest = tuple(y.sales - sum(v[i] for v in lines.values()) for i, y in enumerate((Y, P, E)))
    rows += [Row("Rest of the world", rest), Row("Total net sales", (Y.sales, P.sales, E.sales), 0, True, True, True)]
    return Grid("Net sales by customer location", "(in thousands)", THREE, tuple(rows), "Fiscal Year")


def earnings_per_share() -> Grid:
    years = (Y, P, E)
    rows = (
        Row("Net income", tuple(y.net_income for y in years), dollar=True),
        Row("Weighted-average shares, basic", tuple(y.basic_shares for y in years)),
        Row("Dilutive effect of stock awards", tuple(y.diluted_shares - y.basic_shares for y in years)),
        Row("Weighted-average shares, diluted", tuple(y.diluted_shares for y in years), rule=True),
        Row("Basic net income per share", tuple(y.basic_eps for y in years), dollar=True),
        Row("Diluted net income per share", tuple(y.diluted_eps for y in years), dollar=True),
    )
    return Grid("Net income per share", "(in thousands, except per share data)", THREE, rows, "Fiscal Year")


def leases() -> Grid:
    rows = (
        Row("2025", (9840,), dollar=True),
        Row("2026", (8415,)),
        Row("2027", (6845,)),
        Row("2028", (5130,)),
        Row("2029", (3990,)),
        Row("Thereafter", (4310,)),
        Row("Total lease payments", (38530,), rule=True),
        Row("Less imputed interest", (-4720,)),
        Row("Present value of lease liabilities", (33810,), 0, True, True, True),
    )
    return Grid("Operating leases", "(in thousands)", ("Operating Leases",), rows)


def warranty() -> Grid:
    rows = (
        Row("Balance at beginning of fiscal year", (8840, 8415), dollar=True),
        Row("Provision", (7900, 7240)),
        Row("Claims settled", (-7480, -6815)),
        Row("Balance at end of fiscal year", (9260, 8840), 0, True, True, True),
    )
    return Grid("Product warranty", "(in thousands)", TWO, rows, "Fiscal Year")


def stock_awards() -> Grid:
    rows = (
        Row("Unvested at September 30, 2023", (1284, "36.12"), dollar=False),
        Row("Granted", (612, "41.85"), 1),
        Row("Vested", (-498, "34.60"), 1),
        Row("Forfeited", (-71, "38.04"), 1),
        Row("Unvested at September 28, 2024", (1327, "39.23"), 0, True, False, True),
    )
    columns = ("Shares", "Grant-date fair value")
    return Grid("Restricted stock units", "(shares in thousands)", columns, rows)


def quarterly() -> Grid:
    rows = []
    for number in (2024, 2023):
        four = QUARTERS[number]
        rows += [
            Row(f"Fiscal {number}", bold=True),
            Row("Net sales", tuple(q.sales for q in four), 1, dollar=True),
            Row("Gross profit", tuple(q.gross_profit for q in four), 1),
            Row("Operating income", tuple(q.operating_income for q in four), 1),
            Row("Net income", tuple(q.net_income for q in four), 1),
            Row("Diluted net income per share", tuple(q.diluted_eps for q in four), 1, dollar=True),
        ]
    columns = ("First Quarter", "Second Quarter", "Third Quarter", "Fourth Quarter")
    return Grid("Selected quarterly data (unaudited)", "(in thousands, except per share data)", columns, tuple(rows))


NOTES: tuple[tuple[str, tuple[str | Grid, ...]], ...] = (
    ("Note 1. Description of business and summary of significant accounting policies", (
        "# Basis of presentation",
        "The consolidated financial statements include the accounts of Zephyrwick Instruments, Inc. and its "
        "subsidiaries, all of which are wholly owned. Intercompany balances and transactions are eliminated.",
        "# Cash and cash equivalents",
        "Cash equivalents are investments with original maturities of three months or less, carried at cost, which "
        "approximates fair value.",
        "# Accounts receivable",
        "Receivables are stated net of an allowance for credit losses of $3.6 million at September 28, 2024 and "
        "$3.1 million at September 30, 2023.",
        "# Property, plant and equipment",
        "Assets are stated at cost and depreciated by the straight-line method over 20 to 40 years for buildings "
        "and 3 to 12 years for machinery and equipment.",
        "# Recently issued accounting guidance",
        "New guidance on segment disclosures is effective for our fiscal 2025 and on income tax disclosures for "
        "our fiscal 2026. We expect both to add disclosures without changing results.",
    )),
    ("Note 2. Revenue", (
        "Revenue from products is recognized when control passes, usually on shipment. Revenue from calibration is "
        "recognized as work is done; revenue from subscriptions is recognized evenly over the term. Of the "
        "deferred revenue at September 30, 2023, we recognized $58.7 million during fiscal 2024. Remaining "
        "performance obligations under contracts longer than one year were $134.2 million at September 28, 2024, "
        "of which about 62% will be recognized in fiscal 2025.",
        geography(),
    )),
    ("Note 3. Acquisition", (
        "On February 9, 2024 we acquired Brindle Analytics for $42.5 million in cash, net of cash acquired. We "
        "recorded $27.9 million of goodwill, which is not deductible for tax purposes, and $14.6 million of "
        "intangible assets: $9.8 million of developed technology with a life of seven years and $4.8 million of "
        "customer relationships with a life of ten years. Results are included in Services and Software from the "
        "date of acquisition.",
    )),
    ("Note 4. Segment information", (
        "Our Chief Executive Officer, who is the chief operating decision maker, judges segments by segment "
        "income, which excludes corporate expenses, amortization of intangible assets and restructuring charges.",
        segments((2024, 2023, 2022)),
    )),
    ("Note 5. Inventories", (inventories(),)),
    ("Note 6. Property, plant and equipment", (
        property_plant(),
        "Depreciation expense was $35.9 million in fiscal 2024, $33.5 million in fiscal 2023 and $31.9 million in "
        "fiscal 2022.",
    )),
    ("Note 7. Goodwill and intangible assets", (
        goodwill(), intangibles(),
        "Amortization is expected to be $17.1 million in fiscal 2025, $16.4 million in fiscal 2026, $14.2 million "
        "in fiscal 2027, $11.8 million in fiscal 2028 and $9.3 million in fiscal 2029.",
    )),
    ("Note 8. Accrued liabilities and product warranty", (accrued(), warranty())),
    ("Note 9. Debt", (
        debt(),
        "The term loans bear interest at a benchmark rate plus 1.375% (6.71% at September 28, 2024). The revolving "
        "credit facility of $200.0 million expires in March 2029; nothing was drawn at September 28, 2024. The "
        "senior notes may be redeemed from June 1, 2026 at prices that fall from 102.375% to par. We complied with "
        "all covenants at September 28, 2024.",
    )),
    ("Note 10. Leases", (
        "Lease cost was $11.3 million in fiscal 2024 and $10.8 million in fiscal 2023. The weighted-average "
        "remaining term was 5.1 years and the weighted-average discount rate was 4.9% at September 28, 2024. "
        "Future payments are:", leases(),
    )),
    ("Note 11. Commitments and contingencies", (
        "Corvale Meters claims damages of $31.0 million for the alleged infringement of two patents. We believe "
        "that a loss is reasonably possible but cannot estimate it and have recorded no liability. Purchase "
        "obligations were $74.1 million at September 28, 2024.",
    )),
    ("Note 12. Restructuring", (
        "In May 2023 the Board approved a plan to close three production sites. Charges to date are $18.4 million, "
        "of which $12.9 million is severance. We paid $9.7 million in fiscal 2024, and $6.1 million remained "
        "accrued at September 28, 2024. We expect total charges of $22.4 million to $24.4 million and annual "
        "savings of $13.0 million from fiscal 2026.",
    )),
    ("Note 13. Income taxes", (
        taxes(),
        "Unrecognized tax benefits were $8.7 million at September 28, 2024 and $8.1 million at September 30, 2023. The "
        "years from fiscal 2020 remain open to examination.",
    )),
    ("Note 14. Stock-based compensation and net income per share", (
        "Stock-based compensation expense was $22.2 million in fiscal 2024, $19.3 million in fiscal 2023 and $17.4 "
        "million in fiscal 2022. At September 28, 2024, $31.6 million of cost was not yet recognized and will be "
        "over 1.9 years.",
        stock_awards(), earnings_per_share(),
    )),
    ("Note 15. Subsequent event", (
        "On November 6, 2024 the Board of Directors declared a quarterly dividend of $0.20 per share, payable on "
        "December 13, 2024 to holders of record on November 22, 2024.",
    )),
)  # fmt: skip


def check_notes() -> None:
    """What is typed here and not derived must agree with the model."""
    if B.debt != 12500 + 137500 + 50000 + 150000 or A.debt != 325000:
        raise ArithmeticError("debt")
    if A.goodwill < 141200 + 72300 or Y.acquired_goodwill + Y.acquired_intangibles != 42500:
        raise ArithmeticError("goodwill")
    if B.intangibles < 49465 + 29420:
        raise ArithmeticError("intangibles")
