"""Settings of the road: defaults, a file, the environment; every one of them moves the digest."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from apps.answers.run import settings as pipeline
from apps.answers.run import versions
from apps.answers.run.settings import VARIABLE, PipelineSettings, SettingsError, Way, load, recorded
from apps.answers.run.versions import code_digest, lexicon_digest
from apps.retrieval.found import Path as Road
from apps.retrieval.reranking.judges import Judge

DEFAULT = PipelineSettings()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    pipeline._configured.cache_clear()
    yield
    pipeline._configured.cache_clear()


def leaves(found: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, value in found.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*above, name))
        else:
            yield (*above, name)


EVERY = sorted(leaves(asdict(DEFAULT)))


def value_at(found: PipelineSettings, path: tuple[str, ...]) -> Any:
    value: Any = found
    for name in path:
        value = getattr(value, name)
    return value


def other_than(value: Any) -> Any:
    """A value of the same kind that is another."""
    match value:
        case bool():
            return not value
        case StrEnum():
            return next(one for one in type(value) if one is not value)
        case str():
            return f"{value} facts".strip()
        case int() | float():
            return value + 1
        case tuple() if all(isinstance(one, float) for one in value):
            return (value[0] + 1, *value[1:])
        case tuple():
            return value[1:]
    raise AssertionError(f"{value!r} is of no kind that is known here")


def nested(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    return {path[0]: nested(path[1:], value) if path[1:] else value}


@pytest.mark.parametrize("path", EVERY, ids=".".join)
def test_any_setting_moves_the_digest(path: tuple[str, ...]) -> None:
    old = value_at(DEFAULT, path)
    new = other_than(old) if old != () else tuple(Judge)[:1]
    changed = load(nested(path, new))

    assert value_at(changed, path) == new != old
    assert changed.digest() != DEFAULT.digest()


def test_the_same_settings_have_the_same_digest() -> None:
    assert load({}) == DEFAULT and load({}).digest() == DEFAULT.digest()
    assert len(DEFAULT.digest()) == 64


@pytest.mark.parametrize("name", ["code_digest", "lexicon_digest"])
def test_other_code_or_other_words_are_another_digest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = DEFAULT.digest()
    monkeypatch.setattr(pipeline, name, lambda: "other")
    assert DEFAULT.digest() != before


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ({"row_score": 0.6}, "row_score"),
        ({"text": {"acept": 0.9}}, "text.acept"),
        ({"search": {"rrf_k": 30, "rrf_q": 3}}, "search.rrf_q"),
        ({"b": 1, "a": 2}, "a, b"),
        ({"text": {"accept": {"deep": 1}}}, ""),
    ],
)
def test_unknown_names_are_refused(raw: dict[str, Any], named: str) -> None:
    with pytest.raises(SettingsError) as told:
        load(raw)
    assert named in str(told.value)


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        ({"planner": "maybe"}, "planner"),
        ({"text": {"accept": "high"}}, "accept"),
        ({"search": {"rrf_k": 1.5}}, "rrf_k"),
        ({"restated": "oldest"}, "restated"),
        ({"search": {"paths": ["lexical", "magic"]}}, "paths"),
        ({"trust": 3}, "trust"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_its_name(raw: dict[str, Any], where: str) -> None:
    with pytest.raises(SettingsError, match=where):
        load(raw)


def test_what_is_not_named_keeps_its_default() -> None:
    found = load({"text": {"accept": 0.95}, "search": {"paths": ["lexical"]}})

    assert found.text.accept == 0.95 and found.text.quoted == DEFAULT.text.quoted
    assert found.search.paths == (Road.LEXICAL,) and found.search.rrf_k == DEFAULT.search.rrf_k
    assert found.trust == DEFAULT.trust


def configured(file: str = "", way: str = "rules") -> PipelineSettings:
    with override_settings(PIPELINE_FILE=file, ANSWERING=way):
        return PipelineSettings.configured()


def written(folder: Path, text: str) -> str:
    file = folder / "pipeline.toml"
    file.write_text(text)
    return str(file)


def test_a_file_wins_over_the_defaults(tmp_path: Path) -> None:
    text = 'writer = "model"\n[text]\naccept = 0.9\n[search]\nrrf_k = 30\nrerank = []\n'
    found = configured(written(tmp_path, text), way="auto")

    assert (found.writer, found.planner, found.curator) == (Way.MODEL, Way.AUTO, Way.AUTO)
    assert (found.text.accept, found.search.rrf_k, found.search.rerank) == (0.9, 30, ())


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, "[search]\nrrf_k = 30\nkeep = 20\n[text]\naccept = 0.9\n")
    monkeypatch.setenv(f"{VARIABLE}SEARCH__RRF_K", "15")
    monkeypatch.setenv(f"{VARIABLE}WRITER", "model")
    found = configured(file)

    assert (found.search.rrf_k, found.search.keep, found.text.accept) == (15, 20, 0.9)
    assert (found.writer, found.planner) == (Way.MODEL, Way.RULES)


def test_the_way_of_answering_is_that_of_every_stage() -> None:
    found = configured(way="model")
    assert {found.planner, found.curator, found.writer} == {Way.MODEL}


def test_unknown_names_of_the_environment_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"{VARIABLE}SEARCH__RRFK", "15")
    with pytest.raises(SettingsError, match=r"search\.rrfk"):
        configured()


def test_a_file_that_is_none_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="nowhere"):
        configured(str(tmp_path / "nowhere.toml"))
    with pytest.raises(SettingsError, match="cannot be read"):
        configured(written(tmp_path, "[search\nrrf_k = "))


def test_digests_are_of_the_files_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "APPS", tmp_path)
    words, code = tmp_path / "words.toml", tmp_path / "code.py"
    words.write_text("a = 1")
    code.write_text("a = 1")
    seen = set()
    for path, text in ((words, "a = 2"), (code, "a = 2"), (tmp_path / "new.lark", "start: A"), (tmp_path / "b.py", "")):
        for digest in (lexicon_digest, code_digest):
            digest.cache_clear()
        seen.add((lexicon_digest(), code_digest()))
        path.write_text(text)
    lexicon_digest.cache_clear()
    code_digest.cache_clear()
    seen.add((lexicon_digest(), code_digest()))
    lexicon_digest.cache_clear()
    code_digest.cache_clear()

    assert len(seen) == 5


def test_a_file_that_moves_is_another_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "APPS", tmp_path)
    (tmp_path / "one.py").write_text("a = 1")
    code_digest.cache_clear()
    before = code_digest()
    (tmp_path / "one.py").rename(tmp_path / "two.py")
    code_digest.cache_clear()
    after = code_digest()
    code_digest.cache_clear()
    assert before != after


def test_a_record_may_hold_settings_that_are_gone() -> None:
    told = {"programs": 0.85, "figures": 0.4, "text": {"accept": 0.9, "lanterns": 1}}

    assert recorded(told).figures == 0.4 and recorded(told).text.accept == 0.9
    assert recorded(told).text.number > 1 and recorded({"text": {"number": 0.8}}).text.number == 0.8
    with pytest.raises(SettingsError, match="programs"):
        load(told)


def test_a_question_for_figures_takes_a_quotation_from_the_certainty_of_its_numbers() -> None:
    text = DEFAULT.text
    assert (text.least(figures=True), text.least(figures=False)) == (text.number, text.accept)
    assert DEFAULT.changed({"text.number": "1.1"}).text.least(figures=True) == text.accept
