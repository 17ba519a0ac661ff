"""Every compiled pattern of the code base, how each is used, and texts that make a careless one take for ever."""

import ast
import dataclasses
import importlib
import pkgutil
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import apps
import finrag_site

PACKAGES: tuple[ModuleType, ...] = (apps, finrag_site)
ANCHORED = frozenset({"match", "fullmatch"})
METHODS = ANCHORED | {"search", "findall", "finditer", "split", "sub", "subn"}
WORDS = (
    *(" ", "A", "a", "1", ".", ",", "-", "(", "$", "'", "\n", "<", "|"),
    *("net ", "that is ", "of the ", "in ", "Ab ", "A. ", "A, ", "AB & ", "a-", "and ", "Inc. "),
    *("12 ", "1,", "1.", "2023 ", "$1 ", "(1) ", "Item 1. ", "x = 1 + ", "December 31, "),
)
ENDINGS = ("", "\x01!")
OF_GPU_WORKERS = frozenset({"transformers", "FlagEmbedding", "peft"})  # requirements-gpu.txt


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """A pattern, where it stands, and the methods that are called on it; all of them where that is not known."""

    pattern: re.Pattern[Any]
    place: str
    methods: frozenset[str]

    @property
    def asked(self) -> bool:
        """Whether it reads questions and what answers are made of: bounded, and with single blanks."""
        return self.place.startswith("apps.answers.")


def hostile_texts(size: int, tidy: bool = False) -> list[str]:
    """One for each word and ending: the word over and over, then nothing or what can match nothing."""
    texts = [(word * size)[:size] + ending for word in WORDS for ending in ENDINGS]
    return [" ".join(text.split()) for text in texts] if tidy else texts


def all_patterns() -> list[Found]:
    """Those of modules, however deep in their tables, and those written where they are used."""
    modules = _modules()
    trees = {module: ast.parse(Path(module.__file__).read_text()) for module in modules if module.__file__}
    found: dict[tuple[str | bytes, int], Found] = {}
    for module, tree in trees.items():
        used = _methods(tree)
        on_variables = frozenset[str]().union(*(methods for name, methods in used.items() if name.islower()))
        for name, value in list(vars(module).items()):
            methods = used.get(name, frozenset()) if isinstance(value, re.Pattern) else on_variables
            for pattern in _patterns_in(value, set()):
                _keep(found, Found(pattern, f"{module.__name__}.{name}", methods))
        for line, method, pattern in _patterns_called(tree):
            _keep(found, Found(pattern, f"{module.__name__}:{line}", frozenset({method})))
    return [one if one.methods else dataclasses.replace(one, methods=METHODS) for one in found.values()]


def _keep(found: dict[tuple[str | bytes, int], Found], one: Found) -> None:
    key = one.pattern.pattern, one.pattern.flags
    before = found.get(key)
    found[key] = dataclasses.replace(before, methods=before.methods | one.methods) if before else one


def _modules() -> list[ModuleType]:
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__") and ".migrations" not in module.name:
                _imported(module.name)
    return [module for name, module in sorted(sys.modules.items()) if name.startswith(("apps.", "finrag_site."))]


def _imported(name: str) -> None:
    """What trains with packages of GPU workers cannot be looked into where they are not installed."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] not in OF_GPU_WORKERS:
            raise


def _methods(tree: ast.Module) -> dict[str, frozenset[str]]:
    """By name, what is called on it in a module. A constant that is handed on, not called, may be used in every way."""
    used: dict[str, frozenset[str]] = defaultdict(frozenset)
    called = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            called.add(id(node.value))
            used[node.value.id] |= {node.attr} & METHODS
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and node.id.isupper()
            and id(node) not in called
        ):
            used[node.id] |= METHODS
    return used


def _patterns_in(value: Any, seen: set[int]) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif id(value) not in seen and not isinstance(value, type | str | bytes):
        seen.add(id(value))
        for part in _parts(value):
            yield from _patterns_in(part, seen)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return value
    if dataclasses.is_dataclass(value):
        return [getattr(value, field.name, None) for field in dataclasses.fields(value)]
    return ()


def _patterns_called(tree: ast.Module) -> Iterator[tuple[int, str, re.Pattern[Any]]]:
    """As in `re.sub("...", ...)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            is_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            if is_re and node.args and isinstance(node.args[0], ast.Constant):
                yield node.lineno, node.func.attr, re.compile(node.args[0].value, _flags(node))


def _flags(node: ast.Call) -> int:
    parts = [part for argument in (*node.args, *node.keywords) for part in ast.walk(argument)]
    flags = {getattr(re, part.attr, None) for part in parts if isinstance(part, ast.Attribute)}
    return sum(flag for flag in flags if isinstance(flag, re.RegexFlag))
