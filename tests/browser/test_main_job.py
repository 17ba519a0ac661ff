"""The main job, end to end, with real processes and a real browser: from a filing to a cited place on its page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from finrag_site.embedded.paths import BASE
from tests.stack import Stack

pytestmark = pytest.mark.browser
SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
QUESTION = "What was Zephyrwick's operating income in fiscal 2024?"
PATIENCE = 120_000  # milliseconds; a machine under load


def log_in(page: Page, stack: Stack, name: str) -> None:
    page.goto(stack.url)
    page.get_by_label("Username").fill(name)
    page.locator("input[type=password]").fill(stack.passwords[name])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ask the filings")).to_be_visible()


def press(page: Page, *keys: str) -> None:
    """Keys of the page: Escape leaves the question box first, which takes what is typed."""
    page.wait_for_load_state("load")  # the scripts that listen for keys are there
    for key in ("Escape", *keys):
        page.keyboard.press(key)


def upload(page: Page, path: Path) -> None:
    """Upload and wait until the row says Ready. A second run of the test meets its own duplicate, which is as good."""
    press(page, "g", "l")
    expect(page.get_by_role("heading", name="Library", exact=True)).to_be_visible()
    page.locator("[data-upload-input]").set_input_files(path)
    expect(page.locator("[data-upload-list] a").first).to_be_visible(timeout=PATIENCE)  # sent: the page may be left
    page.goto(page.url.split("?")[0] + "?q=zephyrwick")  # others' tests may have filled the first page
    row = page.locator("#results tr", has_text=re.compile("zephyrwick_2024_10K|Zephyrwick Instruments"))
    expect(row.first).to_contain_text("Ready", timeout=PATIENCE)


def ask(page: Page, question: str) -> None:
    press(page, "n")
    page.wait_for_url(lambda url: "/library/" not in url)
    page.locator("#question").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator(".turn:last-of-type [data-state=done]")).to_be_visible(timeout=PATIENCE)


def see_highlight(page: Page) -> None:
    """The page image is drawn, and the rectangle lies over it."""
    image = page.locator("#evidence .page-figure img")
    expect(image).to_be_visible(timeout=PATIENCE)
    page.wait_for_function("() => document.querySelector('#evidence .page-figure img')?.naturalWidth > 100")
    paper, mark = image.bounding_box(), page.locator("#evidence svg .highlight").first.bounding_box()
    assert paper and mark
    assert mark["width"] > 10 and mark["height"] > 4
    assert paper["x"] <= mark["x"] and mark["x"] + mark["width"] <= paper["x"] + paper["width"] + 1
    assert paper["y"] <= mark["y"] and mark["y"] + mark["height"] <= paper["y"] + paper["height"] + 1


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_from_a_filing_to_the_cited_place(stack: Stack, browser_page: Page, complaints: list[str]) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload(page, SAMPLE)
    ask(page, QUESTION)

    row = page.locator(".answer-rows tbody tr").first
    expect(row).to_contain_text(re.compile("operating income", re.IGNORECASE))
    with page.expect_response(lambda response: "/panel?" in response.url):
        row.locator(".source-mark").click()
    see_highlight(page)
    assert complaints == []

    if page.locator("[data-nav-toggle]").is_visible():
        page.locator("[data-nav-toggle]").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("input[type=password]")).to_be_visible()


def test_stages_are_streamed_and_the_answer_comes_without_a_reload(
    stack: Stack, browser_page: Page, complaints: list[str]
) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload(page, SAMPLE)
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if request.url.endswith("/events") else None)
    ask(page, "How many people does Zephyrwick employ?")

    assert len(streams) == 1
    page.get_by_text("How this was found").click()
    expect(page.locator("[data-steps] li[data-ended]")).to_have_count(7)
    assert complaints == []


def test_the_answer_comes_even_when_the_stream_is_cut(stack: Stack, browser_page: Page) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload(page, SAMPLE)
    page.route("**/answers/*/events", lambda route: route.abort())

    ask(page, "What were Zephyrwick's total assets at the end of fiscal 2024?")


def test_what_is_not_held_is_honestly_not_found(stack: Stack, browser_page: Page) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload(page, SAMPLE)
    ask(page, "What was Brambleholt Mills' operating income in fiscal 2024?")

    expect(page.locator(".turn:last-of-type .answer")).to_contain_text("Not found")
    expect(page.locator(".turn:last-of-type .answer")).to_contain_text("Searched")


def test_a_double_click_sends_one_question(stack: Stack, browser_page: Page) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    before = stack.query("select count(*) from answers_answer")[0][0]
    page.locator("#question").fill("Twice?")
    page.get_by_role("button", name="Ask").dblclick()
    page.wait_for_url("**/conversations/*/")

    assert stack.query("select count(*) from answers_answer")[0][0] == before + 1
