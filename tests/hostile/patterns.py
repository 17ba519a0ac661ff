"""Every compiled pattern of the code base, and texts that make a careless one take for ever."""

import ast
import dataclasses
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import apps
import finrag_site

PACKAGES: tuple[ModuleType, ...] = (apps, finrag_site)
CALLS = frozenset({"search", "match", "fullmatch", "findall", "finditer", "split", "sub", "compile"})
WORDS = (
    *(" ", "A", "a", "1", ".", ",", "-", "(", "$", "'", "\n", "<", "|"),
    *("net ", "that is ", "of the ", "in ", "Ab ", "A. ", "A, ", "AB & ", "a-", "and ", "Inc. "),
    *("12 ", "1,", "1.", "2023 ", "$1 ", "(1) ", "Item 1. ", "x = 1 + ", "December 31, "),
)
ENDINGS = ("", "\x01!")


def hostile_texts(size: int) -> list[str]:
    """One for each word and ending: the word over and over, then nothing or what can match nothing."""
    return [(word * size)[:size] + ending for word in WORDS for ending in ENDINGS]


def all_patterns() -> dict[tuple[str | bytes, int], str]:
    """Where each pattern stands, by what it is: those of modules, however deep in their tables, and those in calls."""
    found: dict[tuple[str | bytes, int], str] = {}
    for module in _modules():
        for name, value in list(vars(module).items()):
            for pattern in _patterns_in(value, set()):
                found.setdefault((pattern.pattern, pattern.flags), f"{module.__name__}.{name}")
        for line, pattern in _patterns_called(module):
            found.setdefault((pattern.pattern, pattern.flags), f"{module.__name__}:{line}")
    return found


def _modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__") and ".migrations" not in module.name:
                importlib.import_module(module.name)
    yield from [module for name, module in sorted(sys.modules.items()) if name.startswith(("apps.", "finrag_site."))]


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


def _patterns_called(module: ModuleType) -> Iterator[tuple[int, re.Pattern[Any]]]:
    """Patterns that are written where they are used, as in `re.sub("...", ...)`."""
    if not module.__file__:
        return
    for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CALLS:
            is_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            if is_re and node.args and isinstance(node.args[0], ast.Constant):
                yield node.lineno, re.compile(node.args[0].value, _flags(node))


def _flags(node: ast.Call) -> int:
    parts = [part for argument in (*node.args, *node.keywords) for part in ast.walk(argument)]
    flags = {getattr(re, part.attr, None) for part in parts if isinstance(part, ast.Attribute)}
    return sum(flag for flag in flags if isinstance(flag, re.RegexFlag))
