"""The quarterly report on Form 10-Q as EDGAR lays it out: XHTML with inline XBRL, spacer columns and split signs."""
# ruff: noqa: E501 (markup)

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from pathlib import Path

from company import numbers
from company.business import INVENTED
from company.numbers import LAST_END, NAME, NEXT_END, NEXT_QUARTER, TICKER, YEAR_ENDS, millions, percent, shown
from company.statements import Grid, Row, Value, balance_sheet, flows_table, income, segments_of

NOW, THEN = NEXT_QUARTER, numbers.QUARTERS[2024][0]
SPANS = {"now": ("2024-09-29", "2024-12-28"), "then": ("2023-10-01", "2023-12-30")}
INSTANTS = {"end": "2024-12-28", "start": "2024-09-28"}
CIK = "0009999999"
BREAK = '<hr style="page-break-after:always;color:#999999;height:3px"/>'
FONT = "font-family:'Times New Roman',sans-serif;font-size:10pt"


serial = iter(range(1, 10_000))


def context(name: str, period: str) -> str:
    entity = f'<xbrli:entity><xbrli:identifier scheme="urn:example:cik">{CIK}</xbrli:identifier></xbrli:entity>'
    return f'<xbrli:context id="{name}">{entity}<xbrli:period>{period}</xbrli:period></xbrli:context>'


def header() -> str:
    """The hidden part: what belongs to no sentence, contexts and units."""
    contexts = [
        context(n, f"<xbrli:startDate>{a}</xbrli:startDate><xbrli:endDate>{b}</xbrli:endDate>")
        for n, (a, b) in SPANS.items()
    ]
    contexts += [context(n, f"<xbrli:instant>{day}</xbrli:instant>") for n, day in INSTANTS.items()]
    dollars = '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>'
    shares = '<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit>'
    each = (
        '<xbrli:unit id="usdPerShare"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>'
        "</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator>"
        "</xbrli:divide></xbrli:unit>"
    )
    hidden = (
        f'<ix:nonNumeric name="dei:EntityCentralIndexKey" contextRef="now">{CIK}</ix:nonNumeric>'
        '<ix:nonNumeric name="dei:AmendmentFlag" contextRef="now">false</ix:nonNumeric>'
        '<ix:nonNumeric name="dei:DocumentFiscalYearFocus" contextRef="now">2025</ix:nonNumeric>'
        '<ix:nonNumeric name="dei:DocumentFiscalPeriodFocus" contextRef="now">Q1</ix:nonNumeric>'
    )
    resources = "".join([*contexts, dollars, shares, each])
    inner = f"<ix:hidden>{hidden}</ix:hidden><ix:resources>{resources}</ix:resources>"
    return f'<div style="display:none"><ix:header>{inner}</ix:header></div>'


def fact(row: Row, value: Value, where: str) -> str:
    """The digits of one figure, tagged when the row has a concept."""
    text = shown(value).strip("()")
    if not row.concept or value in (None, 0):
        return text
    each = isinstance(value, Decimal)
    unit = "usdPerShare" if each else "shares" if "Shares" in row.concept else "usd"
    sign = ' sign="-"' if isinstance(value, int) and value < 0 else ""
    scale, decimals = ("0", "2") if each else ("3", "-3")
    return (
        f'<ix:nonFraction unitRef="{unit}" contextRef="{where}" decimals="{decimals}" name="us-gaap:{row.concept}" '
        f'format="ixt:num-dot-decimal" scale="{scale}"{sign} id="f-{next(serial)}">{text}</ix:nonFraction>'
    )


def cells(row: Row, value: Value, where: str) -> str:
    """Spacer, dollar sign, digits with the opening parenthesis, closing parenthesis: four cells, as printers do it."""
    negative = shown(value).startswith("(")
    edge = "border-top:1pt solid #000000;" if row.rule and value is not None else ""
    sign = "$" if row.dollar and value is not None else ""
    digits = ("(" if negative else "") + fact(row, value, where)
    return (
        f'<td style="width:1%"></td><td style="{edge}padding-left:1pt">{sign}</td>'
        f'<td style="{edge}text-align:right">{digits}</td><td style="{edge}padding-right:1pt">{")" if negative else ""}</td>'
    )


def line(row: Row, where: Sequence[str]) -> str:
    weight = "font-weight:700" if row.bold else "font-weight:400"
    label = f'<span style="{FONT};{weight}">{escape(row.label)}</span>'
    values = row.values or (None,) * len(where)
    figures = "".join(cells(row, v, w) for v, w in zip(values, where, strict=True))
    return f'<tr><td style="padding-left:{2 + 9 * row.indent}pt">{label}</td>{figures}</tr>'


def table(grid: Grid, where: Sequence[str]) -> str:
    width = 4 * len(grid.columns)
    over = f'<tr><td></td><td></td><td colspan="{width - 1}" style="text-align:center"><b>{grid.over}</b></td></tr>'
    names = "".join(f'<td></td><td colspan="3" style="text-align:center"><b>{escape(c)}</b></td>' for c in grid.columns)
    rows = "".join(line(row, where) for row in grid.rows)
    return f"<table style='width:100%'>{over if grid.over else ''}<tr><td></td>{names}</tr>{rows}</table>"


def named(grid: Grid, where: Sequence[str]) -> str:
    title = f'<div style="text-align:center"><span style="{FONT};font-weight:700">{NAME.upper()}<br/>{grid.title}</span></div>'
    units = f'<div style="text-align:center"><span style="{FONT};font-style:italic">{grid.units}</span></div>'
    return title + units + table(grid, where)


def bold(text: str) -> str:
    return f'<div style="margin-top:9pt"><span style="{FONT};font-weight:700">{escape(text)}</span></div>'


def said(text: str) -> str:
    return f'<div style="margin-top:6pt;text-align:justify"><span style="{FONT}">{escape(text)}</span></div>'


def page(number: int, *parts: str) -> str:
    foot = f'<div style="text-align:center"><span style="{FONT}">{number}</span></div>'
    return "".join(parts) + foot


def dei(name: str, text: str) -> str:
    return f'<ix:nonNumeric name="dei:{name}" contextRef="now">{text}</ix:nonNumeric>'


def cover() -> str:
    def center(text: str, weight: int = 400) -> str:
        return f'<div style="text-align:center"><span style="{FONT};font-weight:{weight}">{text}</span></div>'

    return page(
        1,
        center(f"FORM {dei('DocumentType', '10-Q')}", 700),
        center("QUARTERLY REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934"),
        center(f"For the quarterly period ended {dei('DocumentPeriodEndDate', NEXT_END)}", 700),
        center(dei("EntityRegistrantName", NAME.upper()), 700),
        center(f"Trading symbol: {dei('TradingSymbol', TICKER)} · Example Stock Exchange"),
        center("46,105,000 shares of common stock were outstanding at January 24, 2025."),
        said(INVENTED),
    )


def statements() -> tuple[str, ...]:
    ends = (NEXT_END, LAST_END)
    earned = income(ends, (NOW, THEN), "Three Months Ended", "CONDENSED CONSOLIDATED STATEMENTS OF INCOME (Unaudited)")
    balance = balance_sheet((NEXT_END, YEAR_ENDS[2024]), (numbers.NEXT_BALANCE, numbers.BALANCES[2024]))
    opening = (numbers.BALANCES[2024].cash, numbers.BALANCES[2023].cash)
    flows = flows_table((numbers.NEXT_FLOW, numbers.LAST_FLOW), opening, ends, "Three Months Ended")
    return (
        page(
            2,
            bold("PART I. FINANCIAL INFORMATION"),
            bold("Item 1. Financial Statements"),
            named(earned, ("now", "then")),
        ),
        page(3, named(balance, ("end", "start"))),
        page(4, named(flows, ("now", "then"))),
    )


def notes() -> str:
    sales = segments_of((NEXT_END, LAST_END), (NOW.segment_sales, THEN.segment_sales))
    return page(
        5,
        bold("Notes to Condensed Consolidated Financial Statements (Unaudited)"),
        bold("Note 1. Basis of presentation"),
        said("These statements should be read with our Annual Report on Form 10-K for fiscal 2024. They contain all normal "
             "recurring adjustments. Results of the quarter do not foretell those of the year."),
        bold("Note 2. Segment information"), said("Net sales by segment were (in thousands):"), table(sales, ("now", "then")),
        bold("Note 3. Contingencies"),
        said("Trial of the suit brought by Corvale Meters is set for May 2025. We have recorded no liability."),
    )  # fmt: skip


def discussion() -> str:
    change = 100 * (NOW.sales - THEN.sales) / THEN.sales
    return page(
        6,
        bold("Item 2. Management’s Discussion and Analysis of Financial Condition and Results of Operations"),
        said(f"Net sales increased {change:.1f}% to {millions(NOW.sales)} in the first quarter of fiscal 2025 from "
             f"{millions(THEN.sales)} a year before. Gross margin was {percent(NOW.gross_profit, NOW.sales)}, compared with "
             f"{percent(THEN.gross_profit, THEN.sales)}. Net income was {millions(NOW.net_income)}, or ${NOW.diluted_eps} per diluted share."),
        said(f"Services and Software net sales were {millions(NOW.service_sales)}. Backlog was {millions(NOW.backlog)} at {NEXT_END}."),
        "<ul><li>Tidemark annual recurring revenue was $125.1 million.</li><li>We repurchased stock for $15.0 million.</li></ul>",
        bold("PART II. OTHER INFORMATION"), bold("Item 1A. Risk Factors"),
        said("There were no material changes to the risk factors in our Annual Report on Form 10-K for fiscal 2024."),
    )  # fmt: skip


NAMESPACES = (
    'xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" '
    'xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:xbrli="http://www.xbrl.org/2003/instance" '
    'xmlns:us-gaap="http://fasb.org/us-gaap/2024" xmlns:dei="http://xbrl.sec.gov/dei/2024" '
    'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"'
)


def write(path: Path) -> None:
    global serial
    serial = iter(range(1, 10_000))
    pages = BREAK.join((cover(), *statements(), notes(), discussion()))
    head = f"<head><title>{NAME} 10-Q</title><style>td {{ padding: 0 }}</style></head>"
    body = f"<body>{header()}<div>{pages}</div></body>"
    text = f"<?xml version='1.0' encoding='UTF-8'?>\n<html {NAMESPACES} xml:lang=\"en-US\">{head}{body}</html>\n"
    path.write_text(text.replace("</tr>", "</tr>\n"), encoding="utf-8")
