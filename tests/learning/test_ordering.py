"""Learning the order of passages: questions with pages, what is made of them, and whether it is shown to be better."""

import json
import random
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from apps.learning.builders import readers
from apps.learning.builders.readers import Written
from apps.learning.ordering import examples, proof, questions
from apps.learning.ordering.examples import Example
from apps.learning.ordering.fitting import OrderSettings, fit
from apps.learning.ordering.questions import Asked, held, of_file, of_readers
from apps.learning.ordering.walk import LEARNED
from apps.learning.shipping import recipe
from apps.retrieval.ordering import weights
from tests.people import People
from tests.retrieval.library import PROSE, publish

FILERS = ("Quillmark", "Harrowgate", "Brackenfold")
NAMES = ("noise", "signal", "never")


def example(number: int, filer: str, rng: np.random.Generator, origin: str = questions.READERS) -> Example:
    """Of eight candidates the one with the strongest signal answers, and it comes last."""
    rows = np.stack([rng.normal(size=8), rng.uniform(0, 0.5, size=8), np.zeros(8)], axis=1).astype(np.float32)
    rows[7, 1] = 1.0
    asked = Asked(f"{filer} {number}?", frozenset({filer}), frozenset({(1, 7)}), origin, origin != questions.READERS)
    return Example(asked, NAMES, rows, tuple((1, page) for page in range(8)), (1,) * 8, 1, asked.figures)


def known() -> list[Example]:
    rng = np.random.default_rng(3)
    origins = (questions.READERS, questions.FILE)
    return [example(number, filer, rng, origins[number % 2]) for filer in FILERS for number in range(20)]


SETTINGS = OrderSettings(epochs=20, batch=8, rate=0.05)


def test_what_tells_the_answer_is_learned_and_holds_for_filers_never_seen() -> None:
    tried, scores = proof.crossed(known(), SETTINGS)
    told = list(proof.proofs(tried, proof.as_they_come(tried), scores))
    assert [one.kind for one in told] == ["readers, for words", "of the file, for figures"]
    assert all(one.before == (0.0, 1 / 8) and one.five.difference == 1.0 for one in told) and proof.holds(told)
    assert "R@5 0.000 -> 1.000" in told[0].told()


def test_no_better_and_worse_orders_do_not_pass() -> None:
    of = known()
    right = proof.scored(fit(of, SETTINGS), of)
    assert not proof.holds(list(proof.proofs(of, right, right)))
    assert not proof.holds(list(proof.proofs(of, right, proof.as_they_come(of))))


def test_the_same_examples_teach_the_same_and_none_teach_nothing() -> None:
    one, other = fit(known(), SETTINGS), fit(known(), SETTINGS)
    assert np.array_equal(one.words.weights, other.words.weights) and one.figures.spread[2] == 1.0
    with pytest.raises(ValueError, match="for figures and for words"):
        fit([one for one in known() if one.numeric], SETTINGS)


def test_examples_are_read_as_they_were_written(tmp_path: Path) -> None:
    examples.write(known(), tmp_path / "kept.npz")
    for before, after in zip(known(), examples.read(tmp_path / "kept.npz"), strict=True):
        assert (before.asked, before.pages, before.companies) == (after.asked, after.pages, after.companies)
        assert np.allclose(before.rows, after.rows, atol=0.01)


@pytest.fixture
def bakers(people: People) -> People:
    for filer in ("Brackenfold Bakeries, Inc.", "Quillhaven Mills Corporation"):
        publish(people.owner, filer.split()[0].upper(), company=filer, year=2022)
    return people


def write_sets(folder: Path) -> tuple[Path, Path]:
    """A reader's question about each of both filings, and one of a file."""
    shas = sorted({sha for sha in held() if len(sha) == 64})
    written = [Written("Why did {company}'s margin fall?", sha, (4, 0, len(PROSE[2])), (), ()) for sha in shas]
    readers.write([*written, Written("Of a filing that is not held?", "00" * 32, (0, 0, 9), (), ())], folder / "r.xz")
    rows = [
        {"question": "Brackenfold net income 2022", "kind": "figure", "documents": ["BRACKENFOLD"], "pages": [0]},
        {"question": "Who else?", "kind": "words", "documents": ["ABSENT"], "pages": [1]},
        {"question": "Nothing?", "kind": "false", "documents": [], "pages": []},
    ]
    (folder / "q.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder / "r.xz", folder / "q.jsonl"


@pytest.mark.django_db
def test_questions_are_told_by_the_filings_that_are_held(bakers: People, tmp_path: Path) -> None:
    written, file = write_sets(tmp_path)
    told = list(of_readers(readers.read(written), held(), random.Random(1)))
    assert len(told) == 2 and {page for one in told for _, page in one.pages} == {4}
    assert all("{company}" not in one.question and not one.figures for one in told)
    (only,) = of_file(file, held())
    assert only.figures and only.filers == {"Brackenfold Bakeries, Inc."} and [page for _, page in only.pages] == [0]


@pytest.mark.django_db
def test_the_command_learns_measures_and_says_whether_it_is_better(
    bakers: People, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written, file = write_sets(tmp_path)
    out = sha256(b"Quillhaven Mills Corporation").hexdigest()[: recipe.MARK]
    (tmp_path / "recipe.toml").write_text(
        f'name = "x"\nheld_out = ["{out}"]\n[[stages]]\nname = "a"\nsteps = 1\n', encoding="utf-8"
    )
    given = ["train", "order", f"--readers={written}", f"--questions={file}", f"--out={tmp_path / 'out'}"]
    given += [f"--recipe={tmp_path / 'recipe.toml'}", "--by-rule=2"]
    call_command(*given, f"--as={bakers.owner.username}")
    told = capsys.readouterr().out
    assert "learned from 2 questions, 1 kept for measuring" in told
    assert "held out, against those that ship:" in told.splitlines(), told
    assert told.splitlines()[-2] == "They may replace those that ship."
    assert weights.read(tmp_path / "out" / LEARNED).names == weights.read().names
    with pytest.raises(CommandError, match="no user"):
        call_command(*given, "--as=nobody")
