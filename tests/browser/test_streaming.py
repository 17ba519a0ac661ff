"""An answer while it is being made: stages one after the other, then the words; stopping, trying again, two tabs.

Tables are locked where a stage must wait, so that what is seen in between does not hang on how fast a machine is.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import psycopg
import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import leaving, log_in, press, ready, send, upload_sample
from tests.stack import Stack

pytestmark = pytest.mark.browser
FIGURE = "What was Zephyrwick's operating income in fiscal 2024?"
PEOPLE = "How many people does Zephyrwick employ?"
SEARCH = "LOCK TABLE documents_chunkvector IN ACCESS EXCLUSIVE MODE"  # the third of seven stages cannot end
CITING = "LOCK TABLE answers_citation IN EXCLUSIVE MODE"  # all stages end, and nothing can be saved
STEPS, ENDED = ".turn:last-of-type [data-steps] li", ".turn:last-of-type [data-steps] li[data-ended]"
DONE, STOPPED = (f".turn:last-of-type [data-state={state}]" for state in ("done", "stopped"))


@contextmanager
def locked(stack: Stack, statement: str) -> Iterator[None]:
    with psycopg.connect(stack.database_url) as connection:
        connection.execute(statement)  # type: ignore[call-overload]
        yield


@pytest.fixture
def chat(browser_page: Page, stack: Stack) -> Page:
    """A new chat of the demo analyst, who has the sample filing."""
    log_in(browser_page, stack, "analyst")
    upload_sample(browser_page)
    with leaving(browser_page):
        press(browser_page, "n")
    return browser_page


def test_stages_come_one_after_the_other_and_then_the_words(chat: Page, stack: Stack, complaints: list[str]) -> None:
    streams: list[str] = []
    chat.on("request", lambda request: streams.append(request.url) if request.url.endswith("/events") else None)
    with ExitStack() as saving, ExitStack() as searching:
        searching.enter_context(locked(stack, SEARCH))
        send(chat, FIGURE)
        expect(chat.locator(STEPS)).to_have_count(3)
        expect(chat.locator(ENDED)).to_have_count(2)
        saving.enter_context(locked(stack, CITING))
        searching.close()
        expect(chat.locator(ENDED)).to_have_count(7)
        expect(chat.locator("[data-stop]")).to_be_visible()
        expect(chat.locator(".turn:last-of-type .words")).to_have_count(0)
    expect(chat.locator(DONE)).to_contain_text("operating income", ignore_case=True)
    assert len(streams) == 1
    chat.get_by_text("How this was found").click()
    expect(chat.locator(ENDED)).to_have_count(7)
    assert complaints == []


def test_stopping_in_the_middle_and_trying_again(chat: Page, stack: Stack, complaints: list[str]) -> None:
    with locked(stack, SEARCH):
        send(chat, FIGURE)
        expect(chat.locator(STEPS)).to_have_count(3)
        chat.locator("#question").fill("What was it")
        chat.keyboard.press("Escape")  # leaves the field, and stops nothing
        expect(chat.locator("#question")).not_to_be_focused()
        expect(chat.locator("[data-stop]")).to_be_visible()
        chat.keyboard.press("Escape")
        expect(chat.locator(STOPPED)).to_contain_text("Stopped before there was an answer.")
    chat.get_by_role("button", name="Try again").click()
    expect(chat.locator(DONE)).to_contain_text("operating income", ignore_case=True)
    chat.get_by_text("How this was found").click()
    expect(chat.locator(STEPS)).to_have_count(7)
    assert chat.locator("#question").input_value() == "What was it"
    assert complaints == []


def test_asking_in_two_tabs_at_once(chat: Page, stack: Stack, complaints: list[str]) -> None:
    other = chat.context.new_page()
    other.goto(stack.url)
    ready(other)
    with locked(stack, SEARCH):
        send(chat, FIGURE)
        send(other, PEOPLE)
        assert chat.url != other.url
    for page, question, words in ((chat, FIGURE, "operating income"), (other, PEOPLE, "employ")):
        expect(page.locator(".turn .question")).to_have_text(question)
        expect(page.locator(DONE)).to_contain_text(words, ignore_case=True)

    other.goto(chat.url)  # one conversation in both tabs, and a next question in each
    ready(other)
    with locked(stack, SEARCH):
        send(chat, "What was Zephyrwick's net income in fiscal 2024?")
        send(other, "What were Zephyrwick's total assets in fiscal 2024?")
    for page, words in ((chat, "net income"), (other, "total assets")):
        expect(page.locator(".turn:last-of-type .question")).to_contain_text(words)
        expect(page.locator(DONE)).to_contain_text(words, ignore_case=True)
    chat.reload()
    expect(chat.locator(".turn:last-of-type .versions")).to_contain_text("2 of 2")
    chat.get_by_role("link", name="Earlier wording").click()
    expect(chat.locator(".turn:last-of-type .question")).to_contain_text("net income")
    assert complaints == []


def test_a_question_that_was_not_sent_can_be_sent(chat: Page, stack: Stack) -> None:
    """The page stayed, because its loading was stopped or the server was away: the form is no dead one."""
    chat.route("**/ask", lambda route: route.fulfill(status=204))  # a browser stays where it is
    chat.locator("#question").fill(FIGURE)
    with chat.expect_response(lambda response: response.status == 204):
        chat.keyboard.press("Enter")
    chat.unroute("**/ask")
    send(chat, PEOPLE)
    expect(chat.locator(".turn .question")).to_have_text(PEOPLE)
    expect(chat.locator(DONE)).to_be_visible()
