"""The search with real processes and a real browser: words, a choice, keys, the place on the page, and why."""

import re

import pytest
from playwright.sync_api import Page, expect

from finrag_site.embedded.paths import BASE
from tests.stack import Stack

pytestmark = pytest.mark.browser
SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
PATIENCE = 120_000  # milliseconds; a machine under load


@pytest.fixture
def search(browser_page: Page, stack: Stack) -> Page:
    """The search page, as the demo analyst sees it, with the sample filing in the library."""
    stack.manage("ingest", "--owner", "analyst", str(SAMPLE))
    browser_page.goto(f"{stack.url}/accounts/login/?next=/search/")
    browser_page.get_by_label("Username").fill("analyst")
    browser_page.locator("input[type=password]").fill(stack.passwords["analyst"])
    browser_page.keyboard.press("Enter")
    expect(browser_page.get_by_role("heading", name="Search", exact=True)).to_be_visible()
    return browser_page


def look_for(page: Page, words: str) -> None:
    page.get_by_label("Search in the filings").fill(words)
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_be_visible(timeout=PATIENCE)


def test_from_words_to_the_marked_place(search: Page, complaints: list[str]) -> None:
    look_for(search, "operating income")
    expect(search).to_have_url(re.compile(r"/search/\?q=operating\+income$"))
    expect(search.locator(".hit mark").first).to_be_visible()
    search.keyboard.press("Escape")  # a key typed in the field belongs to the field
    search.keyboard.press("j")
    search.keyboard.press("j")
    expect(search.locator(".hit").nth(1)).to_have_attribute("data-selected", "")
    search.keyboard.press("k")
    search.keyboard.press("Enter")
    expect(search).to_have_url(re.compile(r"/library/versions/.*chunk="))
    expect(search.locator(".highlight, mark").first).to_be_attached(timeout=PATIENCE)
    assert complaints == []


def test_a_choice_narrows_and_the_way_back_widens(search: Page, complaints: list[str]) -> None:
    look_for(search, "operating income")
    search.locator(".facet", has_text="Section").get_by_role("link").first.click()
    expect(search.locator(".facet a[aria-current]")).to_have_count(1)
    expect(search).to_have_url(re.compile("section="))
    search.go_back()
    expect(search.locator(".facet a[aria-current]")).to_have_count(0)
    expect(search.locator(".hit").first).to_be_visible(timeout=PATIENCE)
    assert complaints == []


def test_why_shows_every_candidate(search: Page, complaints: list[str]) -> None:
    look_for(search, "What was Zephyrwick's operating income in fiscal 2024?")
    search.get_by_role("link", name="Why these?").click()
    expect(search.get_by_role("heading", name="Why this evidence")).to_be_visible()
    expect(search.locator(".why-table tbody tr").first).to_contain_text("kept")
    search.get_by_role("link", name="Back to the results").click()
    expect(search.locator(".hit").first).to_be_visible(timeout=PATIENCE)
    assert complaints == []


@pytest.mark.parametrize("browser_page", [390], indirect=True)
def test_on_a_phone_the_results_come_first(search: Page, complaints: list[str]) -> None:
    look_for(search, "operating income")
    hits, facets = search.locator(".hits").bounding_box(), search.locator(".facets").bounding_box()
    assert hits and facets and hits["y"] < facets["y"]
    assert search.evaluate("document.documentElement.scrollWidth") == 390
    search.goto(search.url.replace("/search/", "/search/why"))
    assert search.evaluate("document.documentElement.scrollWidth") == 390
    assert complaints == []
