"""The main job, end to end, with real processes and a real browser: from a filing to a cited place on its page."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import ask, leaving, log_in, upload_sample
from tests.stack import Stack

pytestmark = pytest.mark.browser
QUESTION = "What was Zephyrwick's operating income in fiscal 2024?"


BOXES = """() => {
  const image = document.querySelector("#evidence .page-figure img");
  const mark = document.querySelector("#evidence svg .highlight");
  if (!(image?.naturalWidth > 100 && mark?.getBoundingClientRect().width > 0)) return null;
  return [image, mark].map((one) => one.getBoundingClientRect().toJSON());
}"""
HEADS_OVER_THE_BOX = """() => {
  const box = document.querySelector(".composer").getBoundingClientRect();
  return [...document.querySelectorAll(".data thead th")].filter((head) => {
    const {left, top, width, height} = head.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return y > box.top && y < box.bottom && document.elementFromPoint(x, y) === head;
  }).length;
}"""


def see_highlight(page: Page) -> None:
    """The page image is drawn, and the rectangle lies over it: both told at once, for the panel may be drawn anew."""
    paper, mark = page.wait_for_function(BOXES).json_value()
    assert mark["width"] > 10 and mark["height"] > 4
    assert paper["left"] <= mark["left"] and mark["right"] <= paper["right"] + 1
    assert paper["top"] <= mark["top"] and mark["bottom"] <= paper["bottom"] + 1


@pytest.mark.parametrize("browser_page", [1440, 390], indirect=True)
def test_from_a_filing_to_the_cited_place(stack: Stack, browser_page: Page, complaints: list[str]) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload_sample(page)
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


def test_no_head_of_a_table_shows_through_what_is_typed(stack: Stack, browser_page: Page) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload_sample(page)
    page.set_viewport_size({"width": 1440, "height": 500})
    ask(page, "By how much did Zephyrwick's net sales less cost of sales grow in fiscal 2024?")

    length = page.evaluate("document.documentElement.scrollHeight")
    assert length > 600
    for top in range(0, length, 10):
        page.evaluate(f"window.scrollTo(0, {top})")
        assert page.evaluate(HEADS_OVER_THE_BOX) == 0


def test_the_answer_comes_even_when_the_stream_is_cut(stack: Stack, browser_page: Page) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload_sample(page)
    page.route("**/answers/*/events", lambda route: route.abort())

    ask(page, "What were Zephyrwick's total assets at the end of fiscal 2024?")


def test_what_is_not_held_is_honestly_not_found(stack: Stack, browser_page: Page) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload_sample(page)
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


def test_a_double_click_makes_one_token(stack: Stack, browser_page: Page) -> None:
    """The text of another would have been shown to nobody."""
    page = browser_page
    log_in(page, stack, "analyst", "/accounts/profile/")
    name = f"twice {uuid.uuid4().hex[:8]}"
    page.locator("form").filter(has_text="Make a token").locator("input[name=name]").fill(name)
    with leaving(page):
        page.get_by_role("button", name="Make a token").dblclick()
    expect(page.locator("tr", has_text=name)).to_have_count(1)
    assert stack.query("select count(*) from accounts_apitoken where name = %s", name) == [(1,)]
