"""A browser that a test drives: headless Chromium, at a width and in the colours that a reader may have."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from selenium.webdriver import Chrome, ChromeOptions, ChromeService

# None of these changes what a page shows. An app's window has no tabs and no toolbar, which Chromium shows as pages of
# their own: it starts in half the time.
ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--app=data:,")
# Defines `contrasts()` in a page.
CONTRASTS = Path(__file__).with_name("contrast.js").read_text("utf-8")
# How each browser shows its pages now: command to parameters.
_SHOWN: WeakKeyDictionary[Chrome, dict[str, Any]] = WeakKeyDictionary()


@contextmanager
def chrome(*arguments: str) -> Iterator[Chrome]:
    """Run Chromium while the context lasts; its console is kept for `get_log("browser")`.

    Args:
        arguments: more of Chromium's command line.
    """
    options = ChromeOptions()
    for argument in (*ARGUMENTS, *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=ChromeService("/usr/bin/chromedriver"))
    try:
        yield driver
    finally:
        driver.quit()


def look_as(driver: Chrome, width: int, colours: str, height: int = 1000) -> None:
    """Let the open page, and those after it, be shown in a window of that width, "light" or "dark".

    Chromium lays the page out anew at each call, so it is told only what changes.
    """
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    media = {"features": [{"name": "prefers-color-scheme", "value": colours}]}
    wanted = {"Emulation.setDeviceMetricsOverride": metrics, "Emulation.setEmulatedMedia": media}
    shown = _SHOWN.setdefault(driver, {})
    for command, parameters in wanted.items():
        if shown.get(command) != parameters:
            driver.execute_cdp_cmd(command, parameters)
    shown.update(wanted)


def faint_texts(driver: Chrome) -> list[list[Any]]:
    """The visible texts of the open page with too low a contrast (WCAG 2.2, 1.4.3): contrast, beginning of the HTML."""
    faint = "contrasts().filter((text) => !text.enough)"
    found: list[list[Any]] = driver.execute_script(
        f"{CONTRASTS} return {faint}.map((text) => [text.contrast, text.at.outerHTML.slice(0, 200)]);"
    )
    return found
