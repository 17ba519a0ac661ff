"""The library with real processes and a real browser: upload, progress, refusals, filters, undo, viewer, keys."""

import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from finrag_site.embedded.paths import BASE
from tests.documents.filings import markdown
from tests.stack import Stack

pytestmark = pytest.mark.browser
SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
PATIENCE = 120_000  # milliseconds; a machine under load


@pytest.fixture
def library(browser_page: Page, stack: Stack) -> Page:
    """The library, as the demo analyst sees it."""
    browser_page.goto(f"{stack.url}/accounts/login/?next=/library/")
    browser_page.get_by_label("Username").fill("analyst")
    browser_page.locator("input[type=password]").fill(stack.passwords["analyst"])
    browser_page.keyboard.press("Enter")
    expect(browser_page.get_by_role("heading", name="Library", exact=True)).to_be_visible()
    return browser_page


def filing(folder: Path) -> Path:
    """A new report of the invented company, under a name that no other test has."""
    path = folder / f"quillmark_{uuid.uuid4().hex[:8]}.md"
    path.write_text(markdown(seed=uuid.uuid4().int % 1_000_000, items=2))
    return path


def upload(page: Page, *paths: Path) -> None:
    page.locator("[data-upload-input]").set_input_files(paths)


def row(page: Page, path: Path) -> Locator:
    return page.locator("#results tr[data-row]", has_text=path.stem)


def test_two_files_at_once_one_of_them_wrong(library: Page, tmp_path: Path, complaints: list[str]) -> None:
    good, wrong = filing(tmp_path), tmp_path / f"program_{uuid.uuid4().hex[:6]}.pdf"
    wrong.write_bytes(b"MZ\x90\x00" + bytes(range(256)) * 20)
    upload(library, good, wrong)
    expect(library.locator("[data-upload-summary]")).to_have_text("1 of 2 uploaded · 1 refused", timeout=PATIENCE)
    expect(library.locator("[data-upload-refused]")).to_contain_text("cannot be read")
    expect(row(library, wrong)).to_have_count(0)
    expect(row(library, good)).to_contain_text("Ready", timeout=PATIENCE)
    expect(library.locator("[data-upload-list] .state")).to_have_text("Ready")
    row(library, good).get_by_role("link").first.click()
    expect(library.locator(".source-text")).to_contain_text("Operating income", timeout=PATIENCE)
    assert complaints == []


def test_the_same_bytes_again_lead_to_what_is_there(library: Page, tmp_path: Path) -> None:
    path = filing(tmp_path)
    upload(library, path)
    expect(library.locator("[data-upload-summary]")).to_have_text("1 of 1 uploaded", timeout=PATIENCE)
    upload(library, path)
    library.locator("[data-upload-duplicate] a").click(timeout=PATIENCE)
    expect(library.locator(".document-head h1")).to_be_visible()


def test_fifty_files_at_once(library: Page, tmp_path: Path, stack: Stack) -> None:
    paths = [tmp_path / f"note_{uuid.uuid4().hex[:8]}.txt" for _ in range(50)]
    for path in paths:
        path.write_text(f"A note of one line, {path.stem}, that is quickly read.")
    upload(library, *paths)
    expect(library.locator("[data-upload-summary]")).to_have_text("50 of 50 uploaded", timeout=PATIENCE)
    (count,) = stack.query("select count(*) from documents_document where name = any(%s)", [p.stem for p in paths])[0]
    assert count == 50
    stack.query("update documents_document set deleted = now() where name = any(%s)", [p.stem for p in paths])


def test_filters_stand_in_the_address_and_survive_a_reload(library: Page, tmp_path: Path) -> None:
    path = filing(tmp_path)
    upload(library, path)
    expect(row(library, path)).to_contain_text("Ready", timeout=PATIENCE)
    library.keyboard.press("/")
    library.keyboard.type(path.stem)
    expect(library.locator("#results tr[data-row]")).to_have_count(1)
    assert f"q={path.stem}" in library.url and "company=" not in library.url
    library.reload()
    expect(library.locator("#results tr[data-row]")).to_have_count(1)
    library.get_by_label("State").select_option("error")
    expect(library.locator("#results")).to_contain_text("No document meets these filters")


def test_delete_and_undo(library: Page, tmp_path: Path) -> None:
    path = filing(tmp_path)
    upload(library, path)
    expect(row(library, path)).to_contain_text("Ready", timeout=PATIENCE)
    row(library, path).get_by_role("button", name=re.compile("Delete")).click()
    expect(row(library, path)).to_have_count(0)
    library.get_by_role("button", name="Undo").click()
    expect(library.locator(".document-head h1")).to_be_visible()
    library.keyboard.press("g")
    library.keyboard.press("l")
    expect(row(library, path)).to_have_count(1)


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_pages_turn_and_grow_and_keep_the_highlight(library: Page, stack: Stack, complaints: list[str]) -> None:
    page = library
    upload(page, SAMPLE)
    expect(page.locator("[data-upload-summary]")).to_have_text("1 of 1 uploaded", timeout=PATIENCE)
    expect(row(page, SAMPLE).first).to_contain_text("Ready", timeout=PATIENCE)
    row(page, SAMPLE).first.get_by_role("link").first.click()
    page.get_by_role("link", name="Passages").click()
    page.locator("tr[data-row] a").nth(5).click()
    mark, image = page.locator(".page-figure svg .highlight").first, page.locator(".page-figure img")
    expect(mark).to_be_visible()
    page.wait_for_function("() => document.querySelector('.page-figure img').naturalWidth > 100")
    before = image.bounding_box()
    page.keyboard.press("+")
    page.wait_for_function("() => document.querySelector('.page-figure').dataset.zoom === '150'")
    after = image.bounding_box()
    assert before and after and after["width"] > before["width"]
    number = int(page.locator("#page-jump").input_value())
    page.keyboard.press("ArrowRight")
    expect(page.locator("#page-jump")).to_have_value(str(number + 1))
    page.keyboard.press("k")
    expect(page.locator("#page-jump")).to_have_value(str(number))
    expect(mark).to_be_visible()
    page.locator("#page-jump").fill("2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("page=2"))
    assert complaints == []


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_from_a_statement_to_its_cell_to_the_company_and_a_table_away(library: Page, complaints: list[str]) -> None:
    page = library
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    upload(page, SAMPLE)
    expect(page.locator("[data-upload-summary]")).to_have_text("1 of 1 uploaded", timeout=PATIENCE)
    expect(row(page, SAMPLE).first).to_contain_text("Ready", timeout=PATIENCE)
    row(page, SAMPLE).first.get_by_role("link").first.click()
    page.get_by_role("link", name="Statements").click()
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator(".figures td a").nth(1).click()
    expect(page.locator(".page-figure svg .highlight")).to_be_in_viewport()
    page.locator(".crumb a").last.click()
    expect(page.locator("tr.group", has_text="Balance sheet")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.go_back()
    page.get_by_role("link", name="Tables").click()
    page.get_by_label("Copy as CSV").first.click()
    expect(page.locator("#toasts")).to_contain_text("Copied.")
    assert "," in page.evaluate("navigator.clipboard.readText()")
    assert complaints == []


def ready_sample(page: Page) -> None:
    """The document page of the sample filing."""
    upload(page, SAMPLE)
    expect(page.locator("[data-upload-summary]")).to_have_text("1 of 1 uploaded", timeout=PATIENCE)
    expect(row(page, SAMPLE).first).to_contain_text("Ready", timeout=PATIENCE)
    row(page, SAMPLE).first.get_by_role("link").first.click()


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_a_profile_is_sorted_by_keyboard_and_draws_a_chart(library: Page, complaints: list[str]) -> None:
    page = library
    ready_sample(page)
    page.locator(".crumb a").last.click()
    items = page.locator("#figures tbody").first.locator("tr:not(.group) th")
    report = items.all_text_contents()
    page.locator("#sort-label").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#figures [aria-sort=ascending]")).to_contain_text("Item")
    assert items.all_text_contents() == sorted(report, key=str.casefold)
    expect(page.locator("#sort-label")).to_be_focused()
    page.locator("#sort-reset").click()
    expect(page.locator("#sort-reset")).to_have_count(0)
    assert items.all_text_contents() == report
    items.first.get_by_role("link").click()
    expect(page.locator("dialog[open] [data-chart] canvas")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert complaints == []


def test_a_cell_is_marked_on_its_page_by_pointer_and_keyboard(library: Page, complaints: list[str]) -> None:
    page = library
    ready_sample(page)
    page.get_by_role("link", name="Tables").click()
    page.locator("tr[data-row] a.title").first.click()
    cells = page.locator("table[data-grid] td[data-box]")
    cells.last.hover()
    expect(page.locator(".cell-highlight")).to_have_count(1)
    mark, image = page.locator(".cell-highlight").bounding_box(), page.locator(".page-figure img").bounding_box()
    assert mark and image and mark["width"] < image["width"] and mark["x"] >= image["x"]
    address = page.url
    page.locator("table[data-grid] [tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("table[data-grid] [data-pointed]")).to_be_focused()
    assert page.url == address and complaints == []


def test_a_card_on_demand_and_a_new_version(library: Page, tmp_path: Path, complaints: list[str]) -> None:
    page, path = library, filing(tmp_path)
    upload(page, path)
    expect(row(page, path)).to_contain_text("Ready", timeout=PATIENCE)
    row(page, path).get_by_role("link").first.click()
    page.get_by_role("link", name="Passages").click()
    page.locator(".card-of summary").nth(1).click()
    expect(page.locator(".card-view")).to_contain_text("Topic")
    page.get_by_role("button", name="New version").click()
    page.get_by_label("File", exact=True).set_input_files(filing(tmp_path))
    page.get_by_role("button", name="Upload").click()
    expect(page.locator(".versions li")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator(".versions li").first).to_contain_text("current", timeout=PATIENCE)
    page.locator(".versions a").last.click()
    expect(page.get_by_role("note")).to_contain_text("This is an older version")
    assert complaints == []


@pytest.mark.parametrize("browser_page", [390], indirect=True)
def test_navigation_collapses_and_the_theme_is_kept(library: Page, complaints: list[str]) -> None:
    assert library.evaluate("document.documentElement.scrollWidth") <= 390
    expect(library.locator("#topnav")).to_be_hidden()
    library.get_by_role("button", name="Menu").click()
    theme = library.locator("html").get_attribute("data-bs-theme")
    library.get_by_role("button", name="Switch between light and dark").click()
    library.reload()
    assert library.locator("html").get_attribute("data-bs-theme") != theme
    library.keyboard.press("?")
    expect(library.get_by_role("dialog")).to_be_visible()
    library.keyboard.press("Escape")
    expect(library.get_by_role("dialog")).to_be_hidden()
    assert complaints == []
