"""Pictures of every page of a running product, at two widths, light and dark, to be looked at.

.venv/bin/python scripts/screenshots.py http://localhost:8000 USER PASSWORD FOLDER [QUESTION]
"""

import os
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

WIDTHS = {1440: 900, 390: 844}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PAGES = {"home": "/", "library": "/library/", "profile": "/accounts/profile/", "audit": "/audit/"}


def shoot(browser: Browser, base: str, user: str, password: str, folder: Path, question: str) -> None:
    for width, height in WIDTHS.items():
        for theme in ("light", "dark"):
            size = {"width": width, "height": height}
            page = browser.new_page(viewport=size, color_scheme=theme)  # type: ignore[arg-type]
            page.goto(base)
            page.screenshot(path=folder / f"login-{width}-{theme}.png")
            page.get_by_label("Username").fill(user)
            page.locator("input[type=password]").fill(password)
            page.keyboard.press("Enter")
            page.wait_for_selector("#question")
            for name, path in PAGES.items():
                page.goto(base + path)
                page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
            document(page, base, folder, f"{width}-{theme}")
            answer(page, base, question, folder / f"answer-{width}-{theme}.png")
            page.close()


def document(page: Page, base: str, folder: Path, suffix: str) -> None:
    """Every tab of the first document of the library, and its company."""
    page.goto(f"{base}/library/?q=10K")
    page.locator("#results tr[data-row] a").first.click()
    page.wait_for_selector(".page-figure img")
    tabs = page.locator("nav[aria-label] a, .nav-tabs a").all_text_contents()
    page.screenshot(path=folder / f"viewer-{suffix}.png")
    for tab in ("Pages", "Outline", "Passages", "Tables", "Statements", "History"):
        if any(text.strip().startswith(tab) for text in tabs):
            page.get_by_role("link", name=tab).first.click()
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{tab.lower()}-{suffix}.png")
    page.locator(".crumb a").last.click()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / f"company-{suffix}.png")


def answer(page: Page, base: str, question: str, path: Path) -> None:
    page.goto(base)
    page.locator("#question").fill(question)
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn:last-of-type [data-state=done]", timeout=60_000)
    page.wait_for_selector("#evidence .page-figure img")
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path)


def main() -> int:
    base, user, password, folder, *rest = sys.argv[1:]
    question = rest[0] if rest else "What was Zephyrwick's operating income in fiscal 2024?"
    Path(folder).mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("FINRAG_CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        shoot(browser, base.rstrip("/"), user, password, Path(folder), question)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
