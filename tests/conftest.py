"""Fixtures for every test: the whole running product, and a real browser."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from finrag_site.embedded.paths import BASE
from tests.stack import Stack

CHROMIUM = Path(os.environ.get("FINRAG_CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """The product as `make up` starts it, shared by all tests of a run: leave it alive, and name things uniquely."""
    var = Path(os.environ.get("FINRAG_TEST_VAR", str(BASE / "var" / "test"))) / "stack"
    with Stack(var) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"there is no {CHROMIUM}: install chromium, or set FINRAG_CHROMIUM")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def browser_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A fresh page (own cookies) at 1440 x 900; `@pytest.mark.parametrize("browser_page", [390], indirect=True)`
    asks for another width."""
    width = getattr(request, "param", 1440)
    context = browser.new_context(viewport={"width": width, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture
def complaints(browser_page: Page) -> list[str]:
    """What the page breaks on, each with its address: a broken script, a missing file, a breach of the content security
    policy. A refused upload is answered with 422, which browsers log as well."""
    heard: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and "422" not in message.text:
            heard.append(f"{message.text} ({message.location['url']})")

    browser_page.on("pageerror", lambda error: heard.append(str(error)))
    browser_page.on("console", hear)
    return heard
