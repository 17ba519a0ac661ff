"""A log of the test's own: its folder and its key, and nobody outside unless the test says so."""

from pathlib import Path

import pytest
from pytest_django import Settings

from apps.audit.log.sealing import Sealer, sealer


@pytest.fixture
def log(tmp_path: Path, settings: Settings) -> Sealer:
    settings.AUDIT_LOG_DIR = tmp_path / "log"
    settings.AUDIT_KEY_PATH = tmp_path / "audit.key"
    settings.AUDIT_WITNESS_KEY_PATH = tmp_path / "witness.key"
    settings.AUDIT_KEY = settings.AUDIT_WITNESS_KEY = settings.AUDIT_VKEY = ""
    settings.AUDIT_ORIGIN = "filings.example/audit"
    settings.AUDIT_PLACES, settings.AUDIT_WITNESSES, settings.AUDIT_WITNESSED = [], [], []
    return sealer()
