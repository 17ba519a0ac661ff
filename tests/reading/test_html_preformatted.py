"""Filings of the nineties: statements set with blanks inside <pre>."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from apps.documents.statement_rows import read_statements
from apps.reading.html import read_html
from apps.reading.parsed import BlockKind, ParsedDocument
from tests.reading.wellformed import assert_well_formed, rows

STATEMENTS = """
<PAGE>
                           MARMALADE LOOMS INC
                        CONSOLIDATED BALANCE SHEETS
                  (In thousands, except share data)

<TABLE>
<CAPTION>
                                                      June 30,
                                                -------------------
                                                  1998       1997
                                                --------   --------
<S>                                             <C>        <C>
                   ASSETS

Current assets:
  Cash and cash equivalents . . . . . . . . .   $  1,200   $    900
  Accounts receivable, less allowance of
    $12 and $10, respectively ..............       2,300      2,100
  Inventories...............................         500        600
                                                --------   --------
      <b>Total current assets</b> . . . . . . .      4,000      3,600
Property, plant and equipment, net..........       6,000      5,400
                                                --------   --------
      Total assets..........................    $ 10,000   $  9,000
                                                ========   ========

    LIABILITIES AND STOCKHOLDERS' EQUITY

Current liabilities:
  Accounts payable..........................    $  1,000   $    800
  Accrued liabilities.......................         700        700
                                                --------   --------
      Total current liabilities.............       1,700      1,500
Long-term debt..............................       3,300      3,000
Stockholders' equity:
  Common stock, $.01 par value; 10,000,000
    shares authorized, 5,000,000 issued.....          50         50
  Retained earnings.........................       5,150      4,650
  Treasury stock............................        (200)      (200)
                                                --------   --------
      Total stockholders' equity............       5,000      4,500
                                                --------   --------
      Total liabilities and stockholders'
        equity..............................    $ 10,000   $  9,000
                                                ========   ========
</TABLE>

   The accompanying notes are an integral part of these statements.

                                       F-2
<PAGE>
                           MARMALADE LOOMS INC
                     CONSOLIDATED STATEMENTS OF INCOME
                  (In thousands, except per share data)

<TABLE>
<CAPTION>
                                                 Years Ended June 30,
                                              -------------------------
                                               1998     1997     1996
                                              -------  -------  -------
<S>                                           <C>      <C>      <C>
Net sales..............................       $ 9,000  $ 8,000  $ 7,000
Cost of sales..........................         5,000    4,600    4,100
                                              -------  -------  -------
Gross profit...........................         4,000    3,400    2,900
Selling, general and administrative....         3,000    2,700    2,950
                                              -------  -------  -------
Operating income (loss)................         1,000      700      (50)
Interest expense.......................           200      180      160
                                              -------  -------  -------
Income (loss) before income taxes......           800      520     (210)
Income taxes...........................           300      200      (80)
                                              -------  -------  -------
Net income (loss)......................       $   500  $   320  $  (130)
                                              =======  =======  =======
Net income (loss) per share - basic....       $   .10  $   .06  $  (.03)
                                              =======  =======  =======
</TABLE>
"""


def parse(tmp_path: Path, statements: str) -> ParsedDocument:
    path = tmp_path / "page.htm"
    path.write_text(f"<html><body><p>MARMALADE LOOMS INC</p><pre>{statements}</pre><p>End</p></body></html>")
    document = read_html(path, lambda done, total: None)
    assert_well_formed(document)
    return document


@pytest.fixture(params=["marked", "escaped", "bare"])
def statements(request: pytest.FixtureRequest) -> str:
    if request.param == "escaped":
        return STATEMENTS.replace("<TABLE>", "&lt;TABLE&gt;").replace("</TABLE>", "&lt;/TABLE&gt;")
    bare = "\n".join(line for line in STATEMENTS.split("\n") if "TABLE>" not in line and "<S>" not in line)
    return bare if request.param == "bare" else STATEMENTS


def test_columns_of_blanks_are_tables_with_their_years(statements: str, tmp_path: Path) -> None:
    _, sheet, income = parse(tmp_path, statements).pages
    (balance,), (earnings,) = sheet.tables, income.tables
    assert rows(balance)[:2] == [["", "June 30,", ""], ["", "1998", "1997"]]
    assert ["Total current assets", "4,000", "3,600"] in rows(balance)
    assert rows(balance)[-1] == ["equity", "$10,000", "$9,000"]
    assert (balance.units, earnings.columns) == ("In thousands, except share data", 4)
    assert "CONSOLIDATED BALANCE SHEETS" in balance.caption


def test_pages_end_at_the_marks_and_notes_below_are_words(statements: str, tmp_path: Path) -> None:
    document = parse(tmp_path, statements)
    kinds = [(block.kind, document.pages[1].text[block.start : block.end]) for block in document.pages[1].blocks]
    assert kinds[-2:] == [
        (BlockKind.PARAGRAPH, "The accompanying notes are an integral part of these statements."),
        (BlockKind.FURNITURE, "F-2"),
    ]
    assert document.pages[2].text.endswith("End")


def test_their_figures_are_facts(statements: str, tmp_path: Path) -> None:
    read = read_statements(parse(tmp_path, statements).pages, 1998, date(1998, 6, 30), "FY")
    stated = {(fact.concept, fact.period.end): fact.value for fact in read.facts if fact.concept}
    newest = {concept: value for (concept, end), value in stated.items() if end == date(1998, 6, 30)}
    assert newest["total_assets"] == newest["liabilities_and_equity"] == 10_000_000
    assert (newest["receivables"], newest["treasury_stock"]) == (2_300_000, -200_000)
    assert (newest["net_income"], newest["eps_basic"]) == (500_000, Decimal("0.10"))
    assert stated["net_income", date(1996, 6, 30)] == -130_000
    assert read.outcomes and all(outcome.passed for outcome in read.outcomes)


def test_words_inside_stay_words(tmp_path: Path) -> None:
    (page,) = parse(tmp_path, "We looked at\n  the   looms.\n\nNothing was\nfound.").pages
    assert page.text == "MARMALADE LOOMS INC\n\nWe looked at\nthe looms.\n\nNothing was\nfound.\n\nEnd"
    assert page.tables == ()


def test_a_real_table_inside_is_one(tmp_path: Path) -> None:
    body = "<table><tr><td></td><td>1998</td></tr><tr><td>Sales</td><td>12</td></tr></table>"
    (page,) = parse(tmp_path, body).pages
    assert rows(page.tables[0])[-1] == ["Sales", "12"]
