"""The samples are what their model makes of them, to the byte, and what they say adds up."""

import subprocess
import sys
from pathlib import Path

import pytest

from finrag_site.embedded.paths import BASE

SAMPLES = BASE / "samples"
NAMES = sorted(path.name for path in SAMPLES.glob("zephyrwick_*"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    subprocess.run([sys.executable, str(SAMPLES / "make.py"), str(folder)], check=True)
    return folder


def test_there_is_one_of_each_kind() -> None:
    assert [Path(name).suffix for name in NAMES] == [".docx", ".pdf", ".xlsx", ".htm", ".md"]
    assert sum((SAMPLES / name).stat().st_size for name in NAMES) < 1_000_000


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_what_the_model_makes(name: str, made: Path) -> None:
    assert (made / name).read_bytes() == (SAMPLES / name).read_bytes()
