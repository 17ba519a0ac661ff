"""The search with real processes and a real browser: words, a choice, keys, the place on the page, and why."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import SAMPLE, leaving, log_in, press, ready
from tests.stack import Stack

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def sample(stack: Stack) -> None:
    """The sample filing in the demo analyst's library."""
    done = stack.manage("ingest", "--owner", "analyst", str(SAMPLE))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def search(browser_page: Page, stack: Stack, sample: None) -> Page:
    """The search page, as the demo analyst sees it, with the sample filing in the library."""
    log_in(browser_page, stack, "analyst", "/search/")
    expect(browser_page.get_by_role("heading", name="Search", exact=True)).to_be_visible()
    return browser_page


def look_for(page: Page, words: str) -> None:
    page.get_by_label("Search in the filings").fill(words)
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/search/\?q="))


def test_from_words_to_the_marked_place(search: Page, complaints: list[str]) -> None:
    look_for(search, "operating income")
    expect(search).to_have_url(re.compile(r"/search/\?q=operating\+income$"))
    expect(search.locator(".hit mark").first).to_be_visible()
    press(search, "j", "j")  # after Escape: a key typed in the field belongs to the field
    expect(search.locator(".hit").nth(1)).to_have_attribute("data-selected", "")
    search.keyboard.press("k")
    search.keyboard.press("Enter")
    expect(search).to_have_url(re.compile(r"/library/versions/.*chunk="))
    expect(search.locator(".highlight, mark").first).to_be_attached()
    assert complaints == []


def test_a_choice_narrows_and_the_way_back_widens(search: Page, complaints: list[str]) -> None:
    look_for(search, "operating income")
    with leaving(search):
        search.locator(".facet", has_text="Section").get_by_role("link").first.click()
    expect(search.locator(".facet a[aria-current]")).to_have_count(1)
    expect(search).to_have_url(re.compile("section="))
    with leaving(search):
        search.go_back()
    expect(search.get_by_role("heading", name="Search", exact=True)).to_be_visible()  # the page, not the part of it
    expect(search.locator(".facet a[aria-current]")).to_have_count(0)
    expect(search.locator(".hit").first).to_be_visible()
    assert complaints == []


def test_why_shows_every_candidate(search: Page, complaints: list[str]) -> None:
    look_for(search, "What was Zephyrwick's operating income in fiscal 2024?")
    search.get_by_role("link", name="Why these?").click()
    expect(search.get_by_role("heading", name="Why these results")).to_be_visible()
    expect(search.locator(".why-table tbody tr").first).to_contain_text("kept")
    search.get_by_role("link", name="Back to the results").click()
    expect(search.locator(".hit").first).to_be_visible()
    assert complaints == []


@pytest.mark.parametrize("browser_page", [390], indirect=True)
def test_on_a_phone_the_results_come_first(search: Page, complaints: list[str]) -> None:
    look_for(search, "operating income")
    hits, facets = search.locator(".hits").bounding_box(), search.locator(".facets").bounding_box()
    assert hits and facets and hits["y"] < facets["y"]
    assert search.evaluate("document.documentElement.scrollWidth") == 390
    search.goto(search.url.replace("/search/", "/search/why"))
    ready(search)
    assert search.evaluate("document.documentElement.scrollWidth") == 390
    assert complaints == []
