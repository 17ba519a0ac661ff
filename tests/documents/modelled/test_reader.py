"""When a model reads at all."""

from django.test import override_settings

from apps.documents.modelled.reader import Reader
from tests.inference.language.server import configured


def test_an_endpoint_alone_lets_no_model_read() -> None:
    with configured(["unused"]):
        assert Reader.configured() is None


def test_nor_does_the_switch_alone() -> None:
    with override_settings(READING_MODEL=True):
        assert Reader.configured() is None


def test_many_passages_are_read_at_once_and_come_back_in_order() -> None:
    with configured(["unused"], READING_MODEL=True, LLM_PARALLEL=4):
        reader = Reader.configured()
        assert reader is not None
        assert reader.each(list(range(50)), lambda number: number * 2) == [number * 2 for number in range(50)]
