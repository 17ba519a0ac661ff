"""What a person does again and again, each step waiting for what the next one needs: tests are faster than people.

A heading that can be seen does not mean that the page's scripts are there. Whoever presses keys, hovers, or clicks what
only a script makes work, waits until the page is `ready`; what is found and clicked waits for itself.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from finrag_site.embedded.paths import BASE
from tests.stack import Stack

SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
FRAME = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def ready(page: Page) -> None:
    """Loaded and drawn: scripts listen, and a field with autofocus has taken the focus (which comes with a frame)."""
    page.wait_for_load_state("load")
    page.evaluate(FRAME)


@contextmanager
def leaving(page: Page) -> Iterator[None]:
    """What is done in here leads to another page; afterwards that one is ready.

    The old page is marked and waited for until it is gone: to the browser a change of the address alone, which a list
    that comes anew makes, is a navigation too.
    """
    page.evaluate("() => { window.stillHere = true }")
    yield
    page.wait_for_function("() => !window.stillHere && document.readyState === 'complete'")
    ready(page)


def log_in(page: Page, stack: Stack, name: str, to: str = "/") -> None:
    page.goto(f"{stack.url}/accounts/login/?next={to}")
    page.get_by_label("Username").fill(name)
    page.locator("input[type=password]").fill(stack.passwords[name])
    with leaving(page):
        page.keyboard.press("Enter")


def press(page: Page, *keys: str) -> None:
    """Keys of the page: Escape leaves the question box first, which takes what is typed."""
    ready(page)
    for key in ("Escape", *keys):
        page.keyboard.press(key)


def choose_files(page: Page, *paths: Path) -> None:
    page.locator("[data-upload-input]").set_input_files(paths)


def upload_sample(page: Page) -> Locator:
    """Take the sample in and wait until its row, which is given back, says Ready; that it is there already is as good.

    The list is narrowed to it: others' tests may have filled the first page.
    """
    if "/library/" not in page.url:
        with leaving(page):
            press(page, "g", "l")
    choose_files(page, SAMPLE)
    expect(page.locator("[data-upload-list] a").first).to_be_visible()  # sent: the page may be left
    page.goto(page.url.split("?")[0] + "?q=zephyrwick")
    ready(page)
    row = page.locator("#results tr", has_text=re.compile("zephyrwick_2024_10K|Zephyrwick Instruments")).first
    expect(row).to_contain_text("Ready")
    return row


def ask(page: Page, question: str) -> None:
    """In a new chat, until the answer stands there."""
    with leaving(page):
        press(page, "n")
    send(page, question)
    expect(page.locator(".turn:last-of-type [data-state=done]")).to_be_visible()


def send(page: Page, question: str) -> None:
    """Type the question and send it; afterwards the conversation is open."""
    page.locator("#question").fill(question)
    with leaving(page):
        page.keyboard.press("Enter")
