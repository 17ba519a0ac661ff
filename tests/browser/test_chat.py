"""The chat in a real browser: narrowing, editing, charts, feedback, exports, and keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import ask, leaving, log_in, press, upload_sample
from tests.stack import Stack

pytestmark = pytest.mark.browser
QUESTION = "What was Zephyrwick's operating income in fiscal 2024?"


def test_chips_edit_next_feedback_and_export(stack: Stack, browser_page: Page, complaints: list[str]) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload_sample(page)

    page.goto(stack.url)
    page.locator("[data-picker] summary").click()
    page.locator("input[name=years][value='2024']").check()
    expect(page.locator("[data-chip]")).to_have_text("2024×")
    page.keyboard.press("Escape")
    page.locator("[data-chip]").click()
    expect(page.locator("[data-chip]")).to_have_count(0)
    assert not page.locator("input[name=years][value='2024']").is_checked()

    ask(page, QUESTION)
    page.locator(".following .example").first.click()
    assert "Zephyrwick" in page.locator("#question").input_value()

    page.get_by_role("button", name="Helped", exact=True).click()
    expect(page.locator(".feedback [role=status]")).to_have_text("Thank you, kept.")
    page.locator("[aria-label='Export answer']").click()
    with page.expect_download() as waited:
        page.get_by_role("link", name="PDF").click()
    assert waited.value.suggested_filename.endswith(".pdf")

    page.keyboard.press("Escape")
    page.get_by_text("Edit question").click()
    page.get_by_label("The question in other words").fill("What was Zephyrwick's net income in fiscal 2024?")
    with leaving(page):
        page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".versions")).to_contain_text("2 of 2")
    page.get_by_role("link", name="Earlier wording").click()
    expect(page.locator(".question")).to_have_text(QUESTION)
    assert complaints == []


def test_j_and_enter_open_a_source(stack: Stack, browser_page: Page) -> None:
    page = browser_page
    log_in(page, stack, "analyst")
    upload_sample(page)
    ask(page, QUESTION)

    press(page, "j")
    expect(page.locator(".turn [data-row][data-selected]")).to_have_count(1)
    with page.expect_response(lambda response: "/citations/" in response.url):
        page.keyboard.press("Enter")
