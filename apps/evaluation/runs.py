"""Runs over a question set: asked by the workers, figures judged by the program, words by people, two runs compared."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import sqrt
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Status
from apps.answers.run import asking, own_settings
from apps.evaluation.models import Expected, QuestionSet, Run, RunAnswer, Verdict
from apps.learning import gate

SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
TOLERANCE = Decimal("0.005")  # of the expected value, besides its own rounding
LIMIT = 1.96  # standard deviations of a 95 % interval
ENDED = frozenset({AnswerState.DONE, AnswerState.FAILED, AnswerState.STOPPED})
DEPTH = 5  # pages that count as found
AS_SET_UP = "as set up"  # the label of a run that another one, with settings of its own, is compared with


@dataclass(frozen=True, slots=True)
class Judged:
    """One question of a run. verdict "": nobody judged it yet. document, page: whether found; None: not expected."""

    row: RunAnswer
    verdict: str
    document: bool | None
    page: bool | None
    trust: str = ""

    @property
    def ended(self) -> bool:
        return self.row.answer is not None and self.row.answer.state in ENDED


@dataclass(frozen=True, slots=True)
class Share:
    """count of `of`, and the 95 % interval of the share by Wilson."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        square = LIMIT**2
        middle = self.share + square / (2 * self.of)
        spread = LIMIT * sqrt(self.share * (1 - self.share) / self.of + square / (4 * self.of**2))
        low, high = ((middle + side * spread) / (1 + square / self.of) for side in (-1, 1))
        return max(0.0, low), min(1.0, high)


@dataclass(frozen=True, slots=True)
class Line:
    """Figures of the questions of one kind."""

    kind: str
    questions: int
    right: Share
    wrong: Share
    declined: Share
    unjudged: int
    documents: Share
    pages: Share


def sets_of(user: User) -> QuerySet[QuestionSet]:
    return QuestionSet.objects.filter(owner=user)


def start(
    user: User, questions: QuestionSet, label: str, address: str | None = None, changes: Mapping[str, Any] | None = None
) -> Run:
    """Ask every question of the set for `user`; the workers answer them in fair order with everybody's.

    changes: of the pipeline's settings, for this run alone. Raises SettingsError.
    """
    own = own_settings.own(changes or {})
    with transaction.atomic():
        run = Run.objects.create(set=questions, label=label or own_settings.told(own)[:100], settings=own)
        for one in questions.questions.all():
            answer = asking.ask(user, one.question, address=address, own_settings=own)
            RunAnswer.objects.create(run=run, expected=one, answer=answer)
    return run


def judged(run: Run) -> list[Judged]:
    rows = run.answers.select_related("expected", "answer").defer("answer__trace", "answer__diagnostics")
    return [_judged(row) for row in rows.order_by("expected__ordinal")]


def _judged(row: RunAnswer) -> Judged:
    answer, expected = row.answer, row.expected
    if answer is None or answer.state not in ENDED:
        return Judged(row, row.verdict, None, None)
    result = answer.result or {}
    trust = str((result.get("validation") or {}).get("trust") or "")
    verdict = row.verdict or by_program(expected, answer) or majority(row.judges)
    return Judged(row, verdict, *_found(expected, result), trust)


def majority(judgements: Sequence[Mapping[str, Any]]) -> str:
    """The verdict that more than half of the readers share; "" without one."""
    counted = Counter(str(one["verdict"]) for one in judgements if one["verdict"]).most_common(1)
    return counted[0][0] if counted and counted[0][1] * 2 > len(judgements) else ""


def by_program(expected: Expected, answer: Answer) -> str:
    """What can be told without a reader: declined, failed, or a figure that is the expected one or is not."""
    if answer.state != AnswerState.DONE or answer.status == Status.NOT_FOUND:
        return Verdict.DECLINED
    if expected.value is None:
        return ""
    value = answer.result.get("value")
    if value is None:
        return ""
    same = is_same(Decimal(str(value)), str(answer.result.get("unit") or ""), expected.value, expected.unit)
    return Verdict.RIGHT if same else Verdict.WRONG


def is_same(value: Decimal, unit: str, expected: Decimal, expected_unit: str) -> bool:
    """Whether the figures are equal within the tolerance, after the scales that their units name."""
    scaled, wanted = (
        number * Decimal(10) ** _power(words) for number, words in ((value, unit), (expected, expected_unit))
    )
    return abs(scaled - wanted) <= max(abs(wanted) * TOLERANCE, Decimal("1e-9"))


def _power(unit: str) -> int:
    return next((power for word, power in SCALES.items() if word in unit.lower()), 0)


def _found(expected: Expected, result: dict[str, Any]) -> tuple[bool | None, bool | None]:
    """Whether the first document is an expected one, and an expected page is among the first found."""
    if not expected.documents:
        return None, None
    document = str(next(iter(result.get("documents") or []), "")) in expected.documents
    if not expected.pages:
        return document, None
    pages = {(str(name), int(number) + 1) for name, number in (result.get("pages") or [])[:DEPTH]}
    return document, bool(pages & {(expected.documents[0], page) for page in expected.pages})


def lines(rows: Sequence[Judged]) -> list[Line]:
    """Over all questions first, then kind by kind."""
    kinds = dict.fromkeys(one.row.expected.kind for one in rows)
    parts = [("all", list(rows))]
    if len(kinds) > 1:
        parts += [(kind or "other", [one for one in rows if one.row.expected.kind == kind]) for kind in kinds]
    return [_line(kind, part) for kind, part in parts]


def _line(kind: str, rows: Sequence[Judged]) -> Line:
    ended = [one for one in rows if one.ended]
    counted = Counter(one.verdict for one in ended)
    told = len(ended) - counted[""]
    return Line(
        kind,
        len(rows),
        Share(counted[Verdict.RIGHT], told),
        Share(counted[Verdict.WRONG], told),
        Share(counted[Verdict.DECLINED], told),
        counted[""],
        _share(one.document for one in ended),
        _share(one.page for one in ended),
    )


def _share(found: Iterable[bool | None]) -> Share:
    told = [one for one in found if one is not None]
    return Share(sum(told), len(told))


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that came out differently."""

    before: Judged
    after: Judged


@dataclass(frozen=True, slots=True)
class Comparison:
    """differing: questions with another verdict. right: how many more are right; None: none is judged in both.

    pages: of how many more an expected page is among the first; None: of none both say where it is.
    """

    differing: list[Difference]
    right: gate.Verdict | None
    pages: gate.Verdict | None = None


def compared(before: Sequence[Judged], after: Sequence[Judged]) -> Comparison:
    """Question by question. Both are of one set."""
    earlier = {one.row.expected_id: one for one in before}
    pairs = [(earlier[one.row.expected_id], one) for one in after if one.row.expected_id in earlier]
    differing = [Difference(one, other) for one, other in pairs if one.verdict != other.verdict]
    told = [(one, other) for one, other in pairs if one.verdict and other.verdict]
    right = _paired([(one.verdict == Verdict.RIGHT, other.verdict == Verdict.RIGHT) for one, other in told])
    found = [(one.page, other.page) for one, other in pairs if one.page is not None and other.page is not None]
    return Comparison(differing, right, _paired(found))


def _paired(of: Sequence[tuple[bool, bool]]) -> gate.Verdict | None:
    return gate.compare([float(one) for one, _ in of], [float(other) for _, other in of]) if of else None


def decide(run: Run, ordinal: int, verdict: str) -> None:
    """A person's verdict; "" takes it back. Raises ValueError for what is none."""
    if verdict and verdict not in Verdict.values:
        raise ValueError("no such verdict")
    run.answers.filter(expected__ordinal=ordinal).update(verdict=verdict)
