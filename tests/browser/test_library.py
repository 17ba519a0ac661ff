"""The library with real processes and a real browser: upload, progress, refusals, filters, undo, viewer, keys."""

import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.steps import choose_files, leaving, log_in, press, upload_sample
from tests.documents.filings import markdown
from tests.stack import Stack, wait_for

pytestmark = pytest.mark.browser
CHANGED = "() => { document.dispatchEvent(new CustomEvent('library-changed')) }"


@pytest.fixture
def library(browser_page: Page, stack: Stack) -> Page:
    """The library, as the demo analyst sees it."""
    log_in(browser_page, stack, "analyst", "/library/")
    expect(browser_page.get_by_role("heading", name="Library", exact=True)).to_be_visible()
    return browser_page


def filing(folder: Path) -> Path:
    """A new report of the invented company, under a name that no other test has."""
    path = folder / f"quillmark_{uuid.uuid4().hex[:8]}.md"
    path.write_text(markdown(seed=uuid.uuid4().int % 1_000_000, items=2))
    return path


def row(page: Page, path: Path) -> Locator:
    return page.locator("#results tr[data-row]", has_text=path.stem)


def open_sample(page: Page) -> None:
    """The document page of the sample filing."""
    link = upload_sample(page).get_by_role("link").first
    with leaving(page):
        link.click()


def open_part(page: Page, name: str) -> None:
    """A tab of the document page."""
    with leaving(page):
        page.locator(".tabs").get_by_role("link", name=name).click()


def test_two_files_at_once_one_of_them_wrong(library: Page, tmp_path: Path, complaints: list[str]) -> None:
    good, wrong = filing(tmp_path), tmp_path / f"program_{uuid.uuid4().hex[:6]}.pdf"
    wrong.write_bytes(b"MZ\x90\x00" + bytes(range(256)) * 20)
    choose_files(library, good, wrong)
    expect(library.locator("[data-upload-summary]")).to_have_text("1 of 2 uploaded · 1 refused")
    expect(library.locator("[data-upload-refused]")).to_contain_text("cannot be read")
    expect(row(library, wrong)).to_have_count(0)
    expect(row(library, good)).to_contain_text("Ready")
    expect(library.locator("[data-upload-list] .state")).to_have_text("Ready")
    row(library, good).get_by_role("link").first.click()
    expect(library.locator(".source-text")).to_contain_text("Operating income")
    assert complaints == []


def test_the_same_bytes_again_lead_to_what_is_there(library: Page, tmp_path: Path) -> None:
    path = filing(tmp_path)
    choose_files(library, path)
    expect(library.locator("[data-upload-summary]")).to_have_text("1 of 1 uploaded")
    choose_files(library, path)
    library.locator("[data-upload-duplicate] a").click()
    expect(library.locator(".document-head h1")).to_be_visible()


def test_fifty_files_at_once(library: Page, tmp_path: Path, stack: Stack) -> None:
    paths = [tmp_path / f"note_{uuid.uuid4().hex[:8]}.txt" for _ in range(50)]
    for path in paths:
        path.write_text(f"A note of one line, {path.stem}, that is quickly read.")
    choose_files(library, *paths)
    expect(library.locator("[data-upload-summary]")).to_have_text("50 of 50 uploaded")
    (count,) = stack.query("select count(*) from documents_document where name = any(%s)", [p.stem for p in paths])[0]
    assert count == 50
    forget(stack, [path.stem for path in paths])


def forget(stack: Stack, names: list[str]) -> None:
    """Nobody sees these documents or goes on reading them: the tests that follow need not wait behind fifty."""
    stack.query("update documents_document set deleted = now() where name = any(%s)", names)
    of_them = "document_id in (select id from documents_document where name = any(%s))"
    stack.query(f"update documents_documentversion set state = 'error' where {of_them}", names)  # noqa: S608


def test_filters_stand_in_the_address_and_survive_a_reload(library: Page, tmp_path: Path) -> None:
    path = filing(tmp_path)
    choose_files(library, path)
    expect(row(library, path)).to_contain_text("Ready")
    library.keyboard.press("/")
    library.keyboard.type(path.stem)
    expect(library).to_have_url(re.compile(f"q={path.stem}"))
    expect(library.locator("#results tr[data-row]")).to_have_count(1)
    assert "company=" not in library.url
    library.reload()
    expect(library.locator("#results tr[data-row]")).to_have_count(1)
    library.get_by_label("State").select_option("error")
    expect(library.locator("#results")).to_contain_text("No document meets these filters")


def test_a_file_that_was_read_while_nobody_watched_is_told(library: Page, tmp_path: Path, stack: Stack) -> None:
    """The list comes anew with it, already Ready and watched no more: its line above the list must not stay behind."""
    path = filing(tmp_path)
    library.route("**/library/progress?*known=*", lambda route: route.fulfill(status=204))
    choose_files(library, path)
    state = "select 1 from documents_documentversion where file_name = %s and state = 'ready'"
    wait_for(lambda: bool(stack.query(state, path.name)), "a file Ready")
    library.evaluate(CHANGED)
    expect(row(library, path)).to_contain_text("Ready")
    expect(library.locator("[data-upload-list] .state")).to_have_text("Ready")


def test_the_list_comes_anew_without_undoing_what_a_person_does(library: Page, tmp_path: Path) -> None:
    path = filing(tmp_path)
    choose_files(library, path, filing(tmp_path))
    expect(row(library, path)).to_contain_text("Ready")
    press(library, "j")
    link = library.locator("tr[data-selected] a").first
    link.focus()
    with library.expect_response(lambda response: "/library/" in response.url):
        library.evaluate(CHANGED)
    held: list[Route] = []
    library.route(re.compile(r"/library/(\?|$)"), lambda route: route.continue_() if held else held.append(route))
    with library.expect_request(re.compile(r"/library/(\?|$)")):
        library.evaluate(CHANGED)
    expect(link).to_be_focused()
    expect(library.locator("tr[data-selected]")).to_have_count(1)
    with library.expect_event("requestfailed", lambda request: request == held[0].request):
        library.get_by_label("Search by name").fill(path.stem)  # what is on its way is out of date
    expect(library).to_have_url(re.compile(f"q={path.stem}"))
    expect(library.locator("#results tr[data-row]")).to_have_count(1)


def test_whoever_is_logged_out_meanwhile_meets_the_log_in_and_comes_back(library: Page, stack: Stack) -> None:
    library.context.clear_cookies()
    with leaving(library):
        library.evaluate(CHANGED)
    library.get_by_label("Username").fill("analyst")
    library.locator("input[type=password]").fill(stack.passwords["analyst"])
    with leaving(library):
        library.keyboard.press("Enter")
    expect(library.get_by_role("heading", name="Library", exact=True)).to_be_visible()


def test_delete_and_undo(library: Page, tmp_path: Path) -> None:
    path = filing(tmp_path)
    choose_files(library, path)
    expect(row(library, path)).to_contain_text("Ready")
    row(library, path).get_by_role("button", name=re.compile("Delete")).click()
    expect(row(library, path)).to_have_count(0)
    with leaving(library):
        library.get_by_role("button", name="Undo").click()
    expect(library.locator(".document-head h1")).to_be_visible()
    with leaving(library):
        press(library, "g", "l")
    expect(row(library, path)).to_have_count(1)


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_pages_turn_and_grow_and_keep_the_highlight(library: Page, stack: Stack, complaints: list[str]) -> None:
    page = library
    open_sample(page)
    open_part(page, "Passages")
    with leaving(page):
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
    page.locator("#turn-next").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#page-jump")).to_have_value(str(number + 1))
    expect(page.locator("#turn-next")).to_be_focused()  # though it was swapped
    page.locator("#page-jump").fill("2")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("page=2"))
    assert complaints == []


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_from_a_statement_to_its_cell_to_the_company_and_a_table_away(library: Page, complaints: list[str]) -> None:
    page = library
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_sample(page)
    open_part(page, "Statements")
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    with leaving(page):
        page.locator(".figures td a").nth(1).click()
    expect(page.locator(".page-figure svg .highlight")).to_be_in_viewport()
    with leaving(page):
        page.locator(".crumb a").last.click()
    expect(page.locator("tr.group", has_text="Balance sheet")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    with leaving(page):
        page.go_back()
    open_part(page, "Tables")
    page.get_by_label("Copy as CSV").first.click()
    expect(page.locator("#toasts")).to_contain_text("Copied.")
    assert "," in page.evaluate("navigator.clipboard.readText()")
    assert complaints == []


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_a_profile_is_sorted_by_keyboard_and_draws_a_chart(library: Page, complaints: list[str]) -> None:
    page = library
    open_sample(page)
    with leaving(page):
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
    open_sample(page)
    open_part(page, "Tables")
    with leaving(page):
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
    choose_files(page, path)
    expect(row(page, path)).to_contain_text("Ready")
    with leaving(page):
        row(page, path).get_by_role("link").first.click()
    open_part(page, "Passages")
    page.locator(".card-of summary").nth(1).click()
    expect(page.locator(".card-view")).to_contain_text("Topic")
    page.get_by_role("button", name="New version").click()
    page.get_by_label("File", exact=True).set_input_files(filing(tmp_path))
    page.get_by_role("button", name="Upload").click()
    expect(page.locator(".versions li")).to_have_count(2)
    expect(page.locator(".versions li").first).to_contain_text("current")
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
