"""Wrong configuration is found, under the id that the documentation names."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.checks import CheckMessage, run_checks
from django.test import override_settings

from finrag_site import checks


def ids(messages: list[CheckMessage]) -> set[str]:
    return {str(message.id) for message in messages if str(message.id).startswith("finrag.")}


def language(url: str, *, model: str = "strong", key: str = "") -> dict[str, Any]:
    return {"LLM_ENDPOINTS": {"writer": {"url": url, "model": model, "key": key}}}


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("finrag.E001", {"SECRET_KEY": "short"}),
    ("finrag.E001", {"SECRET_KEY": "a" * 80}),
    ("finrag.E002", {"ALLOWED_HOSTS": ["*"]}),
    ("finrag.E005", {"CELERY_BROKER_URL": "amqp://guest@host"}),
    ("finrag.E005", {"CELERY_BROKER_URL": "redis://"}),
    ("finrag.E006", {"MEDIA_ROOT": Path("/proc/finrag/files")}),
    ("finrag.E007", {"EMBED_BACKEND": "crystal ball"}),
    ("finrag.E010", {"LATE_INTERACTION_BITS": 4}),
    ("finrag.E009", language("ftp://models.example/v1")),
    ("finrag.E009", language("https://user:word@models.example/v1")),
    ("finrag.W002", language("http://models.example/v1", key="secret")),
    ("finrag.W003", language("https://models.example/v1", model="")),
    ("finrag.W003", language("", model="strong")),
    ("finrag.E011", {"PRICES_DIR": "/nowhere/prices"}),
    ("finrag.E012", {"MARKET_KEY": "secret", "MARKET_URL": "ftp://prices.example"}),
    ("finrag.W004", {"MARKET_KEY": "secret", "MARKET_URL": "http://prices.example"}),
    ("finrag.W001", {"ALLOWED_HOSTS": ["finrag.example.com"]}),
]


@pytest.mark.parametrize(("expected", "wrong"), WRONG)
def test_a_mistake_is_found(expected: str, wrong: dict[str, Any]) -> None:
    with override_settings(**wrong):
        found = [message for message in run_checks() if message.id == expected]
    assert found
    assert all(message.hint for message in found)


@pytest.mark.parametrize(
    "right",
    [
        {"ALLOWED_HOSTS": ["*"], "HTTPS": True},
        {"SECRET_KEY": "short", "DEBUG": True},
        {"CELERY_BROKER_URL": "redis://queue.example.com:6379/0"},
        {"CELERY_BROKER_URL": "redis+socket:///run/valkey.sock"},
        language("https://models.example/v1", key="secret"),
        language("http://127.0.0.1:8080/v1", key="secret"),
        {},
    ],
)
def test_what_is_right_is_left_alone(right: dict[str, Any]) -> None:
    with override_settings(**right):
        assert ids(run_checks()) == set()


def test_another_database_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    assert ids(checks.engine(None)) == {"finrag.E003"}


@pytest.mark.django_db
def test_the_embedded_database_has_what_is_needed() -> None:
    assert checks.extensions(None, databases=["default"]) == []


@pytest.mark.django_db
def test_a_server_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "OLDEST_POSTGRES", 990000)
    assert ids(checks.extensions(None, databases=["default"])) == {"finrag.E004"}
