"""Fixtures for every test: the whole running product, and a real browser."""

import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

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
    "--disable-dev-shm-usage",  # containers give /dev/shm so little that the browser dies of it
]
PATIENCE = 120_000  # milliseconds for whatever is waited for: a machine under load is slow, not broken


@pytest.fixture(autouse=True)
def no_model_remembered() -> None:
    """Which model serves is remembered for a moment, and the next test has a store of its own."""
    from apps.documents import embedders

    embedders.forget()


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
        expect.set_options(timeout=PATIENCE)
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)
        yield launched
        launched.close()


@pytest.fixture
def browser_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A fresh page (own cookies) at 1440 x 900; `@pytest.mark.parametrize("browser_page", [390], indirect=True)`
    asks for another width."""
    width = getattr(request, "param", 1440)
    context = browser.new_context(viewport={"width": width, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.on("page", slow_down)
    page = context.new_page()
    yield page
    if getattr(request.node, "failed", False):
        request.node.add_report_section("teardown", "the page at the end", what_it_showed(page))
    context.close()


def slow_down(page: Page) -> None:
    """FINRAG_BROWSER_SLOWDOWN=6 makes the browser's processor six times slower, to look for races."""
    if factor := os.environ.get("FINRAG_BROWSER_SLOWDOWN"):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(factor)})


def what_it_showed(page: Page) -> str:
    """Address and words of the page when a test has failed: a log is all that is left of a run elsewhere."""
    try:
        return f"{page.url}\n{page.locator('body').inner_text(timeout=5_000)[:4000]}"
    except PlaywrightError as error:
        return f"{page.url}\n(no words: {error})"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fixtures learn whether their test failed."""
    report = yield
    item.failed = getattr(item, "failed", False) or report.failed  # type: ignore[attr-defined]
    return report


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
