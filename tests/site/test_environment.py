"""Values from the environment: read from files too, and refused in one sentence when they make no sense."""

from pathlib import Path

import pytest

from finrag_site import environment
from finrag_site.database import database
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout


def test_a_value_may_come_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("from a file\n")
    monkeypatch.setenv("FINRAG_THING_FILE", str(tmp_path / "secret"))
    assert environment.text("FINRAG_THING") == "from a file"


def test_a_file_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_THING_FILE", "/nowhere/secret")
    with pytest.raises(ServerFailed, match="FINRAG_THING_FILE names /nowhere/secret"):
        environment.text("FINRAG_THING")


@pytest.mark.parametrize("value", ["ten", "-1", "1.5", "0", "1e3"])
def test_a_number_that_makes_no_sense_is_said(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_THING", value)
    with pytest.raises(ServerFailed, match="FINRAG_THING must be a whole number"):
        environment.number("FINRAG_THING", 5, least=1)


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("Yes", True), ("0", False), ("off", False), ("", False)])
def test_yes_and_no(value: str, meant: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_THING", value)
    assert environment.flag("FINRAG_THING") is meant


def test_a_flag_that_is_mistyped_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_THING", "ture")
    with pytest.raises(ServerFailed, match="must be 1 or 0"):
        environment.flag("FINRAG_THING")


@pytest.mark.parametrize("url", ["foo://host/name", "postgresql://user:secret@host:port/name"])
def test_an_address_that_cannot_be_read_is_said_without_its_password(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ServerFailed) as caught:
        database(Layout(Path("/nowhere")))
    assert "secret" not in str(caught.value)


def test_the_embedded_database_is_reached_over_its_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    place = Layout(tmp_path)
    assert database(place)["OPTIONS"]["host"] == str(place.sockets)


def test_sockets_of_a_deep_folder_lie_where_their_paths_fit() -> None:
    deep = Layout(Path("/tmp") / ("deep/" * 30))
    assert len(f"{deep.sockets}/.s.PGSQL.5432") < 100
