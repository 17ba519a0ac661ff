"""Who is made in a new store, and what settings say of keys and TLS."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from pytest_django import Settings

from apps.accounts.models import User
from finrag_site.embedded.paths import BASE, Layout
from finrag_site.up import preparation
from finrag_site.up.preparation import collect_static, make_people


@pytest.fixture
def place(tmp_path: Path, db: None) -> Layout:
    return Layout(tmp_path)


def test_the_embedded_store_begins_with_four_people(place: Layout) -> None:
    make_people(place)
    assert User.objects.count() == 4
    assert place.demo_users.stat().st_mode & 0o077 == 0


def test_a_store_elsewhere_begins_with_nobody(place: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://app:a@db.example/finrag")
    make_people(place)
    assert not User.objects.exists()
    assert not place.demo_users.exists()


def test_it_has_them_where_they_are_asked_for(place: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://app:a@db.example/finrag")
    monkeypatch.setenv("FINRAG_DEMO_USERS", "1")
    make_people(place)
    assert User.objects.count() == 4


NAMES = ("SECRET_KEY_FALLBACKS", "SECURE_HSTS_SECONDS", "TRUSTED_PROXIES", "FILE_UPLOAD_PERMISSIONS")


def settings_with(place: Path, **environment: str) -> list[object]:
    """Those of a process of its own: the settings are read once."""
    script = f"import json; from finrag_site import settings as s; print(json.dumps([getattr(s, n) for n in {NAMES}]))"
    told = os.environ | {"FINRAG_VAR_DIR": str(place)} | environment
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=BASE, env=told, capture_output=True, text=True, check=True
    )
    found: list[object] = json.loads(done.stdout)
    return found


@pytest.fixture
def new_finders() -> Iterator[None]:
    """Finders keep the folders that they were made with."""
    get_finder.cache_clear()
    yield
    get_finder.cache_clear()


def test_style_sheets_are_collected_again_where_one_has_changed(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, new_finders: None
) -> None:
    source, collected = tmp_path / "source", tmp_path / "collected"
    source.mkdir()
    (source / "page.css").write_text("p { color: black }")
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], collected
    runs: list[str] = []

    def collect(name: str, **options: object) -> None:
        runs.append(name)
        collected.mkdir(exist_ok=True)

    monkeypatch.setattr(preparation, "call_command", collect)
    collect_static()
    collect_static()
    assert runs == ["collectstatic"]
    (source / "page.css").write_text("p { color: white; margin: 0 }")
    collect_static()
    assert runs == ["collectstatic"] * 2


def test_tls_brings_hsts_and_one_proxy(tmp_path: Path) -> None:
    assert settings_with(tmp_path) == [[], 0, 0, 0o600]
    assert settings_with(tmp_path, FINRAG_HTTPS="1") == [[], 31_536_000, 1, 0o600]
    chosen = {"FINRAG_HSTS_SECONDS": "60", "FINRAG_TRUSTED_PROXIES": "2", "FINRAG_SECRET_KEY_FALLBACKS": "old, older"}
    assert settings_with(tmp_path, FINRAG_HTTPS="1", **chosen) == [["old", "older"], 60, 2, 0o600]
