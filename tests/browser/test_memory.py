"""An expert's round: fill, review ten cells by keyboard, a restated filing arrives, dispute, resolve."""

import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import leaving, log_in, press, ready
from tests.stack import Stack, wait_for

pytestmark = pytest.mark.browser
LINES = (
    ("Net sales", "1,577", "1,402"),
    ("Cost of sales", "901", "840"),
    ("Gross profit", "676", "562"),
    ("Selling, general and administrative expenses", "462", "374"),
    ("Operating income", "214", "188"),
    ("Interest expense", "9", "7"),
    ("Income before income taxes", "205", "181"),
    ("Provision for income taxes", "45", "40"),
    ("Net income", "160", "141"),
)


def filing(folder: Path, company: str, year: int, restated: str = "") -> Path:
    """An annual report with an income statement; restated: what it states as net sales of the year before."""
    rows = "".join(
        f"<tr><td>{label}</td><td>{new}</td><td>{restated if restated and label == 'Net sales' else old}</td></tr>"
        for label, new, old in LINES
    )
    cover = f"<p>FORM 10-K</p><p>For the fiscal year ended December 31, {year}</p><p>{company}</p>"
    cover += "<p>(Exact name of registrant as specified in its charter)</p>"
    head = f"<tr><th>Years ended December 31,</th><th>{year}</th><th>{year - 1}</th></tr>"
    statement = f"<h2>CONSOLIDATED STATEMENTS OF INCOME</h2><p>(in millions)</p><table>{head}{rows}</table>"
    path = folder / f"{company.split()[0].lower()}_{year}_10K.html"
    path.write_text(f"<html><body>{cover}{statement}</body></html>")
    return path


def decided(page: Page, key: str) -> None:
    """One cell is decided with a key, and the next one stands there."""
    with leaving(page):
        press(page, key)


def test_an_experts_round(browser_page: Page, stack: Stack, tmp_path: Path, complaints: list[str]) -> None:
    company = f"Quill{uuid.uuid4().hex[:6]} Foundry"
    stack.manage("ingest", str(filing(tmp_path, company, 2023)), "--company", company)
    page = browser_page
    log_in(page, stack, "expert", "/memory/")
    with leaving(page):
        page.get_by_role("link", name=company).click()
    with leaving(page):
        page.get_by_role("button", name="Fill").click()
    uid = re.search(r"companies/([0-9a-f-]+)/", page.url)
    assert uid
    waiting = "select count(*) from memory_cell c join documents_company o on o.id = c.company_id"
    waiting += " where o.uid = %s and work = 'waiting'"
    wait_for(lambda: stack.query(waiting, uid[1]) == [(0,)], "the cells to be filled")
    page.reload()
    expect(page.locator("a.cell", has_text="1,577")).to_be_visible()

    page.goto(f"{stack.url}/memory/review/?company={uid[1]}")
    expect(page.locator("mark").first).to_be_visible()
    for key in "aaaaaaaaa":
        decided(page, key)
    decided(page, "r")
    (count,) = stack.query(
        "select count(*) from memory_review r join memory_cell c on c.id = r.cell_id join documents_company o on"
        " o.id = c.company_id where o.uid = %s and decision in ('accepted', 'rejected')",
        uid[1],
    )[0]
    assert count == 10

    with leaving(page):
        page.get_by_role("button", name="Accept all whose checks hold").click()
    stack.manage("ingest", str(filing(tmp_path, company, 2024, restated="1,590")), "--company", company)
    disputed = waiting.replace("work = 'waiting'", "status = 'disputed'")
    wait_for(lambda: stack.query(disputed, uid[1])[0][0] > 0, "a dispute")
    page.goto(f"{stack.url}/memory/review/?company={uid[1]}&status=disputed")
    ready(page)
    expect(page.get_by_role("region", name="States it otherwise")).to_contain_text("1,590")
    expect(page.locator("[data-page-panel]")).to_have_count(2)
    with leaving(page):
        page.locator(".ahead a", has_text="Revenue FY2023").or_(
            page.locator(".ahead a", has_text=company)
        ).first.click()
    expect(page.locator(".kv")).to_contain_text("states it otherwise")
    cell = re.search(r"cell=([0-9a-f-]+)", page.url)
    assert cell
    decided(page, "a")
    kept = "select status, decision from memory_cell c join memory_review r on r.cell_id = c.id where c.uid = %s"
    assert stack.query(f"{kept} order by r.id desc limit 1", cell[1]) == [("verified", "accepted")]
    page.goto(f"{stack.url}/memory/radar/")
    expect(page.locator("tr", has_text=company).filter(has_text="Net sales")).to_be_visible()
    assert complaints == []
