"""The earnings release as DOCX, and an analyst's note as Markdown."""
# ruff: noqa: E501 (sentences with figures in them)

from pathlib import Path

from docx import Document
from docx.document import Document as Docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt

from company import numbers
from company.business import COVERAGE, EBITDA, INVENTED, LEVERAGE
from company.discussion import adjusted
from company.numbers import BALANCES, FLOWS, NAME, QUARTERS, YEAR_ENDS, YEARS, millions, percent, shown
from company.package import settle
from company.statements import Grid, Value, balance_sheet, cash_flows, income

NOW, THEN = QUARTERS[2024][3], QUARTERS[2023][3]
Y, P = YEARS[2024], YEARS[2023]


def figure(value: Value, dollar: bool) -> str:
    text = shown(value)
    return f"${text}" if dollar and text and text != "—" else text


def add_table(document: Docx, grid: Grid) -> None:
    document.add_paragraph(f"{grid.title} {grid.units}", style="Caption")
    table = document.add_table(rows=1, cols=1 + len(grid.columns), style="Light List")
    for cell, name in zip(table.rows[0].cells[1:], grid.columns, strict=True):
        cell.text = name
    for row in grid.rows:
        cells = table.add_row().cells
        cells[0].text = row.label
        cells[0].paragraphs[0].runs[0].bold = row.bold
        for cell, value in zip(cells[1:], row.values, strict=False):
            cell.text = figure(value, row.dollar)
            cell.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.RIGHT


def words() -> tuple[tuple[str, str], ...]:
    growth = 100 * (NOW.sales - THEN.sales) / THEN.sales
    free = FLOWS[2024].operating - Y.capital_expenditures
    return (
        ("Heading 1", f"{NAME} Reports Fourth Quarter and Fiscal 2024 Results"),
        ("Normal", "LARKMOOR, Ohio, November 7, 2024. " + INVENTED),
        ("Heading 2", "Fourth quarter highlights"),
        ("List Bullet", f"Net sales of {millions(NOW.sales)}, up {growth:.1f}% from {millions(THEN.sales)} a year before"),
        ("List Bullet", f"Gross margin of {percent(NOW.gross_profit, NOW.sales)}"),
        ("List Bullet", f"Operating income of {millions(NOW.operating_income)}"),
        ("List Bullet", f"Diluted net income per share of ${NOW.diluted_eps}, compared with ${THEN.diluted_eps}"),
        ("Heading 2", "Fiscal 2024 highlights"),
        ("List Bullet", f"Net sales of {millions(Y.sales)}, compared with {millions(P.sales)} in fiscal 2023"),
        ("List Bullet", f"Net income of {millions(Y.net_income)}, or ${Y.diluted_eps} per diluted share"),
        ("List Bullet", f"Net cash from operations of {millions(FLOWS[2024].operating)} and free cash flow of {millions(free)}"),
        ("Normal", "“Software again grew faster than everything else, and the meter business held its margin while funding was late,” "
         "said Maren Tolloway, President and Chief Executive Officer."),
        ("Heading 2", "Outlook for fiscal 2025"),
        ("Normal", "We expect net sales of $1.01 billion to $1.04 billion, an operating margin of 14.5% to 15.0%, diluted net income per "
         "share of $2.25 to $2.40 and capital expenditures of $50 million to $55 million."),
    )  # fmt: skip


def write(path: Path) -> None:
    document = Document()
    document.core_properties.title = f"{NAME} earnings release, fourth quarter of fiscal 2024"
    document.core_properties.author = NAME
    document.styles["Normal"].font.name = "Times New Roman"
    document.styles["Normal"].font.size = Pt(10.5)
    for style, text in words():
        document.add_paragraph(text, style=style)
    ends = (YEAR_ENDS[2024], YEAR_ENDS[2023])
    quarters = income(("Q4 2024", "Q4 2023"), (NOW, THEN), "", "Consolidated Statements of Income, three months ended")
    document.add_heading("Financial statements", 2)
    for grid in (quarters, income(ends, (Y, P), "", "Consolidated Statements of Income, fiscal year ended"),
                 balance_sheet(ends, (BALANCES[2024], BALANCES[2023])), cash_flows((2024, 2023)), adjusted()):  # fmt: skip
        add_table(document, grid)
    document.save(str(path))
    settle(path)


THEN_EBITDA = P.operating_income + P.depreciation + P.amortization + P.stock_compensation + P.restructuring
THEN_LEVERAGE = f"{BALANCES[2023].debt / THEN_EBITDA:.2f}"
NOTE = f"""# Covenant headroom at Zephyrwick Instruments

*An analyst's note on an invented company. Written December 2, 2024.*

## Question

Can the company take on a second acquisition of the size of Brindle Analytics in fiscal 2025?

## What the credit agreement allows

- Leverage: total debt to adjusted EBITDA of not more than **3.50 to 1.00**
- Interest coverage: adjusted EBITDA to interest expense of not less than **3.00 to 1.00**

## Headroom

| (in thousands) | Fiscal 2024 | Fiscal 2023 |
|---|---:|---:|
| Adjusted EBITDA | {EBITDA:,} | {THEN_EBITDA:,} |
| Total debt | {BALANCES[2024].debt:,} | {BALANCES[2023].debt:,} |
| Interest expense | {numbers.money(-Y.interest_expense)} | {numbers.money(-P.interest_expense)} |
| Leverage | {LEVERAGE} | {THEN_LEVERAGE} |

Leverage of {LEVERAGE} and coverage of {COVERAGE} leave room for about {millions(int(EBITDA * 3.5) - BALANCES[2024].debt)} of debt.

## View

1. A purchase of {millions(42500)} would lift leverage by about 0.2.
2. The revolving credit facility of $200.0 million is undrawn.
3. The patent suit ($31.0 million claimed) is the larger risk to cash.
"""


def write_note(path: Path) -> None:
    path.write_text(NOTE, encoding="utf-8")
