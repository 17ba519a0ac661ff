"""Settings of the log that cannot work are found before anything starts."""

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

from apps.audit.log.notes import Kind, Signer


def found(settings: Settings, name: str, value: object) -> list[str]:
    setattr(settings, name, value)
    return [str(message.id) for message in run_checks() if str(message.id).startswith("audit.")]


LOG, WITNESS = Signer.make("filings.example/audit", Kind.LOG), Signer.make("witness.example", Kind.WITNESS)


@pytest.mark.parametrize(
    ("name", "good", "bad", "finding"),
    [
        ("AUDIT_KEY", LOG.text, "PRIVATE+KEY+x", "audit.E001"),
        ("AUDIT_WITNESS_KEY", WITNESS.text, "secret", "audit.E001"),
        ("AUDIT_VKEY", LOG.verifier.vkey, LOG.verifier.vkey[:-6], "audit.E001"),
        ("AUDIT_WITNESSED", [LOG.verifier.vkey], ["filings.example/audit"], "audit.E001"),
        ("AUDIT_WITNESSES", [f"https://w.example/audit/witness {WITNESS.verifier.vkey}"], ["https://w"], "audit.E001"),
        ("AUDIT_WITNESSES", [], [f"w.example {WITNESS.verifier.vkey}"], "audit.E001"),
        ("AUDIT_PLACES", ["/mnt/worm", "https://a.example/x/", "mailto:a@b.example"], ["worm"], "audit.E002"),
        ("AUDIT_PLACES", ["file:/mnt/worm"], ["mailto:nobody"], "audit.E002"),
        ("AUDIT_PLACES", ["https://n:s@a.example/"], ["http://n:s@a.example/"], "audit.W001"),
    ],
)
def test_settings(settings: Settings, name: str, good: object, bad: object, finding: str) -> None:
    assert found(settings, name, good) == []
    assert found(settings, name, bad) == [finding]
