"""What the first question would wait for is loaded before it comes."""

import pytest
from django.conf import LazySettings

from apps.inference import embedding
from apps.inference.semantic_parser import semantic_parser
from apps.questions.lexicon import lexicon
from finrag_site.warming import load_models, read_words

pytestmark = pytest.mark.django_db


def test_words_are_read_once() -> None:
    for read in (lexicon, semantic_parser):
        read.cache_clear()
    read_words()
    assert lexicon.cache_info().currsize == semantic_parser.cache_info().currsize == 1
    misses = lexicon.cache_info().misses
    read_words()
    assert lexicon.cache_info().misses == misses


def test_models_are_loaded_for_this_process() -> None:
    embedding._load.cache_clear()
    load_models()
    assert embedding._load.cache_info().currsize == 1


def test_a_missing_model_keeps_no_process_from_its_work(settings: LazySettings) -> None:
    settings.CROSS_ENCODER = "/nowhere/model"
    load_models()
