"""Which model answers for which role, from the environment."""

from decimal import Decimal

import pytest

from finrag_site import language
from finrag_site.embedded.failure import ServerFailed


@pytest.fixture(autouse=True)
def common(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_LLM_URL", "http://common.example/v1")
    monkeypatch.setenv("FINRAG_LLM_KEY", "common key")
    monkeypatch.setenv("FINRAG_LLM_MODEL", "common")


def test_every_role_takes_the_common_endpoint() -> None:
    found = language.endpoints()
    assert {named["model"] for role, named in found.items() if role not in {"judge", "vision"}} == {"common"}
    assert found["writer"]["key"] == "common key"
    assert found["writer"]["price_in"] == Decimal(0)


@pytest.mark.parametrize("role", ["judge", "vision"])
def test_a_second_reader_and_one_that_sees_must_be_named(role: str) -> None:
    assert language.endpoints()[role]["model"] == ""


def test_a_role_may_have_its_own_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_LLM_JUDGE_MODEL", "strong")
    monkeypatch.setenv("FINRAG_LLM_JUDGE_PRICE_OUT", "12.5")
    judge = language.endpoints()["judge"]
    assert (judge["model"], judge["key"], judge["price_out"]) == ("strong", "common key", Decimal("12.5"))


def test_the_common_key_never_goes_to_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_LLM_READER_URL", "http://elsewhere.example/v1")
    assert language.endpoints()["reader"]["key"] == ""


@pytest.mark.parametrize("price", ["dear", "-1", "NaN", "Infinity"])
def test_a_price_is_a_number(monkeypatch: pytest.MonkeyPatch, price: str) -> None:
    monkeypatch.setenv("FINRAG_LLM_PRICE_IN", price)
    with pytest.raises(ServerFailed, match="FINRAG_LLM_PRICE_IN"):
        language.endpoints()
