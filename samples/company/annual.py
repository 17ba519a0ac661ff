"""The annual report on Form 10-K as PDF."""

from pathlib import Path

from reportlab.lib.units import inch
from reportlab.platypus import Flowable, PageBreak, Paragraph, Spacer
from reportlab.platypus.flowables import HRFlowable
from reportlab.platypus.tableofcontents import TableOfContents

from company import business, discussion, notes
from company.numbers import BALANCES, NAME, TICKER, YEAR_ENDS, YEARS
from company.paper import BODY, CENTER, SMALL_CENTER, TITLE, Filing, heading, prose, table
from company.statements import Grid, balance_sheet, cash_flows, comprehensive_income, equity, income

ACT = "THE SECURITIES EXCHANGE ACT OF 1934"
NUMBERS = (2024, 2023, 2022)


def cover() -> list[Flowable]:
    line = HRFlowable(width="100%", thickness=0.7, spaceBefore=4, spaceAfter=8)
    bold = "<b>%s</b>"
    return [
        Paragraph("A SAMPLE OF AN INVENTED COMPANY", CENTER),
        line,
        Paragraph("FORM 10-K", TITLE),
        Spacer(1, 8),
        Paragraph("[X]&nbsp; ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF<br/>" + ACT, CENTER),
        Paragraph(bold % f"For the fiscal year ended {YEAR_ENDS[2024]}", CENTER),
        Paragraph("or", CENTER),
        Paragraph("[ ]&nbsp; TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d) OF<br/>" + ACT, CENTER),
        Paragraph("Commission file number 000-00000", CENTER),
        Spacer(1, 10),
        Paragraph(NAME.upper(), TITLE),
        Paragraph("(Exact name of registrant as specified in its charter)", CENTER),
        Paragraph("Delaware &nbsp;&nbsp;&nbsp;&nbsp; 00-0000000", CENTER),
        Paragraph("(State of incorporation) &nbsp; (I.R.S. Employer Identification No.)", SMALL_CENTER),
        Paragraph("1 Gauge Street, Larkmoor, Ohio 00000", CENTER),
        Paragraph("(Address of principal executive offices)", SMALL_CENTER),
        Paragraph("Registrant’s telephone number, including area code: (555) 010-0199", CENTER),
        line,
        Paragraph("Securities registered pursuant to Section 12(b) of the Act:", BODY),
        Paragraph(f"Common Stock, par value $0.01 per share; trading symbol {TICKER}; Example Stock Exchange", BODY),
        Paragraph("Securities registered pursuant to Section 12(g) of the Act: None", BODY),
        Paragraph(
            "Indicate by check mark whether the registrant is a large accelerated filer, an accelerated filer, a "
            "non-accelerated filer, a smaller reporting company, or an emerging growth company. Large accelerated "
            "filer [X] Accelerated filer [ ] Non-accelerated filer [ ] Smaller reporting company [ ] Emerging "
            "growth company [ ]", BODY),
        Paragraph(
            "The aggregate market value of common stock held by non-affiliates at March 30, 2024, the last "
            "business day of the second fiscal quarter, was approximately $1.9 billion. There were 46,318,000 "
            "shares of common stock outstanding at November 8, 2024.", BODY),
        Paragraph(business.INVENTED, BODY),
        PageBreak(),
    ]  # fmt: skip


def contents() -> list[Flowable]:
    toc = TableOfContents(dotsMinLevel=0)
    first = CENTER.clone("toc-1", fontName="Times-Bold", alignment=0, spaceBefore=6, spaceAfter=2)
    toc.levelStyles = [first, BODY.clone("toc-2", leftIndent=14, alignment=0, spaceAfter=2)]
    return [Paragraph("<b>TABLE OF CONTENTS</b>", CENTER), toc, PageBreak()]


def part_one() -> list[Flowable]:
    story: list[Flowable] = [heading(3, "Forward-looking statements"), *prose(business.FORWARD), heading(1, "PART I")]
    story += [heading(2, "Item 1. Business"), *prose(business.BUSINESS)]
    story += [heading(2, "Item 1A. Risk Factors"), *prose(business.RISKS)]
    for title, paragraphs in business.OTHER_PART_ONE.items():
        story += [heading(2, title), *prose(paragraphs)]
    return [*story, PageBreak()]


def titled(grid: Grid) -> list[Flowable]:
    return [heading(4, grid.title), *table(grid)]


def part_two() -> list[Flowable]:
    d = discussion
    market = "Item 5. Market for Registrant’s Common Equity, Related Stockholder Matters and Issuer Purchases"
    analysis = "Item 7. Management’s Discussion and Analysis of Financial Condition and Results of Operations"
    story = [
        heading(1, "PART II"),
        heading(2, market),
        *prose(business.MARKET),
        heading(2, "Item 6. [Reserved]"),
        heading(2, analysis),
    ]
    story += [
        heading(3, "Overview"),
        *table(d.overview()),
        heading(3, "Net sales"),
        *table(d.sales_by_segment()),
        *prose(d.RESULTS),
    ]
    story += [
        heading(3, "Gross profit"),
        *prose(d.MARGIN),
        heading(3, "Operating expenses"),
        *table(d.expenses()),
        *prose(d.OPERATING),
    ]
    story += [
        heading(3, "Interest and income taxes"),
        *prose(d.BELOW),
        heading(3, "Segment income"),
        *prose(d.SEGMENT_TALK),
    ]
    story += [heading(3, "Adjusted EBITDA"), *prose(d.ADJUSTED), *table(d.adjusted())]
    story += [
        heading(3, "Liquidity and capital resources"),
        *prose(d.LIQUIDITY[:1]),
        *table(d.liquidity()),
        *prose(d.LIQUIDITY[1:]),
    ]
    story += [heading(3, "Contractual obligations"), *table(d.obligations())]
    story += [heading(3, "Critical accounting estimates"), *prose(d.ESTIMATES)]
    story += [
        heading(2, "Item 7A. Quantitative and Qualitative Disclosures About Market Risk"),
        *prose(d.MARKET_RISK),
        PageBreak(),
    ]
    return story


def statements() -> list[Flowable]:
    ends = tuple(YEAR_ENDS[n] for n in NUMBERS)
    years = [YEARS[n] for n in NUMBERS]
    story = [heading(2, "Item 8. Financial Statements and Supplementary Data"), *prose((REPORT,)), PageBreak()]
    story += table(income(ends, years, "Fiscal Year Ended", "CONSOLIDATED STATEMENTS OF INCOME"), named=True)
    story += [*table(comprehensive_income(NUMBERS), named=True), *see_notes(), PageBreak()]
    story += [*table(balance_sheet(ends[:2], (BALANCES[2024], BALANCES[2023])), named=True), *see_notes(), PageBreak()]
    story += [*table(cash_flows(NUMBERS), named=True), *see_notes(), PageBreak()]
    return [*story, *table(equity(), named=True), *see_notes(), PageBreak()]


REPORT = (
    "The statements that follow would be accompanied by the report of an independent registered public accounting "
    "firm. As the Company is invented, nobody has audited them; they were checked by a program that adds them up."
)


def see_notes() -> list[Flowable]:
    return [Paragraph("<i>See accompanying Notes to Consolidated Financial Statements.</i>", CENTER)]


def note_pages() -> list[Flowable]:
    story: list[Flowable] = [heading(2, "Notes to Consolidated Financial Statements")]
    for title, parts in notes.NOTES:
        story.append(heading(3, title))
        for part in parts:
            story += titled(part) if isinstance(part, Grid) else prose((part,))
    quarterly = notes.quarterly()
    return [*story, heading(3, "Selected Quarterly Financial Data (Unaudited)"), *table(quarterly)]


def endings() -> list[Flowable]:
    nine = "Item 9. Changes in and Disagreements with Accountants on Accounting and Financial Disclosure"
    story = [
        heading(2, nine),
        *prose(("None.",)),
        heading(2, "Item 9A. Controls and Procedures"),
        *prose(business.CONTROLS),
    ]
    story += [heading(2, "Item 9B. Other Information"), *prose(("None.",)), PageBreak(), heading(1, "PART III")]
    story += [
        heading(2, "Items 10 to 14. Directors, Compensation, Ownership, Relationships and Accountant Fees"),
        *prose(business.PART_THREE),
    ]
    story += [
        heading(1, "PART IV"),
        heading(2, "Item 15. Exhibits and Financial Statement Schedules"),
        *prose(EXHIBITS),
    ]
    return [*story, heading(2, "Signatures"), *prose(SIGNATURES), Spacer(1, 0.2 * inch)]


EXHIBITS = (
    "The financial statements are listed under Item 8. Schedules are omitted because they do not apply. Exhibits:",
    "- 3.1 Restated Certificate of Incorporation",
    "- 4.1 Indenture for the 4.75% Senior Notes due 2031",
    "- 10.1 Credit Agreement dated February 9, 2024",
    "- 21.1 Subsidiaries of the registrant",
    "- 31.1 and 31.2 Certifications of the Chief Executive Officer and the Chief Financial Officer",
)
SIGNATURES = (
    "Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, the registrant "
    "has duly caused this report to be signed on its behalf by the undersigned, thereunto duly authorized, on "
    "November 15, 2024.",
    f"<b>{NAME.upper()}</b>",
    "/s/ Maren Tolloway, President and Chief Executive Officer",
    "/s/ Idris Fennimore, Executive Vice President and Chief Financial Officer",
)


def write(path: Path) -> None:
    document = Filing(
        str(path), title=f"{NAME} Annual Report on Form 10-K for fiscal 2024", author=NAME, subject="Invented sample"
    )
    document.multiBuild([*cover(), *contents(), *part_one(), *part_two(), *statements(), *note_pages(), *endings()])
