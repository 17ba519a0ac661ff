"""The plan of the house: floors, migrations, system checks."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

from finrag_site.embedded.paths import BASE


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run")


def test_system_checks_pass() -> None:
    call_command("check", "--fail-level", "WARNING")


@pytest.mark.parametrize("app", ["answers", "retrieval", "inference"])
def test_floors_below_the_pages_never_know_http(app: str) -> None:
    for source in (BASE / "apps" / app).rglob("*.py"):
        imported = {node.module for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.ImportFrom)}
        assert not {module for module in imported if module and module.startswith("django.http")}, source


PATTERNS = frozenset({"search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"})
OF_A_QUESTION = frozenset({"question", "questions", "asked"})
FLOORS = ("answers", "retrieval", "chat", "search")
# These see queries, and take from them what they are read as.
READ_NOTHING = (
    *(f"answers/{package}" for package in ("run", "judge", "compose", "sources")),
    *(f"retrieval/{module}.py" for module in ("intents", "wording", "topics", "search", "reading")),
)
# Their patterns are of filings: the slots of a sentence, where it ends, how numbers are printed, the names of files.
OF_FILINGS = frozenset(
    {
        "answers/judge/slots.py",
        "answers/run/being_read.py",
        "answers/sources/counts.py",
        "answers/sources/cover.py",
        "answers/sources/events.py",
        "answers/sources/market/prices.py",
        "answers/sources/printed_forms.py",
        "answers/sources/spelled.py",
        "answers/sources/tokens.py",
    }
)


def test_only_the_reader_applies_patterns_to_a_question() -> None:
    found = {
        f"{path.relative_to(BASE)}:{line}"
        for floor in FLOORS
        for path in (BASE / "apps" / floor).rglob("*.py")
        for line in patterns_on_questions(ast.parse(path.read_text()))
    }
    assert found == set()


@pytest.mark.parametrize("place", READ_NOTHING)
def test_what_takes_a_query_has_no_patterns(place: str) -> None:
    under = BASE / "apps" / place
    files = [under] if under.is_file() else sorted(under.rglob("*.py"))
    assert files
    names = {str(path.relative_to(BASE / "apps")) for path in files if imports_patterns(ast.parse(path.read_text()))}
    assert names <= OF_FILINGS


@pytest.mark.parametrize("name", sorted(OF_FILINGS))
def test_what_is_allowed_patterns_still_needs_them(name: str) -> None:
    assert imports_patterns(ast.parse((BASE / "apps" / name).read_text()))


def imports_patterns(tree: ast.Module) -> bool:
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return bool(modules & {"re", "regex"})


def patterns_on_questions(tree: ast.Module) -> Iterator[int]:
    """Lines that hand a question's words to a pattern: `re.search(..., question)`, `WORD.findall(reading.question)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PATTERNS:
            pattern = node.func.value
            constant = isinstance(pattern, ast.Name) and (pattern.id in {"re", "regex"} or pattern.id.isupper())
            if constant and any(_of_a_question(one) for argument in node.args for one in ast.walk(argument)):
                yield node.lineno


def _of_a_question(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in OF_A_QUESTION
    return isinstance(node, ast.Name) and node.id in OF_A_QUESTION


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("re.search(r'why', question)", [1]),
        ("WORD.findall(reading.question.lower())", [1]),
        ("\nSPACE.sub(' ', asked)", [2]),
        ("WORD.findall(passage.text)", []),
        ("question.split()", []),
        ("search(question)", []),
    ],
)
def test_a_pattern_on_a_question_is_seen(code: str, found: list[int]) -> None:
    assert list(patterns_on_questions(ast.parse(code))) == found


def test_no_files_of_answers_import_each_other_in_a_circle() -> None:
    """Imports for types alone do not count: nothing is loaded by them."""
    imports = {module_of(path): set(imported(path)) for path in (BASE / "apps" / "answers").rglob("*.py")}
    assert len(imports) > 50
    assert circle({name: found & imports.keys() for name, found in imports.items()}) == []


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(BASE).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[str]:
    """Modules of which names are imported when `path` is."""
    tree = ast.parse(path.read_text())
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    typing = {id(node) for guard in guards for node in ast.walk(guard)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and id(node) not in typing:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circle(imports: dict[str, set[str]]) -> list[str]:
    """What is left when whatever imports nothing that is left is taken away, again and again."""
    left = {name: set(found) - {name} for name, found in imports.items()}
    while done := [name for name, found in left.items() if not found]:
        left = {name: found - set(done) for name, found in left.items() if name not in done}
    return sorted(left)


def test_a_circle_is_seen() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": set()}) == ["a", "b", "c"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
