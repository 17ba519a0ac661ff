"""One thread for the way of a request; views that wait stay in the loop."""

import asyncio
import threading
from typing import Any

import pytest
from django.test import RequestFactory

from finrag_site.pages import Pages, waits

WHEN = "/answers/00000000-0000-4000-8000-000000000000/events"


@pytest.mark.parametrize(("path", "expected"), [("/", False), ("/library/", False), ("/nowhere", False), (WHEN, True)])
def test_who_waits(path: str, expected: bool) -> None:
    assert waits(RequestFactory().get(path)) is expected


@pytest.mark.django_db(transaction=True)
def test_a_page_takes_one_thread_from_the_first_middleware_to_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[int] = set()

    def look(*_: Any, **__: Any) -> None:
        used.add(threading.get_ident())

    monkeypatch.setattr("finrag_site.caution.NulMiddleware.process_request", look)
    monkeypatch.setattr("finrag_site.parts.patch_vary_headers", look)
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        if sent:
            await asyncio.sleep(60)
        sent.append(None)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/accounts/login/",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    asyncio.run(Pages()(scope, receive, send))
    assert sent[1]["status"] == 200
    assert len(used) == 1 and threading.get_ident() not in used
